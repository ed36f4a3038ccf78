"""A mask: cat may not see sat, and sat may see nothing at all."""

import numpy as np

from snippets.running_example import E
from snippets.scaled_dot_product_attention import attention

mask = np.array([[True, True, True], [True, True, False], [False, False, False]])
Y, A = attention(E, E, E, mask)
print("weights:")
print(A.round(4))
print("output:")
print(Y.round(4))
