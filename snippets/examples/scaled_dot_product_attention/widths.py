"""The largest of ten weights, on average, by the width of query and keys."""

import numpy as np

from snippets.softmax import softmax

N = 100_000
rng = np.random.default_rng(42)
TABLE = []
for d_k in (2, 64, 512):
    length = np.sqrt(rng.chisquare(d_k, (N, 1)))  # of a query: root of d_k squares
    products = length * rng.normal(size=(N, 10))  # its dot products with ten keys
    row = {"d_k": d_k}
    for name, divisor in (("q·k", 1), ("q·k / √d_k", d_k**0.5), ("q·k / d_k", d_k)):
        row[name] = f"{softmax(products / divisor).max(axis=-1).mean():.3f}"
    TABLE.append(row)
