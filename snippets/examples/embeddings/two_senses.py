"""Recorded: the vector of bank in six sentences, before and after each layer."""

from itertools import combinations

import matplotlib.pyplot as plt
import numpy as np

from snippets.records import records

data = records("recorded/embeddings")
senses = [sense for sense, _ in data["sentences"]]
cosines = np.array(data["cosines"])  # (layers + 1, 6, 6)
pairs = list(combinations(range(len(senses)), 2))
same = np.array([senses[i] == senses[j] for i, j in pairs])
values = np.array([[layer[i, j] for i, j in pairs] for layer in cosines])

fig, ax = plt.subplots(figsize=(4.7, 3.1), layout="constrained")
layers = np.arange(len(values))
kinds = (same, "o", "-", -0.09), (~same, "D", "--", 0.09)
for one, marker, line, shift in kinds:
    mean = values[:, one].mean(axis=1)
    ax.plot(layers, mean, line, color="#1f73c4", linewidth=1.2)
    places = np.repeat(layers[:, None] + shift, one.sum(), axis=1)
    style = {"edgecolors": "#1f73c4", "facecolors": "none", "linewidths": 0.8}
    ax.scatter(places, values[:, one], s=18, marker=marker, **style)
ax.text(3.5, 0.99, "same sense", va="bottom", ha="center")
ax.text(3.3, 0.825, "two senses", va="top", ha="center")
ax.set(xlabel="layers passed (0: before the first)", ylabel="cosine", ylim=(0.77, 1.01))
apart = [k for k in layers if values[k, same].min() > values[k, ~same].max()]
fig.set_label(
    f"Cosines between the vectors of bank in six sentences. At the table all are "
    f"{values[0].min():.2f}. From layer {min(apart)} on, every pair with one sense, "
    f"at least {values[3, same].min():.2f} there, is more alike than every pair with "
    f"two senses, at most {values[3, ~same].max():.2f}."
)
