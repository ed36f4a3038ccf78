"""Query heads and key/value heads of released models."""

from snippets.records import records

shown = (
    "transformer-base", "bert-base", "bert-large", "gpt2-small", "gpt3-175b",
    "palm-540b", "llama2-70b", "falcon-180b", "llama31-405b", "deepseek-v3",
    "gpt-oss-120b",
)
rows = records(
    "models", "id", "name", "year", "n_heads", "n_kv_heads", "d_head", "attention"
)
TABLE = [
    {
        "model": row["name"],
        "year": str(row["year"]),
        "query heads": row["n_heads"],
        "KV heads": row["n_kv_heads"],
        "width of a head": row["d_head"],
        "kind": row["attention"],
    }
    for row in rows
    if row["id"] in shown
]
