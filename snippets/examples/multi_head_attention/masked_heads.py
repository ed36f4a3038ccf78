"""Published: what masking one head at a time does to a translation model."""

import matplotlib.pyplot as plt
import numpy as np

from snippets.records import records

table = records("published/michel2019")["table 1"]
change = np.array(table["change"])  # (6 layers, 16 heads), BLEU
marked = np.zeros(change.shape, dtype=bool)
for layer, head in table["significant (layer, head)"]:
    marked[layer - 1, head - 1] = True
layers = np.indices(change.shape)[0] + 1

fig, ax = plt.subplots(figsize=(4.6, 3.1))
ax.axvline(0, color=plt.rcParams["axes.edgecolor"], linewidth=0.8)
blue = "#1f73c4"
one = {"marker": "D", "s": 42, "color": blue, "label": "significant"}
other = {"s": 16, "edgecolors": blue, "facecolors": "none", "label": "not significant"}
ax.scatter(change[marked], layers[marked], **one)
ax.scatter(change[~marked], layers[~marked], **other)
ax.legend(frameon=False, loc="center left", bbox_to_anchor=(0, 0.55))
ax.invert_yaxis()
ax.set(xlabel="change in BLEU when this head is masked", ylabel="encoder layer")
near = (abs(change) <= 0.15).sum()
raised = (change[marked] > 0).sum()
fig.set_label(
    f"Masking one of {change.size} heads: {near} changes lie within 0.15 BLEU of zero. "
    f"{marked.sum()} are significant (diamonds), and {raised} of these raise BLEU; "
    f"the extremes are {change.min():+.2f} and {change.max():+.2f}."
)
