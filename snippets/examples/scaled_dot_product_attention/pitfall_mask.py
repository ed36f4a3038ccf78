"""Wrong: a mask multiplied in after softmax."""

import numpy as np

from snippets.running_example import E
from snippets.scaled_dot_product_attention import attention

mask = np.array([True, True, False])  # nobody may see sat
right = attention(E, E, E, mask)[1]
wrong = attention(E, E, E)[1] * mask
print("right, cat:", right[1].round(4), " sum:", right[1].sum().round(4))
print("wrong, cat:", wrong[1].round(4), " sum:", wrong[1].sum().round(4))
