"""Exercise: the same layer, joined as it should be."""

import numpy as np

from snippets.multi_head_attention import join_heads, split_heads
from snippets.scaled_dot_product_attention import attention

X = np.array([[1.0, 2, 3, 4], [5, 6, 7, 8]])
Z, A = attention(*[split_heads(X, 2)] * 3, mask=np.eye(2, dtype=bool))
print(join_heads(Z))
