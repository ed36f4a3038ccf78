"""Rows from counting: how often each word stands next to each other word."""

from itertools import pairwise

import numpy as np

from snippets.dot_product import cosine

sentences = (
    "the cat sat on the mat", "the dog sat on the rug", "the cat ate the fish",
    "the dog ate the bone", "a cat slept", "a dog barked",
)
words = sorted({word for sentence in sentences for word in sentence.split()})
number = {word: i for i, word in enumerate(words)}
counts = np.zeros((len(words), len(words)))
for sentence in sentences:
    ids = [number[word] for word in sentence.split()]
    for left, right in pairwise(ids):
        counts[left, right] += 1
        counts[right, left] += 1

print(*sentences, "", sep="\n")
for word in ("cat", "dog", "mat"):
    row = counts[number[word]]
    print(f"{word}:", {words[j]: int(row[j]) for j in np.flatnonzero(row)})
chosen = counts[[number[word] for word in ("cat", "dog", "mat")]]
print("cosines:\n", cosine(chosen, chosen).round(3))
