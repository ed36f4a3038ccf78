"""[[write: what this run shows, in one line]]."""

from snippets.my_idea import my_idea

X = [[1, 2], [3, 6]]  # [[write: numbers small enough to redo on paper]]
print(my_idea(X))
