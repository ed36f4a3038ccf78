"""Ways to make weights of scores that fail, and the one that does not."""

import numpy as np

from snippets.running_example import TOKENS, E
from snippets.softmax import softmax

query = np.array([1, -1, 1, -1])
S = E @ query  # (3, 4) @ (4,) -> (3,): one dot product for each token
squares, positive = S**2, np.maximum(S, 0)
print("scores:  ", *(f"{token} {s:.0f}" for token, s in zip(TOKENS, S, strict=True)))
print("squares: ", squares / squares.sum())
print("cut at 0:", positive / positive.sum())
print("exp:     ", softmax(S).round(4))
