"""What snippets and examples contain and import, read from their syntax trees without running them."""

import ast
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from snippets._book.project import DATA, DOCS, EXAMPLES, SNIPPETS, nearest, problem, read_text

# Shared helpers that are not concepts: examples may import them, snippets may not.
HELPERS = ("plots", "records", "running_example")


@dataclass(eq=False)
class Source:
    """One Python file of the book."""

    path: Path
    text: str
    concept: str  # softmax, or reference, for the folder of an example; the module's own name for a snippet
    name: str
    tree: ast.Module
    imports: list = field(default_factory=list)  # (module name, line), local ones only
    data: list = field(default_factory=list)  # (arguments of records(...), line)

    @cached_property
    def lines(self):
        return self.text.splitlines(keepends=True)

    @property
    def key(self):
        """The name on the command line and in tests/outputs: multi_head_attention/two_heads."""
        return f"{self.concept}/{self.name}"

    @cached_property
    def functions(self):
        """Top-level functions by name, with their source as the page shows it."""
        found = {}
        for node in self.tree.body:
            if isinstance(node, ast.FunctionDef):
                first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
                found[node.name] = "".join(self.lines[first - 1 : node.end_lineno])
        return found

    @property
    def summary(self):
        return (ast.get_docstring(self.tree) or "").split("\n")[0]


def data_file(name):
    """The file behind records(name, ...): docs/data/<name>.yml or snippets/data/<name>.json."""
    for path in (DATA[0] / f"{name}.yml", DATA[1] / f"{name}.json"):
        if path.is_file():
            return path
    return None


def parse(path, concept, name, problems):
    """The source at `path`; one that cannot be read or does not parse is there, and empty."""
    text = read_text(path, problems) or ""
    try:
        tree = ast.parse(text, filename=str(path))
    except (SyntaxError, ValueError) as error:  # ValueError: a NUL byte, before Python 3.11.4
        reason = getattr(error, "msg", error)
        problems.append(problem(path, getattr(error, "lineno", None) or 1, f"SyntaxError: {reason}"))
        text, tree = "", ast.parse("")
    source = Source(path, text, concept, name, tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.split(".")[0] == "snippets":
                    text = f"write 'from {alias.name} import …', so that the stand-alone file can inline it"
                    problems.append(problem(path, node.lineno, text))
        elif isinstance(node, ast.ImportFrom) and (node.level or node.module.split(".")[0] == "snippets"):
            _check_import(source, node, problems)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "records":
            _check_records(source, node, problems)
    return source


def _check_import(source, node, problems):
    written = "." * node.level + (node.module or "")
    module = written.removeprefix("snippets.")
    if "." in module or module.startswith("_") or module == "snippets":
        text = f"expected 'from snippets.<concept> import …', received 'from {written} import …'"
        problems.append(problem(source.path, node.lineno, text))
        return
    if node.col_offset:
        problems.append(problem(source.path, node.lineno, "import snippets at the top of the file"))
    for alias in node.names:
        if alias.asname:
            text = f"import {alias.name} under its own name, not as {alias.asname}"
            problems.append(problem(source.path, node.lineno, text))
    source.imports.append((module, node.lineno))


def _check_records(source, node, problems):
    literal = [a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str)]
    if len(literal) != len(node.args) or not literal or node.keywords:
        text = "records(…) takes names written out, so that the stand-alone file can hold the same data"
        problems.append(problem(source.path, node.lineno, text))
    elif data_file(literal[0]) is None:
        known = [p.relative_to(d).with_suffix("").as_posix() for d in DATA for p in d.rglob("*.*")]
        text = f"there is no data file {literal[0]!r}{nearest(literal[0], known)}"
        problems.append(problem(source.path, node.lineno, text))
    else:
        source.data.append((tuple(literal), node.lineno))


class Book:
    """All snippets, examples and labs, and who imports whom."""

    def __init__(self, problems):
        self.modules = {}
        for path in sorted(SNIPPETS.glob("*.py")):
            if not path.name.startswith("_"):
                self.modules[path.stem] = parse(path, path.stem, path.stem, problems)
        self.examples = {}
        for path in sorted(EXAMPLES.glob("*/*.py")):
            source = parse(path, path.parent.name, path.stem, problems)
            self.examples[source.key] = source
        self.labs = {path.stem: parse(path, "labs", path.stem, problems) for path in sorted(DOCS.glob("labs/*.py"))}
        for source in [*self.modules.values(), *self.examples.values(), *self.labs.values()]:
            for module, line in source.imports:
                if not (SNIPPETS / f"{module}.py").is_file():
                    text = f"there is no snippet {module!r}{nearest(module, self.modules)}"
                    problems.append(problem(source.path, line, text))
        self._check_cycles(problems)

    @property
    def snippets(self):
        """The modules that belong to a concept."""
        return {name: source for name, source in self.modules.items() if name not in HELPERS}

    def _check_cycles(self, problems):
        for name, source in self.modules.items():
            for module, line in source.imports:
                found = self.modules.get(module)
                if found and source in [found, *self.needed(found)]:
                    text = f"snippets.{name} imports itself, through snippets.{module}"
                    problems.append(problem(source.path, line, text))

    def needed(self, source):
        """The modules that `source` imports, directly or not, each after those that it imports itself."""
        order, seen = [], set()

        def visit(one):
            for module, _ in one.imports:
                found = self.modules.get(module)
                if found and module not in seen:
                    seen.add(module)
                    visit(found)
                    order.append(found)

        visit(source)
        return order
