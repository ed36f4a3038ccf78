"""How many numbers a vector has between the layers of released models."""

from snippets.records import records

shown = (
    "transformer-base", "bert-base", "gpt2-small", "gpt2-xl", "gpt3-175b",
    "llama3-8b", "llama31-405b", "deepseek-v3",
)
TABLE = [
    {
        "model": row["name"],
        "year": str(row["year"]),
        "width d_model": row["d_model"],
        "bytes of a vector, 16 bits a number": 2 * row["d_model"],
    }
    for row in records("models", "id", "name", "year", "d_model")
    if row["id"] in shown
]
