"""The whole layer on "The cat sat", nothing hidden."""

import numpy as np

from snippets.multi_head_attention import multi_head_attention

E = np.array([[1, 0, 1, 0], [0, 1, 0, 1], [1, 1, 1, 1]], float)  # The, cat, sat
rng = np.random.default_rng(42)
heads = [[rng.normal(0, 1, (4, 2)) for _ in range(3)] for _ in range(2)]
W_Q, W_K, W_V = (np.hstack(parts) for parts in zip(*heads, strict=True))
W_O = rng.normal(0, 0.5, (4, 4))

Y, A = multi_head_attention(E, W_Q, W_K, W_V, W_O, n_heads=2)
for i, weights in enumerate(A):
    print(f"head {i} attention weights:\n{weights.round(4)}")
print("output", Y.shape, ":\n", Y.round(4))
