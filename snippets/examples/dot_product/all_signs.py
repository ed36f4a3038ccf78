"""All vectors of plus and minus ones: how far their dot products spread, exactly."""

from itertools import product

import numpy as np

from snippets.dot_product import dot

for width in (1, 2, 3, 8):
    X = np.array(list(product((-1, 1), repeat=width)))  # (2 ** width, width)
    S = dot(X, X)  # every vector with every other and with itself
    found, times = np.unique(S, return_counts=True)
    counts = ", ".join(f"{s:+.0f}: {n}×" for s, n in zip(found, times, strict=True))
    print(f"width {width}: mean {S.mean():.0f}, mean square {(S * S).mean():.0f}")
    if width < 4:
        print("        ", counts)
