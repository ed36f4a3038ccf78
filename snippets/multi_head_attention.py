"""Multi-head attention: several attentions side by side, mixed by one matrix W_O."""

import numpy as np

from snippets.scaled_dot_product_attention import attention, check_mask


def split_heads(X, n_heads):
    """Cut the width into heads and put the head axis before the tokens.

    X: (..., n_tokens, n_heads * d_head). Returns (..., n_heads, n_tokens, d_head): head
    i holds columns i * d_head up to (i + 1) * d_head of every token.
    Raises ValueError if the width does not split evenly.
    """
    *leading, n_tokens, width = X.shape
    if n_heads < 1 or width % n_heads:
        raise ValueError(f"width {width} does not split into {n_heads} heads")
    X = X.reshape(*leading, n_tokens, n_heads, width // n_heads)
    return X.swapaxes(-3, -2)  # -> (..., n_heads, n_tokens, d_head)


def join_heads(Z):
    """Undo split_heads: put the heads of each token side by side again.

    Z: (..., n_heads, n_tokens, d_head). Returns (..., n_tokens, n_heads * d_head).
    """
    *leading, n_heads, n_tokens, d_head = Z.shape
    return Z.swapaxes(-3, -2).reshape(*leading, n_tokens, n_heads * d_head)


def check_weights(X, X_kv, W_Q, W_K, W_V, W_O, n_heads):
    """Raise ValueError, with the rule and the sizes, if the weights do not fit."""
    for name, W, tokens in (("W_Q", W_Q, X), ("W_K", W_K, X_kv), ("W_V", W_V, X_kv)):
        rows, width = W.shape
        if rows != tokens.shape[-1]:
            raise ValueError(
                f"{name} needs a row for each of {tokens.shape[-1]} numbers, not {rows}"
            )
        if n_heads < 1 or width % n_heads:
            raise ValueError(
                f"{name} has width {width}, which does not split into {n_heads} heads"
            )
    if W_Q.shape[1] != W_K.shape[1]:
        raise ValueError(
            f"W_Q and W_K need the same width: {W_Q.shape[1]} and {W_K.shape[1]}"
        )
    if W_O.shape[0] != W_V.shape[1]:
        raise ValueError(
            f"W_O needs a row for each column of W_V: {W_O.shape[0]} and {W_V.shape[1]}"
        )


def multi_head_attention(X, W_Q, W_K, W_V, W_O, n_heads, X_kv=None, mask=None):
    """MultiHead(X) = Concat(head_1, ..., head_h) W_O, all heads at once.

    X: (..., n_queries, d_model), the tokens that ask. X_kv: (..., n_keys, d_model), the
    tokens that answer, X itself unless given. W_Q, W_K: (d_model, n_heads * d_k).
    W_V: (d_model, n_heads * d_v). W_O: (n_heads * d_v, d_model). mask: boolean,
    broadcasts to (..., n_queries, n_keys), True = may attend, one for all heads.
    Returns Y (..., n_queries, d_model) and the weights of every head
    A (..., n_heads, n_queries, n_keys). Raises ValueError if sizes do not fit.
    Source: vaswani2017, section 3.2.2.
    """
    X_kv = X if X_kv is None else X_kv
    check_weights(X, X_kv, W_Q, W_K, W_V, W_O, n_heads)
    if mask is not None:
        leading = np.broadcast_shapes(X.shape[:-2], X_kv.shape[:-2])
        mask = check_mask(mask, (*leading, X.shape[-2], X_kv.shape[-2]))
        mask = mask[..., None, :, :]  # one axis more: every head gets this mask
    Q = split_heads(X @ W_Q, n_heads)  # (..., n_heads, n_queries, d_k)
    K = split_heads(X_kv @ W_K, n_heads)  # (..., n_heads, n_keys, d_k)
    V = split_heads(X_kv @ W_V, n_heads)  # (..., n_heads, n_keys, d_v)
    Z, A = attention(Q, K, V, mask)  # (..., n_heads, n_queries, d_v)
    return join_heads(Z) @ W_O, A  # join -> (..., n_queries, n_heads * d_v)


def multi_head_attention_loop(X, W_Q, W_K, W_V, W_O, n_heads, X_kv=None, mask=None):
    """The same, one head after the other, as the equation reads.

    Arguments, results and errors are those of multi_head_attention.
    Source: vaswani2017, section 3.2.2.
    """
    X_kv = X if X_kv is None else X_kv
    check_weights(X, X_kv, W_Q, W_K, W_V, W_O, n_heads)
    columns = [np.split(W, n_heads, axis=1) for W in (W_Q, W_K, W_V)]
    outputs, patterns = [], []
    for W_Q_i, W_K_i, W_V_i in zip(*columns, strict=True):  # each (d_model, d_head)
        Z_i, A_i = attention(X @ W_Q_i, X_kv @ W_K_i, X_kv @ W_V_i, mask)
        outputs.append(Z_i)
        patterns.append(A_i)
    return np.concatenate(outputs, axis=-1) @ W_O, np.stack(patterns, axis=-3)
