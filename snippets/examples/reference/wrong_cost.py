"""Cost of one layer, d_model 512, 4,096 tokens: more heads, or wider ones."""

from snippets.attention_cost import (
    attention_weight_count,
    projection_weights,
    score_multiplications,
)

d_model, n = 512, 4096
TABLE = [
    {
        "heads × width": f"{h} × {d_head}",
        "numbers in W_Q, W_K, W_V, W_O": projection_weights(d_model, h, d_head),
        "multiplications, Q Kᵀ": score_multiplications(n, h, d_head),
        "attention weights": attention_weight_count(n, h),
    }
    for h, d_head in ((1, 512), (8, 64), (16, 32), (16, 64))
]
