"""The files that readers download run in an empty folder, with NumPy and Matplotlib alone."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from snippets._book.outputs import close

ROOT = Path(__file__).resolve().parents[2]
OUTPUTS = ROOT / "tests" / "outputs"

# Runs each file in a process of its own, forked from one that has the two libraries loaded. Refuses every other
# import than those that these need themselves: not by name, but by where a module comes from.
DRIVER = """\
import contextlib, io, json, os, runpy, sys, sysconfig, tempfile, traceback, warnings
from pathlib import Path

import matplotlib
matplotlib.use("agg")
import matplotlib.backends.backend_agg, matplotlib.backends.backend_svg, matplotlib.pyplot as plt
import numpy as np

plt.figure().savefig(io.BytesIO())
plt.close("all")
NEEDED = {name.split(".")[0] for name in sys.modules}


class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] not in NEEDED | sys.stdlib_module_names:
            raise ImportError(f"{name} is not at hand where a reader runs this file")


def run(path, name):
    warnings.simplefilter("error")
    printed = io.StringIO()
    folder = Path(tempfile.mkdtemp())
    os.chdir(folder)
    left = {"path": path}
    try:
        with contextlib.redirect_stdout(printed):
            module = runpy.run_path(path, run_name=name)
        table = module.get("TABLE")
        if table:
            rows = [table[0].keys(), *(row.values() for row in table)]
            plain = [[cell.item() if isinstance(cell, np.generic) else cell for cell in row] for row in rows]
            left["table"] = [" | ".join(str(cell) for cell in row) for row in plain]
        left["functions"] = sorted(key for key, value in module.items() if hasattr(value, "__code__"))
    except BaseException:
        left["error"] = traceback.format_exc()
    left["printed"] = printed.getvalue()
    left["files"] = sorted(path.name for path in folder.iterdir())
    for path in folder.iterdir():
        path.unlink()
    folder.rmdir()
    return left


sys.meta_path.insert(0, Refuse())
for line in sys.stdin:
    path, name = line.rstrip("\\n").split("\\t")
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        print(json.dumps(run(path, name)), flush=True)
        os._exit(0)
    os.waitpid(child, 0)
