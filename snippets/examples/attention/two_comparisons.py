"""Two ways to say how well a query fits a key: a small network, and a dot product."""

import numpy as np

from snippets.running_example import TOKENS, E

q, K = np.array([1, 1, 0, 1]), E
rng = np.random.default_rng(0)
W, U = rng.normal(size=(2, 4, 5))  # in a model learnt, here random
v = rng.normal(size=5)
network = np.tanh(q @ W + K @ U) @ v  # (5,) + (3, 5) -> (3, 5), then -> (3,)
for token, n, d in zip(TOKENS, network, K @ q, strict=True):
    print(f"{token}: small network {n:6.3f}   dot product {d:.0f}")
print("numbers to learn:", W.size + U.size + v.size, "and 0")
