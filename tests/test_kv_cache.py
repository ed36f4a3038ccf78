"""The KV cache: token by token against one pass; its bytes against real arrays and totals that others have printed."""

from pathlib import Path

import numpy as np
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from snippets.kv_cache import attend_with_cache, kv_bytes_per_token, kv_cache_bytes, mla_bytes_per_token
from snippets.masks import causal_mask
from snippets.scaled_dot_product_attention import attention

counts = st.integers(1, 100)
seeds = st.integers(0, 2**32 - 1)

# Attending with a cache: one causal pass is the reference


def draw(seed, n_tokens=7, leading=(3, 2)):
    """Q, K, V of n_tokens with d_k 5 and d_v 11."""
    rng = np.random.default_rng(seed)
    return [rng.normal(size=(*leading, n_tokens, width)) for width in (5, 5, 11)]


def in_steps(Q, K, V, sizes):
    """What the steps return, each of so many tokens: outputs, weights with zeros for later keys, the last cache."""
    cache, outputs, patterns, start = None, [], [], 0
    for size in sizes:
        Y, A, cache = attend_with_cache(*(M[..., start : start + size, :] for M in (Q, K, V)), cache)
        later = [(0, 0)] * (A.ndim - 1) + [(0, K.shape[-2] - A.shape[-1])]
        outputs.append(Y)
        patterns.append(np.pad(A, later))
        start += size
    return np.concatenate(outputs, axis=-2), np.concatenate(patterns, axis=-2), cache


@given(seeds, st.sampled_from([[1] * 7, [3, 4], [7], [4, 1, 1, 1], [2, 5], [1, 3, 3]]))
def test_token_by_token_or_in_pieces_equals_one_causal_pass(seed, sizes):
    """Rows of five tokens at once and of two after three in the cache are the same: none is cut off or shifted."""
    Q, K, V = draw(seed)
    Y, A, cache = in_steps(Q, K, V, sizes)
    for got, expected in zip((Y, A), attention(Q, K, V, causal_mask(7)), strict=True):
        np.testing.assert_allclose(got, expected, rtol=1e-10, atol=1e-12)
    np.testing.assert_array_equal(cache[0], K)
    np.testing.assert_array_equal(cache[1], V)


@given(seeds)
def test_a_step_leaves_the_cache_that_it_was_given_as_it_was(seed):
    Q, K, V = draw(seed)
    cache = K[..., :6, :].copy(), V[..., :6, :].copy()
    attend_with_cache(Q[..., 6:, :], K[..., 6:, :], V[..., 6:, :], cache)
    np.testing.assert_array_equal(cache[0], K[..., :6, :])
    np.testing.assert_array_equal(cache[1], V[..., :6, :])


def test_the_second_token_reads_the_first():
    """Literal: equal scores, so that the newest of two tokens takes the mean of both values."""
    zero = np.zeros((1, 1))
    Y, A, cache = attend_with_cache(zero, zero, np.array([[2.0]]))
    assert (Y.tolist(), A.tolist()) == ([[2]], [[1]])
    Y, A, cache = attend_with_cache(zero, zero, np.array([[4.0]]), cache)
    assert (Y.tolist(), A.tolist()) == ([[3]], [[0.5, 0.5]])
    assert cache[1].tolist() == [[2], [4]]


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_the_dtype_is_kept(dtype):
    Y, A, cache = in_steps(*(M.astype(dtype) for M in draw(0)), [1] * 7)
    assert {M.dtype for M in (Y, A, *cache)} == {np.dtype(dtype)}


@pytest.mark.parametrize("shapes", [((2, 5), (1, 5), (1, 11)), ((1, 5), (1, 5), (2, 11)), ((1, 5), (2, 5), (2, 11))])
def test_a_new_token_without_its_key_or_value_is_refused(shapes):
    with pytest.raises(ValueError, match="a new token has") as error:
        attend_with_cache(*map(np.ones, shapes))
    Q, K, V = shapes
    assert str(error.value) == f"a new token has a query, a key and a value: Q {Q}, K {K}, V {V}"


@pytest.mark.parametrize("shapes", [((3, 5), (4, 11)), ((2, 3, 5), (2, 3, 11))], ids=["lengths", "heads"])
def test_a_cache_that_does_not_fit_is_refused(shapes):
    with pytest.raises(ValueError, match="cache") as error:
        attend_with_cache(np.ones((1, 5)), np.ones((1, 5)), np.ones((1, 11)), tuple(map(np.ones, shapes)))
    assert str(error.value) == f"the cache does not fit: K {shapes[0]}, V {shapes[1]}"


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
