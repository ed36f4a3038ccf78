"""Projecting once and splitting gives each head its own queries."""

from snippets.multi_head_attention import split_heads
from snippets.running_example import E, two_heads

W_Q, W_K, W_V, W_O = two_heads()
Q = E @ W_Q
heads = split_heads(Q, 2)
print("Q", Q.shape, "-> heads", heads.shape)
print(Q.round(4))
print("head 0:\n", heads[0].round(4))
print("head 1:\n", heads[1].round(4))
