"""What pages offer for download arrives, and runs where a reader saves it, without this project at hand."""

import ast
import os
import subprocess
import sys
from urllib.error import HTTPError
from urllib.parse import urljoin
from urllib.request import urlopen

import nbclient
import nbformat
import pytest
from built import PAGES, ROOT, SITE, address, soup

# A program without this project, which a .pth file puts on the path of its .venv, and for a notebook the same.
FORGET = "import os, sys; sys.path[:] = [path for path in sys.path if os.path.realpath(path) != {root!r}]\n"
RUN = FORGET + "import importlib.util, runpy; assert not importlib.util.find_spec('snippets')\n"
RUN += "runpy.run_path(sys.argv[1], run_name='__main__')\n"


def offered(path):
    return {link["href"] for link in soup(path).select("article a[download], article a[href*='downloads/']")}


def test_every_download_is_there(base):
    pages_of = {}
    for path in PAGES:
        for link in offered(path):
            pages_of.setdefault(urljoin(base + address(path), link), []).append(address(path))
    assert len(pages_of) > 100
    problems = []
    for url, pages in sorted(pages_of.items()):
        try:
            with urlopen(url) as answer:
                if not answer.read().strip():
                    problems.append(f"{url}, linked by {pages}: empty")
        except HTTPError as error:
            problems.append(f"{url}, linked by {pages}: {error}")
    assert not problems, "\n".join(problems)


def saved(page, link, folder):
    """The file that a click on the link leaves."""
    element = page.locator(f"article a[download][href$='{link}']").first
    element.evaluate("(one) => { for (let up = one; up = up.closest('details:not([open])');) up.open = true; }")
    with page.expect_download() as download:
        element.click()
    target = folder / download.value.suggested_filename
    download.value.save_as(target)
    assert target.name == link.split("/")[-1], f"{link} is saved as {target.name}"
    assert target.read_bytes() == (SITE / "downloads" / link).read_bytes(), f"{link}: not the file of the site"
    return target


# kind: (page, its link, id of the output on the page or None, files it leaves)
PROGRAMS = {
    "a snippet": ("concepts/softmax/", "softmax.py", None, []),
    "an example that prints": ("concepts/softmax/", "softmax/by_hand.py", "by_hand", []),
    "an example with a figure": ("concepts/dot-product/", "dot_product/growth.py", None, [1]),
    "an example with a table": ("concepts/dot-product/", "dot_product/spread.py", "spread", []),
}


@pytest.mark.parametrize("kind", PROGRAMS)
def test_saved_program_runs_alone(open_page, tmp_path, kind):
    where, link, output, figures = PROGRAMS[kind]
    page = open_page(where)
    program = saved(page, link, tmp_path)
    command = [sys.executable, "-I", "-W", "error", "-c", RUN.format(root=str(ROOT)), program.name]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, encoding="utf-8", timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, ""), f"{link} does not run alone:\n{done.stderr}"
    left = sorted(path.name for path in tmp_path.iterdir() if path != program)
    assert left == [f"{program.stem}-{number}.svg" for number in figures]
    if output and "table" in kind:  # a program prints each row as a dict, and the page shows it as a row
        shown = [row.split("\t") for row in page.locator(f"#{output} tr").all_inner_texts()]
        rows = [ast.literal_eval(line) for line in done.stdout.splitlines()]
        printed = [[str(cell) for cell in row.values()] for row in rows]
        assert [list(rows[0]), *printed] == [[cell.strip() for cell in row] for row in shown]
    elif output:
        assert done.stdout.rstrip("\n") == page.locator(f"#{output} code").inner_text().rstrip("\n")


def test_saved_notebook_runs_alone(open_page, tmp_path):
    """The lab that tests/book does not run. It prints what its page shows."""
    page = open_page("labs/from-words-to-weights/")
    notebook = nbformat.read(saved(page, "labs/from-words-to-weights.ipynb", tmp_path), as_version=4)
    nbformat.validate(notebook)
    notebook.cells.append(nbformat.v4.new_code_cell("import importlib.util; importlib.util.find_spec('snippets')"))
    start, empty = tmp_path / "start", tmp_path / "empty"
    start.mkdir()
    empty.mkdir()
    (start / "sitecustomize.py").write_text(FORGET.format(root=str(ROOT)), encoding="utf-8")
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    environment |= {"PYTHONPATH": str(start), "PYTHONUTF8": "1", "IPYTHONDIR": str(tmp_path / "ipython")}
    place = {"metadata": {"path": empty}}
    nbclient.NotebookClient(notebook, timeout=60, kernel_name="python3", resources=place).execute(env=environment)
    cells = [cell.outputs for cell in notebook.cells if cell.cell_type == "code"]
    outputs = [output for cell in cells for output in cell]
    texts = ["".join(one.text for one in cell if one.get("name") == "stdout") for cell in cells]
    printed = [text.strip("\n") for text in texts if text]  # what a cell prints can come in parts
    shown = [one.strip("\n") for one in page.locator("article .output code").all_inner_texts()]
    assert printed == shown
    assert not [one for one in outputs if one.output_type == "execute_result"], "the notebook could import snippets"
    assert not [one for one in outputs if one.get("name") == "stderr"]
