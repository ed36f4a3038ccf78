"""Where a weighted average of three values can lie: in their triangle."""

import matplotlib.pyplot as plt

from snippets.attention import weighted_average
from snippets.running_example import TOKENS, E

even, given = [1 / 3, 1 / 3, 1 / 3], [1 / 8, 1 / 4, 5 / 8]
ink = plt.rcParams["axes.edgecolor"]
fig, ax = plt.subplots(figsize=(3.6, 3.4), layout="constrained")
corners = E[[0, 1, 2, 0], :2]  # numbers 3 and 4 repeat 1 and 2
ax.plot(*corners.T, color=ink, linewidth=0.9)
ax.scatter(*E[:, :2].T, s=46, color=ink, zorder=3)
for token, (x, y), side in zip(TOKENS, E[:, :2], (-1, -1, 1), strict=True):
    ax.text(x, y + 0.05 * side, token, ha="center", va="top" if side < 0 else "bottom")
for a, marker, name in ((even, "D", "1/3, 1/3, 1/3"), (given, "o", "1/8, 1/4, 5/8")):
    x, y = weighted_average(a, E)[:2]
    ax.scatter(x, y, s=52, marker=marker, color="#1f73c4", zorder=3)
    ax.text(x, y - 0.05, name, ha="center", va="top", fontsize=8)
ax.set(xlabel="first number", ylabel="second number", aspect="equal")
ax.set(xlim=(-0.2, 1.2), ylim=(-0.2, 1.2), xticks=[0, 0.5, 1], yticks=[0, 0.5, 1])
x, y = weighted_average(given, E)[:2]
fig.set_label(
    f"The three values are the corners of a triangle. Even weights give its middle; "
    f"with 1/8, 1/4 and 5/8 the average moves to ({x}, {y}), towards sat, which has "
    f"the largest weight, and stays inside. A hard lookup gives a corner."
)
