"""Exercise: rows over 16 tokens with an entropy of 0, of 3 and of 4 bits."""

import numpy as np

from snippets.probability import entropy

for n in (1, 8, 16):
    row = np.zeros(16)
    row[:n] = 1 / n
    print(f"even over {n:2} of 16:", entropy(row), "bits")
