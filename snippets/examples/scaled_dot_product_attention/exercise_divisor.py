"""Exercise: two divisors, for unrelated vectors and for a key equal to the query."""

import numpy as np

rng = np.random.default_rng(42)
print("                 /√d_k              /d_k")
print("d_k       unrelated  equal   unrelated  equal")
for d_k in (16, 256, 1024):
    q, k = rng.normal(size=(2, 5000, d_k))
    unrelated, equal = (q * k).sum(axis=-1).std(), (q * q).sum(axis=-1).mean()
    root = d_k**0.5
    print(f"{d_k:4} {unrelated / root:13.1f} {equal / root:7.1f}"
          f" {unrelated / d_k:10.2f} {equal / d_k:7.1f}")
