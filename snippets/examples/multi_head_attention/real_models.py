"""KV cache of released models: what sharing keys and values saves."""

from snippets.kv_cache import kv_bytes_per_token, kv_cache_bytes, mla_bytes_per_token
from snippets.records import records

rows = records(
    "models", "id", "name", "attention", "layers",
    "n_heads", "n_kv_heads", "d_head", "mla", "max_context",
)
models = {row["id"]: row for row in rows}
TABLE = []
for key in ("gpt2-xl", "llama2-7b", "llama3-8b", "qwen25-72b", "llama31-405b",
            "starcoder-15b", "falcon-7b", "deepseek-v3"):
    model = models[key]
    layers, d_head, mla = model["layers"], model["d_head"], model["mla"]
    as_mha = kv_bytes_per_token(layers, model["n_heads"], d_head)
    if mla:
        widths = mla["kv_lora_rank"], mla["qk_rope_head_dim"]
        size = mla_bytes_per_token(layers, *widths)
    else:
        size = kv_bytes_per_token(layers, model["n_kv_heads"], d_head)
    cache = {}
    for k in (4, 32, 128):
        gib = f"{kv_cache_bytes(size, k * 1024) / 2**30:.2f}"
        too_long = model["max_context"] < k * 1024
        cache[f"GiB at {k}k"] = f"({gib})" if too_long else gib
    TABLE.append({
        "model": model["name"],
        "kind": model["attention"],
        "query heads": model["n_heads"],
        "KV heads": model["n_kv_heads"],
        "d_head": d_head,
        "bytes a token": size,
        "as MHA": as_mha,
        "share": f"{size / as_mha:.1%}",
        **cache,
    })
