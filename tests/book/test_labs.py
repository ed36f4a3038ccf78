"""Labs: a cell that fails stops the build, none is ever stale, and page and notebook agree."""

import gzip
import json
import re
import shutil
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import jupytext
import pytest
from bs4 import BeautifulSoup

from snippets._book import lab_pages, labs
from snippets._book.project import ROOT
from snippets._book.sources import parse

LAB = "docs/labs/small.py"
CONFIG = "snippets/_book/jupyter/jupyter_nbconvert_config.json"
SMALL = """\
# ---
# title: A small lab
# ---

# %% [markdown]
# # A small lab
#
# Back to [softmax](../concepts/softmax.md#softmax), whose weights are $a_i$.

# %%
import numpy as np

from snippets.plots import heatmap
from snippets.softmax import softmax


def weights(S):
    return softmax(np.array(S))


# %%
S = [[2.0, 1.0], [0.5, 0.5]]
A = weights(S)
print(A.round(2))

# %% [markdown]
# ## A map

# %%
heatmap(A, ["the", "cat"]).set_label(f"Two tokens: the to the, {A[0, 0]:.2f}.")
"""
PLUGIN = """\
  - mkdocs-jupyter:
      include: ["labs/*.py"]
      execute: true
      allow_errors: false
"""


@pytest.fixture(scope="module")
def with_lab(built, tmp_path_factory):
    """The small project and a small lab, after one build. Tests change copies of it."""
    project = built.copy_to(tmp_path_factory.mktemp("lab") / "project")
    project.write(LAB, SMALL)
    project.replace("mkdocs.yml", "  - search\n", f"  - search\n{PLUGIN}")
    nav = "  - Softmax: concepts/softmax.md\n"
    project.replace("mkdocs.yml", nav, f"{nav}  - labs/small.py\n")
    build(project)
    return project


@pytest.fixture
def project(with_lab, tmp_path):
    return with_lab.copy_to(tmp_path / "project")


def build(project, **settings):
    done = project.mkdocs("--strict", **settings)
    assert done.returncode == 0, done.stderr
    return done.stderr


def page_of(project, name="small"):
    return BeautifulSoup(project.read(f"site/labs/{name}/index.html"), "html.parser").article


def error_of(project):
    """The one line that a build prints about a fault."""
    done = project.mkdocs("--strict")
    assert done.returncode == 1
    lines = [line for line in done.stderr.splitlines() if not line.startswith("INFO")]
    assert lines[0] == "ERROR   -  Error reading page 'labs/small.py':"
    assert len(lines) == 2, done.stderr
    return lines[1].removeprefix("ERROR   -  ")


