"""What attention costs: weights to store, multiplications, attention weights."""


def projection_weights(d_model, n_heads, d_head):
    """Numbers in W_Q, W_K, W_V and W_O together, without biases.

    Source: vaswani2017, section 3.2.2, with d_k = d_v = d_head.
    """
    return 4 * d_model * n_heads * d_head


def projection_multiplications(n_tokens, d_model, n_heads, d_head):
    """Multiplications in the four projections: every weight is used once a token."""
    return n_tokens * projection_weights(d_model, n_heads, d_head)


def score_multiplications(n_tokens, n_heads, d_head):
    """Multiplications in all Q K^T of one layer; A V takes as many again."""
    return n_heads * n_tokens * n_tokens * d_head


def attention_weight_count(n_tokens, n_heads):
    """Entries of A (n_heads, n_tokens, n_tokens): the part that grows with the heads.

    Source: shazeer2019, section 2.3.1, the memory term b h n².
    """
    return n_heads * n_tokens * n_tokens
