"""Four heads of a trained encoder (MiniLM) on "the cat sat on the mat"."""

import numpy as np

from snippets.plots import heatmap
from snippets.records import records

data = records("minilm/the-cat-sat-on-the-mat")
tokens, A = data["tokens"], np.array(data["weights"]) / data["scale"]
sat, cat, mat = (tokens.index(word) for word in ("sat", "cat", "mat"))
before = np.diag(A[0, 2], -1)[:6].mean()  # the six words; key = query - 1
after = np.diag(A[1, 8], 1)[1:].mean()  # key = query + 1
for layer, head, conclusion in (
    (0, 2, f"words attend to the token before them, with {before:.2f} on average"),
    (1, 8, f"words attend to the token after them, with {after:.2f} on average"),
    (5, 11, f"sat attends to cat with {A[5, 11, sat, cat]:.2f}"),
    (5, 3, f"sat attends to mat with {A[5, 3, sat, mat]:.2f}"),
):
    fig = heatmap(A[layer, head], tokens, title=f"layer {layer}, head {head}")
    fig.set_label(f"Layer {layer}, head {head} of MiniLM: {conclusion}.")
