"""Exercise: shapes of a layer whose values are narrower than its keys."""

import numpy as np

from snippets.multi_head_attention import multi_head_attention

d_model, h, d_k, d_v, n_queries, n_keys = 96, 4, 24, 16, 3, 7
rng = np.random.default_rng(0)
W_Q, W_K = rng.normal(size=(2, d_model, h * d_k))
W_V = rng.normal(size=(d_model, h * d_v))
W_O = rng.normal(size=(h * d_v, d_model))
X, X_kv = rng.normal(size=(n_queries, d_model)), rng.normal(size=(n_keys, d_model))
Y, A = multi_head_attention(X, W_Q, W_K, W_V, W_O, h, X_kv=X_kv)
print("W_V", W_V.shape, " W_O", W_O.shape, " A", A.shape, " Y", Y.shape)
