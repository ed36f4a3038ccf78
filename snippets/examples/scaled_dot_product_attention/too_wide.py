"""Dot products of random vectors, not divided: narrow vectors and wide ones."""

import numpy as np

from snippets.softmax import softmax

for d_k in (2, 512):
    rng = np.random.default_rng(0)
    q, K = rng.normal(size=d_k), rng.normal(size=(4, d_k))  # one query, four keys
    products = K @ q
    raised = products + np.array([0, 1, 0, 0])  # 1 more for the second key
    print(f"width {d_k}")
    print("  dot products        ", *(f"{s:7.2f}" for s in products))
    print("  weights             ", *(f"{a:7.4f}" for a in softmax(products)))
    print("  with key 1 raised   ", *(f"{a:7.4f}" for a in softmax(raised)))
