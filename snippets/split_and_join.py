"""Splitting and joining heads without moving an axis: the sums written out."""

import numpy as np

from snippets.multi_head_attention import check_weights
from snippets.scaled_dot_product_attention import check_mask
from snippets.softmax import softmax


def multi_head_attention_einsum(X, W_Q, W_K, W_V, W_O, n_heads, X_kv=None, mask=None):
    """Multi-head attention with one letter an axis, and no transposed copy.

    Letters: q query, k key, m column of X, h head, d column of a head. Arguments,
    results and errors are those of multi_head_attention.
    Source: vaswani2017, section 3.2.2; in this form shazeer2019, section 2.3.
    """
    X_kv = X if X_kv is None else X_kv
    check_weights(X, X_kv, W_Q, W_K, W_V, W_O, n_heads)
    # (d_model, n_heads * d_head) -> (d_model, n_heads, d_head)
    W_Q, W_K, W_V = (W.reshape(len(W), n_heads, -1) for W in (W_Q, W_K, W_V))
    W_O = W_O.reshape(n_heads, -1, W_O.shape[1])  # (n_heads, d_v, d_model)
    Q = np.einsum("...qm,mhd->...hqd", X, W_Q, optimize=True)
    K = np.einsum("...km,mhd->...hkd", X_kv, W_K, optimize=True)
    V = np.einsum("...km,mhd->...hkd", X_kv, W_V, optimize=True)
    S = np.einsum("...hqd,...hkd->...hqk", Q, K, optimize=True) * K.shape[-1] ** -0.5
    if mask is not None:
        mask = check_mask(mask, (*S.shape[:-3], *S.shape[-2:]))
        S = np.where(mask[..., None, :, :], S, -np.inf)
    A = softmax(S)
    Y = np.einsum("...hqk,...hkd,hdm->...qm", A, V, W_O, optimize=True)
    return Y, A
