"""All 72 heads of MiniLM on one sentence: one tile a head."""

import matplotlib.pyplot as plt
import numpy as np

from snippets.plots import WEIGHTS, color_bar
from snippets.records import records

data = records("minilm/the-cat-sat-on-the-mat")
A = np.array(data["weights"]) / data["scale"]  # (6 layers, 12 heads, 8, 8)
n_layers, n_heads, n, _ = A.shape
tiles = np.pad(A, ((0, 0), (0, 0), (1, 1), (1, 1)), constant_values=np.nan)
wall = tiles.swapaxes(1, 2).reshape(n_layers * (n + 2), n_heads * (n + 2))

plt.rc("font", size=11)  # a phone shows the wall at two thirds of its size
fig, ax = plt.subplots(figsize=(5.9, 3.2))
ax.imshow(wall, cmap=WEIGHTS, vmin=0, vmax=1, interpolation="none")
middle = (n + 1) / 2
ax.set_xticks(np.arange(n_heads) * (n + 2) + middle, range(n_heads))
ax.set_yticks(np.arange(n_layers) * (n + 2) + middle, range(n_layers))
ax.set(xlabel="head", ylabel="layer")
color_bar(fig, ax)

to_cls = (A[..., 0].mean(axis=-1) > 0.5).sum()
to_previous = (np.diagonal(A, -1, -2, -1).mean(axis=-1) > 0.5).sum()
fig.set_label(
    f"72 heads on the cat sat on the mat: {to_cls} give more than half of their "
    f"weight to the first token [CLS], a strong left edge; {to_previous} gives more "
    "than half to the previous token, a strong diagonal."
)
