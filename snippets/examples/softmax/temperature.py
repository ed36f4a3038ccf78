"""One row of scores at temperatures from 0.2 to 20."""

import matplotlib.pyplot as plt
import numpy as np

from snippets.running_example import TOKENS
from snippets.softmax import softmax

S = 2 * np.log([1, 2, 5])
T = np.geomspace(0.2, 20, 121)
A = softmax(S / T[:, None])  # a row for each temperature

ink = plt.rcParams["axes.edgecolor"]
fig, ax = plt.subplots(figsize=(4.6, 2.9))
for token, weights, line in zip(TOKENS, A.T, (":", "--", "-"), strict=True):
    ax.plot(T, weights, color="#1f73c4", linestyle=line, linewidth=1.8)
    ax.text(21.5, weights[-1] + 0.04 * (TOKENS.index(token) - 1), token, va="center")
ax.plot([2] * 3, softmax(S / 2), "o", color=ink, markersize=4)
ax.plot(T, np.full_like(T, 1 / 3), color=ink, linewidth=0.6)
ax.set(xscale="log", xlabel="temperature", ylabel="weight", ylim=(-0.02, 1.02))
ax.set_xticks([0.2, 0.5, 1, 2, 5, 10, 20], ["0.2", "0.5", "1", "2", "5", "10", "20"])
ax.minorticks_off()
ax.spines[["top", "right"]].set_visible(False)
fig.set_label(
    f"Weights of The, cat and sat against temperature: at 0.2 sat has {A[0, 2]:.4f}, "
    f"at 2 the weights are 1/8, 1/4 and 5/8, and at 20 they are "
    f"{A[-1, 0]:.2f}, {A[-1, 1]:.2f} and {A[-1, 2]:.2f}, almost a third each."
)
