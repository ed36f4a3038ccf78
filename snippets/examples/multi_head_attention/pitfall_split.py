"""Wrong: splitting with one reshape. The shapes are right, the heads are not."""

import numpy as np

from snippets.multi_head_attention import split_heads

X = np.array([[1, 2, 3, 4], [5, 6, 7, 8]])  # 2 tokens, d_model 4, 2 heads
right = split_heads(X, 2)
wrong = X.reshape(2, 2, 2)  # (n_heads, n_tokens, d_head) at once
print("shapes:", right.shape, wrong.shape)
print("right, head 0:", right[0].tolist(), "<- columns 0 and 1 of both tokens")
print("wrong, head 0:", wrong[0].tolist(), "<- all of token 0, nothing of token 1")
