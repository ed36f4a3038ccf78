"""Checks of the pages that need no browser: includes, formulas, claims."""

import hashlib
import json
import re

from snippets._book.concepts import CLAIM, FENCE, INCLUDE, LABELS, PLANNED, line_of_text, split_page
from snippets._book.project import (
    BUILD,
    CONCEPTS,
    DATA,
    DOCS,
    EXAMPLES,
    ROOT,
    SNIPPETS,
    nearest,
    problem,
    read_text,
    write_if_changed,
)

# The page contract: the sections in their order, less those that a page may leave out where they would be empty.
ORDER = "limitation idea by-hand code see cost known use exercises remember papers".split()
SECTIONS = tuple(name for name in ORDER if name not in ("see", "cost", "use"))
TERM = re.compile(r"\]\[g:([^\]\s]*)\]")
INLINE_CODE = re.compile(r"(?<!`)(`+)(?!`).+?(?<!`)\1(?!`)")
PLACE = re.compile(r"section|table|figure|equation|example|appendix|abstract|theorem", re.IGNORECASE)
BLANK = re.compile(r"\[\[write:(?:.*?\]\]|.*)")  # [[write: …]], closed or not
# Where a formula can stand depends on these, which mkdocs.yml names too.
EXTENSIONS = ("attr_list", "md_in_html", "tables", "pymdownx.details", "pymdownx.superfences", "pymdownx.arithmatex")


def read_pages(problems):
    """The text of every Markdown page, by path."""
    texts = {path: read_text(path, problems) for path in sorted(DOCS.rglob("*.md"))}
    return {path: text for path, text in texts.items() if text is not None}


def check_pages(texts, partials, not_made, concepts, facts, problems):
    """Report what is wrong with the Markdown pages.

    texts: the pages by path. partials: every name that may be included, with its text. not_made: how the
    names begin that may be included although they are not among them.
    """
    for path, text in texts.items():
        text = INLINE_CODE.sub(blank, text)
        _check_includes(path, text, partials, not_made, problems)  # the builder includes in fenced code too
        prose = FENCE.sub(blank, text)
        _check_claims(path, prose, concepts, facts["papers"], problems)
        _check_terms(path, prose, concepts, facts["glossary"], problems)
        if path.parent == CONCEPTS:
            _check_sections(path, prose, problems)
    _check_formulas(texts, partials, problems)


def check_blanks(book, problems, each=True):
    """Report what `make new` left for the author to write: each blank, or how many a file has."""
    paths = [*CONCEPTS.glob("*.md"), *(ROOT / "tests").glob("test_*.py")]
    texts = {path: read_text(path, []) or "" for path in paths}
    texts |= {source.path: source.text for source in [*book.modules.values(), *book.examples.values()]}
    for path, text in texts.items():
        found = list(BLANK.finditer(text))
        for one in found if each else found[:1]:
            text_ = f"a blank is left: {one[0]}" if each else f"blanks are left, {len(found)} in all: {one[0]}"
            problems.append(problem(path, _line(text, one.start()), text_))


def blank(found):
    """As many spaces as were found, so that every other character keeps its place; line ends stay."""
    return re.sub(r"[^\n]", " ", found[0])


def _line(text, position):
    return text.count("\n", 0, position) + 1


def _check_includes(path, text, partials, not_made, problems):
    for found in re.finditer(r"^.*--8<--.*$", text, re.MULTILINE):
        line = _line(text, found.start())
        whole = INCLUDE.match(found[0])
        if not whole:
            problems.append(problem(path, line, f'expected --8<-- "concept/name.kind.md", received {found[0].strip()}'))
        elif whole[1] not in partials and not whole[1].startswith(not_made):
            text_ = f"nothing to include as {whole[1]!r}{nearest(whole[1], partials)}"
            problems.append(problem(path, line, text_))


def _check_claims(path, text, concepts, papers, problems):
    """Every label has one of the known kinds and a source that exists: a paper card or an example of the page."""
    concept = concepts.get(path.stem) if path.parent == CONCEPTS else None
    readable = concept or path.parent != CONCEPTS  # else nobody knows which papers the page has
    cards = {f"#{key}" for key in concept.meta.papers.all} if concept and concept.meta else set()
    if path.parent.name == "reference":
        cards = {f"papers.md#{key}" for key in papers or ()}
    examples = {f"#{name.rpartition('/')[2].split('.')[0]}" for name in INCLUDE.findall(text)}
    for found in CLAIM.finditer(text):
        label, target, attributes = found.groups()
        line = _line(text, found.start())
        kinds = [kind for kind in LABELS if f".{kind}" in attributes.split()]
        if len(kinds) != 1 or not label.lower().startswith(kinds[0]):
            expected, received = ", ".join(LABELS), " ".join(found[0].split())
            problems.append(problem(path, line, f"a claim is one of {expected}, and says so; received {received}"))
        elif target in cards:
            if not PLACE.search(label):
                text_ = f"the label names where in the paper: section, table or figure; received {label!r}"
                problems.append(problem(path, line, text_))
        elif target not in examples and papers is not None and readable:
            text_ = f"the source of a claim is a paper or an example of the page; {target!r} is neither"
            problems.append(problem(path, line, text_ + nearest(target, cards | examples)))


