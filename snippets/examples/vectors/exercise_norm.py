"""Exercise: the norm of 2 · The − cat, and the usual wrong answers."""

import numpy as np

from snippets.running_example import E
from snippets.vectors import norm

x = 2 * E[0] - E[1]
print("2 · The − cat:", x)
print(f"its norm, √{(x * x).sum():.0f}:                   {norm(x):.4f}")
print(f"without the root:                {(x * x).sum():.4f}")
print(f"with (−1)² taken for −1, √6:     {np.sqrt((x * abs(x)).sum()):.4f}")
print(f"from the norms alone, 2·√2 − √2: {2 * norm(E[0]) - norm(E[1]):.4f}")
