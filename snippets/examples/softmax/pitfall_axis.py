"""Wrong: softmax along the wrong axis."""

import numpy as np

from snippets.softmax import softmax

S = np.log([[1, 2, 5], [1, 1, 2], [6, 1, 1]])  # a row for each query
right, wrong = softmax(S), softmax(S.T).T
print("row, right: ", right[0].round(4))
print("row, wrong: ", wrong[0].round(4))
print("row sums:   ", wrong.sum(axis=1).round(4))
print("column sums:", wrong.sum(axis=0).round(4))
