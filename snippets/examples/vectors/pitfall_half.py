"""Wrong: squaring in 16 bits, where nothing above 65,504 fits."""

import numpy as np

from snippets.vectors import norm

x = np.array([300, 0, 400, 0], np.float16)
with np.errstate(over="ignore"):  # NumPy would warn
    print("in 16 bits:", norm(x))
print("in 32 bits:", norm(x.astype(np.float32)))
largest = int(np.finfo(np.float16).max)
print(f"300² is {300**2:,}; the largest number of 16 bits is {largest:,}")
