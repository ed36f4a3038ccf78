"""Wrong: whole numbers of 8 bits, multiplied and added in 8 bits."""

import numpy as np

x = np.array([100, 100], np.int8)
print("in 8 bits: ", x @ x)
print("in 32 bits:", x.astype(np.int32) @ x)
