"""Sum, multiples and norms of the three words."""

from snippets.running_example import TOKENS, E
from snippets.vectors import norm

The, cat, sat = E
print("The + cat        ", The + cat, "  sat:", sat)
print("3 · cat          ", 3 * cat)
print("(The + sat) / 2  ", (The + sat) / 2)
for word, x in zip(TOKENS, E, strict=True):
    squares = " + ".join(f"{number * number:.0f}" for number in x)
    print(f"norm of {word:9} √({squares}) = √{(x * x).sum():.0f} = {norm(x):.4f}")
print(f"norm of 3 · cat   {norm(3 * cat):.4f} = 3 × {norm(cat):.4f}")
print(f"norm of The + cat {norm(The + cat):.4f}, not {norm(The) + norm(cat):.4f}")
