"""Three queries, one row of weights each: from all on one value to all alike."""

import numpy as np

from snippets.attention import weighted_average
from snippets.embeddings import one_hot
from snippets.running_example import E

A = np.array([
    one_hot(2, n_words=3),  # all on sat: a hard lookup
    [1 / 8, 1 / 4, 5 / 8],
    [1 / 3, 1 / 3, 1 / 3],  # all alike: the plain mean
])
print(f"A {A.shape}, V {E.shape}, Y {(A @ E).shape}")
print(weighted_average(A, E).round(3))
