"""Exercise: a vocabulary of three words meets a fourth."""

import numpy as np

from snippets.embeddings import embed
from snippets.running_example import TOKENS, E

number = {word: i for i, word in enumerate(TOKENS)}


def vectors(text):
    return embed([number.get(word, 0) for word in text.split()], E)


print(vectors("The dog sat"))
same = np.array_equal(vectors("The dog sat"), vectors("The The sat"))
print("The dog sat is The The sat:", same)
