"""Exercise: the entropy of a choice made in two steps."""

import numpy as np

from snippets.probability import entropy

first = entropy([3 / 8, 5 / 8])
second = entropy([1 / 3, 2 / 3])
print("first step:        ", first.round(4))
print("second step:       ", second.round(4), "in 3/8 of the cases")
print("both, weighted:    ", (first + 3 / 8 * second).round(4))
print("all at once:       ", entropy([1 / 8, 1 / 4, 5 / 8]).round(4))
print("both, unweighted:  ", np.round(first + second, 4))
