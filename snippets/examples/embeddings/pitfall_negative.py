"""Wrong: -1 for an empty place. NumPy counts it from the end of the table."""

import numpy as np

from snippets.embeddings import embed
from snippets.running_example import E

ids = np.array([0, 1, -1])  # The cat, and a place that is to stay empty
print("E[ids], without a word of warning:")
print(E[ids])
try:
    embed(ids, E)
except ValueError as error:
    print("embed(ids, E):", error)
