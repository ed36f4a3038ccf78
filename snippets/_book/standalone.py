"""One file for each snippet and example that runs anywhere: its own code and all that it imports from here."""

import ast
import re

from snippets._book.project import relative
from snippets.records import records

HEADER = """\
# {summary}
# From {address}, version {version}: the code that the page shows, tested there,
# with all that it imports from the chapter. It needs {needs} and runs on its own.
# Copyright 2026 the authors of the chapter. SPDX-License-Identifier: MIT
"""

# A comma between two records or lists, outside of texts (which are found first).
BETWEEN = re.compile(r"""('(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*")|(?<=[\]}]), (?=[\[{])""")

DATA = """\
# The rows that this file needs, of the chapter's data (CC BY 4.0: {files}).
_ROWS = {rows}


def records(*names):
    return _ROWS[names]
"""

FIGURES = """
for _number in plt.get_fignums():  # the page shows the figures; here they become files
    plt.figure(_number).savefig(f"{name}-{{_number}}.svg")
"""

TABLE = """
for _row in TABLE:  # the page sets this as a table
    print(_row)
"""


def bundle(source, book, left, address, version):
    """The text of the stand-alone file. left: what the example left, None for a snippet."""
    parts = joined([*book.needed(source), source], source.summary or source.key, address, version)
    if left and left["table"]:
        parts.append(TABLE)
    if left and left["figures"]:
        if "import matplotlib.pyplot as plt" not in parts[1]:
            parts[1] += "import matplotlib.pyplot as plt\n"
        parts.append(FIGURES.format(name=source.name))
    return "\n".join(part for part in parts if part.strip())


def joined(files, summary, address, version):
    """The parts of one file that is made of these: a comment on top, imports, data, code."""
    files = [one for one in files if one.concept != "records"]
    keys = sorted({key for one in files for key, _ in one.data})
    imports, bodies = set(), []
    for one in files:
        kept, outside = _without_imports(one)
        imports |= outside
        bodies.append(f"# {'-' * 8} {relative(one.path)}\n\n{kept}" if len(files) > 1 else kept)
    needs = "NumPy and Matplotlib" if any("matplotlib" in line for line in imports) else "NumPy"
    if not any("numpy" in line or "matplotlib" in line for line in imports):
        needs = "Python alone"
    parts = [HEADER.format(summary=summary, address=address, version=version, needs=needs)]
    order = sorted(imports, key=lambda one: (not one.startswith("from __future__"), one.startswith("from"), one))
    parts.append("\n".join(order) + "\n")
    if keys:
        rows = BETWEEN.sub(lambda found: found[1] or ",\n", repr({key: records(*key) for key in keys}))
        if "datetime.date(" in rows:
            parts[1] += "import datetime\n"
        names = ", ".join(sorted({key[0] for key in keys}))
        parts.append(DATA.format(files=names, rows=rows))
    parts.append("\n\n".join(body.strip("\n") + "\n" for body in bodies))
    return parts


def _without_imports(source):
    """The source less its top-level imports, and those that are not local."""
    cut, outside = set(), set()
    for node in source.tree.body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            cut.update(range(node.lineno, node.end_lineno + 1))
            if getattr(node, "module", None) is None or node.module.split(".")[0] != "snippets":
                outside.add(ast.unparse(node))
    lines = [line for number, line in enumerate(source.lines, 1) if number not in cut]
    return re.sub(r"\n{4,}", "\n\n\n", "".join(lines).strip("\n")) + "\n", outside
