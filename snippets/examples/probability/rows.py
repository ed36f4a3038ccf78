"""Three queries at once: each row has its own average and its own entropy."""

import numpy as np

from snippets.probability import check_distribution, entropy
from snippets.running_example import E

A = np.array([[0, 0, 1], [1 / 8, 1 / 4, 5 / 8], [1 / 3, 1 / 3, 1 / 3]])
check_distribution(A)  # raises an error if a row is none
print((A @ E).round(4))  # (3, 3) @ (3, 4) -> (3, 4)
print("bits:", entropy(A).round(4))  # one number a row
