"""Exercise: self-attention with one mistake."""

import numpy as np

from snippets.running_example import E, two_heads
from snippets.softmax import softmax


def my_self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    S = K @ Q.T / np.sqrt(K.shape[-1])
    A = softmax(S)
    return A @ V, A


W_Q, W_K, W_V = (W[:, :2] for W in two_heads()[:3])
print(my_self_attention(E, W_Q, W_K, W_V)[1].round(4))
