"""The wrong split passes a test of shapes, and a test that joining undoes it."""

import numpy as np

from snippets.multi_head_attention import split_heads


def wrong_split(X, n_heads):
    return X.reshape(n_heads, len(X), -1)


def wrong_join(Z):
    return Z.reshape(Z.shape[1], -1)


X = np.array([[1, 2, 3, 4], [5, 6, 7, 8]])
wrong, right = wrong_split(X, 2), split_heads(X, 2)
print("same shape:", wrong.shape == right.shape)
print("joined again:", (wrong_join(wrong) == X).all())
print("right, head 0:", right[0].tolist())
print("wrong, head 0:", wrong[0].tolist())
