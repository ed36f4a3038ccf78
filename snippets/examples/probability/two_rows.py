"""Which of two rows of weights is wider? Two ways to look at it, two answers."""

import numpy as np

rows = {"halves": [0.5, 0.5, 0, 0], "crumbs": [0.7, 0.1, 0.1, 0.1]}
for name, row in rows.items():
    used = np.count_nonzero(row)
    print(f"{name}: {row}")
    print(f"largest: {max(row)}, tokens used: {used}")
