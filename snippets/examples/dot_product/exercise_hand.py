"""Exercise: a dot product and a cosine, and the usual wrong answers."""

import numpy as np

from snippets.vectors import norm

x, y = np.array([2, 1, 0, 2]), np.array([1, 2, 2, 0])
print("products:", x * y, "  dot product:", x @ y)
print("norms:", norm(x), norm(y))
print(f"cosine: {x @ y / (norm(x) * norm(y)):.4f}")
print("each added up first:         ", x.sum() * y.sum())
print(f"divided by one norm only:    {x @ y / norm(x):.4f}")
print(f"divided by the sum of norms: {x @ y / (norm(x) + norm(y)):.4f}")
