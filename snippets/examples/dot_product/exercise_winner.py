"""Exercise: two documents and a search."""

import numpy as np

from snippets.dot_product import cosine, dot

search = np.array([[1, 1, 0]])
short, long = [2, 2, 0], [4, 3, 9]
print("dot products:", dot(search, [short, long])[0])
print("cosines:     ", cosine(search, [short, long])[0].round(4))
