"""Exercise: what is given for the row of sat in head 1."""

from snippets.multi_head_attention import split_heads
from snippets.running_example import TOKENS, E, two_heads

W_Q, W_K, W_V, W_O = two_heads()
print("query of sat:", split_heads(E @ W_Q, 2)[1, 2].round(4))
for token, k in zip(TOKENS, split_heads(E @ W_K, 2)[1], strict=True):
    print(f"key of {token}:  {k.round(4)}")
