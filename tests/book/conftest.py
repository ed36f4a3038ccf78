"""A small but complete project, built once a session; each test gets a copy of it with a warm cache."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
COPIED = ("__init__.py", "__main__.py", "records.py", "plots.py", "softmax.py", "_book")
GENERATED = ("build", "docs/figures", "docs/downloads")
# What another setting of the machine would change.
UNSET = ("CI", "SITE_URL", "REPO_URL", "EDIT_URI", "SOURCE_DATE_EPOCH", "BOOK_SERVING", "BOOK_ONLY", "MPLBACKEND")

MKDOCS = """\
site_name: Small
site_url: !ENV [SITE_URL, ""]
strict: true
nav:
  - Map: index.md
  - Softmax: concepts/softmax.md
  - Papers: reference/papers.md
theme:
  name: material
  font: false
hooks:
  - snippets/_book/hook.py
plugins:
  - search
"""

FILES = {
    "pyproject.toml": '[project]\nname = "small"\nversion = "1.2.3"\n',
    "docs/index.md": "# Map\n\nRead about [softmax](concepts/softmax.md).\n",
    "docs/reference/papers.md": '# Papers\n\n--8<-- "papers.md"\n',
    "docs/concepts/softmax.md": """\
---
title: Softmax
description: Scores become weights that are positive and sum to 1.
objectives:
  - turn scores into weights by hand
  - say why the largest score is taken off
importance: must know
depth: know well
difficulty: 2
requires: [probability]
papers:
  essential: [bridle1990]
authors: [The authors]
updated: 2026-01-02
---

# Softmax

--8<-- "softmax/card.md"
--8<-- "softmax/path.md"

## Limitation { #limitation }

Scores are not weights.

## Idea { #idea }

The weights are $a_i = e^{s_i} / n$, and in full

$$
a_i = \\frac{e^{s_i}}{\\sum_j e^{s_j}}
$$

## By hand { #by-hand }

--8<-- "softmax/rows.code.md"
--8<-- "softmax/rows.out.md"

## Code { #code }

--8<-- "softmax/fn.softmax.md"

## See { #see }

--8<-- "softmax/map.fig.md"

--8<-- "softmax/sizes.table.md"

## Known { #known }

