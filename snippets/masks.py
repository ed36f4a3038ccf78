"""Masks: which query may attend to which key. Boolean, True = may attend."""

import numpy as np


def causal_mask(n_tokens, n_cached=0):
    """Query i sees key j when j <= i + n_cached: itself and what came before it.

    n_tokens: new tokens, the queries. n_cached: earlier tokens whose keys are stored.
    Returns a boolean array (n_tokens, n_cached + n_tokens). Raises ValueError for
    negative counts. Source: vaswani2017, section 3.2.3; with a cache, the rule of the
    ONNX operator Attention.
    """
    if n_tokens < 0 or n_cached < 0:
        raise ValueError(f"negative count: n_tokens {n_tokens}, n_cached {n_cached}")
    query = n_cached + np.arange(n_tokens)[:, None]  # its position among all tokens
    key = np.arange(n_cached + n_tokens)
    return key <= query
