"""The KV cache: keys and values that a decoder keeps, and how many bytes they take."""

import numpy as np

from snippets.masks import causal_mask
from snippets.scaled_dot_product_attention import attention


def attend_with_cache(Q, K, V, cache=None):
    """One step of a decoder: keep the new keys and values, attend to all so far.

    Q, K: (..., n_tokens, d_k), V: (..., n_tokens, d_v), of the new tokens alone, often
    one. cache: (K, V) of the n_cached tokens before them, as the last step returned it;
    None at the start. Returns Y (..., n_tokens, d_v), the weights A (..., n_tokens,
    n_cached + n_tokens) and the longer cache. Token by token gives the rows of one
    causal pass. Raises ValueError unless each new query has its key, and each key
    its value. Source: shazeer2019, section 2.4.
    """
    Q, K, V = np.asarray(Q), np.asarray(K), np.asarray(V)
    n_tokens = Q.shape[-2]
    if not n_tokens == K.shape[-2] == V.shape[-2]:
        raise ValueError(
            f"a new token has a query, a key and a value: "
            f"Q {Q.shape}, K {K.shape}, V {V.shape}"
        )
    n_cached = 0
    if cache is not None:
        K_cache, V_cache = cache
        n_cached = K_cache.shape[-2]
        if K_cache.shape[:-2] != K.shape[:-2] or V_cache.shape[-2] != n_cached:
            raise ValueError(
                f"the cache does not fit: K {K_cache.shape}, V {V_cache.shape}"
            )
        K = np.concatenate([K_cache, K], axis=-2)  # (..., n_cached + n_tokens, d_k)
        V = np.concatenate([V_cache, V], axis=-2)  # (..., n_cached + n_tokens, d_v)
    Y, A = attention(Q, K, V, causal_mask(n_tokens, n_cached))
    return Y, A, (K, V)


def kv_bytes_per_token(n_layers, n_kv_heads, d_head, bytes_per_number=2):
    """Bytes that one token adds to the cache of one sequence.

    Each layer and KV head keeps one key and one value of d_head numbers: hence the 2.
    n_kv_heads: key/value heads of one layer (not query heads). bytes_per_number: 2 for
    16-bit floats. Source: deepseekv2_2024, Table 1 (which counts numbers, not bytes).
    """
    return 2 * n_layers * n_kv_heads * d_head * bytes_per_number


def mla_bytes_per_token(n_layers, d_latent, d_rope, bytes_per_number=2):
    """The same for multi-head latent attention, whose cache does not depend on heads.

    Each layer keeps one latent vector of d_latent numbers, from which keys and values
    are both rebuilt (so it counts once), and one rotary key of d_rope numbers.
    Source: deepseekv2_2024, Table 1.
    """
    return n_layers * (d_latent + d_rope) * bytes_per_number


def kv_cache_bytes(bytes_per_token, n_tokens, n_sequences=1):
    """Bytes of the whole cache when n_sequences sequences have n_tokens tokens each."""
    return bytes_per_token * n_tokens * n_sequences
