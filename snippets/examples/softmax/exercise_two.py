"""Exercise: two tokens, and the lead that gets 90 % of the weight."""

import numpy as np

from snippets.softmax import softmax

for lead in (1, np.log(9), 9):
    formula = 1 / (1 + np.exp(-lead))
    print(f"lead {lead:.4f}: {softmax([lead, 0])[0]:.4f}, formula {formula:.4f}")
