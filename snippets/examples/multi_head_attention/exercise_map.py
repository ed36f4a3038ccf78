"""Exercise: a map that invites a wrong reading."""

import numpy as np

from snippets.plots import heatmap

tokens = ["she", "read", "the", "book"]
A = np.array([
    [0.10, 0.05, 0.05, 0.80],
    [0.10, 0.05, 0.05, 0.80],
    [0.15, 0.05, 0.05, 0.75],
    [0.05, 0.05, 0.05, 0.85],
])
fig = heatmap(A, tokens, title="a head of some model")
fig.set_label(
    f"A map in which read gives {A[1, 3]:.2f} of its weight to book, and every other "
    f"token gives book at least {A[:, 3].min():.2f}."
)
