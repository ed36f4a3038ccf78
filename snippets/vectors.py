"""Vectors: lists of numbers, one row a word, that can be measured and scaled."""

import numpy as np


def norm(X):
    """Length of each vector: the root of the sum of its squared numbers.

    X: (..., width), one vector or many. Returns (...), one length for each vector.
    """
    X = np.asarray(X) * 1.0  # whole numbers become floats; floats keep their dtype
    return np.sqrt((X * X).sum(axis=-1))  # (..., width) -> (...)


def unit(X):
    """Each vector divided by its length: its direction alone.

    X: (..., width). Returns the same shape, every length 1. Raises ValueError for a
    vector of zeros, which has no direction.
    """
    length = norm(X)[..., None]  # (...) -> (..., 1): one length beside each row
    if (length == 0).any():
        raise ValueError(f"a vector of zeros has no direction; norms: {length[..., 0]}")
    return X / length
