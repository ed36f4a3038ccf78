"""The picture that others show beside a link to the chapter: `python -m snippets._book.social` draws it anew.

It is committed, since other sites keep a copy for long; a test draws it again and compares. Its type is large:
it can still be read where the picture is 300 pixels wide.
"""

import re
from pathlib import Path

import numpy as np
from matplotlib import style
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from snippets.multi_head_attention import multi_head_attention
from snippets.plots import WEIGHTS
from snippets.running_example import TOKENS, E, two_heads

ROOT = Path(__file__).resolve().parents[2]
FILE = ROOT / "docs" / "assets" / "social.png"
NAME = re.compile(r'^site_name: "(.+): (.+)"$', re.MULTILINE)
MESSAGE = "Multi-head attention,\nin code that runs"
INK, QUIET, ACCENT = "#1d232b", "#56606e", "#1c5fa8"  # as in docs/assets/book.css
SIZE = 34  # points, of 1200 pixels across


def draw():
    """The picture, and the text for those who do not see it, which docs/.theme/main.html repeats."""
    chapter, title = NAME.search((ROOT / "mkdocs.yml").read_text(encoding="utf-8")).groups()
    A = multi_head_attention(E, *two_heads(), n_heads=2)[1][0]  # (3, 3): the weights of head 0
    with style.context("default"):
        fig = Figure(figsize=(12, 6.3), dpi=100, facecolor="white")
        canvas = FigureCanvasAgg(fig)
        fig.text(0.045, 0.68, chapter, size=SIZE, color=QUIET)
        fig.text(0.045, 0.49, title, size=54, color=INK, weight="bold")
        fig.text(0.045, 0.23, MESSAGE, size=SIZE, color=ACCENT, linespacing=1.25)
        ax = fig.add_axes((0.62, 0.06, 0.36, 0.76))
        ax.pcolormesh(A, cmap=WEIGHTS, vmin=0, vmax=1)
        for (row, column), weight in np.ndenumerate(A):
            ax.text(column + 0.5, row + 0.5, f"{weight:.2f}", size=SIZE, color=INK, ha="center", va="center")
        middles = np.arange(len(TOKENS)) + 0.5
        ax.set_xticks(middles, TOKENS, size=SIZE, color=INK)
        ax.set_yticks(middles, TOKENS, size=SIZE, color=INK, va="center")
        ax.tick_params(length=0, pad=10)
        ax.invert_yaxis()
        ax.xaxis.tick_top()
        ax.spines[:].set_visible(False)
        canvas.draw()
    rows = [f"{token} {' '.join(f'{weight:.2f}' for weight in row)}" for token, row in zip(TOKENS, A, strict=True)]
    message = MESSAGE.replace("\n", " ")
    alt = f"{chapter}: {title}. {message}. Attention weights of “{' '.join(TOKENS)}”: {', '.join(rows)}."
    return Image.fromarray(np.asarray(canvas.buffer_rgba())).convert("RGB"), alt


if __name__ == "__main__":
    image, alt = draw()
    info = PngInfo()
    info.add_itxt("Description", alt)
    image.quantize().save(FILE, optimize=True, pnginfo=info)
    print(f"{FILE.relative_to(ROOT).as_posix()}, to be repeated in docs/.theme/main.html: {alt}")
