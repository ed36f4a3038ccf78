"""Wrong: the average of the keys. With values of the same width, nothing fails."""

import numpy as np

from snippets.attention import weighted_average
from snippets.running_example import E

a = [1 / 8, 1 / 4, 5 / 8]
K = E
V = np.array([[8, 0, 0, 0], [0, 8, 0, 0], [0, 0, 8, 0]])
print("right, a V:", weighted_average(a, V))
print("wrong, a K:", weighted_average(a, K))