# name: (text, what takes its place, text on the line that is named, message)
FAULTS = {
    "a function that fails": (
        "return softmax(np.array(S))",
        "return softmax(np.array(S)) / None",
        "A = weights",
        "TypeError: unsupported operand type(s) for /: 'float' and 'NoneType' (code cell 2 of 3)",
    ),
    "a cell that does not end": (
        "print(A.round(2))",
        "while True: pass",
        "S = [[2.0",
        "TimeoutError: a cell was still running after 2 s (code cell 2 of 3)",
    ),
    "a wrong formula": ("$a_i$", r"$\frac{a}$", r"\frac", r"wrong formula \frac{a}"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_fault_stops_the_build_with_file_and_line(project, fault):
    old, new, place, message = FAULTS[fault]
    project.replace(CONFIG, '"timeout": 60', '"timeout": 2')
    project.replace(LAB, old, new)
    text = project.read(LAB)
    line = text.count("\n", 0, text.rindex(place)) + 1
    assert error_of(project).startswith(f"{LAB}:{line}: {message}")


def test_figure_needs_alt_text_and_a_fault_is_not_kept_in_the_cache(project):
    line = project.replace(LAB, '(f"Two tokens: the to the, {A[0, 0]:.2f}.")', '("Weights")')
    needed = "ValueError: figure 1 needs alt text that states what it shows: fig.set_label('…'), received 'Weights'"
    assert error_of(project) == f"{LAB}:{line}: {needed} (code cell 3 of 3)"
    assert list((project.root / "build/.cache/labs").iterdir()) == []


def test_warning_of_a_cell_is_an_error():
    text = "/x/ipykernel_3426/3232185545.py:2: UserWarning: odd\n  warnings.warn('odd')\n"
    cell = {"outputs": [{"output_type": "stream", "name": "stderr", "text": [text]}]}
    with pytest.raises(lab_pages.LabError) as error:
        lab_pages._outputs(cell, "A = 1")
    assert error.value.args == ("A = 1", "UserWarning: odd", 2)


def test_what_a_page_cannot_show_is_refused():
    cell = {"outputs": [{"output_type": "display_data", "data": {"text/html": "<b>A</b>"}}]}
    with pytest.raises(lab_pages.LabError, match="this cell leaves text/html"):
        lab_pages._outputs(cell, "")


# name: (text, what takes its place, message)
WRONG = {
    "another kind of cell": ("# %% [markdown]\n# ## A", "# %% [md]\n# ## A", "received '# %% [md]'"),
    "a cell with a name": ("# %%\nheatmap", "# %% map\nheatmap", "received '# %% map'"),
    "an include": ("# ## A map", '# --8<-- "softmax/rows.out.md"', "a lab includes nothing: its notebook could not"),
    "a long line": ("print(A.round(2))", f"print('{'x' * 82}')", "a page shows 88 characters a line, this one has 91"),
    "no title": ("# # A small lab\n#\n", "", "the first cell of a lab is Markdown and starts with '# Title'"),
    "a cell that does not parse": ("print(A.round(2))", "print(A.round(2)", "SyntaxError: '(' was never closed"),
    "an unknown snippet": ("s.softmax", "s.sofmax", "there is no snippet 'sofmax' (did you mean softmax?)"),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_wrong_lab_is_refused_before_it_runs(project, wrong):
    old, new, message = WRONG[wrong]
    line = project.replace(LAB, old, new)
    done = project.run()
    assert done.returncode == 1
    place = 1 if wrong == "no title" else line
    first, last = done.stderr.splitlines()
    assert first.startswith(f"{LAB}:{place}: ")
    assert first.endswith(message)
    assert last == "1 problem; nothing was published"


def test_lab_runs_again_when_a_snippet_that_it_uses_changes_and_only_then(project):
    assert "[0.73 0.27]" in page_of(project).get_text()
    project.replace("snippets/shift.py", "Scores S", "The scores S")  # which the lab does not import
    assert "Cache hit" in build(project)
    project.replace("snippets/softmax.py", "np.exp(S - largest)", "np.exp(2 * (S - largest))")
    assert project.run("--update-outputs").returncode == 0
    assert "Cache miss" in build(project)
    assert "[0.88 0.12]" in page_of(project).get_text()
    assert len(list((project.root / "build/.cache/labs").iterdir())) == 1  # what is stale is gone


def test_two_cold_builds_are_equal(with_lab, tmp_path):
    project = with_lab.copy_to(tmp_path / "second place")
    project.clean()
    assert "Cache miss" in build(project, PYTHONHASHSEED="2")
    first, second = (one.files("site", "docs/downloads") for one in (with_lab, project))
    assert first == second
    assert {"site/labs/small/index.html", "site/figures/labs/small-1.svg"} < first.keys()


# The real lab, in a copy of the whole project.

NAME = "take-the-layer-apart"
NOT_COPIED = {".git", ".venv", "site", "offline", ".hypothesis", ".pytest_cache", ".ruff_cache"}


@pytest.fixture(scope="module")
def chapter(built, tmp_path_factory):
    """The whole project, built with the cache that it has."""
    project = type(built)(tmp_path_factory.mktemp("chapter") / "project")
    shutil.copytree(
        ROOT,
        project.root,
        ignore=lambda folder, names: (NOT_COPIED if Path(folder) == ROOT else {"__pycache__"}) & set(names),
    )
    build(project)
    return project


def code_cells():
    source = parse(ROOT / f"docs/labs/{NAME}.py", "labs", NAME, [])
    return [text for kind, text, _ in labs.cells(source) if kind == "code"]


@pytest.mark.parametrize("name", [f"{NAME}.py", "small.py"])
def test_cells_are_those_that_mkdocs_jupyter_runs(name, tmp_path):
    path = ROOT / "docs/labs" / name
    if name == "small.py":  # with the empty lines and comments that people leave
        path = tmp_path / name
        path.write_text(SMALL.replace("# %%\n", "# %%\n\n# 1\n#\n").replace("[markdown]\n", "[markdown]\n#\n"))
    source = parse(path, "labs", path.stem, [])
    theirs = [(cell.cell_type, cell.source) for cell in jupytext.read(path).cells if cell.cell_type != "raw"]
    ours = labs.cells(source)
    assert [(kind, text) for kind, text, _ in ours] == theirs
    for kind, text, first in ours:
        line, shown = source.lines[first - 1].rstrip("\n"), text.split("\n")[0]
        assert line == (f"# {shown}".rstrip() if kind == "markdown" else shown)


def test_page_is_light_and_asks_no_other_host(chapter):
    """The page with all that it loads: at most 200 KiB as a server would send it."""
    path = f"/labs/{NAME}/"
    document = BeautifulSoup(chapter.read(f"site{path}index.html"), "html.parser")
    loaded = {path + "index.html"}
    for element in document.select("[src], link[href]"):
        if element.get("rel", [""])[0] not in ("canonical", "prev", "next", "edit"):
            target = urlsplit(urljoin(f"http://site{path}", element.get("src") or element["href"]))
            assert target.netloc == "site", element
            loaded.add(target.path)
    for style in [one for one in loaded if one.endswith(".css")]:
        for link in re.findall(r"url\([\"']?([^\"')]+)", chapter.read(f"site{style}")):
            if not link.startswith("data:"):
                loaded.add(urlsplit(urljoin(f"http://site{style}", link)).path)
    assert len([one for one in loaded if one.endswith(".svg")]) >= 5
    sizes = {one: len(gzip.compress((chapter.root / f"site{one}").read_bytes())) for one in loaded}
    assert sum(sizes.values()) <= 200 * 1024, sizes
    text = str(document).lower()
    assert [word for word in ("mathjax", "require.js", "cdnjs", "jp-notebook", "np.float64(") if word in text] == []


def test_figures_say_what_they_show_and_follow_the_scheme(chapter):
    images = page_of(chapter, NAME).find_all("img")
    assert len(images) == len({image["src"] for image in images}) == 5
    for image in images:
        assert re.search(r"head \d.*: the attends most to \w+, \d\.\d\d; ", image["alt"])
        assert int(image["width"]) > 0
        assert int(image["height"]) > 0
        svg = chapter.read("site" + urljoin(f"/labs/{NAME}/", image["src"]))
        assert "@media(prefers-color-scheme:dark){svg{color:#fff}}" in svg
        assert "fill: currentColor" in svg
        assert not re.search(r"(fill|stroke): ?#(000000|010203|ffffff)", svg)
        assert image.find_parent(class_="figure").find("table")  # the same numbers, as a table


def test_code_and_output_look_like_those_of_other_pages(chapter):
    article = page_of(chapter, NAME)
    listings = [one.get_text().strip("\n") for one in article.select(".listing code")]
    assert listings == code_cells()
    assert len(article.select(".listing + .output")) == len(article.select(".output")) > 6
    assert article.find("math")
    assert {one.name for one in article.select("script, style, iframe")} == set()


BLOCK = """\
import sys


class Block:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] == "snippets":
            raise ImportError("the notebook imports snippets")


sys.meta_path.insert(0, Block())
"""
RUN = """\
import os, sys, nbclient, nbformat
notebook = nbformat.read(sys.argv[1], as_version=4)
notebook.cells += [nbformat.v4.new_code_cell(f"import {name}") for name in sys.argv[3:]]
nbclient.NotebookClient(notebook, timeout=60, kernel_name="python3", allow_errors=bool(sys.argv[3:])).execute()
nbformat.write(notebook, sys.argv[2])
"""


def run_alone(project, notebook, folder, *imports):
    """Run a copy of the notebook in an empty folder, where `snippets` cannot be imported. Its code cells after that."""
    (folder / "block").mkdir(parents=True)
    (folder / "empty").mkdir()
    (folder / "block" / "sitecustomize.py").write_text(BLOCK, encoding="utf-8")
    shutil.copy2(notebook, folder / "empty" / "lab.ipynb")
    settings = {"PYTHONPATH": str(folder / "block"), "IPYTHONDIR": str(folder / "ipython")}
    done = project.python("-c", RUN, "lab.ipynb", "ran.ipynb", *imports, cwd=folder / "empty", **settings)
    assert done.returncode == 0, done.stderr
    ran = json.loads((folder / "empty" / "ran.ipynb").read_text(encoding="utf-8"))
    return [cell for cell in ran["cells"] if cell["cell_type"] == "code"]


def test_notebook_runs_alone_and_prints_what_the_page_shows(chapter, tmp_path):
    path = chapter.root / f"site/downloads/labs/{NAME}.ipynb"
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    assert [cell["id"] for cell in cells] == [f"cell-{number}" for number in range(len(cells))]
    *ran, proof = run_alone(chapter, path, tmp_path, "snippets")
    assert proof["outputs"][0]["evalue"] == "the notebook imports snippets"  # it could not have
    outputs = [output for cell in ran for output in cell["outputs"]]
    printed = ["".join(one["text"]).strip("\n") for one in outputs if one.get("name") == "stdout"]
    shown = [one.get_text().strip("\n") for one in page_of(chapter, NAME).select(".output code")]
    assert printed == shown
    assert len([one for one in outputs if "image/png" in one.get("data", {})]) == 5
    assert {one["output_type"] for one in outputs} == {"stream", "display_data"}


def test_notebook_is_linked_and_leads_back(chapter):
    link = page_of(chapter, NAME).select_one("a[download]")
    assert urljoin(f"/labs/{NAME}/", link["href"]) == f"/downloads/labs/{NAME}.ipynb"
    site = "https://example.org/chapter"
    assert chapter.run(SITE_URL=f"{site}/").returncode == 0
    cells = json.loads(chapter.read(f"docs/downloads/labs/{NAME}.ipynb"))["cells"]
    text = "".join("".join(cell["source"]) for cell in cells)
    assert f"From {site}/labs/{NAME}/, version" in text
    assert f"[its code]({site}/concepts/multi-head-attention/#code)" in text
    assert "](.." not in text
