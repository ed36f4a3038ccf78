"""Counting common ones works for zeros and ones; multiplying works for all numbers."""

import numpy as np

from snippets.running_example import E

The, cat, sat = E
nearly = np.array([0.9, 0, 1.1, 0])  # The, a little off
for name, x in (("The", The), ("cat", cat), ("nearly The", nearly)):
    both = ((x == 1) & (sat == 1)).sum()
    total = (x * sat).sum()
    print(f"{name:10} and sat: {both} ones in common, products add up to {total}")