def _check_terms(path, text, concepts, terms, problems):
    """Every [words][g:term] is a term of the glossary, introduced by this page or one before it."""
    for found in TERM.finditer(text):
        key = found[1]
        line = _line(text, found.start())
        if terms is not None and key not in terms:
            text_ = f"no term {key!r} in docs/data/glossary.yml{nearest(key, terms)}"
            problems.append(problem(path, line, text_))
        elif terms and terms[key] and path.parent == CONCEPTS and path.stem in concepts:
            introduced = terms[key].introduced
            if introduced in concepts and concepts.place[introduced] > concepts.place[path.stem]:
                text_ = f"the term {key!r} is introduced by {introduced}, which comes after {path.stem}"
                problems.append(problem(path, line, text_))


def check_glossary(concepts, terms, problems):
    """Every term is introduced by a concept of the chapter."""
    path = DATA[0] / "glossary.yml"
    for term in (terms or {}).values():
        if term and term.introduced not in concepts:
            text = f"glossary, term {term.id}: introduced by {term.introduced!r}, which is no concept"
            line = line_of_text(path, f"id: {term.id}", "introduced:")
            problems.append(problem(path, line, text + nearest(term.introduced, concepts)))


def _check_sections(path, text, problems):
    """A concept page has the sections of the page contract, with their fixed ids, in their order."""
    found = re.findall(r"^## .*\{ #([\w-]+) \}\s*$", text, re.MULTILINE)
    missing = [name for name in SECTIONS if name not in found]
    for name in missing:
        problems.append(problem(path, 1, f"missing section: expected a heading '## … {{ #{name} }}'"))
    received = [name for name in found if name in ORDER]
    expected = [name for name in ORDER if name in received]
    if not missing and received != expected:
        text_ = f"sections: expected the order {', '.join(expected)}, received {', '.join(received)}"
        problems.append(problem(path, 1, text_))


def _check_formulas(pages, partials, problems):
    """Set every formula once before the site is built; texts that passed before are not set again."""
    passed_file = BUILD / ".cache" / "formulas.json"
    try:
        passed = set(json.loads(passed_file.read_text(encoding="utf-8")))
    except (FileNotFoundError, ValueError):
        passed = set()
    now, known = set(), set()
    for place, text in [*pages.items(), *partials.items()]:
        if "$" not in text and "\\(" not in text and "\\[" not in text and "\\begin" not in text:
            continue
        # Paragraphs of plain words have no formula and do not say where one can stand: an edit there sets nothing.
        others = [part for part in text.split("\n\n") if re.search(r"[$\\`~<]", part)]
        digest = hashlib.sha256(f"{EXTENSIONS}{others}".encode()).hexdigest()
        wrong = [] if digest in passed else _wrong_formulas(text)
        for one in wrong:
            path = _written_in(place) if isinstance(place, str) else place
            if path == place or one.latex not in known:  # partials repeat what pages say
                problems.append(problem(path, _line_of_formula(path, one.latex), str(one)))
            known.add(one.latex)
        if not wrong:
            now.add(digest)
    write_if_changed(passed_file, json.dumps(sorted(now)))


def _wrong_formulas(text):
    import markdown  # here, so that a run with nothing to do starts at once

    from snippets._book.formulas import Formulas

    wrong = []
    settings = {"pymdownx.arithmatex": {"generic": True}}
    markdown.markdown(split_page(text)[1], extensions=[*EXTENSIONS, Formulas(wrong)], extension_configs=settings)
    return wrong


def _written_in(name):
    """The file behind the partial `name`, which is where a person mends a formula."""
    concept, _, part = name.rpartition("/")
    if part in ("papers.md", "explanations.md", "glossary.md"):
        return (DATA[0] / part).with_suffix(".yml")
    if part.count(".") == 1:
        return CONCEPTS / f"{concept.replace('_', '-')}.md" if concept else PLANNED
    return SNIPPETS / f"{concept}.py" if part.startswith("fn.") else EXAMPLES / concept / f"{part.split('.')[0]}.py"


def _line_of_formula(path, latex):
    """The first line of a formula: between its marks, or (in a file of another kind) wherever it stands."""
    text = path.read_text(encoding="utf-8")
    marked = re.search(rf"(?:\$|\\\(|\\\[)\s*({re.escape(latex)})\s*(?:\$|\\\)|\\\])", text)
    return _line(text, marked.start(1) if marked else max(text.find(latex), 0))
