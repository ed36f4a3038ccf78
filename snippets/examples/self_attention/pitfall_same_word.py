"""Two places, one word: both get the same, however different their places are."""


from snippets.running_example import E, two_heads
from snippets.self_attention import self_attention

W_Q, W_K, W_V = (W[:, :2] for W in two_heads()[:3])
X = E[[0, 1, 2, 0, 1]]  # The cat sat The cat
Y, A = self_attention(X, W_Q, W_K, W_V)
print("first cat: ", Y[1].round(4), " weights", A[1].round(4))
print("second cat:", Y[4].round(4), " weights", A[4].round(4))
