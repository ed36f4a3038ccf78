"""Exercise: shapes for 2 queries and 5 keys of 3 numbers, values of 7."""

import numpy as np

from snippets.attention import lookup, weighted_average

rng = np.random.default_rng(0)
Q, K, V = (rng.normal(size=shape) for shape in ((2, 3), (5, 3), (5, 7)))
A = np.full((2, 5), 1 / 5)
print("dot products", (Q @ K.T).shape, " A", A.shape)
print("soft", weighted_average(A, V).shape, " hard", lookup(Q, K, V).shape)
