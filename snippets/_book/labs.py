"""Labs: notebooks in the percent format, in docs/labs. The copy that a reader runs, and when to run a lab again."""

import ast
import hashlib
import json
import os
import re
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from snippets._book import runner, standalone
from snippets._book.project import SHOWN_WIDTH, problem

MARKS = {"# %%": "code", "# %% [markdown]": "markdown"}
PAGE = re.compile(r"\[([^\]]*)\]\(\.\./([^)#]+)\.(?:md|py)(#[^)]*)?\)")
# What a run of a lab depends on besides its own text, the snippets and the data: these files and packages.
HERE = Path(__file__).parent
MACHINE = (HERE / "lab_backend.py", *sorted(path for path in (HERE / "jupyter").rglob("*") if path.is_file()))
PACKAGES = ("mkdocs-jupyter", "jupytext", "ipykernel", "ipython")


def cells(source):
    """The cells of a lab: (kind, text, number of its first line). What stands before the first one is front matter."""
    found = []
    for number, line in enumerate(source.lines, 1):
        if line.startswith("# %%"):
            found.append((MARKS.get(line.rstrip("\n")), [], number + 1))
        elif found:
            found[-1][1].append(line)
    return [(kind, _text(kind, "".join(lines).rstrip("\n")), first) for kind, lines, first in found]


def _text(kind, text):
    return re.sub(r"^# ?", "", text, flags=re.MULTILINE) if kind == "markdown" else text


def check(source, problems):
    """Report what would make the page and the notebook of a lab differ, or either of them break."""
    if not source.text:
        return  # it does not parse, and that is reported
    for number, line in enumerate(source.lines, 1):
        line = line.rstrip("\n")
        if line.startswith("# %%") and line not in MARKS:
            text = f"a cell of a lab starts with '# %%' or '# %% [markdown]', received {line!r}"
            problems.append(problem(source.path, number, text))
    for kind, text, first in cells(source):
        for number, line in enumerate(text.split("\n"), first):
            if kind == "code" and len(line) > SHOWN_WIDTH:
                text_ = f"a page shows {SHOWN_WIDTH} characters a line, this one has {len(line)}"
                problems.append(problem(source.path, number, text_))
            if kind == "markdown" and "--8<--" in line:
                problems.append(problem(source.path, number, "a lab includes nothing: its notebook could not"))
    if not title(source):
        problems.append(problem(source.path, 1, "the first cell of a lab is Markdown and starts with '# Title'"))


def title(source):
    """The heading that the first cell begins with, or None."""
    first = cells(source)[:1]
    heading = re.match(r"# (.+)", first[0][1]) if first and first[0][0] == "markdown" else None
    return heading and heading[1]


def notebook(source, book, address, release):
    """The .ipynb of a lab, as text: first a cell with all that it imports from here, then its own cells."""
    head = f"{title(source)}: run this cell first"
    ours = {
        number
        for node in source.tree.body
        if isinstance(node, ast.ImportFrom) and node.module.split(".")[0] == "snippets"
        for number in range(node.lineno, node.end_lineno + 1)
    }
    made = [_cell("code", "\n".join(standalone.joined(book.needed(source), head, address, release)), 0)]
    made[0]["metadata"] = {"jupyter": {"source_hidden": True}}  # folded, where the reader's program can do that
    for kind, text, first in cells(source):
        if kind == "markdown":
            text = PAGE.sub(_outside, text)
        else:
            lines = [line for number, line in enumerate(text.split("\n"), first) if number not in ours]
            text = re.sub(r"\n{4,}", "\n\n\n", "\n".join(lines)).strip("\n")
        if text:
            made.append(_cell(kind, text, len(made)))
    whole = {
        "cells": made,
        "metadata": {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
            "title": title(source),
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(whole, ensure_ascii=False, indent=1) + "\n"


def _cell(kind, text, number):
    run = {"execution_count": None, "outputs": []} if kind == "code" else {}
    return {
        "cell_type": kind,
        "id": f"cell-{number}",  # the usual ids are drawn at random
        "metadata": {},
        **run,
        "source": text.strip("\n").splitlines(keepends=True),
    }


def _outside(link):
    """A link to another page, as a notebook anywhere can follow it: absolute, or just its text."""
    site = os.environ.get("SITE_URL", "").rstrip("/")
    return f"[{link[1]}]({site}/{link[2]}/{link[3] or ''})" if site else link[1]


def digest(book):
    """One name for all that the results of all labs depend on."""
    parts = [runner.digest_of(source, book) for source in book.labs.values()]
    parts += [hashlib.sha256(path.read_bytes()).hexdigest() for path in MACHINE]
    for name in PACKAGES:
        try:
            parts.append(f"{name} {version(name)}")
        except PackageNotFoundError:  # the examples do not need them
            parts.append(f"no {name}")
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()
