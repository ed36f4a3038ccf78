"""Exercise: what has to move along when two heads change places."""

import numpy as np

from snippets.multi_head_attention import multi_head_attention
from snippets.running_example import E, two_heads

W_Q, W_K, W_V, W_O = two_heads()
Y, A = multi_head_attention(E, W_Q, W_K, W_V, W_O, n_heads=2)
order = [2, 3, 0, 1]  # head 1 first, then head 0
swapped = [W[:, order] for W in (W_Q, W_K, W_V)]
for name, last in (("W_O as it was", W_O), ("rows of W_O swapped", W_O[order])):
    Y_swapped, A_swapped = multi_head_attention(E, *swapped, last, n_heads=2)
    print(f"{name}: output unchanged: {np.allclose(Y, Y_swapped)}")
print("maps changed places:", np.allclose(A[::-1], A_swapped))
