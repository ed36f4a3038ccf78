"""Grouped queries: which KV head a query head reads, and the two ends, multi-head and multi-query attention."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from snippets.grouped_queries import grouped_queries, share_heads
from snippets.masks import causal_mask
from snippets.multi_head_attention import multi_head_attention, split_heads
from snippets.scaled_dot_product_attention import attention

seeds = st.integers(0, 2**32 - 1)


def draw(seed, n_heads=6, n_kv_heads=3, leading=(13,)):
    """Q, K, V with 2 queries, 5 keys, d_k 7 and d_v 11."""
    rng = np.random.default_rng(seed)
    shapes = (n_heads, 2, 7), (n_kv_heads, 5, 7), (n_kv_heads, 5, 11)
    return [rng.normal(size=(*leading, *shape)) for shape in shapes]


def assert_same(got, expected):
    for one, other in zip(got, expected, strict=True):
        assert one.shape == other.shape
        np.testing.assert_allclose(one, other, rtol=1e-10, atol=1e-12)


# Literals


def test_four_query_heads_read_two_kv_heads():
    """V of KV head g is filled with g: the outputs are 0, 0, 1, 1. Tiled heads would give 0, 1, 0, 1."""
    Q, K = np.zeros((4, 1, 2)), np.zeros((2, 3, 2))
    V = np.array([np.zeros((3, 1)), np.ones((3, 1))])
    Y, A = grouped_queries(Q, K, V, n_kv_heads=2)
    assert Y.ravel().tolist() == [0, 0, 1, 1]
    np.testing.assert_allclose(A, np.full((4, 1, 3), 1 / 3))


def test_shared_heads_stand_side_by_side():
    assert share_heads([[[10]], [[20]]], 6).ravel().tolist() == [10, 10, 10, 20, 20, 20]


# Reference: one query head after the other


@given(seeds, st.sampled_from([(6, 3), (6, 2), (6, 6), (6, 1), (5, 5), (5, 1)]))
def test_each_query_head_is_attention_over_its_kv_head(seed, heads):
    n_heads, n_kv_heads = heads
    Q, K, V = draw(seed, n_heads, n_kv_heads)
    mask = np.random.default_rng(seed).random((13, n_heads, 2, 5)) < 0.7
    Y, A = grouped_queries(Q, K, V, n_kv_heads, mask)
    for i in range(n_heads):
        group = i * n_kv_heads // n_heads
        one = attention(Q[:, i], K[:, group], V[:, group], mask[:, i])
        assert_same((Y[:, i], A[:, i]), one)


# Properties


@given(seeds)
def test_as_many_kv_heads_as_query_heads_is_multi_head_attention(seed):
    rng = np.random.default_rng(seed)
    X, W_Q, W_K, W_V = (rng.normal(size=shape) for shape in ((5, 7), (7, 6), (7, 6), (7, 9)))
    Q, K, V = (split_heads(X @ W, 3) for W in (W_Q, W_K, W_V))
    Y, A = multi_head_attention(X, W_Q, W_K, W_V, np.eye(9), 3, mask=causal_mask(5))
    Z, A_grouped = grouped_queries(Q, K, V, 3, causal_mask(5))
    assert_same((np.concatenate(list(Z), axis=-1), A_grouped), (Y, A))


@given(seeds)
def test_one_kv_head_is_multi_query_attention(seed):
    Q, K, V = draw(seed, n_kv_heads=1)
    Y, A = grouped_queries(Q, K, V, 1)
    for i in range(6):
        assert_same((Y[:, i], A[:, i]), attention(Q[:, i], K[:, 0], V[:, 0]))


@given(seeds)
def test_equal_kv_heads_are_as_good_as_one(seed):
    Q, K, V = draw(seed, n_kv_heads=1)
    same = grouped_queries(Q, np.repeat(K, 3, axis=1), np.repeat(V, 3, axis=1), 3)
    assert_same(same, grouped_queries(Q, K, V, 1))


@given(seeds, st.integers(0, 2))
def test_a_changed_kv_head_changes_the_query_heads_that_it_serves_and_no_digit_of_others(seed, changed):
    Q, K, V = draw(seed)
    before = grouped_queries(Q, K, V, 3)[0]
    V[:, changed] += 1
    after = grouped_queries(Q, K, V, 3)[0]
    served = np.arange(6) // 2 == changed
    np.testing.assert_array_equal(after[:, ~served], before[:, ~served])
    assert not np.isclose(after[:, served], before[:, served]).any()


@given(seeds)
def test_a_scale_is_handed_on(seed):
    Q, K, V = draw(seed)
    assert_same(grouped_queries(Q * 7**0.5, K, V, 3), grouped_queries(Q, K, V, 3, scale=1))


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_the_dtype_is_kept(dtype):
    Y, A = grouped_queries(*(M.astype(dtype) for M in draw(0)), 3, causal_mask(2, 3))
    assert (Y.dtype, A.dtype) == (dtype, dtype)


# Errors: the words that the reader sees


@pytest.mark.parametrize(
    ("n_heads", "of_K", "of_V", "n_kv_heads", "message"),
    [
        (6, 4, 4, 4, "6 query heads do not share 4 KV heads evenly"),
        (2, 4, 4, 4, "2 query heads do not share 4 KV heads evenly"),
        (6, 0, 0, 0, "6 query heads do not share 0 KV heads evenly"),
        (6, 2, 2, 3, "K has 2 heads, not 3"),
        (6, 3, 6, 3, "V has 6 heads, not 3"),
    ],
)
def test_heads_that_do_not_fit_are_refused(n_heads, of_K, of_V, n_kv_heads, message):
    """12 heads, groups = 4 could mean two things; n_kv_heads is compared with K and V, so it cannot be mixed up."""
    Q, K, V = np.ones((n_heads, 2, 7)), np.ones((of_K, 5, 7)), np.ones((of_V, 5, 11))
    with pytest.raises(ValueError, match="heads") as error:
        grouped_queries(Q, K, V, n_kv_heads)
    assert str(error.value) == message


def test_twelve_query_heads_and_four_kv_heads_are_three_to_one():
    K = np.arange(4.0).reshape(4, 1, 1)
    assert share_heads(K, 12).ravel().tolist() == [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3]
