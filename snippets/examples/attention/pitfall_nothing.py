"""A query that fits no key still gets an answer, hard or soft."""

import numpy as np

from snippets.attention import lookup, weighted_average
from snippets.running_example import E

q = np.array([1, 0, -1, 0])
print("dot products:", E @ q)
print("hard:", lookup(q, E, E), "<- the first key, for no reason")
print("soft:", weighted_average([1 / 3] * 3, E).round(2), "<- the mean of all")
