"""Recorded: adding a concept, the last two steps of the check."""

from snippets.records import records

steps = records("recorded/new-concept")["steps"]
for name in ("check", "tests"):
    print(f"$ {steps[name]['command']}\n{steps[name]['prints']}")
