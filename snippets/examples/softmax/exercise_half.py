"""Exercise: from temperature 1 to temperature 1/2."""

import numpy as np

from snippets.softmax import softmax

A = np.array([1 / 8, 1 / 4, 5 / 8])  # at temperature 1
print("squares, by their sum:", (A**2 / (A**2).sum()).round(4))
print("softmax at 1/2:       ", softmax(np.log([1, 2, 5]) / 0.5).round(4))
print("roots, by their sum:  ", (A**0.5 / (A**0.5).sum()).round(4))
