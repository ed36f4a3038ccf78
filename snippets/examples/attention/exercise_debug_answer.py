"""Exercise: the same average, with the weights on the values."""

import numpy as np

from snippets.attention import weighted_average

a = np.array([0.5, 0.25, 0.25])
V = np.array([[2.0, 6, 4], [4, 6, 4], [8, 6, 4]])
print(weighted_average(a, V))
