"""Runs one example in a process of its own and brings back what it left.

The server process imports this module once (NumPy and Matplotlib included) and is forked for each example,
so that an example starts warm and can neither see nor harm another.
"""

import faulthandler
import gc
import io
import re
import runpy
import sys
import traceback
import warnings
from contextlib import contextmanager, redirect_stdout
from pathlib import Path

import matplotlib

matplotlib.use("svg")

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.collections import QuadMesh

from snippets._book.project import SNIPPETS, relative

# Drawn in this colour, written to the file as currentColor: the file's own style sets it for light and dark.
INK = "#010203"
STYLE = (
    "<style>svg{color:#000}@media(prefers-color-scheme:dark){svg{color:#fff}}"
    "@media print{svg{color:#000}}</style>"
)
PLAIN = (str, int, float, bool, type(None))
# The same bytes on every machine: no user's settings, no clock, no random ids.
RC = {
    "svg.hashsalt": "chapter",
    "svg.fonttype": "path",
    "figure.constrained_layout.use": True,
    "figure.dpi": 96,
    "figure.figsize": (4.6, 3.2),
    "figure.facecolor": "none",
    "axes.facecolor": "none",
    "savefig.facecolor": "none",
    "font.size": 9,
    "axes.titlesize": 9,
    "axes.titleweight": "bold",
    "text.color": INK,
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "axes.titlecolor": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "text.parse_math": False,  # a $ in a token is a dollar sign
    "axes.formatter.use_mathtext": False,
    "figure.hooks": [f"{__name__}:remember_line"],
}


def run(path, timeout, trace):
    """Run the example at `path`; a dict with its text, table and figures, or with the error and its line.

    trace: a file that receives the stack if the process dies. After `timeout` seconds it ends itself, also where
    nobody is left to stop it.
    """
    with open(trace, "w", encoding="utf-8") as stack:
        faulthandler.enable(stack)
        faulthandler.dump_traceback_later(timeout, file=stack, exit=True)
        printed = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="")
        try:
            warnings.simplefilter("error")
            matplotlib.rcdefaults()
            matplotlib.rcParams.update(RC)
            with redirect_stdout(printed):
                left = runpy.run_path(path, run_name="__main__")
            printed.flush()
            text = printed.buffer.getvalue().decode()
            figures = [save(plt.figure(number)) for number in plt.get_fignums()]
            table = _plain_table(left.get("TABLE"), path)
        except BaseException as error:  # sys.exit() in an example is an error too
            return {"error": _describe(error, path), "line": _line(error, path)}
        finally:
            faulthandler.cancel_dump_traceback_later()
            faulthandler.disable()
    if not (text.strip() or figures or table):
        return {"error": "the example leaves nothing: it prints, draws or tabulates (TABLE) something", "line": 1}
    return {"text": text, "table": table, "figures": figures}


def remember_line(fig):
    """Called for each new figure: where the example asked for it, for messages about the figure."""
    stack = [frame.lineno for frame in traceback.extract_stack() if frame.filename == sys.argv[0]]
    fig.line = stack[-1] if stack else 1


@contextmanager
def _at(line):
    """What goes wrong inside went wrong at this line of the example."""
    try:
        yield
    except Exception as error:
        error.line_of_example = line
        raise


def _line(error, path):
    """The last line of the example that was running when the error came."""
    if hasattr(error, "line_of_example"):
        return error.line_of_example
    if isinstance(error, SyntaxError) and error.filename == path:
        return error.lineno or 1
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == path]
    return lines[-1] if lines else 1


def _describe(error, path):
    text = " ".join(str(error).split())
    name = type(error).__name__
    frames = traceback.extract_tb(error.__traceback__)
    inner = [f for f in frames if f.filename == path or Path(f.filename).parent == SNIPPETS]
    where = ""
    if inner and inner[-1].filename != path:
        where = f" (raised in {relative(inner[-1].filename)}:{inner[-1].lineno})"
    return f"{name}: {text}{where}" if text else f"{name}{where}"


def _plain_table(table, path):
    """TABLE as dicts of plain Python values; NumPy scalars become their Python kind."""
    if table is None:
        return None
    with open(path, encoding="utf-8") as file:
        named = [number for number, line in enumerate(file, 1) if line.startswith("TABLE")]
    with _at(named[0] if named else 1):
        if not (isinstance(table, list) and table and all(isinstance(row, dict) for row in table)):
            raise TypeError("TABLE is a list of at least one dict, one for each row")
        columns = list(table[0])
        if not all(isinstance(one, str) for one in columns):
            raise TypeError(f"TABLE has the columns {columns}; a column is named by text")
        for number, row in enumerate(table, 1):
            if list(row) != columns:
                raise ValueError(f"row {number} of TABLE has the columns {list(row)}, the first row has {columns}")
        table = [{key: v.item() if isinstance(v, np.generic) else v for key, v in row.items()} for row in table]
        for kind in {type(cell) for row in table for cell in row.values()} - set(PLAIN):
            raise TypeError(f"TABLE holds a {kind.__name__}; a cell is text, a number, True, False or None")
        return table


def save(fig):
    """One figure: its alt text, its SVG, its size in CSS pixels, the numbers behind its heatmaps."""
    with _at(getattr(fig, "line", 1)):
        return _drawn(fig)


def _drawn(fig):
    alt = " ".join(str(fig.get_label()).split())
    if len(alt) < 20:
        raise ValueError(
            f"figure {fig.number} needs alt text that states what it shows: fig.set_label('…'), received {alt!r}"
        )
    buffer = io.StringIO()
    fig.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None})
    svg = buffer.getvalue()
    width, height = (float(n) for n in re.search(r'width="([\d.]+)pt" height="([\d.]+)pt"', svg).groups())
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r"<!--.*?-->|<\?xml.*?\?>|<!DOCTYPE.*?>", "", svg, flags=re.DOTALL)
    svg = re.sub(r"\n\s*", "\n", svg).strip() + "\n"
    svg = svg.replace(INK, "currentColor").replace("<defs>", STYLE + "\n<defs>", 1)
    size = [round(width * 96 / 72), round(height * 96 / 72)]
    return {"alt": alt, "svg": svg, "size": size, "numbers": [n for ax in fig.axes for n in _numbers(ax)]}


def _numbers(ax):
    """The values of a heatmap with named rows and columns, for the table behind the figure."""
    shown = [c for c in ax.collections if isinstance(c, QuadMesh)] + list(ax.images)
    # From the formatters: maps that share an axis show its labels once.
    rows = ax.yaxis.get_major_formatter().format_ticks(ax.get_yticks())
    columns = ax.xaxis.get_major_formatter().format_ticks(ax.get_xticks())
    for one in shown:
        values = np.ma.getdata(one.get_array())
        if values.shape == (len(rows), len(columns)):
            cells = [[f"{value:.2f}" for value in row] for row in values]
            yield {"title": ax.get_title("left") or ax.get_title(), "rows": rows, "columns": columns, "cells": cells}


def _warm_up():
    """Draw once before the first fork: fonts, writers and random numbers are then loaded for every example."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        matplotlib.rcdefaults()  # a user's settings could ask for what is not installed here
        matplotlib.rcParams.update(RC)
        fig, ax = plt.subplots()
        ax.pcolormesh([[0.0, 1.0]])
        ax.imshow(np.random.default_rng(0).random((2, 2)))
        ax.set_title("x")
        fig.savefig(io.StringIO(), format="svg")
        plt.close(fig)
    gc.freeze()  # a collection in an example would touch, and so copy, all of this


_warm_up()
