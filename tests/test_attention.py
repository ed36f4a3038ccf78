"""Attention with given weights, soft and hard. NumPy's warnings are errors here (pyproject.toml)."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from snippets.attention import lookup, weighted_average
from snippets.embeddings import one_hot
from snippets.running_example import E

seeds = st.integers(0, 2**32 - 1)
EIGHTHS = [1 / 8, 1 / 4, 5 / 8]


def draw(seed, leading=()):
    """Weights of 3 queries over 5 keys, and values of 7 numbers."""
    rng = np.random.default_rng(seed)
    A = rng.random((*leading, 3, 5))
    return A / A.sum(axis=-1, keepdims=True), rng.normal(size=(*leading, 5, 7))


# Properties


@given(seeds)
def test_each_number_stays_between_the_smallest_and_the_largest_of_the_values(seed):
    A, V = draw(seed)
    Y = weighted_average(A, V)
    assert Y.shape == (3, 7)
    assert (Y >= V.min(axis=0) - 1e-12).all()
    assert (Y <= V.max(axis=0) + 1e-12).all()


@given(seeds, st.permutations(range(5)))
def test_keys_may_change_places_with_their_values_and_weights(seed, order):
    A, V = draw(seed)
    np.testing.assert_allclose(weighted_average(A[:, order], V[order]), weighted_average(A, V), atol=1e-12)
    Q, K = np.random.default_rng(seed).normal(size=(2, 5, 11))
    np.testing.assert_array_equal(lookup(Q, K[order], V[order]), lookup(Q, K, V))


@given(seeds)
def test_values_that_are_all_alike_come_back_whatever_the_weights(seed):
    A, V = draw(seed)
    np.testing.assert_allclose(weighted_average(A, np.tile(V[:1], (5, 1))), np.tile(V[:1], (3, 1)), rtol=1e-12)


@given(seeds)
def test_adding_to_all_values_adds_as_much_to_every_output(seed):
    """Because the weights sum to 1, and to nothing else."""
    A, V = draw(seed)
    np.testing.assert_allclose(weighted_average(A, V + 10), weighted_average(A, V) + 10, rtol=1e-10)


@given(seeds)
def test_a_lookup_is_an_average_with_a_one_hot_row(seed):
    rng = np.random.default_rng(seed)
    Q, K, V = rng.normal(size=(3, 11)), rng.normal(size=(5, 11)), rng.normal(size=(5, 7))
    best = [max(range(5), key=lambda j: q @ K[j]) for q in Q]
    np.testing.assert_array_equal(lookup(Q, K, V), V[best])
    np.testing.assert_array_equal(lookup(Q, K, V), weighted_average(one_hot(best, 5), V))


@given(seeds, st.floats(0.01, 100))
def test_a_longer_query_looks_up_the_same_value(seed, factor):
    rng = np.random.default_rng(seed)
    Q, K, V = rng.normal(size=(3, 11)), rng.normal(size=(5, 11)), rng.normal(size=(5, 7))
    np.testing.assert_array_equal(lookup(factor * Q, K, V), lookup(Q, K, V))


@given(seeds)
def test_leading_axes_are_as_good_as_a_loop(seed):
    A, V = draw(seed, (2, 13))
    Y = weighted_average(A, V)
    assert Y.shape == (2, 13, 3, 7)
    for place in ((0, 0), (1, 12)):
        np.testing.assert_allclose(Y[place], weighted_average(A[place], V[place]), rtol=1e-12)


# Literals


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_an_eighth_of_the_a_quarter_of_cat_and_the_rest_of_sat(dtype):
    Y = weighted_average(np.array(EIGHTHS, dtype), E.astype(dtype))
    assert Y.dtype == dtype
    assert Y.tolist() == [0.75, 0.875, 0.75, 0.875]


def test_two_queries_over_values_of_another_width():
    assert weighted_average([[0.5, 0.5], [0.25, 0.75]], [[4, 0, 8], [8, 4, 0]]).tolist() == [[6, 2, 4], [7, 3, 2]]


def test_the_query_of_the_page_finds_sat():
    """The dot products with The, cat and sat are 1, 2 and 3."""
    assert lookup([1, 1, 0, 1], E, E).tolist() == [1, 1, 1, 1]
    assert lookup([1, 1, 0, 1], E, [[10], [20], [30]]).tolist() == [30]


def test_queries_ask_and_keys_answer():
    """Query 0 fits key 1 best, query 1 fits key 1 as well; asked the other way round key 0 would win."""
    assert lookup([[1, 0], [3, 1]], [[0, 5], [2, 0]], [[7], [9]]).tolist() == [[9], [9]]


def test_of_two_equal_keys_the_first_wins():
    assert lookup([1, 0], [[0, 1], [2, 0], [2, 0]], [[5], [6], [7]]).tolist() == [6]


def test_where_nothing_fits_the_first_value_comes_back():
    assert lookup([1, 0, -1, 0], E, [[10], [20], [30]]).tolist() == [10]


# Errors: the words that the reader sees


@pytest.mark.parametrize(
    ("A", "V", "words"),
    [
        ([0.5, 0.5], E, "every value needs one weight: A (2,), V (3, 4)"),
        ([[0.25] * 4], E, "every value needs one weight: A (1, 4), V (3, 4)"),
        ([1, -0.5, 0.5], E, "weights are not negative; got -0.5"),
        ([np.nan, 0.5, 0.5], E, "weights are not negative; got nan"),
        ([[1, 0, 0], [0.25, 0.5, 0.75]], E, "weights sum to 1; got 1 to 1.5"),
        ([0.5, 0.25, 0.2], E, "weights sum to 1; got 0.95 to 0.95"),
    ],
)
def test_weights_that_are_none_are_refused(A, V, words):
    with pytest.raises(ValueError, match=re.escape(words)):
        weighted_average(A, V)


@pytest.mark.parametrize(
    ("Q", "K", "V", "words"),
    [
        ([1, 0], E, E, "Q and K need the same width: Q (2,), K (3, 4)"),
        (E, E, E[:2], "every key needs one value: K (3, 4), V (2, 4)"),
    ],
)
def test_queries_keys_and_values_that_do_not_fit_are_refused(Q, K, V, words):
    with pytest.raises(ValueError, match=re.escape(words)):
        lookup(Q, K, V)


def test_weights_as_exact_as_float16_can_have_them_pass():
    A = np.full((1, 999), 1 / 999, np.float16)
    np.testing.assert_allclose(weighted_average(A, np.ones((999, 1))), 1, rtol=1e-3)


# Reference: a loop from the definition


@given(seeds)
def test_equals_the_definition(seed):
    A, V = draw(seed)
    expected = [[sum(A[i, j] * V[j, c] for j in range(5)) for c in range(7)] for i in range(3)]
    np.testing.assert_allclose(weighted_average(A, V), expected, rtol=1e-10, atol=1e-12)
