"""Dot products of random vectors: 20,000 pairs, seed 0, mean 0 and variance 1."""

import numpy as np

N = 20_000
rng = np.random.default_rng(0)
TABLE = []
for width, digits in ((2, 2), (64, 1), (512, 0)):
    X, Y = rng.normal(size=(2, N, width))
    squares = (X * Y).sum(axis=1) ** 2  # the mean is 0: no need to take it off
    TABLE.append({
        "width": f"{width}",
        "variance": f"{squares.mean():.{digits}f}",
        "give or take": f"{squares.std() / N**0.5:.{digits}f}",
        "standard deviation": f"{squares.mean() ** 0.5:.1f}",
        "√width": f"{width**0.5:.1f}",
    })
