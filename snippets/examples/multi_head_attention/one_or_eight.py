"""One head of 512 numbers or eight of 64: what is equal, and what is not."""

from snippets.attention_cost import (
    attention_weight_count,
    projection_weights,
    score_multiplications,
)

d_model, n_tokens = 512, 10
for h in (1, 8):
    d_k = d_model // h
    weights = projection_weights(d_model, h, d_k)
    scores = score_multiplications(n_tokens, h, d_k)
    patterns = attention_weight_count(n_tokens, h)
    print(
        f"h = {h}: d_k = {d_k:>3}, projection weights = {weights:,}, "
        f"score multiplications = {scores:,}\n"
        f"       attention matrices = {h} x (10, 10), {patterns} weights in all"
    )
