"""Three rows of scores at once."""

import numpy as np

from snippets.softmax import softmax

S = np.array([[0, np.log(2), np.log(5)], [7, 7, 7], [0, -np.inf, 0]])
print(softmax(S).round(4))
