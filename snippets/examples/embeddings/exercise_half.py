"""Exercise: a row with two halves in place of a single 1."""

import numpy as np

from snippets.running_example import E

print("half The, half cat:", np.array([0.5, 0.5, 0]) @ E)
print("added, not halved: ", np.array([1, 1, 0]) @ E)
