"""Exercise: the score of sat is raised by 0.1."""

import numpy as np

from snippets.softmax import softmax

S = np.log([1, 2, 5])
A = softmax(S)
slopes = np.array([-A[0] * A[2], -A[1] * A[2], A[2] * (1 - A[2])])
print("before:  ", A.round(4))
print("slopes:  ", slopes.round(4))
print("estimate:", (A + 0.1 * slopes).round(4))
print("exact:   ", softmax(S + np.array([0, 0, 0.1])).round(4))
