"""Exercise: the mean along the axis of the words."""

from snippets.running_example import E

print(E.mean(axis=0).round(4))
