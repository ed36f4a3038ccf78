"""Exercise: the squared distance from three dot products, and from one cosine."""

from snippets.dot_product import cosine
from snippets.running_example import E
from snippets.vectors import norm, unit

The, cat, sat = E
print(f"squared distance The to sat:    {norm(The - sat) ** 2:.4f}")
print(f"The·The − 2 The·sat + sat·sat:  {The @ The - 2 * The @ sat + sat @ sat:.4f}")
u, v = unit(The), unit(sat)
print(f"squared, both of length 1:      {norm(u - v) ** 2:.4f}")
print(f"2 − 2 cosine:                   {2 - 2 * cosine(E[:1], E[2:])[0, 0]:.4f}")
