"""How far the largest weight moves when its score is raised a little."""

import numpy as np

from snippets.softmax import softmax

step = np.array([0, 0, 0.001])
TABLE = []
for times in (1, 2, 5, 10):
    S = times * np.log([1, 2, 5])
    a = softmax(S)[2]
    raised, lowered = softmax(S + step)[2], softmax(S - step)[2]
    row = {"scores times": times, "largest weight": f"{a:.6f}"}
    row["slope a (1 − a)"] = f"{a * (1 - a):.6f}"
    TABLE.append(row | {"measured": f"{(raised - lowered) / 0.002:.6f}"})
