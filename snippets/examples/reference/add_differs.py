"""Recorded: adding a concept, what the step "differs" prints."""

from snippets.records import records

step = records("recorded/new-concept")["steps"]["differs"]
print(f"$ {step['command']}\n{step['prints']}")
