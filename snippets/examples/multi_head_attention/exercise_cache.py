"""Exercise: a cache, and what the usual mistakes make of it."""

from snippets.kv_cache import kv_bytes_per_token, kv_cache_bytes

layers, query_heads, kv_heads, d_head = 40, 40, 8, 128
right = kv_bytes_per_token(layers, kv_heads, d_head)
print(f"a token: {right:,} bytes")
print(f"8,192 tokens: {kv_cache_bytes(right, 8192) / 2**30:.2f} GiB")
print(f"keys only, no values: {right // 2:,}")
print(f"query heads for KV heads: {kv_bytes_per_token(layers, query_heads, d_head):,}")
print(f"one layer only: {kv_bytes_per_token(1, kv_heads, d_head):,}")
