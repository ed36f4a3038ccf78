"""A text of four tokens: ids, one-hot rows, and the same vectors in two ways."""

import numpy as np

from snippets.embeddings import embed, one_hot
from snippets.running_example import TOKENS, E

number = {word: i for i, word in enumerate(TOKENS)}  # the vocabulary
ids = [number[word] for word in "sat The cat The".split()]
H = one_hot(ids, n_words=len(E))
X = embed(ids, E)
print("ids:", ids)
print(f"one-hot rows H {H.shape}:\n{H}")
print(f"looked up X {X.shape}:\n{X}")
print("H @ E is X:", np.array_equal(H @ E, X))
