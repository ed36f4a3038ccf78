"""Wrong: softmax of what is a row of weights already."""

import numpy as np

from snippets.softmax import softmax

A = softmax(np.log([1, 2, 5]))
for times in range(1, 5):
    print(f"after {times}:", A.round(4))
    A = softmax(A)
