"""Exercise: a query that gives sat half of the weight and the others a quarter."""

import numpy as np

from snippets.running_example import E
from snippets.scaled_dot_product_attention import attention

for q in (np.log(2) * np.ones(4), np.log(2) / 2 * np.ones(4)):
    products, weights = E @ q, attention(q[None], E, E)[1][0]
    print("q", q.round(4), "q·k", products.round(4), "weights", weights.round(4))
