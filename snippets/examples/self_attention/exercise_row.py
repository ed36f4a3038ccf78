"""Exercise: the row of cat with the three matrices of the page, and two mistakes."""

import numpy as np

from snippets.running_example import E
from snippets.scaled_dot_product_attention import attention
from snippets.self_attention import self_attention

W_Q = np.array([[0, 1, 0, 0], [1, 0, 0, 0], [0, 0, 0, 1], [0, 0, 1, 0]])
W_V = np.array([[1, 0], [0, 1], [1, 0], [0, 1]])
Y, A = self_attention(E, W_Q, np.eye(4), W_V)
print("weights:", A[1].round(4), " output:", Y[1].round(4))
print("query not swapped:", attention(E, E, E)[1][1].round(4))
print("not divided by 2: ", attention(E @ W_Q, E, E, scale=1)[1][1].round(4))
