"""Exercise: two words that both score higher with each other than with themselves."""

import numpy as np

rng = np.random.default_rng(42)
X = rng.normal(size=(10_000, 2, 3))  # pairs of words of three numbers
W_Q, W_K = rng.normal(size=(2, 10_000, 3, 2))
for name, W in (("W_K = W_Q", W_Q), ("two matrices", W_K)):
    S = (X @ W_Q) @ (X @ W).swapaxes(-1, -2)  # (10000, 2, 2)
    both = (S[:, 0, 1] > S[:, 0, 0]) & (S[:, 1, 0] > S[:, 1, 1])
    print(f"{name}: {both.sum():,} of {len(S):,} random pairs")
