"""Exercise: which rows can be weights?"""

import numpy as np

from snippets.probability import check_distribution

counts = np.array([1, 2, 5])
rows = {
    "a": [0.2, 0.3, 0.5],
    "b": [0.6, 0.6, -0.2],
    "c": [1, 0, 0],
    "d": [0.5, 0.25, 0.125],
    "e": counts / np.linalg.norm(counts),
}
for name, row in rows.items():
    try:
        check_distribution(row)
        print(name, "yes")
    except ValueError as error:
        print(name, "no:", error)
