"""Five tokens at once, or three in the cache and two new ones: the same mask rows."""

import numpy as np

from snippets.masks import causal_mask
from snippets.scaled_dot_product_attention import attention

at_once, new = causal_mask(5), causal_mask(2, n_cached=3)
print("five at once:\n", at_once.astype(int))
print("two new, three in the cache:\n", new.astype(int))

X = np.random.default_rng(0).normal(size=(5, 4))
Y, A = attention(X, X, X, at_once)
Y_new, A = attention(X[3:], X, X, new)
print("the last two tokens get the same:", np.allclose(Y[3:], Y_new))

top_left = np.tri(2, 5, dtype=bool)  # no account of the cache
Y_wrong, A = attention(X[3:], X, X, top_left)
print("and from the first key on:\n", top_left.astype(int))
print("they get the same:", np.allclose(Y[3:], Y_wrong))
