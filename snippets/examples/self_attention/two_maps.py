"""Only the product of W_Q and W_K transposed decides the scores."""

import numpy as np

from snippets.running_example import E, two_heads
from snippets.self_attention import self_attention

W_Q, W_K, W_V = (W[:, :2] for W in two_heads()[:3])
M = np.array([[2.0, 1], [1, 1]])  # any matrix with an inverse
A = self_attention(E, W_Q, W_K, W_V)[1]
other = self_attention(E, W_Q @ M, W_K @ np.linalg.inv(M).T, W_V)[1]
print("other queries, other keys, same weights:", np.allclose(A, other))
print("scores from one matrix (4, 4):")
print((E @ (W_Q @ W_K.T) @ E.T / np.sqrt(2)).round(4))
