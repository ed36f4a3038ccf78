"""Wrong: one matrix for queries and keys. The scores are symmetric again."""

import numpy as np

from snippets.running_example import E, two_heads

W_Q, W_K, _ = (W[:, :2] for W in two_heads()[:3])
for name, W in (("W_K of its own", W_K), ("W_K = W_Q", W_Q)):
    S = (E @ W_Q) @ (E @ W).T / np.sqrt(2)
    print(f"{name}: The asks cat {S[0, 1]:7.4f}, cat asks The {S[1, 0]:7.4f}")
