"""Published numbers about weights, multiplications and caches, recomputed."""

from snippets.attention_cost import projection_weights, score_multiplications
from snippets.kv_cache import kv_bytes_per_token, kv_cache_bytes, mla_bytes_per_token
from snippets.records import records

TABLE = []
costs = records("published/worked_examples")["costs"]


def compare(example, what, printed, computed, allowed):
    off = max(abs(a - b) for a, b in zip(printed, computed, strict=True))
    TABLE.append({
        "example": example,
        "what": what,
        "printed": " ".join(f"{number:,}" for number in printed),
        "computed": " ".join(f"{round(number, 3):,}" for number in computed),
        "agrees": "yes" if off <= allowed else "no",
    })


one = costs["one or eight heads"]
shapes = [(heads, one["d_model"] // heads) for heads in one["heads"]]
weights = [projection_weights(one["d_model"], *shape) for shape in shapes]
products = [score_multiplications(one["n"], *shape) for shape in shapes]
for what, computed in ("weights", weights), ("multiplications", products):
    compare("one head of 512, eight of 64", what, one["printed"][what], computed, 0)
llama = costs["KV cache of Llama 3.1"]
for size, shape in llama["layers, KV heads, width"].items():
    per_token = kv_bytes_per_token(*shape)
    gib = [kv_cache_bytes(per_token, n) / 2**30 for n in llama["tokens"]]
    printed, rounding = llama["printed in GiB"][size], llama["rounding"]
    compare(f"Llama 3.1 {size}", "GiB", printed, gib, rounding)
deep = costs["DeepSeek-V2"]
of_mha = kv_bytes_per_token(1, deep["heads"], deep["width"], 1)
of_mla = mla_bytes_per_token(1, deep["latent"], deep["rotary"], 1)
groups = of_mla / kv_bytes_per_token(1, 1, deep["width"], 1)
computed = [of_mha, of_mla, of_mla * deep["layers"], of_mha / of_mla, groups]
what = "numbers a token: MHA, MLA, all layers; their ratio; as KV heads"
compare("DeepSeek-V2", what, deep["printed"].values(), computed, deep["rounding"])
