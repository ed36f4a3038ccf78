"""[[write: what this run shows, in one line]]."""

from snippets.my_idea import my_idea

# [[write: a call with numbers small enough to redo on paper]]
print(my_idea.__name__)
