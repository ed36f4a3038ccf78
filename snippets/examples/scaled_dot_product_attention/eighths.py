"""The query of the page before: its weights, and the output that they give."""

import numpy as np

from snippets.running_example import E
from snippets.scaled_dot_product_attention import attention

Q = np.log([[2.5, 5, 2.5, 5]])  # one query: (1, 4)
Y, A = attention(Q, E, E)
print("weights", A)
print("output ", Y)
