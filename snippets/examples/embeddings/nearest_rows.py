"""Recorded: the rows of a trained table that are most like the row of a word."""

from snippets.records import records

nearest = records("recorded/embeddings")["nearest"]
TABLE = [
    {
        "row of": word,
        "its nearest rows, with cosines": ", ".join(
            f"{other} {cosine:.2f}" for other, cosine in nearest[word] if other != word
        ),
    }
    for word in ("cat", "king", "bank")
]
