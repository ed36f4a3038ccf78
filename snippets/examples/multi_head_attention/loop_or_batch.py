"""The loop and the batched form give the same numbers, with a batch and a mask too."""

import numpy as np

from snippets.masks import causal_mask
from snippets.multi_head_attention import (
    multi_head_attention,
    multi_head_attention_loop,
)

rng = np.random.default_rng(0)
X = rng.normal(size=(2, 7, 15))  # 2 sentences of 7 tokens, d_model 15
W_Q, W_K, W_V, W_O = (rng.normal(size=(15, 15)) for _ in range(4))
for name, mask in (("no mask", None), ("causal ", causal_mask(7))):
    Y, A = multi_head_attention(X, W_Q, W_K, W_V, W_O, 5, mask=mask)
    Y_loop, A_loop = multi_head_attention_loop(X, W_Q, W_K, W_V, W_O, 5, mask=mask)
    same = np.allclose(Y, Y_loop, atol=1e-12) and np.allclose(A, A_loop, atol=1e-12)
    print(f"{name}: Y {Y.shape}, A {A.shape}, equal to 12 decimals: {same}")
