"""Exercise: the same vector added to every key, or to every query."""

import numpy as np

from snippets.running_example import E
from snippets.scaled_dot_product_attention import attention

c = np.array([3.0, -1, 2, 0])
A = attention(E, E, E)[1]
for name, moved in (("keys", attention(E, E + c, E)[1]),
                    ("queries", attention(E + c, E, E)[1])):
    print(f"c added to the {name}: same weights: {np.allclose(A, moved)}")
