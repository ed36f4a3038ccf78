"""Exercise: entropy as a number of questions, and wrong answers."""

import numpy as np

from snippets.probability import entropy

A = np.array([1 / 2, 1 / 4, 1 / 8, 1 / 8])
questions = np.array([1, 2, 3, 3])
print("entropy:                  ", entropy(A))
print("questions on average:     ", A @ questions)
print("without the weights:      ", questions.sum())
print("with natural logarithms:  ", round(-(A * np.log(A)).sum(), 4))
print("even over four:           ", entropy([1 / 4] * 4))
