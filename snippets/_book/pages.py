"""Checks of the pages that need no browser: includes, formulas, claims."""

import hashlib
import json
import re

from snippets._book.concepts import INCLUDE, LABELS, split_page
from snippets._book.project import BUILD, DOCS, nearest, problem, read_text, write_if_changed

CLAIM = re.compile(r"\[([^\]]*)\]\(([^)\s]*)\)\{([^}]*\.claim[^}]*)\}")
PLACE = re.compile(r"section|table|figure|equation|example|appendix|abstract|theorem", re.IGNORECASE)


def check_pages(partials, concepts, problems):
    """Report what is wrong with the Markdown pages. partials: every name that may be included, with its text."""
    for path in sorted(DOCS.rglob("*.md")):
        text = read_text(path, problems)
        _check_includes(path, text, partials, problems)
        if path.stem in concepts:
            _check_claims(path, text, concepts[path.stem], partials, problems)
    _check_formulas(partials, problems)


def _line(text, position):
    return text.count("\n", 0, position) + 1


def _check_includes(path, text, partials, problems):
    for found in re.finditer(r"^.*--8<--.*$", text, re.MULTILINE):
        line = _line(text, found.start())
        whole = INCLUDE.match(found[0])
        if not whole:
            problems.append(problem(path, line, f'expected --8<-- "concept/name.kind.md", received {found[0].strip()}'))
        elif whole[1] not in partials:
            text_ = f"nothing to include as {whole[1]!r}{nearest(whole[1], partials)}"
            problems.append(problem(path, line, text_))


def _check_claims(path, text, concept, partials, problems):
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


def _check_formulas(partials, problems):
    """Set every formula once before the site is built; texts that passed before are not set again."""
    passed_file = BUILD / ".cache" / "formulas.json"
    try:
        passed = set(json.loads(passed_file.read_text(encoding="utf-8")))
    except (FileNotFoundError, json.JSONDecodeError):
        passed = set()
    texts = [(path, path.read_text(encoding="utf-8", errors="replace")) for path in sorted(DOCS.rglob("*.md"))]
    texts += [(BUILD / name, text) for name, text in partials.items()]
    now = set()
    for path, text in texts:
        if "$" not in text and "\\(" not in text and "\\[" not in text:
            continue
        digest = hashlib.sha256(text.encode()).hexdigest()
        if digest not in passed:
            before = len(problems)
            _set_formulas(path, text, problems)
            if len(problems) > before:
                continue
        now.add(digest)
    write_if_changed(passed_file, json.dumps(sorted(now)))


def _set_formulas(path, text, problems):
    import markdown

    from snippets._book.formulas import WrongFormula

    body, first = split_page(text)[1:]
    extensions = ["pymdownx.superfences", "pymdownx.arithmatex", "snippets._book.formulas"]
    settings = {"pymdownx.arithmatex": {"generic": True}}
    try:
        markdown.markdown(body, extensions=extensions, extension_configs=settings)
    except WrongFormula as error:
        position = body.find(error.latex)
        line = first + body.count("\n", 0, position) if position >= 0 else first
        problems.append(problem(path, line, str(error)))
