"""Exercise: the neighbours of fish and rug in the six sentences."""

from collections import Counter
from itertools import pairwise

from snippets.dot_product import cosine

text = (
    "the cat sat on the mat . the dog sat on the rug . the cat ate the fish . "
    "the dog ate the bone . a cat slept . a dog barked ."
).split()
rows = {word: Counter() for word in ("fish", "rug")}
for left, right in pairwise(text):
    for word, other in ((left, right), (right, left)):
        if word in rows and other != ".":
            rows[word][other] += 1
for word, row in rows.items():
    print(f"{word}:", dict(row))
words = sorted({other for row in rows.values() for other in row})
fish, rug = ([[row[other] for other in words]] for row in rows.values())
print("cosine:", cosine(fish, rug).item())
