"""Exercise: cosines of the three words, and one of them is above 1."""

from snippets.running_example import E
from snippets.vectors import norm

S = E @ E.T
cosines = S / norm(E)
print(cosines.round(4))
