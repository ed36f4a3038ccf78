"""Drawing that the examples share: attention weights as a heatmap, on one scale from 0 to 1."""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.colors import LinearSegmentedColormap

# One blue, more opaque for more weight: over a white page and over a dark one the same order of values, and
# black (white) figures stay readable on every cell. In grey the order is the same.
BLUE = (0.14, 0.47, 0.82)
WEIGHTS = LinearSegmentedColormap.from_list("weights", [(*BLUE, 0.0), (*BLUE, 0.9)])


def heatmap(A, queries, keys=None, title=""):
    """Draw one matrix of weights A (n_queries, n_keys), numbers in its cells.

    queries, keys: the tokens (keys as queries unless given); equal tokens keep their own
    row and column. Returns the figure; the caller sets its alt text with set_label.
    """
    keys = queries if keys is None else keys
    n_queries, n_keys = A.shape
    cell = 0.52 if n_keys <= 4 else 0.38 if n_keys <= 8 else 0.3  # 12 keys fit a phone
    long = max(0, *(len(token) - 5 for token in [*queries, *keys]))  # letters that need more room
    size = (1.3 + 0.13 * long + cell * n_keys, 1.15 + 0.06 * long + cell * n_queries)
    fig, ax = plt.subplots(figsize=size, layout="constrained")
    ax.pcolormesh(A, cmap=WEIGHTS, vmin=0, vmax=1, edgecolors="none")
    for (row, column), weight in np.ndenumerate(A):
        text = f"{weight:.2f}" if n_keys <= 8 else ""
        ax.text(column + 0.5, row + 0.5, text, ha="center", va="center", fontsize=8)
    as_written = {"parse_math": False}  # a $ in a token is a dollar sign
    slanted = {"rotation": 45, "ha": "left", "rotation_mode": "anchor"}
    ax.set_xticks(np.arange(n_keys) + 0.5, keys, **slanted, **as_written)
    ax.set_yticks(np.arange(n_queries) + 0.5, queries, **as_written)
    ax.invert_yaxis()
    ax.xaxis.tick_top()
    ax.set(xlabel="key", ylabel="query", aspect="equal")
    ax.set_title(title, loc="left", **as_written)
    ax.spines[:].set_visible(False)
    ax.tick_params(length=0)
    color_bar(fig, ax)
    return fig


def color_bar(fig, ax):
    """The one scale of all attention weights, beside the axes."""
    bar = ax.inset_axes([1.04, 0, 0.05, 1])
    bar.imshow(np.linspace(1, 0, 64)[:, None], cmap=WEIGHTS, vmin=0, vmax=1, extent=(0, 1, 0, 1))
    bar.set(aspect="auto", xticks=[], yticks=[0, 0.5, 1], ylabel="weight")
    bar.yaxis.tick_right()
    bar.yaxis.set_label_position("right")
