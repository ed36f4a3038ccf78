"""Exercise: where a weight goes when the words change places."""

from snippets.running_example import TOKENS, E, two_heads
from snippets.self_attention import self_attention

W_Q, W_K, W_V = (W[:, :2] for W in two_heads()[:3])
order = [1, 2, 0]
print(*(TOKENS[i] for i in order))
print(self_attention(E[order], W_Q, W_K, W_V)[1].round(4))
