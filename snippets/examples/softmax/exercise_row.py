"""Exercise: a row, and wrong answers."""

import numpy as np

from snippets.softmax import softmax

S = np.log([1, 3, 4])
print("scores:                 ", S.round(4))
print("weights:                ", softmax(S).round(4))
print("scores by their sum:    ", (S / S.sum()).round(4))
print("by the largest exp:     ", (np.exp(S) / np.exp(S).max()).round(4))
