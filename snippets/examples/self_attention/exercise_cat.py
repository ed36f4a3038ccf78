"""Exercise: a W_Q with which The gives cat the most, and what that does to sat."""

import numpy as np

from snippets.running_example import TOKENS, E
from snippets.self_attention import self_attention

W_Q = np.array([[-1, 1, 0, 0], [1, -1, 0, 0], [0, 0, -1, 1], [0, 0, 1, -1]])
Y, A = self_attention(E, W_Q, np.eye(4), np.eye(4))
for token, q, row in zip(TOKENS, E @ W_Q, A, strict=True):
    print(f"{token}: query {q!s:15}  weights {row.round(4)}")
