"""Random projections to two numbers: weights and outputs of the three words."""

from snippets.running_example import E, two_heads
from snippets.self_attention import self_attention

W_Q, W_K, W_V = (W[:, :2] for W in two_heads()[:3])  # seed 42; (4, 2) each
Y, A = self_attention(E, W_Q, W_K, W_V)
print("weights A", A.shape)
print(A.round(4))
print("output Y", Y.shape)
print(Y.round(4))
