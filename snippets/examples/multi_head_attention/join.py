"""Joining puts the heads of a token side by side; W_O mixes them."""

from snippets.multi_head_attention import join_heads, split_heads
from snippets.running_example import E, two_heads
from snippets.scaled_dot_product_attention import attention

W_Q, W_K, W_V, W_O = two_heads()
Z, A = attention(*(split_heads(E @ W, 2) for W in (W_Q, W_K, W_V)))
concat = join_heads(Z)
Y = concat @ W_O
print("concat shape", concat.shape, "-> output shape", Y.shape)
print("output:\n", Y.round(4))
