"""Published: what masking one head at a time does to a translation model."""

import matplotlib.pyplot as plt
import numpy as np

from snippets.records import records

table = records("published/michel2019")["table 1"]
change = np.array(table["change"])  # (6 layers, 16 heads), BLEU
marked = {tuple(cell) for cell in table["significant (layer, head)"]}

fig, ax = plt.subplots(figsize=(4.7, 3.1))
for layer, row in enumerate(change, 1):
    for head, bleu in enumerate(row, 1):
        style = {"marker": "o", "s": 16, "alpha": 0.45}
        if (layer, head) in marked:
            style = {"marker": "D", "s": 42}
        ax.scatter(bleu, layer, color="#1f73c4", linewidths=0, **style)
ax.axvline(0, color=plt.rcParams["axes.edgecolor"], linewidth=0.8)
ax.invert_yaxis()
ax.set(xlabel="change in BLEU when this head is masked", ylabel="encoder layer")
near = (abs(change) <= 0.15).sum()
raised = sum(change[layer - 1, head - 1] > 0 for layer, head in marked)
fig.set_label(
    f"Masking one of {change.size} heads: {near} changes lie within 0.15 BLEU of zero. "
    f"{len(marked)} are significant (diamonds), and {raised} of these raise BLEU; "
    f"the extremes are {change.min():+.2f} and {change.max():+.2f}."
)
