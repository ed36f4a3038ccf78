"""Wrong: every text numbers its words afresh, and the table has another order."""

from snippets.embeddings import embed
from snippets.running_example import TOKENS, E

text = "cat sat".split()
table_of = {word: i for i, word in enumerate(TOKENS)}  # the order of the rows of E
afresh = {word: i for i, word in enumerate(text)}  # the order in this text
for name, number in (("right", table_of), ("wrong", afresh)):
    ids = [number[word] for word in text]
    X = embed(ids, E)
    print(f"{name}: ids {ids}, rows of {[TOKENS[i] for i in ids]}, shape {X.shape}")
