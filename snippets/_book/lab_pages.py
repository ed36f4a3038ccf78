"""Labs in MkDocs: mkdocs-jupyter runs a lab and keeps what it left, and this makes an ordinary page of it.

What mkdocs-jupyter would publish (half a megabyte of styles, scripts from another host) is not used: its
template hands the executed notebook over, and the page is Markdown like all others.
"""

import json
import os
import re
import shutil
from contextlib import contextmanager

from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File
from mkdocs.structure.pages import Page
from mkdocs.utils.meta import get_data

from snippets._book import partials
from snippets._book.formulas import WrongFormula
from snippets._book.labs import HERE, cells
from snippets._book.project import BUILD, ROOT, Problem, relative
from snippets._book.sources import parse

PLUGIN = "mkdocs-jupyter"
CACHE = BUILD / ".cache" / "labs"
FIGURE = "application/vnd.chapter.figure+json"  # what lab_backend.py hands over
ANSI = re.compile(r"\x1b\[[0-9;]*m")


def set_up(config):
    """Give mkdocs-jupyter our templates, and a cache that is valid for these snippets and versions only."""
    if PLUGIN not in config.plugins:
        return
    from mkdocs_jupyter.config import settings

    settings.templates_dir = str(HERE / "jupyter" / "templates")
    digest = (BUILD / "labs.digest").read_text(encoding="utf-8").strip()
    config.plugins[PLUGIN].config["cache_dir"] = str(CACHE / digest)
    for old in CACHE.iterdir() if CACHE.is_dir() else ():
        if old.name != digest:
            shutil.rmtree(old)


def prepare(page, config):
    """Let mkdocs-jupyter run a lab as before, and render its result as a page."""
    if PLUGIN not in config.plugins or not config.plugins[PLUGIN].should_include(page.file):
        return
    execute = page.render  # mkdocs-jupyter has put it there

    def render(config, files):
        source = parse(ROOT / "docs" / page.file.src_uri, "labs", page.file.name, [])
        _execute(execute, source, config, files)
        try:
            text, figures = as_markdown(json.loads(page.content), source)
        except LabError as error:
            shutil.rmtree(config.plugins[PLUGIN].config["cache_dir"], ignore_errors=True)  # run it again next time
            raise _wrong(source, *error.args) from None
        for name, svg in figures.items():
            files.append(File.generated(config, f"figures/{name}", content=svg))
        page.markdown, page.meta = get_data(text)
        try:
            Page.render(page, config, files)
        except WrongFormula as error:
            raise _wrong(source, error.latex, str(error)) from None

    page.render = render


class LabError(Exception):
    """What is wrong with a cell: the text of the cell, the message, and maybe the line."""


def _wrong(source, text, message, line=1):
    """The error that MkDocs shows: file and line of the `line`-th line of `text`, and what is wrong there."""
    first = source.text.count("\n", 0, max(source.text.find(text), 0)) + 1
    code = [cell for kind, cell, _ in cells(source) if kind == "code"]
    where = f" (code cell {code.index(text) + 1} of {len(code)})" if text in code else ""
    return PluginError(str(Problem(relative(source.path), first + line - 1, message + where)))


def _execute(execute, source, config, files):
    """Run the lab, or take its result from the cache."""
    from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError

    try:
        with _environment():
            execute(config, files)
    except CellExecutionError as error:
        trace = ANSI.sub("", error.traceback)
        line = re.search(r"Cell In\[\d+\], line (\d+)", trace)  # the first one: later ones are inside of calls
        message = " ".join(f"{error.ename}: {error.evalue}".split())
        raise _wrong(source, _cell_of(trace, source), message, int(line[1]) if line else 1) from None
    except CellTimeoutError as error:
        limit = re.search(r"after (\d+) seconds", str(error))[1]
        message = f"TimeoutError: a cell was still running after {limit} s"
        raise _wrong(source, _cell_of(str(error), source), message) from None
    except DeadKernelError:
        raise _wrong(source, "", "the process that runs the cells ended before they did") from None


