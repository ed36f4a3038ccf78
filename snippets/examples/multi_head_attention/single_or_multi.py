"""One head against eight, point by point, d_model 512, 10 tokens."""

from snippets.attention_cost import (
    attention_weight_count,
    projection_weights,
    score_multiplications,
)

d_model, n = 512, 10
one, eight = (1, 512), (8, 64)  # heads, width of a head
points = {
    "width of a query": lambda h, d: d,
    "weight matrices n × n": lambda h, d: h,
    "attention weights to hold": lambda h, d: attention_weight_count(n, h),
    "numbers in W_Q, W_K, W_V, W_O": lambda h, d: projection_weights(d_model, h, d),
    "multiplications, Q Kᵀ": lambda h, d: score_multiplications(n, h, d),
    "multiplications, A V": lambda h, d: score_multiplications(n, h, d),
    "rank of W_Q W_Kᵀ in a head, at most": lambda h, d: min(d_model, d),
    "weighted averages a token gets": lambda h, d: h,
}
TABLE = [
    {"point": point, "one head": count(*one), "eight heads": count(*eight)}
    for point, count in points.items()
]
