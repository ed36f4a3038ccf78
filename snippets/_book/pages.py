"""Checks of the pages that need no browser: includes, formulas, claims."""

import hashlib
import json
import re

from snippets._book.concepts import INCLUDE, LABELS, PLANNED, split_page
from snippets._book.project import (
    BUILD,
    CONCEPTS,
    DATA,
    DOCS,
    EXAMPLES,
    SNIPPETS,
    nearest,
    problem,
    read_text,
    write_if_changed,
)

CLAIM = re.compile(r"\[([^\]]*)\]\(([^)\s]*)\)\{([^}]*\.claim[^}]*)\}")
PLACE = re.compile(r"section|table|figure|equation|example|appendix|abstract|theorem", re.IGNORECASE)
# Where a formula can stand depends on these, which mkdocs.yml names too.
EXTENSIONS = ("attr_list", "md_in_html", "tables", "pymdownx.details", "pymdownx.superfences", "pymdownx.arithmatex")


def check_pages(partials, not_made, concepts, problems):
    """Report what is wrong with the Markdown pages.

    partials: every name that may be included, with its text. not_made: how the names begin that may be
    included although they are not among them.
    """
    texts = {path: read_text(path, problems) for path in sorted(DOCS.rglob("*.md"))}
    texts = {path: text for path, text in texts.items() if text is not None}
    for path, text in texts.items():
        _check_includes(path, text, partials, not_made, problems)
        if path.stem in concepts:
            _check_claims(path, text, concepts[path.stem], problems)
    _check_formulas(texts, partials, problems)


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


def _check_claims(path, text, concept, problems):
    """Every label has one of the known kinds and a source that exists: a paper card or an example."""
    meta = concept.meta
    papers = [*meta.papers.essential, *meta.papers.further] if meta else []
    included = " ".join(INCLUDE.findall(text))
    for found in CLAIM.finditer(text):
        label, target, attributes = found.groups()
        line = _line(text, found.start())
        kinds = [kind for kind in LABELS if f".{kind}" in attributes.split()]
        if len(kinds) != 1 or not label.lower().startswith(kinds[0]):
            expected = ", ".join(LABELS)
            problems.append(problem(path, line, f"a claim is one of {expected}, and says so; received {found[0]}"))
            continue
        key = target.removeprefix("#")
        if target.startswith("#") and key in papers:
            if not PLACE.search(label):
                text_ = f"the label names where in the paper: section, table or figure; received {label!r}"
                problems.append(problem(path, line, text_))
        elif not (target.startswith("#") and f"/{key}." in included):
            text_ = f"the source of a claim is a paper or an example of the page; {target!r} is neither"
            problems.append(problem(path, line, text_ + nearest(key, papers)))


def _check_formulas(pages, partials, problems):
    """Set every formula once before the site is built; texts that passed before are not set again."""
    passed_file = BUILD / ".cache" / "formulas.json"
    try:
        passed = set(json.loads(passed_file.read_text(encoding="utf-8")))
    except (FileNotFoundError, ValueError):
        passed = set()
    now = set()
    for place, text in [*pages.items(), *partials.items()]:
        if "$" not in text and "\\(" not in text and "\\[" not in text and "\\begin" not in text:
            continue
        digest = hashlib.sha256(f"{EXTENSIONS}{text}".encode()).hexdigest()
        wrong = [] if digest in passed else _wrong_formulas(text)
        for one in wrong:
            path = _written_in(place) if isinstance(place, str) else place
            problems.append(problem(path, _line_of_formula(path, one.latex), str(one)))
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
    if part in ("papers.md", "explanations.md"):
        return (DATA[0] / part).with_suffix(".yml")
    if part.count(".") == 1:
        return CONCEPTS / f"{concept.replace('_', '-')}.md" if concept else PLANNED
    return SNIPPETS / f"{concept}.py" if part.startswith("fn.") else EXAMPLES / concept / f"{part.split('.')[0]}.py"


def _line_of_formula(path, latex):
    """The first line of a formula: between its marks, or (in a file of another kind) wherever it stands."""
    text = path.read_text(encoding="utf-8")
    marked = re.search(rf"(?:\$|\\\(|\\\[)\s*({re.escape(latex)})\s*(?:\$|\\\)|\\\])", text)
    return _line(text, marked.start(1) if marked else max(text.find(latex), 0))
