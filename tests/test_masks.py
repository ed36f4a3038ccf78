"""The causal mask: True = may attend, with and without tokens in a cache."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from snippets.masks import causal_mask
from snippets.scaled_dot_product_attention import attention

counts = st.integers(0, 17)

# Literals


def test_four_tokens():
    mask = causal_mask(4)
    assert mask.dtype == bool
    assert mask.astype(int).tolist() == [
        [1, 0, 0, 0],
        [1, 1, 0, 0],
        [1, 1, 1, 0],
        [1, 1, 1, 1],
    ]


def test_two_tokens_after_three_in_the_cache():
    assert causal_mask(2, 3).astype(int).tolist() == [
        [1, 1, 1, 1, 0],
        [1, 1, 1, 1, 1],
    ]


@pytest.mark.parametrize(("n_tokens", "n_cached", "shape"), [(0, 0, (0, 0)), (0, 3, (0, 3)), (1, 0, (1, 1))])
def test_few_tokens(n_tokens, n_cached, shape):
    mask = causal_mask(n_tokens, n_cached)
    assert mask.shape == shape
    assert mask.dtype == bool
    assert mask.all()


@pytest.mark.parametrize(("n_tokens", "n_cached"), [(-1, 0), (2, -3), (-1, 3)])
def test_negative_counts_are_refused(n_tokens, n_cached):
    with pytest.raises(ValueError, match="negative") as error:
        causal_mask(n_tokens, n_cached)
    assert str(error.value) == f"negative count: n_tokens {n_tokens}, n_cached {n_cached}"


def test_the_first_token_attends_to_itself_alone_and_no_weight_is_lost():
    """Its row is [1, 0, 0]: not all zeros (the diagonal closed), not [0, …] (True read as "ignore")."""
    X = np.random.default_rng(0).normal(size=(3, 5))
    A = attention(X, X, X, causal_mask(3))[1]
    assert A[0].tolist() == [1, 0, 0]
    np.testing.assert_allclose(A.sum(axis=-1), [1, 1, 1])
    assert (A[np.tri(3, dtype=bool)] > 0).all()


# Properties


@given(counts, counts)
def test_a_query_sees_the_cache_and_the_new_tokens_up_to_itself(n_tokens, n_cached):
    mask = causal_mask(n_tokens, n_cached)
    assert mask.shape == (n_tokens, n_cached + n_tokens)
    for i, row in enumerate(mask.tolist()):
        assert row == [True] * (n_cached + i + 1) + [False] * (n_tokens - i - 1)


@given(counts, counts)
def test_with_a_cache_it_is_the_last_rows_of_the_whole_mask(n_tokens, n_cached):
    whole = causal_mask(n_cached + n_tokens)
    np.testing.assert_array_equal(causal_mask(n_tokens, n_cached), whole[n_cached:])


@given(st.integers(0, 2**32 - 1), st.integers(0, 5))
def test_tokens_after_a_cache_get_what_they_get_in_one_go(seed, n_cached):
    X = np.random.default_rng(seed).normal(size=(5, 7))
    Y, A = attention(X, X, X, causal_mask(5))
    Y_new, A_new = attention(X[n_cached:], X, X, causal_mask(5 - n_cached, n_cached))
    np.testing.assert_allclose(Y_new, Y[n_cached:], rtol=1e-10, atol=1e-12)
    np.testing.assert_allclose(A_new, A[n_cached:], rtol=1e-10, atol=1e-12)
