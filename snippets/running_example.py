"""The chapter's running example: three tokens, and two heads with random weights."""

import numpy as np

TOKENS = ["The", "cat", "sat"]
E = np.array([[1, 0, 1, 0], [0, 1, 0, 1], [1, 1, 1, 1]], float)  # (3, 4): d_model is 4


def two_heads():
    """W_Q, W_K, W_V, W_O of two heads of 2 numbers each, drawn with seed 42.

    Each head draws its own three (4, 2) matrices; side by side they are (4, 4).
    """
    rng = np.random.default_rng(42)
    heads = [[rng.normal(0, 1, (4, 2)) for _ in range(3)] for _ in range(2)]
    W_Q, W_K, W_V = (np.hstack(parts) for parts in zip(*heads, strict=True))
    return W_Q, W_K, W_V, rng.normal(0, 0.5, (4, 4))
