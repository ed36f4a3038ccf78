"""Wrong: the entropy of an averaged map, taken for the entropy of its rows."""

import numpy as np

from snippets.probability import entropy

one, other = np.array([1, 0, 0]), np.array([0, 0, 1])
print("each row by itself:      ", entropy(one), entropy(other))
print("their mean, [.5 0 .5]:   ", entropy((one + other) / 2))
