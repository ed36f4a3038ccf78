"""Exercise: width 64, numbers of standard deviation 0.5; the usual wrong answers."""

import numpy as np

width, deviation = 64, 0.5
print(f"√64 × 0.5²:               {width**0.5 * deviation**2:.1f}")
print(f"with 0.5 taken once:      {width**0.5 * deviation:.1f}")
print(f"without the root:         {width * deviation**2:.1f}")
print(f"without the 0.5:          {width**0.5:.1f}")
rng = np.random.default_rng(0)
X, Y = rng.normal(0, deviation, (2, 20_000, width))
print(f"20,000 pairs, seed 0:     {(X * Y).sum(axis=1).std():.1f}")
