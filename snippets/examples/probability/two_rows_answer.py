"""The entropies of the two rows."""

from snippets.probability import entropy

print(f"halves: {entropy([0.5, 0.5, 0, 0]):.4f} bits")
print(f"crumbs: {entropy([0.7, 0.1, 0.1, 0.1]):.4f} bits")
