"""Exercise: which changes of the scores change the weights?"""

import numpy as np

from snippets.softmax import softmax

S = np.log([1, 2, 5])
print("as they are:       ", softmax(S).round(4))
print("(a) 5 more for all:", softmax(S + 5).round(4))
print("(b) all doubled:   ", softmax(2 * S).round(4))
print("(c) 5 more for one:", softmax(S + np.array([0, 0, 5])).round(4))
print("(d) one of −∞ more:", softmax([*S, -np.inf]).round(4))
print("(e) one of 0 more: ", softmax([*S, 0]).round(4))
