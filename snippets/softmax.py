"""Softmax: turn a row of scores into weights that are positive and sum to 1."""

import numpy as np


def softmax(S):
    """Softmax along the last axis, safe for scores of any size.

    S: scores (..., n_queries, n_keys), finite or -inf. Returns weights of the same
    shape and float dtype. A score of -inf gets weight 0; a row of nothing but -inf
    gets zeros, since it may attend to nothing. Source: bridle1990 (the name).
    """
    S = np.asarray(S)
    largest = S.max(axis=-1, keepdims=True)
    largest = np.where(largest == -np.inf, 0, largest)  # -inf - (-inf) would be NaN
    E = np.exp(S - largest)  # a shift changes no weight; without it exp overflows
    total = E.sum(axis=-1, keepdims=True)
    return E / np.where(total == 0, 1, total)
