"""Concatenate and multiply, or multiply and add: the same output."""

import numpy as np

from snippets.multi_head_attention import join_heads, split_heads
from snippets.running_example import E, two_heads
from snippets.scaled_dot_product_attention import attention

W_Q, W_K, W_V, W_O = two_heads()
Z, A = attention(*(split_heads(E @ W, 2) for W in (W_Q, W_K, W_V)))
parts = [Z[i] @ W_O[2 * i : 2 * i + 2] for i in range(2)]  # W_O cut into blocks of rows
print("head 0 adds to sat:", parts[0][2].round(4))
print("head 1 adds to sat:", parts[1][2].round(4))
print("sum:               ", (parts[0] + parts[1])[2].round(4))
print("Concat · W_O:      ", (join_heads(Z) @ W_O)[2].round(4))
print("equal everywhere:", np.allclose(parts[0] + parts[1], join_heads(Z) @ W_O))
