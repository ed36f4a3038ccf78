"""The entropy of every row of weights of a trained model on one sentence."""

import matplotlib.pyplot as plt
import numpy as np

from snippets.probability import entropy
from snippets.records import records

data = records("minilm/the-cat-sat-on-the-mat")
A = np.array(data["weights"]) / data["scale"]  # (6, 12, 8 queries, 8 keys)
bits = entropy(A).ravel()

fig, ax = plt.subplots(figsize=(4.8, 2.6))
ax.hist(bits, bins=np.arange(0, 3.01, 0.25), color="#1f73c4", rwidth=0.9)
ax.axvline(3, color=plt.rcParams["axes.edgecolor"], linewidth=0.8, linestyle="--")
ax.text(2.97, ax.get_ylim()[1], "even over 8", ha="right", va="top", rotation=90)
ax.set(xlabel="entropy of a row, in bits", ylabel="rows", xlim=(-0.08, 3.08))
ax.spines[["top", "right"]].set_visible(False)
low, middle, high = bits.min(), np.median(bits), bits.max()
fig.set_label(
    f"Entropies of {bits.size} rows over 8 tokens: from {low:.2f} to {high:.2f} bits, "
    f"where 3 would be even; half of them are below {middle:.2f}, "
    f"and {(bits < 1).sum()} are below 1 bit."
)
