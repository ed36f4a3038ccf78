"""[[write: what this run shows, in one line]]."""

from snippets.my_idea import my_idea

print(my_idea.__name__)  # [[write: call it with numbers small enough to redo on paper]]
