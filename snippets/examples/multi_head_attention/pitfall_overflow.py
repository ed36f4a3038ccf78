"""Wrong: exp without taking the row's maximum off first."""

import numpy as np

from snippets.softmax import softmax

Q = K = 32 * np.eye(2)
S = Q @ K.T / np.sqrt(2)
with np.errstate(over="ignore", invalid="ignore"):  # NumPy would warn
    E = np.exp(S)
    naive = E / E.sum(axis=-1, keepdims=True)
print(f"largest score: {S.max():.1f}; exp of more than 709.78 is infinite")
print("without the maximum taken off:", naive.tolist())
print("with it:                      ", softmax(S).round(4).tolist())
