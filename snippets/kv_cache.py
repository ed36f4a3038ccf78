"""The KV cache: how many bytes of keys and values a decoder keeps for every token."""


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
