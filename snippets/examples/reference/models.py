"""Attention of released models, with what follows from it."""

from snippets.kv_cache import kv_bytes_per_token, mla_bytes_per_token
from snippets.records import records

TABLE = []
for model in records("models"):
    layers, heads, d_head = model["layers"], model["n_heads"], model["d_head"]
    width = heads * d_head
    joined = f"{width:,}" if width == model["d_model"] else f"**{width:,}**"
    as_mha = kv_bytes_per_token(layers, heads, d_head)
    if model["attention"] == "MLA":
        mla = model["mla"]
        size = mla_bytes_per_token(layers, mla["kv_lora_rank"], mla["qk_rope_head_dim"])
    else:
        size = kv_bytes_per_token(layers, model["n_kv_heads"], d_head)
    TABLE.append({
        "model": model["name"] + (" †" if model.get("unconfirmed") else ""),
        "year": str(model["year"]),
        "kind": model["attention"],
        "layers": layers,
        "query heads": heads,
        "KV heads": model["n_kv_heads"],
        "d_head": d_head,
        "d_model": model["d_model"],
        "heads × d_head": joined,
        "KV bytes a token": size if model["kv_cache_applies"] else None,
        "share of MHA": f"{size / as_mha:.1%}" if model["kv_cache_applies"] else "–",
    })
