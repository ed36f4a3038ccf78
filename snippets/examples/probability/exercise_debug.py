"""Exercise: more bits than three tokens can have."""

import numpy as np

A = np.array([[1 / 8, 1 / 4, 5 / 8], [1 / 2, 1 / 4, 1 / 4], [1 / 4, 1 / 4, 1 / 2]])
H = -(A * np.log2(A)).sum()
print(f"entropy: {H:.4f} bits, at most {np.log2(3):.4f}")
