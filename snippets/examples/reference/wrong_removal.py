"""Two heads that do the same: take out one, the other, both."""

import numpy as np

from snippets.multi_head_attention import multi_head_attention

words = ["cat", "sat", "mat"]
X = np.eye(3)
asks_for_cat = np.zeros((3, 3))
asks_for_cat[2, 0] = 8  # mat has the query [8, 0, 0]
W_Q = np.hstack([asks_for_cat, asks_for_cat])
W_K = W_V = np.hstack([X, X])
W_O = 2 * np.vstack([X, X])  # rows 0 to 2 are head 0, rows 3 to 5 head 1

for removed in ([], [0], [1], [0, 1]):
    kept = W_O.copy()
    for head in removed:
        kept[3 * head : 3 * head + 3] = 0
    Y, A = multi_head_attention(X, W_Q, W_K, W_V, kept, n_heads=2)
    last = (X + Y)[2]  # the layer's output is added to the token, as in a Transformer
    print(f"removed {removed!s:6} mat becomes {last.round(2)}, most like", end=" ")
    print(words[last.argmax()])
