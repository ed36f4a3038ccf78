"""One row with projections: The asks for what cat is."""

import numpy as np

from snippets.running_example import TOKENS, E

W_Q = np.array([[0, 1, 0, 0], [1, 0, 0, 0], [0, 0, 0, 1], [0, 0, 1, 0]])  # swap
W_K = np.eye(4)  # leave as it is
W_V = np.array([[1, 0], [0, 1], [1, 0], [0, 1]])  # add columns 0 and 2, and 1 and 3
Q, K, V = E @ W_Q, E @ W_K, E @ W_V

scores = K @ Q[0] / np.sqrt(4)
powers = np.exp(scores)
weights = powers / powers.sum()
print("query of The:", Q[0])
print("     key            score     exp  weight  value")
for row in zip(TOKENS, K, scores, powers, weights, V, strict=True):
    print("{:4} {!s:14} {:5.0f} {:7.4f} {:7.4f}  {}".format(*row))
print(f"sum of the exp {powers.sum():20.4f}")
print("output of The:", (weights @ V).round(4))
print("from the rounded weights:", weights.round(4) @ V)
