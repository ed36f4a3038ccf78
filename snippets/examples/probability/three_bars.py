"""A certain row, the row of the example and an even one, with their entropies."""

import matplotlib.pyplot as plt

from snippets.probability import entropy
from snippets.running_example import TOKENS

rows = {"certain": [0, 0, 1], "in between": [1 / 8, 1 / 4, 5 / 8], "even": [1 / 3] * 3}
fig, axes = plt.subplots(1, 3, figsize=(4.4, 2.1), sharey=True)
for ax, (name, row) in zip(axes, rows.items(), strict=True):
    ax.bar(TOKENS, row, width=0.6, color="#1f73c4")
    ax.set_title(f"{name}\n{entropy(row):.2f} bits", loc="left")
    ax.set_ylim(0, 1.08)
    ax.spines[["top", "right"]].set_visible(False)
axes[0].set_ylabel("weight")
bits = [f"{entropy(row):.2f}" for row in rows.values()]
fig.set_label(
    f"Weights of The, cat and sat. All on sat: entropy {bits[0]}. 1/8, 1/4 and 5/8: "
    f"{bits[1]} bits. A third each: {bits[2]} bits, the most that three can have."
)
