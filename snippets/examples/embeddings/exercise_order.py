"""Exercise: what a sum of rows knows about the order of the words."""

from snippets.embeddings import embed
from snippets.running_example import E

for text, ids in (("The cat sat", [0, 1, 2]), ("sat cat The", [2, 1, 0])):
    print(f"{text}: sum of the rows {embed(ids, E).sum(axis=0)}")
