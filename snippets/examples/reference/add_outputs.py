"""Recorded: adding a concept, what the step "outputs" prints."""

from snippets.records import records

step = records("recorded/new-concept")["steps"]["outputs"]
print(f"$ {step['command']}\n{step['prints']}")
