"""Wrong: dividing the weights, not the scores."""

import numpy as np

from snippets.running_example import E
from snippets.softmax import softmax

wrong = softmax(E @ E.T) / np.sqrt(4)
print("weights of sat:", wrong[2].round(4), " sum:", wrong[2].sum().round(4))
print("output of sat: ", (wrong[2] @ E).round(4))
