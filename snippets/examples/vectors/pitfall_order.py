"""Wrong: W @ x where x @ W is meant. With a square W both run."""

import numpy as np

from snippets.running_example import E

W = np.array([[1, 2, 0, 0], [0, 1, 0, 3], [3, 0, 1, 0], [1, 1, 0, 2]])  # (4, 4)
cat = E[1]
print("cat @ W    adds rows 1 and 3 of W:    ", cat @ W)
print("W @ cat    adds columns 1 and 3 of W: ", W @ cat)
print("W.T @ cat  is right again:            ", W.T @ cat)
print("cat.T @ W  changes nothing, one axis: ", cat.T @ W)
