"""Change one assumption at a time: 20,000 pairs of width 64, seed 1."""

import numpy as np

N, width = 20_000, 64
rng = np.random.default_rng(1)
X, Y = rng.normal(size=(2, N, width))
cases = {
    "as the paper says": (X, Y),
    "standard deviation 2": (2 * X, 2 * Y),
    "mean 1": (X + 1, Y + 1),
    "a vector with itself": (X, X),
}
print(f"{'':20}  mean  deviation")
for name, (x, y) in cases.items():
    products = (x * y).sum(axis=1)
    print(f"{name:20} {round(products.mean()):5} {round(products.std()):8}")
