"""A hard lookup: a hair's breadth in the query, and another value comes back."""

import numpy as np

from snippets.attention import lookup
from snippets.running_example import TOKENS, E

for second in (-0.01, 0.01):
    q = np.array([1, second, 1, 0])
    fit = ", ".join(f"{t} {d:.2f}" for t, d in zip(TOKENS, E @ q, strict=True))
    print(f"query {q.tolist()}: {fit} -> {lookup(q, E, E)}")
