"""How sharp the rows of a trained model are, against random vectors of its width."""

import numpy as np

from snippets.records import records
from snippets.softmax import softmax

data = records("minilm/the-cat-sat-on-the-mat")
A = np.array(data["weights"]) / data["scale"]  # 72 maps of 8 queries and 8 keys
largest = A.max(axis=-1).mean(axis=-1)
rng = np.random.default_rng(42)
products = np.sqrt(rng.chisquare(32, (100_000, 1))) * rng.normal(size=(100_000, 8))
chance = softmax(products / 32**0.5).max(axis=-1).mean()
print(f"random queries and keys of width 32: {chance:.2f}")
print(f"MiniLM, mean of its {largest.size} maps: {largest.mean():.2f}")
print(f"maps above the random value: {(largest > chance).sum()}")
