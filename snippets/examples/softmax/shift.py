"""With and without the maximum taken off, on scores that differ by a shift."""

import numpy as np

from snippets.softmax import softmax

scores = np.log([1, 2, 5])
for shift in (0, 1000, -1000):
    S = scores + shift
    with np.errstate(all="ignore"):  # NumPy would warn
        naive = np.exp(S) / np.exp(S).sum()
    print(f"{shift:+5}, naive:  ", naive.round(4))
    print(f"{shift:+5}, softmax:", softmax(S).round(4))
