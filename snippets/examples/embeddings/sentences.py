"""The six sentences, three for each sense of bank, which is always the second word."""

from snippets.records import records

for sense, sentence in records("recorded/embeddings")["sentences"]:
    print(f"{sense}: {sentence}")
