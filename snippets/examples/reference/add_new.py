"""Recorded: adding a concept, what the step "new" prints."""

from snippets.records import records

step = records("recorded/new-concept")["steps"]["new"]
print(f"$ {step['command']}\n{step['prints']}")
