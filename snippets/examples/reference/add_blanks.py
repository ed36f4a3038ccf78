"""Recorded: adding a concept, what the step "blanks" prints."""

from snippets.records import records

step = records("recorded/new-concept")["steps"]["blanks"]
print(f"$ {step['command']}\n{step['prints']}")
