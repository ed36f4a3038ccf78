"""Exercise: the rank of scores and the rank of attention weights."""

import numpy as np

from snippets.scaled_dot_product_attention import attention

rng = np.random.default_rng(0)
Q, K = rng.normal(size=(2, 7, 2))  # 7 tokens, a head of width 2
A = attention(Q, K, K)[1]
print("rank of the scores: ", np.linalg.matrix_rank(Q @ K.T))
print("rank of the weights:", np.linalg.matrix_rank(A))
