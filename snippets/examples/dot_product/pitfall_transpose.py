"""Wrong: X @ X in place of X @ X.T. With four words of four numbers it runs."""

import numpy as np

from snippets.dot_product import dot
from snippets.running_example import E

X = np.vstack([E, [0, 0, 1, 1]])  # a fourth word: four words of four numbers
print("X @ X, wrong:\n", X @ X)
print("dot(X, X), right:\n", dot(X, X))
