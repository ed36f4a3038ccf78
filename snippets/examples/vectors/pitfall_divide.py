"""Wrong: dividing rows by norms of shape (n,). With n words of n numbers it runs."""

import numpy as np

from snippets.running_example import E
from snippets.vectors import norm

X = np.vstack([E, 3 * E[1]])  # a fourth word, 3 · cat: four words of four numbers
print("norms:", norm(X).round(2))
wrong = X / norm(X)  # divides column j by norm j
right = X / norm(X)[:, None]  # divides row i by norm i
print("wrong, norms of the rows:", norm(wrong).round(2))
print("right, norms of the rows:", norm(right).round(2))
try:
    E / norm(E)
except ValueError as error:
    print("three words:", str(error).strip())
