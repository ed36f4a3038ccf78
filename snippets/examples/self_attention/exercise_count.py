"""Exercise: shapes and the number of learnt numbers, for two lengths."""

import numpy as np

from snippets.self_attention import self_attention

d_model, d_k, d_v = 96, 24, 16
W_Q = W_K = np.ones((d_model, d_k))
W_V = np.ones((d_model, d_v))
learnt = W_Q.size + W_K.size + W_V.size
for n_tokens in (7, 14):
    Y, A = self_attention(np.ones((n_tokens, d_model)), W_Q, W_K, W_V)
    print(f"{n_tokens:2} tokens: A {A.shape}, Y {Y.shape}, numbers learnt {learnt:,}")
print(f"W_V as wide as the keys: {3 * W_K.size:,}")
print(f"twice the numbers for twice the tokens: {2 * learnt:,}")
