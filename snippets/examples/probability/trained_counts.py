"""The same rows in numbers."""

import numpy as np

from snippets.probability import entropy
from snippets.records import records

data = records("minilm/the-cat-sat-on-the-mat")
A = np.array(data["weights"]) / data["scale"]
bits = entropy(A).ravel()
middle = np.median(bits)
print(f"{bits.size} rows: {bits.min():.2f} to {bits.max():.2f} bits")
print(f"middle: {middle:.2f} bits, 1 of {2**middle:.1f}")
print(f"below 1 bit: {(bits < 1).sum()}, above 2: {(bits > 2).sum()}")
