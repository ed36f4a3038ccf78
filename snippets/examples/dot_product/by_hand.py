"""All nine dot products of the running example."""

from snippets.dot_product import dot
from snippets.running_example import TOKENS, E

The, cat, sat = E
pairs = {"The · cat": (The, cat), "The · sat": (The, sat), "sat · sat": (sat, sat)}
for name, (x, y) in pairs.items():
    terms = " + ".join(f"{a:.0f}·{b:.0f}" for a, b in zip(x, y, strict=True))
    print(f"{name} = {terms} = {x @ y:.0f}")
print("\n     ", *TOKENS)
for word, row in zip(TOKENS, dot(E, E), strict=True):
    print(f"{word:6}", "   ".join(f"{number:.0f}" for number in row))
