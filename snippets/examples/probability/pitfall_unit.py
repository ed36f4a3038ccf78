"""Wrong: natural logarithms, and the result called bits."""

import numpy as np

from snippets.probability import entropy

A = np.array([1 / 8, 1 / 4, 5 / 8])
nats = -(A * np.log(A)).sum()
print(f"log2:     {entropy(A):.4f} bits")
print(f"log:      {nats:.4f} nats")
print(f"/ {np.log(2):.4f}: {nats / np.log(2):.4f} bits")
