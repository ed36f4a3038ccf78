"""The product of the page before, read column by column."""

import numpy as np

from snippets.running_example import E

W = np.array([[1, 2], [0, 1], [3, 0], [1, 1]])
sat = E[2]
print("columns of W:   ", W[:, 0], W[:, 1])
print("sat with each:  ", sat @ W[:, 0], sat @ W[:, 1])
print("sat @ W:        ", sat @ W)
