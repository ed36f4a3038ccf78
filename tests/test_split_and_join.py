"""Multi-head attention as sums over named axes."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from snippets.masks import causal_mask
from snippets.multi_head_attention import multi_head_attention, multi_head_attention_loop
from snippets.split_and_join import multi_head_attention_einsum

seeds = st.integers(0, 2**32 - 1)
MASKS = {
    "no mask": None,
    "for each key": np.arange(5) < 3,
    "for each query and key": causal_mask(3, 2),
    "for each sequence": np.arange(17 * 3 * 5).reshape(17, 3, 5) % 3 > 0,
    "a query without a key": np.array([[True], [False], [True]]),
}


def draw(seed, sizes=(2, 3, 5, 7, 11, 13), leading=(17,)):
    """X, X_kv, the four weights and n_heads; never two sizes alike, so that confused axes cannot pass."""
    rng = np.random.default_rng(seed)
    n_heads, n_queries, n_keys, d_model, d_k, d_v = sizes
    X, X_kv = (rng.normal(size=(*leading, n, d_model)) for n in (n_queries, n_keys))
    shapes = (d_model, n_heads * d_k), (d_model, n_heads * d_k), (d_model, n_heads * d_v), (n_heads * d_v, d_model)
    return X, X_kv, [rng.normal(size=shape) / len(shape) for shape in shapes], n_heads


def assert_same(got, expected):
    for one, other in zip(got, expected, strict=True):
        assert one.shape == other.shape
        np.testing.assert_allclose(one, other, rtol=1e-9, atol=1e-11)


# Reference: the loop and the batched form


@pytest.mark.parametrize("other", [multi_head_attention, multi_head_attention_loop])
@pytest.mark.parametrize("mask", MASKS.values(), ids=MASKS)
@settings(max_examples=20)
@given(seed=seeds)
def test_einsum_equals_the_other_forms(other, mask, seed):
    X, X_kv, weights, n_heads = draw(seed)
    got = multi_head_attention_einsum(X, *weights, n_heads, X_kv, mask)
    assert_same(got, other(X, *weights, n_heads, X_kv, mask))


@settings(max_examples=20)
@given(seeds, st.permutations((2, 3, 5, 7, 11, 13)), st.sampled_from([(), (1, 17)]))
def test_einsum_equals_batched_for_all_sizes(seed, sizes, leading):
    X, X_kv, weights, n_heads = draw(seed, sizes, leading)
    for memory in (X_kv, None):
        got = multi_head_attention_einsum(X, *weights, n_heads, memory)
        assert_same(got, multi_head_attention(X, *weights, n_heads, memory))


# Properties


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_the_dtype_is_kept(dtype):
    X, X_kv, weights, n_heads = draw(0)
    low = [M.astype(dtype) for M in (X, *weights, X_kv)]
    Y, A = multi_head_attention_einsum(*low[:5], n_heads, low[5], causal_mask(3, 2))
    assert (Y.dtype, A.dtype) == (dtype, dtype)


# Errors: those of multi_head_attention


def test_a_width_that_does_not_split_is_refused():
    with pytest.raises(ValueError, match="W_Q has width 10, which does not split into 3 heads"):
        multi_head_attention_einsum(np.ones((2, 10)), *[np.ones((10, 10))] * 4, 3)


@pytest.mark.parametrize("shape", [(5, 3), (2, 3, 5), (17, 2, 3, 5)], ids=["turned", "heads", "batch and heads"])
def test_a_mask_that_does_not_fit_is_refused(shape):
    X, X_kv, weights, n_heads = draw(0)
    with pytest.raises(ValueError, match="does not fit") as error:
        multi_head_attention_einsum(X, *weights, n_heads, X_kv, np.ones(shape, bool))
    assert str(error.value) == f"mask {shape} does not fit scores (17, 3, 5)"


def test_a_mask_of_numbers_is_refused():
    X, _, weights, n_heads = draw(0)
    with pytest.raises(ValueError, match="a mask is boolean"):
        multi_head_attention_einsum(X, *weights, n_heads, mask=np.tri(3))
