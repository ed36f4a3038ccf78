"""One row, step by step: The asks; The, cat and sat answer and hand over."""

import numpy as np

from snippets.running_example import TOKENS, E

q, K, V = E[0], E, E
products = K @ q
scores = products / np.sqrt(4)  # d_k is 4
powers = np.exp(scores)
weights = powers / powers.sum()
print("key   q·k   /√4     exp  weight   value")
for row in zip(TOKENS, products, scores, powers, weights, V, strict=True):
    print("{:4} {:4.0f} {:5.0f} {:7.4f} {:7.4f}   {}".format(*row))
print(f"sum of the exp {powers.sum():8.4f}")
print("output of The:", (weights @ V).round(4))
