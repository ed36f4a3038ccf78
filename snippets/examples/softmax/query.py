"""The same weights from a query and the three vectors: every score is larger."""

import numpy as np

from snippets.running_example import E
from snippets.softmax import softmax

query = np.log([2.5, 5, 2.5, 5])
S = E @ query
print("query:  ", query.round(4))
print("scores: ", S.round(4))
print("shift:  ", (S - 2 * np.log([1, 2, 5])).round(4))  # from 2 ln 1, 2 ln 2, 2 ln 5
print("weights:", softmax(S / 2).round(4))
print("another:", softmax(E @ [1, 1, 0, 1] / 2).round(4))
