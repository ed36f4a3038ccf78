"""Exercise: one row times the matrix of the page."""

import numpy as np

x = np.array([2, -1, 0, 3])
W = np.array([[1, 2], [0, 1], [3, 0], [1, 1]])
print("rows of W, scaled:", *(x[:, None] * W).tolist())
print("x @ W, their sum: ", x @ W)
print("wrong, third row added: ", x @ W + W[2])
print("wrong, second row added:", abs(x) @ W)
