"""Exercise: one entropy for each row."""

import numpy as np

A = np.array([[1 / 8, 1 / 4, 5 / 8], [1 / 2, 1 / 4, 1 / 4], [1 / 4, 1 / 4, 1 / 2]])
print((-(A * np.log2(A)).sum(axis=-1)).round(4))
