"""Exercise: weights 1/2, 1/4, 1/4, and two usual slips."""

import numpy as np

from snippets.attention import weighted_average
from snippets.running_example import E

a = [1 / 2, 1 / 4, 1 / 4]
print("average:      ", weighted_average(a, E))
print("all alike:    ", E.mean(axis=0).round(2))
print("all added:    ", E.sum(axis=0))
print("sat forgotten:", np.array([1 / 2, 1 / 4, 0]) @ E)
