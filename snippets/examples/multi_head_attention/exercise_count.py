"""Exercise: counting for a layer like BERT-base, and with half the heads."""

from snippets.attention_cost import (
    attention_weight_count,
    projection_weights,
    score_multiplications,
)

d_model, n = 768, 128
for h in (12, 6):
    d_head = d_model // h
    print(
        f"{h:>2} heads of {d_head}:\n"
        f"   {projection_weights(d_model, h, d_head):>12,} weights\n"
        f"   {score_multiplications(n, h, d_head):>12,} score multiplications\n"
        f"   {attention_weight_count(n, h):>12,} attention weights"
    )
