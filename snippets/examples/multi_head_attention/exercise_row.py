"""Exercise: the row of sat in head 1, and the usual wrong answers."""

import numpy as np

from snippets.multi_head_attention import split_heads
from snippets.running_example import TOKENS, E, two_heads
from snippets.softmax import softmax

W_Q, W_K, W_V, W_O = two_heads()
q = split_heads(E @ W_Q, 2)[1, 2]  # head 1, token sat
K = split_heads(E @ W_K, 2)[1]
print("q·k:", dict(zip(TOKENS, (K @ q).round(4).tolist(), strict=True)))
print("divided by √2, the right row:  ", softmax(K @ q / np.sqrt(2)).round(4))
print("not divided at all:            ", softmax(K @ q).round(4))
print("divided by √4, the whole width:", softmax(K @ q / np.sqrt(4)).round(4))
