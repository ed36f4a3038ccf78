"""Where a paper prints the size of a model's cache, the formula gives the same."""

from snippets.kv_cache import kv_bytes_per_token, mla_bytes_per_token
from snippets.records import records

TABLE = []
for row in records(
    "models", "name", "layers", "n_kv_heads", "d_head", "mla", "published"
):
    for published in row["published"] or ():
        if published["kind"] != "paper":
            continue
        size = 2 if published["unit"].startswith("bytes") else 1  # bytes, or numbers
        if row["mla"]:
            widths = row["mla"]["kv_lora_rank"], row["mla"]["qk_rope_head_dim"]
            computed = mla_bytes_per_token(row["layers"], *widths, size)
        else:
            shape = row["layers"], row["n_kv_heads"], row["d_head"]
            computed = kv_bytes_per_token(*shape, size)
        round_to = published.get("rounded_to", 1)  # as the paper prints it
        TABLE.append({
            "model": row["name"],
            "computed": computed,
            "rounded": round_to * round(computed / round_to),
            "published": published["value"],
            "unit": published["unit"],
            "where": published["where"],
        })
