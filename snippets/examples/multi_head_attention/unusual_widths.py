"""Released models whose heads do not add up to d_model."""

from snippets.records import records

rows = records("models", "name", "d_model", "n_heads", "d_head")
unusual = [row for row in rows if row["n_heads"] * row["d_head"] != row["d_model"]]
print(f"{len(unusual)} of {len(rows)} models")
TABLE = [
    {
        "model": row["name"],
        "d_model": row["d_model"],
        "heads": row["n_heads"],
        "d_head": row["d_head"],
        "heads × d_head": row["n_heads"] * row["d_head"],
    }
    for row in unusual
]
