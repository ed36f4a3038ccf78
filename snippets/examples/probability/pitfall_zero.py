"""Wrong: the logarithm of a weight of 0."""

import numpy as np

from snippets.probability import entropy

A = np.array([0, 3 / 8, 5 / 8])
with np.errstate(divide="ignore", invalid="ignore"):  # NumPy would warn
    print("wrong:", -(A * np.log2(A)).sum())
print("right:", entropy(A).round(4))
