"""Cost of one layer by the number of heads, d_model 512, 4,096 tokens."""

from snippets.attention_cost import (
    attention_weight_count,
    projection_multiplications,
    projection_weights,
    score_multiplications,
)

d_model, n = 512, 4096
TABLE = []
for h in (1, 2, 4, 8, 16, 32):
    d_head = d_model // h
    TABLE.append({
        "heads × width": f"{h} × {d_head}",
        "numbers in W_Q, W_K, W_V, W_O": projection_weights(d_model, h, d_head),
        "products, projections": projection_multiplications(n, d_model, h, d_head),
        "products, scores": score_multiplications(n, h, d_head),
        "attention weights": attention_weight_count(n, h),
    })
