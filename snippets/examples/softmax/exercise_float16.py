"""Exercise: two scores in 16 bits."""

import numpy as np

from snippets.softmax import softmax

S = np.array([12, 9], np.float16)
with np.errstate(all="ignore"):  # NumPy would warn
    powers = np.exp(S)
    naive = powers / powers.sum()
print("exp:             ", " ".join(f"{power:.0f}" for power in powers))
print("naive weights:   ", naive)
print("maximum off, exp:", np.exp(S - S.max()).round(4))
print("weights:         ", softmax(S).round(4))
