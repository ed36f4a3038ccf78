"""Bytes of the KV cache: against real arrays, numbers redone by hand, and totals that others have printed."""

from pathlib import Path

import numpy as np
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from snippets.kv_cache import kv_bytes_per_token, kv_cache_bytes, mla_bytes_per_token

counts = st.integers(1, 100)

# Reference: arrays that hold such a cache


@pytest.mark.parametrize("dtype", [np.float16, np.float32])
def test_equals_the_bytes_of_stored_keys_and_values(dtype):
    n_layers, n_kv_heads, d_head, n_tokens, n_sequences = 3, 5, 7, 11, 13
    one = np.zeros((n_layers, n_sequences, n_kv_heads, n_tokens, d_head), dtype)
    K_cache, V_cache = one, one.copy()
    per_token = kv_bytes_per_token(n_layers, n_kv_heads, d_head, np.dtype(dtype).itemsize)
    assert kv_cache_bytes(per_token, n_tokens, n_sequences) == K_cache.nbytes + V_cache.nbytes


@pytest.mark.parametrize("dtype", [np.float16, np.float32])
def test_latent_attention_equals_the_bytes_of_stored_latents_and_rotary_keys(dtype):
    n_layers, d_latent, d_rope, n_tokens, n_sequences = 3, 17, 7, 11, 13
    latents = np.zeros((n_layers, n_sequences, n_tokens, d_latent), dtype)
    rotary_keys = np.zeros((n_layers, n_sequences, n_tokens, d_rope), dtype)
    per_token = mla_bytes_per_token(n_layers, d_latent, d_rope, np.dtype(dtype).itemsize)
    assert kv_cache_bytes(per_token, n_tokens, n_sequences) == latents.nbytes + rotary_keys.nbytes


# Literals: 16-bit numbers unless given


def test_grouped_heads():
    """32 layers, 8 KV heads of 128 for 32 query heads: 131,072 bytes a token, a quarter of the plain kind."""
    assert kv_bytes_per_token(32, 8, 128) == 131_072
    assert kv_bytes_per_token(32, 32, 128) == 524_288
    assert kv_cache_bytes(131_072, 8_192) == 2**30  # one GiB for 8,192 tokens


def test_three_query_heads_for_each_of_four_kv_heads():
    """n_kv_heads is the number of KV heads (4), not of query heads in a group (3) or in all (12)."""
    assert kv_bytes_per_token(n_layers=1, n_kv_heads=4, d_head=64) == 1_024


def test_latent_attention():
    """(512 + 64) numbers in each of 61 layers: the latent counts once, and no head count enters."""
    assert mla_bytes_per_token(61, 512, 64) == 70_272
    assert mla_bytes_per_token(60, 512, 64, bytes_per_number=1) == 34_560


def test_a_cache_of_nothing():
    assert kv_cache_bytes(131_072, 0) == 0
    assert kv_cache_bytes(131_072, 5, 0) == 0
    assert kv_cache_bytes(131_072, 5) == kv_cache_bytes(131_072, 5, 1) == 655_360


# Properties


@given(counts, counts, counts, counts)
def test_every_factor_counts_once(n_layers, n_kv_heads, d_head, factor):
    one = kv_bytes_per_token(n_layers, n_kv_heads, d_head, 4)
    assert kv_bytes_per_token(factor * n_layers, n_kv_heads, d_head, 4) == factor * one
    assert kv_bytes_per_token(n_layers, factor * n_kv_heads, d_head, 4) == factor * one
    assert kv_bytes_per_token(n_layers, n_kv_heads, factor * d_head, 4) == factor * one
    assert kv_bytes_per_token(n_layers, n_kv_heads, d_head, factor * 4) == factor * one
    assert kv_cache_bytes(one, factor) == kv_cache_bytes(one, 1, factor) == factor * one


# Reference: totals that papers and web summaries have printed, of docs/data/models.yml

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
        widths = model["mla"]["kv_lora_rank"], model["mla"]["qk_rope_head_dim"]
        return mla_bytes_per_token(model["layers"], *widths, bytes_per_number)
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
    printed = [f"{elements / 1000:.1f}K" for elements in (small_mla, large_mla, small_mha)]
    assert printed == ["15.6K", "34.6K", "110.6K"]
