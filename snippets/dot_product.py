"""Dot product: one number for how far two vectors agree, and for how long they are."""

import numpy as np

from snippets.vectors import unit


def dot(X, Y):
    """The dot product of each row of X with each row of Y, as X Y^T.

    X: (..., n, width), Y: (..., m, width). Returns (..., n, m): row i, column j is row
    i of X with row j of Y. Raises ValueError if the widths differ.
    """
    X, Y = np.asarray(X) * 1.0, np.asarray(Y) * 1.0  # whole numbers become floats
    if X.shape[-1] != Y.shape[-1]:
        raise ValueError(f"rows need the same width: X {X.shape}, Y {Y.shape}")
    # (..., n, width) @ (..., width, m) -> (..., n, m)
    return X @ Y.swapaxes(-1, -2)


def cosine(X, Y):
    """The dot products once all rows have length 1: what is left is the angle.

    X: (..., n, width), Y: (..., m, width). Returns (..., n, m), from -1 to 1. Raises
    ValueError if the widths differ or a row is all zeros.
    """
    return dot(unit(X), unit(Y))
