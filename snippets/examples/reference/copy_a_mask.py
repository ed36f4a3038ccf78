"""One mask for three kinds of libraries, and the test that needs no documentation."""

import numpy as np

from snippets.masks import causal_mask
from snippets.scaled_dot_product_attention import attention

mask = causal_mask(3)  # True = may attend
blocked = ~mask  # for PyTorch's nn.MultiheadAttention
added = np.where(mask, 0, -np.inf)  # where a mask is added to the scores
back = added == 0  # and boolean again, for Keras

X = np.random.default_rng(0).normal(size=(3, 4))
changed = X.copy()
changed[2] += 1  # the last token
for name, m in (("mask", mask), ("blocked", blocked), ("back", back)):
    before, after = attention(X, X, X, m)[0], attention(changed, changed, changed, m)[0]
    moved = ~np.isclose(before, after).all(axis=-1)
    print(f"{name:8} row 0 {m[0]}, changed outputs: {np.flatnonzero(moved)}")

try:
    attention(X, X, X, mask.astype(int))
except ValueError as error:
    print("0 and 1:", error)
