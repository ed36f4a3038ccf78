"""The words in another order: every row comes out as before, in its new place."""

import numpy as np

from snippets.running_example import TOKENS, E, two_heads
from snippets.self_attention import self_attention

W_Q, W_K, W_V = (W[:, :2] for W in two_heads()[:3])
order = [2, 0, 1]
Y, A = self_attention(E, W_Q, W_K, W_V)
Y_moved, A_moved = self_attention(E[order], W_Q, W_K, W_V)
for i, row in zip(order, Y_moved, strict=True):
    print(f"{TOKENS[i]}: {row.round(4)}   before: {Y[i].round(4)}")
print("outputs moved with the words:", np.allclose(Y_moved, Y[order]))
print("weights, rows and columns:   ", np.allclose(A_moved, A[order][:, order]))
