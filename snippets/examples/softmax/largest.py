"""The largest number whose exponential is still finite, for three float types."""

import numpy as np

TABLE = []
for dtype in (np.float16, np.float32, np.float64):
    x = dtype(np.log(np.finfo(dtype).max))  # within a step or two
    with np.errstate(over="ignore"):
        while np.isfinite(np.exp(x)):
            x = np.nextafter(x, dtype(np.inf))
        while not np.isfinite(np.exp(x)):
            x = np.nextafter(x, dtype(0))
    row = {"float type": dtype.__name__, "largest x with a finite exp(x)": f"{x:.4f}"}
    TABLE.append(row | {"largest number": f"{np.finfo(dtype).max:.3g}"})
