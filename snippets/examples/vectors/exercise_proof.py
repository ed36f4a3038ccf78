"""Exercise: sat W is The W + cat W, here for a random W."""

import numpy as np

from snippets.running_example import E

W = np.random.default_rng(0).normal(size=(4, 3))
The, cat, sat = E @ W
print("The W + cat W:", (The + cat).round(4))
print("sat W:        ", sat.round(4))
