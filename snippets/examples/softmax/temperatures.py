"""The same in numbers, with the entropy of each row."""

import numpy as np

from snippets.probability import entropy
from snippets.running_example import TOKENS
from snippets.softmax import softmax

TABLE = []
for T in (0.2, 1, 2, 4, 20):
    A = softmax(2 * np.log([1, 2, 5]) / T)
    row = {token: f"{a:.4f}" for token, a in zip(TOKENS, A, strict=True)}
    TABLE.append({"temperature": T} | row | {"bits": f"{entropy(A):.2f}"})
