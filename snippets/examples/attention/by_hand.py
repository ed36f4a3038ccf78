"""One query over three keys: what is taken of each value, and what comes of it."""

import numpy as np

from snippets.attention import lookup
from snippets.running_example import TOKENS, E

q = np.array([1, 1, 0, 1])
a = np.array([1 / 8, 1 / 4, 5 / 8])  # given; how to make them comes later
print("key   q·k  weight  weight · value")
for token, k, weight, v in zip(TOKENS, E, a, E, strict=True):
    print(f"{token:6}{q @ k:2.0f}{weight:9.3f}   {weight * v}")
print(f"sum{a.sum():14.3f}  ", a @ E)
print("hard lookup       ", lookup(q, E, E))
