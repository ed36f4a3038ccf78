"""Exercise: 1 is added to the sum below the line."""

import numpy as np

from snippets.softmax import softmax

for S in (np.log([1, 2, 5]), np.array([-3, -2, -1])):
    powers = np.exp(S)
    A = powers / (1 + powers.sum())
    print("1 added:            ", A.round(4), f"sum {A.sum():.4f}")
    print("one score of 0 more:", softmax([*S, 0]).round(4))
