"""A matrix that turns space: other numbers, the same lengths and sums."""

import numpy as np

from snippets.running_example import TOKENS, E
from snippets.vectors import norm

R = np.array([[1, 1, 1, 1], [1, -1, 1, -1], [1, 1, -1, -1], [1, -1, -1, 1]]) / 2
turned = E @ R  # (3, 4) @ (4, 4) -> (3, 4)
for word, before, after in zip(TOKENS, E, turned, strict=True):
    lengths = f"{norm(before):.4f} -> {norm(after):.4f}"
    print(f"{word}: {before} -> {after}   norm {lengths}")
The, cat, sat = turned
print("The + cat == sat, still:", bool((The + cat == sat).all()))
