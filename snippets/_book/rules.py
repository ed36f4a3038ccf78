"""Rules between files: partners of one name, imports along the path, names that are used once, the order of nav."""

import ast

import yaml

from snippets._book.concepts import line_of_text
from snippets._book.facts import read_yaml
from snippets._book.project import CONCEPTS, EXAMPLES, ROOT, SNIPPETS, nearest, problem, read_text
from snippets._book.sources import HELPERS

TESTS = ROOT / "tests"
PLANNED = ROOT / "docs" / "data" / "planned.yml"
MKDOCS = ROOT / "mkdocs.yml"


def check_rules(book, concepts, planned, problems):
    """Report what the files say against each other. planned: the records of planned.yml.

    concepts: empty where one of them has a mistake, which would count as a mistake of its partners, too.
    """
    if concepts:
        _check_partners(book, concepts, planned, problems)
        _check_imports(book, concepts, problems)
        _check_nav(concepts, problems)
    _check_unique_names(book, problems)


def _check_partners(book, concepts, planned, problems):
    """One slug names page, snippet, examples and test of a concept."""
    ahead = {slug for slug, row in (planned or {}).items() if row and row.snippet}  # the snippet is there, no page
    modules = {slug.replace("-", "_"): slug for slug in concepts}
    for module, slug in modules.items():
        page, snippet = CONCEPTS / f"{slug}.md", SNIPPETS / f"{module}.py"
        test, examples = TESTS / f"test_{module}.py", EXAMPLES / module
        written = not concepts[slug].planned
        missing = []
        if (written or slug in ahead) and not snippet.is_file():
            missing.append(f"{slug} has no snippet: expected snippets/{module}.py")
        if (written or slug in ahead) and not test.is_file():
            missing.append(f"{slug} has no test: expected tests/test_{module}.py")
        if written and not any(examples.glob("*.py")):
            missing.append(f"{slug} has no example: expected snippets/examples/{module}/*.py")
        for text in missing:
            where = (page, 1) if written else (PLANNED, line_of_text(PLANNED, f"slug: {slug}"))
            problems.append(problem(*where, text))
        if not written and slug not in ahead and snippet.is_file():
            text = f"{slug} is planned and has a snippet: say 'snippet: true' in docs/data/planned.yml"
            problems.append(problem(snippet, 1, text))
    for name, source in book.snippets.items():
        if name not in modules:
            text = f"no concept {name.replace('_', '-')!r} belongs to this snippet{nearest(name, modules)}"
            problems.append(problem(source.path, 1, text))
    for folder in sorted({source.path.parent for source in book.examples.values()}):
        if folder.name not in {*modules, "reference"}:
            text = f"no concept belongs to this folder{nearest(folder.name, modules)}"
            problems.append(problem(folder, 1, text))
    for path in sorted(TESTS.glob("test_*.py")):
        name = path.stem.removeprefix("test_")
        if name not in book.modules:
            text = f"no snippet {name!r} belongs to this test{nearest(name, book.modules)}"
            problems.append(problem(path, 1, text + "; other tests stand in the folders of tests/"))


def _check_imports(book, concepts, problems):
    """The import graph is the prerequisite graph."""
    for name, source in book.snippets.items():
        slug = name.replace("_", "-")
        before = {one.slug.replace("-", "_") for one in concepts.path_to(slug)} if source.imports else set()
        for module, line in source.imports:
            if module in HELPERS:
                text = f"a snippet imports NumPy and snippets of concepts, not the helper {module}"
                problems.append(problem(source.path, line, text))
            elif module in book.modules and module not in before:
                required = ", ".join(sorted(before - {name})) or "nothing"
                text = f"{name} imports {module}, which {slug} does not require; it requires {required}"
                problems.append(problem(source.path, line, text))


def _check_unique_names(book, problems):
    """A function of one name has one meaning in the whole chapter."""
    owner = {}
    for name, source in book.modules.items():
        for node in source.tree.body:
            for defined in _names(node):
                if defined in owner:
                    text = f"{defined} is a name of snippets/{owner[defined]}.py already"
                    problems.append(problem(source.path, node.lineno, text))
                else:
                    owner[defined] = name


def _names(node):
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return [node.name]
    if isinstance(node, ast.Assign | ast.AnnAssign):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        found = [one for target in targets for one in ast.walk(target) if isinstance(one, ast.Name)]
        return [one.id for one in found if isinstance(one.ctx, ast.Store)]  # not the A of A[0] = 1
    return []


class _AnyTag(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
    """mkdocs.yml has tags such as !ENV, which do not matter here."""


for prefix in ("!", "tag:yaml.org,2002:python/"):
    _AnyTag.add_multi_constructor(prefix, lambda loader, tag, node: None)


def _check_nav(concepts, problems):
    """nav lists every concept page once, after those that it requires."""
    text = read_text(MKDOCS, problems)
    settings, _ = read_yaml(MKDOCS, text, 1, problems, _AnyTag) if text is not None else (None, None)
    if not isinstance(settings, dict):
        return
    listed = [slug for slug in (_slug(path) for path in _pages(settings.get("nav") or [])) if slug]
    lines = {slug: text.count("\n", 0, text.find(f"concepts/{slug}.md")) + 1 for slug in listed}
    for slug, concept in concepts.items():
        if not concept.planned and listed.count(slug) != 1:
            text = f"nav: expected concepts/{slug}.md once, found it {listed.count(slug)} times"
            problems.append(problem(MKDOCS, lines.get(slug, 1), text))
    place = {slug: number for number, slug in enumerate(listed)}
    latest = {}  # of what a concept requires, directly or not: the one that nav lists last
    for concept in concepts.order:
        needed = [one for slug in concept.requires for one in (slug, latest.get(slug)) if one in place]
        latest[concept.slug] = max(needed, key=place.get, default=None)
        if concept.slug in place and needed and place[latest[concept.slug]] > place[concept.slug]:
            text = f"nav: {concept.slug} stands before {latest[concept.slug]}, which it requires"
            problems.append(problem(MKDOCS, lines[concept.slug], text))


def _pages(nav):
    """All paths in a nav, in order."""
    for entry in nav:
        values = entry.values() if isinstance(entry, dict) else [entry]
        for value in values:
            yield from _pages(value) if isinstance(value, list) else [value]


def _slug(path):
    return path.removeprefix("concepts/").removesuffix(".md") if str(path).startswith("concepts/") else None