def _cell_of(message, source):
    """The text of the code cell that a message of nbclient quotes, whole or (a long one) the first five lines."""
    for kind, text, _ in cells(source):
        if kind == "code" and (text in message or str(text.split("\n")[:5]) in message):
            return text
    return ""


@contextmanager
def _environment():
    """For the process that runs a lab: figures by lab_backend.py, and no setting of the user's own."""
    home = BUILD / ".cache" / "jupyter"
    changes = {
        "MPLBACKEND": "module://snippets._book.lab_backend",
        "PYTHONPATH": os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]),
        "PYTHONHASHSEED": "0",
        "PYTHONUTF8": "1",
        "PYTHONDONTWRITEBYTECODE": "1",  # or `mkdocs serve`, which watches snippets/, builds twice
        "PYDEVD_DISABLE_FILE_VALIDATION": "1",  # or the debugger in ipykernel writes a warning
        "JUPYTER_CONFIG_DIR": str(HERE / "jupyter"),  # has the time limit of a cell
        "JUPYTER_DATA_DIR": str(home / "data"),
        "JUPYTER_RUNTIME_DIR": str(home / "runtime"),
        "JUPYTER_PREFER_ENV_PATH": "1",
        "IPYTHONDIR": str(home / "ipython"),
        **{f"{name}_NUM_THREADS": "1" for name in ("OPENBLAS", "OMP", "MKL")},
    }
    (home / "ipython").mkdir(parents=True, exist_ok=True)  # IPython would take another folder
    before = {name: os.environ.get(name) for name in changes}
    os.environ.update(changes)
    try:
        yield
    finally:
        for name, value in before.items():
            os.environ.pop(name, None)
            if value is not None:
                os.environ[name] = value


def as_markdown(notebook, source):
    """The page of an executed lab, front matter included, and its figures by name."""
    parts, figures = [], {}
    for cell in notebook["cells"]:
        text = "".join(cell["source"])
        if cell["cell_type"] != "code":
            parts.append(text)
            if text.startswith("# "):
                parts[-1] = text.replace("\n", f"\n{_download(source)}", 1)
            continue
        parts.append(f'<div class="listing" {partials.UNSEARCHED} markdown>\n\n``` python\n{text}\n```\n\n</div>')
        printed, drawn = _outputs(cell, text)
        if printed.strip():
            parts.append(partials.printed(printed))
        for one in drawn:
            figures[partials.figure_name(source, len(figures) + 1)] = one["svg"]
        if drawn:
            first = len(figures) - len(drawn) + 1
            parts.append(partials.figures([partials.figure(source, n, one) for n, one in enumerate(drawn, first)]))
    return "\n\n".join(parts) + "\n", figures


def _download(source):
    link = f"[Download this lab as a notebook]({partials.UP}downloads/labs/{source.name}.ipynb){{ download }}"
    return f"\n{link}: it needs NumPy and Matplotlib, and nothing else from here.\n{{ .download }}\n"


def _outputs(cell, text):
    """What a cell printed, and what it drew."""
    printed, drawn = [], []
    for output in cell["outputs"]:
        data = output.get("data", {})
        if output["output_type"] == "error":
            raise LabError(text, " ".join(f"{output['ename']}: {output['evalue']}".split()))
        if output.get("name") == "stderr":
            raise LabError(text, *_warning("".join(output["text"])))
        if FIGURE in data:
            drawn.append(data[FIGURE])
        elif "text" in output or "text/plain" in data:
            printed.append("".join(output.get("text") or data["text/plain"] + "\n"))
        else:
            raise LabError(text, f"a lab prints and draws with Matplotlib; this cell leaves {', '.join(data)}")
    return "".join(printed), drawn


def _warning(text):
    """What a cell wrote as a warning, and the line of the cell that did."""
    found = re.match(r".*ipykernel_\d+[\\/]\d+\.py:(\d+): (.*)", text)
    return (found[2], int(found[1])) if found else (" ".join(f"a warning: {text}".split()), 1)
