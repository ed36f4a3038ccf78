"""Where the rows of the cache table were read."""

from snippets.records import records

TABLE = [
    {
        "model": row["name"],
        "read in": row["source"],
        "not confirmed": "; ".join(row["unconfirmed"] or ()) or "–",
    }
    for row in records("models", "id", "name", "source", "unconfirmed")
    if row["id"] in ("gpt2-xl", "llama2-7b", "llama3-8b", "qwen25-72b", "llama31-405b",
                     "starcoder-15b", "falcon-7b", "deepseek-v3")
]
