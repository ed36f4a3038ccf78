"""Exercise: two tokens with one key, hard and soft."""

from snippets.attention import lookup, weighted_average

K = [[1, 0], [1, 0], [0, 1]]  # bank, bank, sat
V = [[4], [8], [0]]
print("hard:", lookup([1, 0], K, V))
print("soft:", weighted_average([0.5, 0.5, 0], V))
