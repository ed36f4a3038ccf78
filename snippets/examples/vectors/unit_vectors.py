"""The three words scaled to length 1."""

from snippets.running_example import TOKENS, E
from snippets.vectors import norm, unit

for word, x in zip(TOKENS, unit(E), strict=True):
    print(f"{word}: {x.round(4)}, norm {norm(x):.4f}")
print("3 · cat has the direction of cat:", unit(3 * E[1]).round(4))
