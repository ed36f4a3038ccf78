"""A factor in the queries undoes the division."""

import numpy as np

from snippets.running_example import E
from snippets.scaled_dot_product_attention import attention

undivided = attention(E, E, E, scale=1)[1]
larger = attention(2 * E, E, E)[1]  # 2 is √d_k
print("not divided:      ", undivided[2].round(4))
print("divided, Q doubled:", larger[2].round(4))
print("equal everywhere:", np.allclose(undivided, larger))
