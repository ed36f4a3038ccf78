"""Wrong: the largest score of the whole table taken off, not that of each row."""

import numpy as np

from snippets.softmax import softmax

S = np.array([[0.0, 1.0], [1000.0, 1001.0]])
with np.errstate(invalid="ignore"):  # NumPy would warn
    powers = np.exp(S - S.max())
    print("wrong:", (powers / powers.sum(axis=1, keepdims=True)).round(4).tolist())
print("right:", softmax(S).round(4).tolist())
