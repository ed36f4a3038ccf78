"""The one-hot row of cat times the table: each row of the table, once or not at all."""

from snippets.embeddings import one_hot
from snippets.running_example import TOKENS, E

row = one_hot([1], n_words=3)[0]
print("one-hot row of cat:", row)
for weight, word, numbers in zip(row, TOKENS, E, strict=True):
    print(f"   {weight:.0f} · {word} {numbers} = {weight * numbers}")
print("                      sum =", row @ E)
