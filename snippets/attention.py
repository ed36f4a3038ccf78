"""Attention: an average of values, weighted for each query; and its hard relative."""

import numpy as np


def weighted_average(A, V):
    """Y = A V: the average of the values, with the weights of each query's row.

    A: (..., n_queries, n_keys), or (n_keys,) for one query. V: (..., n_keys, d_v).
    Returns (..., n_queries, d_v), or (d_v,). Raises ValueError if there is not one
    weight for each value, or if a row has a negative weight or does not sum to 1.
    Source: vaswani2017, section 3.2, where the weights come from queries and keys.
    """
    A, V = np.asarray(A), np.asarray(V)
    if A.shape[-1] != V.shape[-2]:
        raise ValueError(f"every value needs one weight: A {A.shape}, V {V.shape}")
    if not (A >= 0).all():
        raise ValueError(f"weights are not negative; got {A.min():g}")
    total = A.sum(axis=-1, dtype=float)
    if (abs(total - 1) > 1e-3).any():  # room for rounding, in float16 too
        raise ValueError(f"weights sum to 1; got {total.min():g} to {total.max():g}")
    # (..., n_queries, n_keys) @ (..., n_keys, d_v) -> (..., n_queries, d_v)
    return A @ V


def lookup(Q, K, V):
    """For each query the one value whose key has the largest dot product with it.

    Q: (..., n_queries, d_k), or (d_k,) for one query. K: (n_keys, d_k).
    V: (n_keys, d_v). Returns (..., n_queries, d_v), or (d_v,). Where keys tie, the
    first one wins. Raises ValueError if the widths of Q and K or the lengths of K and V
    differ.
    """
    Q, K, V = np.asarray(Q), np.asarray(K), np.asarray(V)
    if Q.shape[-1] != K.shape[-1]:
        raise ValueError(f"Q and K need the same width: Q {Q.shape}, K {K.shape}")
    if len(K) != len(V):
        raise ValueError(f"every key needs one value: K {K.shape}, V {V.shape}")
    # (..., n_queries, d_k) @ (d_k, n_keys) -> (..., n_queries, n_keys)
    best = (Q @ K.T).argmax(axis=-1)
    return V[best]
