"""The three words as arrows in the plane that holds them all."""

import matplotlib.pyplot as plt
import numpy as np

from snippets.running_example import TOKENS, E
from snippets.vectors import norm

R = np.array([[1, 1, 1, 1], [1, -1, 1, -1], [1, 1, -1, -1], [1, -1, -1, 1]]) / 2
arrows = (E @ R)[:, :2]  # the other two numbers are 0 for all three words
The, cat, sat = arrows

fig, ax = plt.subplots(figsize=(3.9, 3.1))
ink = plt.rcParams["axes.edgecolor"]
places = ((0.9, 1.15), (0.9, -1.3), (1.1, 0.1))
for word, tip, place in zip(TOKENS, arrows, places, strict=True):
    head = {"arrowstyle": "-|>", "color": "#1f73c4", "linewidth": 2, "shrinkB": 0}
    ax.annotate("", tip, (0, 0), arrowprops=head | {"shrinkA": 0})
    ax.text(*place, f"{word}, {norm(tip):.2f}", ha="center")
ax.plot(*zip(The, sat, cat, strict=True), color=ink, linewidth=0.8, linestyle="--")
ax.set(xlim=(-0.3, 2.4), ylim=(-1.4, 1.4), aspect="equal")
ax.set(xlabel="first number after turning", ylabel="second number")
fig.set_label(
    f"Arrows of The and cat, both {norm(The):.2f} long and at right angles. Set end to "
    f"end they reach the tip of sat, which is {norm(sat):.2f} long, less than "
    f"{norm(The) + norm(cat):.2f}."
)
