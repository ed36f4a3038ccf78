"""Scaled dot-product attention: each query takes its own mix of the values."""

import numpy as np

from snippets.softmax import softmax


def check_mask(mask, shape):
    """Give the mask back, stretched to the shape of the scores.

    mask: boolean, True = may attend. Raises ValueError for any other dtype (0/1 masks
    mean opposite things in different libraries), or if it does not fit the shape.
    """
    mask = np.asarray(mask)
    if mask.dtype != bool:
        raise ValueError(f"a mask is boolean, True = may attend; got {mask.dtype}")
    try:
        return np.broadcast_to(mask, shape)
    except ValueError:
        raise ValueError(f"mask {mask.shape} does not fit scores {shape}") from None


def attention(Q, K, V, mask=None, scale=None):
    """Attention(Q, K, V) = softmax(Q K^T / sqrt(d_k)) V.

    Q: (..., n_queries, d_k), K: (..., n_keys, d_k), V: (..., n_keys, d_v).
    mask: boolean, broadcasts to (..., n_queries, n_keys), True = may attend.
    scale: 1 / sqrt(d_k) unless given. Returns Y (..., n_queries, d_v) and the weights
    A (..., n_queries, n_keys); a query that may attend to nothing gets zeros.
    Raises ValueError if the widths of Q and K or the lengths of K and V differ.
    Source: vaswani2017, section 3.2.1, equation (1).
    """
    Q, K, V = np.asarray(Q), np.asarray(K), np.asarray(V)
    if Q.shape[-1] != K.shape[-1]:
        raise ValueError(f"Q and K need the same width: Q {Q.shape}, K {K.shape}")
    if K.shape[-2] != V.shape[-2]:
        raise ValueError(f"every key needs one value: K {K.shape}, V {V.shape}")
    if scale is None:
        scale = K.shape[-1] ** -0.5  # a Python float, so that float32 stays float32
    # (..., n_queries, d_k) @ (..., d_k, n_keys) -> (..., n_queries, n_keys)
    S = Q @ K.swapaxes(-1, -2) * scale
    if mask is not None:
        S = np.where(check_mask(mask, S.shape), S, -np.inf)
    A = softmax(S)
    return A @ V, A
