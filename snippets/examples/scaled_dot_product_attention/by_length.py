"""Work and memory of one call, with queries, keys and values 64 wide."""

d = 64
TABLE = [
    {
        "tokens": n,
        "multiplications": 2 * n * n * d,  # Q Kᵀ, and A V
        "attention weights": n * n,
        "megabytes": f"{4 * n * n / 1e6:,g}",  # 4 bytes each
    }
    for n in (10, 1000, 100_000)
]
