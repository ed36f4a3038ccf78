"""One score is ahead of all others, which are equal."""

import numpy as np

from snippets.softmax import softmax

TABLE = []
for n in (2, 10, 100, 1000):
    S = np.zeros(n)
    S[0] = 1
    A = softmax(S)
    row = {"tokens": n, "weight of a lead of 1": f"{A[0]:.4f}"}
    row["times any other"] = f"{A[0] / A[1]:.3f}"
    TABLE.append(row | {"lead that gets half of the weight": f"{np.log(n - 1):.4f}"})
