"""Exercise: divide by the norm of the row and by the norm of the column."""

from snippets.running_example import E
from snippets.vectors import norm

print((E @ E.T / (norm(E)[:, None] * norm(E))).round(4))
