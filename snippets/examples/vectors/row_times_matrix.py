"""A row times a matrix: the rows of the matrix, scaled and added."""

import numpy as np

from snippets.running_example import TOKENS, E

W = np.array([[1, 2], [0, 1], [3, 0], [1, 1]])  # (4, 2): four numbers in, two out
for word, x in zip(TOKENS, E, strict=True):
    terms = " + ".join(f"{number:.0f}·{row}" for number, row in zip(x, W, strict=True))
    added = sum(number * row for number, row in zip(x, W, strict=True))
    print(f"{word}: {terms} = {added}")
print("all rows at once, (3, 4) @ (4, 2) -> (3, 2):")
print(E @ W)
