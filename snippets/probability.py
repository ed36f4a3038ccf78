"""Probability: what a row of weights must satisfy, and how spread out it is."""

import numpy as np


def check_distribution(A):
    """Give the weights back if each row is a distribution: not negative, sum 1.

    A: weights (..., n_keys), rows along the last axis. Raises ValueError if a weight is
    negative or not a number, or if a row's sum is off by more than 0.001, which rounded
    weights may be.
    """
    A = np.asarray(A)
    if not (A >= 0).all():  # asked this way round, NaN is refused too
        raise ValueError(f"a weight is 0 or more, not {A.min():.4g}")
    total = A.sum(axis=-1, dtype=np.float64)
    off = abs(total - 1)
    if (off > 0.001).any():
        worst = np.ravel(total)[off.argmax()]
        raise ValueError(f"the weights of a row sum to 1, not to {worst:.4g}")
    return A


def entropy(A):
    """Entropy of each row in bits: the sum of -a log2 a over its weights.

    A: weights (..., n_keys). Returns (...): 0 for a row with a single weight of 1, up
    to log2(n_keys) for an even one. Raises ValueError if a row is no distribution.
    Source: shannon1948, section 6, Theorem 2, with bits as the unit.
    """
    A = check_distribution(A)
    logs = np.log2(np.where(A > 0, A, 1))  # a log2 a goes to 0 with a, log2 a does not
    return 0 - (A * logs).sum(axis=-1)  # a mere minus would make -0.0 of 0
