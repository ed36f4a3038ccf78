"""Exercise: cat sat cat, looked up and as a product."""

from snippets.embeddings import embed, one_hot
from snippets.running_example import E

ids = [1, 2, 1]
print(f"X {embed(ids, E).shape}:\n{embed(ids, E)}")
print(f"H {one_hot(ids, 3).shape}:\n{one_hot(ids, 3)}")
