"""One-number queries and keys: scores of rank 1, attention weights of rank 3."""

import numpy as np

from snippets.scaled_dot_product_attention import attention

Q = K = np.array([[-1.0], [0.0], [1.0]])
V = np.array([[1.0], [2.0], [4.0]])
S = Q @ K.T
Z, A = attention(Q, K, V)
print("scores:\n", S.astype(int))
print("weights:\n", A.round(4))
for name, M in (("scores", S), ("weights", A), ("output A V", Z)):
    print(f"rank of the {name}: {np.linalg.matrix_rank(M)}")
