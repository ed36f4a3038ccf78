"""Draw tokens with the weights as probabilities; average the vectors drawn."""

import numpy as np

from snippets.running_example import TOKENS, E

weights = [1 / 8, 1 / 4, 5 / 8]
rng = np.random.default_rng(0)
drawn = rng.choice(3, size=100_000, p=weights)
print("first draws:", *(TOKENS[i] for i in drawn[:5]))
for n in (10, 1_000, 100_000):
    print(f"{n:7,} draws:", E[drawn[:n]].mean(axis=0).round(2))
print("expected:     ", weights @ E)
