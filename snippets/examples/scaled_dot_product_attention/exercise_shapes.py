"""Exercise: shapes, and a call that is refused."""

import numpy as np

from snippets.scaled_dot_product_attention import attention

Q, K, V = np.ones((3, 8)), np.ones((7, 8)), np.ones((7, 2))
Y, A = attention(Q, K, V)
print("A", A.shape, " Y", Y.shape)
try:
    attention(Q, K, V[:3])
except ValueError as error:
    print(error)
