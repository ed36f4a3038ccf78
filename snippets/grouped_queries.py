"""Grouped queries: several query heads read the keys and values of one KV head."""

import numpy as np

from snippets.scaled_dot_product_attention import attention


def share_heads(K, n_heads):
    """Repeat each KV head for the consecutive query heads that it serves.

    K: (..., n_kv_heads, n_tokens, d_head), keys or values. Returns (..., n_heads,
    n_tokens, d_head): query head i gets KV head i // (n_heads / n_kv_heads).
    Raises ValueError if the query heads do not share the KV heads evenly.
    Source: ainslie2023, section 2.2.
    """
    K = np.asarray(K)
    n_kv_heads = K.shape[-3]
    if n_kv_heads < 1 or n_heads % n_kv_heads:
        raise ValueError(
            f"{n_heads} query heads do not share {n_kv_heads} KV heads evenly"
        )
    return np.repeat(K, n_heads // n_kv_heads, axis=-3)  # 0 0 1 1, not 0 1 0 1


def grouped_queries(Q, K, V, n_kv_heads, mask=None, scale=None):
    """Attention of n_heads query heads over n_kv_heads heads of keys and values.

    Q: (..., n_heads, n_queries, d_k), K: (..., n_kv_heads, n_keys, d_k),
    V: (..., n_kv_heads, n_keys, d_v). mask: boolean, broadcasts to (..., n_heads,
    n_queries, n_keys), True = may attend. scale: 1 / sqrt(d_k) unless given.
    Returns Y (..., n_heads, n_queries, d_v) and A (..., n_heads, n_queries, n_keys).
    With n_kv_heads = n_heads it is multi-head attention, with 1 multi-query attention.
    Raises ValueError if K or V has another number of heads, or n_kv_heads does not
    divide n_heads. Source: ainslie2023, section 2.2; with one KV head shazeer2019,
    section 3.
    """
    Q = np.asarray(Q)
    for name, M in (("K", np.asarray(K)), ("V", np.asarray(V))):
        if M.shape[-3] != n_kv_heads:
            raise ValueError(f"{name} has {M.shape[-3]} heads, not {n_kv_heads}")
    n_heads = Q.shape[-3]
    return attention(Q, share_heads(K, n_heads), share_heads(V, n_heads), mask, scale)