The weights sum to 1. [Established · section 2](#bridle1990){.claim .established}
Here they do, too. [Measured here](#rows){.claim .measured}

## Exercises { #exercises }

Add 1 to each score.

## Remember { #remember }

The weights sum to 1.

## Papers { #papers }

--8<-- "softmax/papers.md"
""",
    "docs/data/planned.yml": """\
planned:
- slug: probability
  title: Probability
  requires: []
- slug: shift
  title: Shift
  requires: [softmax]
  snippet: true
""",
    "docs/data/papers.yml": """\
papers:
- id: bridle1990
  title: Probabilistic Interpretation of Feedforward Classification Network Outputs
  authors: [John S. Bridle]
  year: 1990
  venue: Neurocomputing, NATO ASI Series F 68
  doi: 10.1007/978-3-642-76153-9_28
  contribution: Names the softmax.
  how_to_read: Read section 2.
  minutes: 20
  tags: [softmax]
  confirmed: true
  verified: 2026-01-02
  checked: The record of the publisher.
""",
    "docs/data/explanations.yml": "explanations: []\n",
    "docs/data/models.yml": "models: []\n",
    "docs/data/glossary.yml": "glossary: []\n",
    "docs/data/sizes.yml": """\
sizes:
- name: small
  d_model: 512
- name: large
  d_model: 1024
""",
    "tests/test_softmax.py": "",
    "tests/test_shift.py": "",
    "snippets/shift.py": '''\
"""Shift: take the largest score off."""


def shift(S):
    """Scores S (..., n_keys) less the largest of each row."""
    return S - S.max(axis=-1, keepdims=True)
''',
    "snippets/examples/softmax/rows.py": '''\
"""Softmax of one row."""

import numpy as np

from snippets.softmax import softmax

S = np.array([[2.0, 1.0, 0.1]])
A = softmax(S)
print(A.round(3))
print("sum", f"{A.sum():.3f}")
''',
    "snippets/examples/softmax/map.py": '''\
"""The weights as a map."""

import numpy as np

from snippets.plots import heatmap
from snippets.softmax import softmax

A = softmax(np.array([[2.0, 1.0], [0.5, 0.5]]))
fig = heatmap(A, ["the", "cat"], title="weights")
fig.set_label(f"Weights of two tokens: the attends most to the, {A[0, 0]:.2f}.")
''',
    "snippets/examples/softmax/sizes.py": '''\
"""Widths of two models."""

from snippets.records import records

rows = records("sizes", "name", "d_model")
TABLE = [{"model": row["name"], "width": row["d_model"]} for row in rows]
''',
    "snippets/examples/shift/largest.py": '''\
"""The largest score becomes 0."""

import numpy as np

from snippets.shift import shift

print(shift(np.array([2.0, 1.0, 0.5])))
''',
}


class Project:
    """A project in a folder of its own, and the commands that people run there."""

    def __init__(self, root):
        self.root = root

    def environment(self, **changes):
        kept = {key: value for key, value in os.environ.items() if key not in UNSET and not key.startswith("PYTHON")}
        kept |= {"PYTHONPATH": str(self.root), "NO_MKDOCS_2_WARNING": "1", **changes}
        return {key: value for key, value in kept.items() if value is not None}

    def python(self, *arguments, cwd=None, **environment):
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=cwd or self.root,
            env=self.environment(**environment),
            capture_output=True,
            encoding="utf-8",
            stdin=subprocess.DEVNULL,
            timeout=120,
            check=False,
        )

    def run(self, *arguments, **settings):
        """python -m snippets"""
        return self.python("-m", "snippets", *arguments, **settings)

    def ran(self, *arguments, **settings):
        """The examples that a run without problems did not take from the cache."""
        done = self.run(*arguments, **settings)
        assert (done.returncode, done.stderr) == (0, "")
        return re.findall(r"^\[\d+/\d+\] (.*)$", done.stdout, re.MULTILINE)

    def mkdocs(self, *arguments, **settings):
        return self.python("-m", "mkdocs", "build", *arguments, **settings)

    def write(self, path, text):
        target = self.root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))

    def read(self, path):
        return (self.root / path).read_text(encoding="utf-8")

    def replace(self, path, old, new):
        """Exchange a text that occurs once; the line on which the new one starts."""
        text = self.read(path)
        assert text.count(old) == 1, f"{old!r} occurs {text.count(old)} times in {path}"
        self.write(path, text.replace(old, new))
        return text.count("\n", 0, text.index(old)) + 1

    def files(self, *folders):
        """Contents by path, the cache aside."""
        found = [path for folder in folders for path in (self.root / folder).rglob("*") if path.is_file()]
        named = {path.relative_to(self.root).as_posix(): path for path in found}
        return {name: path.read_bytes() for name, path in named.items() if not name.startswith("build/.cache/")}

    def published(self):
        """All that a run leaves for pages and readers."""
        return self.files(*GENERATED)

    def copy_to(self, root):
        shutil.copytree(self.root, root)
        return Project(root)

    def clean(self):
        for folder in (*GENERATED, "site"):
            shutil.rmtree(self.root / folder, ignore_errors=True)


@pytest.fixture(scope="session")
def built(tmp_path_factory):
    """The small project after one cold run. Tests change copies of it, never itself."""
    project = Project(tmp_path_factory.mktemp("built") / "project")
    ignore = shutil.ignore_patterns("__pycache__")
    for name in COPIED:
        source, target = ROOT / "snippets" / name, project.root / "snippets" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target, ignore=ignore)
        else:
            shutil.copy2(source, target)
    # How pages are read is the same as in the real project.
    real = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    blocks = re.findall(r"^(?:markdown_extensions|validation):\n(?:(?:[ #].*)?\n)+", real, re.MULTILINE)
    assert len(blocks) == 2
    project.write("mkdocs.yml", MKDOCS + "".join(blocks))
    for path, text in FILES.items():
        project.write(path, text)
    done = project.run("--update-outputs")
    assert (done.returncode, done.stderr) == (0, "")
    return project


@pytest.fixture
def project(built, tmp_path):
    """A copy with a warm cache."""
    return built.copy_to(tmp_path / "project")
