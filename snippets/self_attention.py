"""Self-attention: the tokens of one text ask, answer and hand over."""

from snippets.scaled_dot_product_attention import attention


def project(X, W_Q, W_K, W_V):
    """Q = X W_Q, K = X W_K, V = X W_V: three vectors for each token.

    X: (..., n_tokens, d_model). W_Q, W_K: (d_model, d_k). W_V: (d_model, d_v).
    Returns Q, K (..., n_tokens, d_k) and V (..., n_tokens, d_v). Raises ValueError if a
    matrix does not have a row for each of the d_model numbers of a token.
    Source: vaswani2017, section 3.2.2, for one i.
    """
    d_model = X.shape[-1]
    for name, W in (("W_Q", W_Q), ("W_K", W_K), ("W_V", W_V)):
        if len(W) != d_model:
            raise ValueError(
                f"{name} needs a row for each of {d_model} numbers, not {len(W)}"
            )
    return X @ W_Q, X @ W_K, X @ W_V


def self_attention(X, W_Q, W_K, W_V, mask=None):
    """SelfAttention(X) = Attention(X W_Q, X W_K, X W_V).

    X: (..., n_tokens, d_model). W_Q, W_K: (d_model, d_k). W_V: (d_model, d_v).
    mask: boolean, broadcasts to (..., n_tokens, n_tokens), True = may attend.
    Returns Y (..., n_tokens, d_v) and the weights A (..., n_tokens, n_tokens).
    Raises ValueError if sizes do not fit. Source: vaswani2017, sections 3.2.1 to 3.2.3.
    """
    Q, K, V = project(X, W_Q, W_K, W_V)
    return attention(Q, K, V, mask)