"""

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")


def run_alone(files, cwd):
    """What each file left, by its path; files: (path, name that the program has)."""
    done = subprocess.run(
        [sys.executable, "-I", "-c", DRIVER],
        input="".join(f"{path}\t{name}\n" for path, name in files),
        capture_output=True,
        encoding="utf-8",
        cwd=cwd,
        timeout=100,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return {Path(left["path"]): left for left in map(json.loads, done.stdout.splitlines())}


def keys_of(folder):
    return sorted(path.relative_to(folder).with_suffix("").as_posix() for path in folder.glob("*/*.py"))


EXAMPLES = keys_of(ROOT / "snippets" / "examples")
SNIPPETS = sorted(path.stem for path in (ROOT / "snippets").glob("*.py") if not path.stem.startswith("_"))
SNIPPETS = [name for name in SNIPPETS if name not in ("plots", "records", "running_example")]


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    """What the files of this project leave that `python -m snippets` has just written."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "snippets"]
    done = subprocess.run(command, env=environment, capture_output=True, encoding="utf-8", check=False, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    downloads = ROOT / "docs" / "downloads"
    assert keys_of(downloads) == EXAMPLES
    files = [(downloads / f"{key}.py", "__main__") for key in EXAMPLES]
    files += [(downloads / f"{name}.py", name) for name in SNIPPETS]
    left = run_alone(files, tmp_path_factory.mktemp("empty"))
    return {path.relative_to(downloads).with_suffix("").as_posix(): one for path, one in left.items()}


def reviewed(text):
    """(printed text, table, number of figures) of a file of tests/outputs."""
    parts = re.split(r"(?:\A|\n\n)(?=TABLE\n|FIGURE \d+\n)", text)
    printed = [part for part in parts if part and not re.match(r"TABLE\n|FIGURE \d+\n", part)]
    table = [part.strip("\n").split("\n")[1:] for part in parts if part.startswith("TABLE\n")]
    figures = sum(part.startswith("FIGURE ") for part in parts)
    return printed[0].rstrip("\n").split("\n") if printed else [], table[0] if table else [], figures


def same(old, new):
    return len(old) == len(new) and all(a == b or close(a, b) for a, b in zip(old, new, strict=True))


@pytest.mark.parametrize("key", EXAMPLES)
def test_example_leaves_alone_what_the_page_shows(alone, key):
    left = alone[key]
    assert "error" not in left, left["error"]
    text, table, figures = reviewed((OUTPUTS / f"{key}.txt").read_text(encoding="utf-8"))
    printed = left["printed"].rstrip("\n").split("\n") if left["printed"].strip() else []
    rows = len(table[1:])
    assert same(text, [line for line in printed[: len(printed) - rows]] if rows else printed)
    assert [line[:1] for line in printed[len(printed) - rows :]] == ["{"] * rows
    assert same(table, left.get("table", []))
    assert left["files"] == [f"{key.split('/')[1]}-{number}.svg" for number in range(1, figures + 1)]


@pytest.mark.parametrize("name", SNIPPETS)
def test_snippet_defines_its_functions_alone(alone, name):
    left = alone[name]
    assert "error" not in left, left["error"]
    source = (ROOT / "snippets" / f"{name}.py").read_text(encoding="utf-8")
    assert set(re.findall(r"^def (\w+)", source, re.MULTILINE)) <= set(left["functions"])
    assert (left["printed"], left["files"]) == ("", [])


@pytest.mark.parametrize("key", [*EXAMPLES, *SNIPPETS])
def test_head_of_a_file(key):
    """Its licence, where it is from, and what it needs."""
    text = (ROOT / "docs" / "downloads" / f"{key}.py").read_text(encoding="utf-8")
    assert text.startswith("# ")
    head = text[: text.index("\n\n")]
    assert "SPDX-License-Identifier: MIT" in head
    assert re.search(r"version \d+\.\d+", head)
    assert not re.search(r"^(?:from|import) snippets", text, re.MULTILINE)
    libraries = set(re.findall(r"^(?:import|from) (numpy|matplotlib)", text, re.MULTILINE))
    needs = {"numpy": "It needs NumPy and runs", "matplotlib": "It needs NumPy and Matplotlib and runs"}
    expected = needs[max(libraries, key=["numpy", "matplotlib"].index)] if libraries else "It needs Python alone"
    assert expected in " ".join(head.split("\n# "))


def test_guard_refuses_what_a_reader_may_not_have(tmp_path):
    (tmp_path / "a.py").write_text("import yaml\n")
    (tmp_path / "b.py").write_text("import snippets.softmax\n")
    (tmp_path / "c.py").write_text("import matplotlib.colors, numpy.linalg, statistics\nprint(1)\n")
    left = run_alone([(tmp_path / f"{name}.py", "__main__") for name in "abc"], tmp_path)
    assert "yaml is not at hand" in left[tmp_path / "a.py"]["error"]
    assert "snippets is not at hand" in left[tmp_path / "b.py"]["error"]
    assert left[tmp_path / "c.py"]["printed"] == "1\n"


AWKWARD = """\
odd:
- name: "a], [b], {c}, {d}"
  note: 'it''s "quoted" \\\\ and 猫'
  parts: [[1, 2], [3, 4]]
  day: 2026-01-02
- name: plain
"""
ODD = '''\
"""Odd data, an odd import, and a decorated function."""

from __future__ import annotations

import functools

import numpy as np

from snippets.records import records
from snippets.shift import shift


@functools.cache
def rows() -> NotDefined:
    return records("odd", "name", "note", "parts", "day")


for row in rows():
    print(row)
print(records("odd", "name")[1], shift(np.array([1.0, 2.0])))
'''


def test_odd_sources(project, tmp_path):
    project.write("docs/data/odd.yml", AWKWARD)
    project.write("snippets/examples/shift/odd.py", ODD)
    assert project.run("--update-outputs").returncode == 0
    path = project.root / "docs/downloads/shift/odd.py"
    (left,) = run_alone([(path, "__main__")], tmp_path).values()
    assert "error" not in left, left["error"]
    assert left["printed"] == project.read("tests/outputs/shift/odd.txt")
    assert "[[1, 2],\n[3, 4]]" in path.read_text(encoding="utf-8")


def test_address_of_the_page(project):
    assert project.run(SITE_URL="https://example.org/book/").returncode == 0
    head = project.read("docs/downloads/softmax/rows.py")
    assert "# From https://example.org/book/concepts/softmax/, version 1.2.3:" in head
    assert project.run(REPO_URL="https://github.com/someone/fork").returncode == 0
    assert "https://github.com/someone/fork/blob/main/snippets/softmax.py" in project.read(
        "build/softmax/fn.softmax.md"
    )
    assert "https://" not in project.read("docs/downloads/softmax/rows.py")
