"""Dot products and cosines of the running example, side by side."""

from snippets.dot_product import cosine, dot
from snippets.running_example import E

print("dot(E, E), E @ E.T:", dot(E, E).shape)
print(dot(E, E))
print("cosine(E, E):")
print(cosine(E, E).round(4))
