"""Reference tests: the KV-cache functions give what papers and web summaries have printed."""

from pathlib import Path

import pytest
import yaml

from snippets.kv_cache import kv_bytes_per_token, mla_bytes_per_token

DATA = Path(__file__).resolve().parents[1] / "docs" / "data"
MODELS = yaml.safe_load((DATA / "models.yml").read_text(encoding="utf-8"))["models"]
PUBLISHED = [
    pytest.param(model, total, id=f"{model['id']}, {total['kind']}")
    for model in MODELS
    for total in model.get("published", [])
]


def per_token(model, unit):
    """What the functions give for one row of models.yml, in bytes at 16 bits or in elements."""
    bytes_per_number = {"bytes per token": 2, "elements per token": 1}[unit]
    if model["attention"] == "MLA":
        ranks = model["mla"]
        return mla_bytes_per_token(
            model["layers"], ranks["kv_lora_rank"], ranks["qk_rope_head_dim"], bytes_per_number
        )
    return kv_bytes_per_token(model["layers"], model["n_kv_heads"], model["d_head"], bytes_per_number)


@pytest.mark.parametrize(("model", "total"), PUBLISHED)
def test_published_total(model, total):
    computed = per_token(model, total["unit"])
    step = total.get("rounded_to", 1)
    assert round(computed / step) * step == total["value"]


def test_every_published_total_is_compared():
    # three of zhao2025isca, two of deepseekv2_2024, two web summaries
    assert [param.values[1]["kind"] for param in PUBLISHED].count("paper") == 5
    assert [param.values[1]["kind"] for param in PUBLISHED].count("web summary") == 2


def test_zhao2025isca_table_1():
    """Bytes in bfloat16: DeepSeek-V3, Qwen-2.5 72B, LLaMA-3.1 405B."""
    assert mla_bytes_per_token(61, 512, 64) == 70_272
    assert kv_bytes_per_token(80, 8, 128) == 327_680
    assert kv_bytes_per_token(126, 8, 128) == 516_096


def test_deepseekv2_2024_table_9():
    """Elements, printed in thousands: 15.6K, 34.6K (small and large MLA model), 110.6K (small MHA model)."""
    small_mla, large_mla = mla_bytes_per_token(27, 512, 64, 1), mla_bytes_per_token(60, 512, 64, 1)
    small_mha = kv_bytes_per_token(27, 16, 128, 1)
    assert (small_mla, large_mla, small_mha) == (15_552, 34_560, 110_592)
    assert [f"{elements / 1000:.1f}K" for elements in (small_mla, large_mla, small_mha)] == [
        "15.6K",
        "34.6K",
        "110.6K",
    ]
