"""Embedding tables of released models: their sizes, and their share in the whole."""

from snippets.records import records

shown = (
    "transformer-base", "bert-base", "gpt2-small", "gemma-2b", "llama2-7b", "llama3-8b",
)
TABLE = []
for row in records("models", "id", "name", "vocab", "d_model", "params"):
    if row["id"] in shown:
        size = row["vocab"] * row["d_model"]
        printed = row["params"].split()[0]  # 65M, 8B
        total = float(printed[:-1]) * {"M": 1e6, "B": 1e9}[printed[-1]]
        TABLE.append({
            "model": row["name"],
            "n_words": row["vocab"],
            "d_model": row["d_model"],
            "numbers in the table": size,
            "of all its numbers": f"{size / total:.0%}",
        })
