"""One row of weights by hand: the expected value and the entropy."""

import numpy as np

from snippets.running_example import TOKENS, E

weights = np.array([1 / 8, 1 / 4, 5 / 8])
surprise = np.log2(1 / weights)
print("token  weight   log2 1/a   product")
for token, a, s in zip(TOKENS, weights, surprise, strict=True):
    print(f"{token:5} {a:7.3f} {s:10.4f} {a * s:9.4f}")
H = (weights * surprise).sum()
print(f"entropy {H:25.4f} bits")
print(f"even over three {np.log2(3):17.4f} bits")
print(f"2 to the {H:.4f} {2**H:16.2f}")
print("expected value", weights @ E)
