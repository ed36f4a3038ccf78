"""What is learnt and what is computed: d_model 512, queries, keys and values of 64."""

d_model, d_k = 512, 64
TABLE = [
    {
        "tokens": n,
        "numbers in W_Q, W_K, W_V": 3 * d_model * d_k,
        "products, projections": 3 * n * d_model * d_k,
        "products, scores and mixing": 2 * n * n * d_k,
        "attention weights": n * n,
    }
    for n in (10, 1000, 10_000)
]
