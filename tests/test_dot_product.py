"""Dot products. NumPy's warnings are errors here (pyproject.toml); sizes are different primes."""

import math
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from snippets.dot_product import cosine, dot
from snippets.running_example import E
from snippets.vectors import norm

seeds = st.integers(0, 2**32 - 1)
both = pytest.mark.parametrize("function", [dot, cosine])
any_float = pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])


def draw(seed, leading=()):
    """X of 3 rows and Y of 5, both 7 wide."""
    rng = np.random.default_rng(seed)
    return rng.normal(size=(*leading, 3, 7)), rng.normal(size=(*leading, 5, 7))


def assert_close(one, other):
    np.testing.assert_allclose(one, other, rtol=1e-9, atol=1e-12)


# Properties


@both
@given(seed=seeds)
def test_changing_places_transposes_the_table(function, seed):
    X, Y = draw(seed)
    assert_close(function(Y, X), function(X, Y).T)


@given(seeds, st.floats(-10, 10))
def test_the_dot_product_is_linear(seed, c):
    X, Y = draw(seed)
    other, _ = draw(seed + 1)
    assert_close(dot(X + c * other, Y), dot(X, Y) + c * dot(other, Y))


@given(seeds)
def test_a_vector_with_itself_gives_its_squared_norm(seed):
    X, _ = draw(seed)
    assert_close(np.diag(dot(X, X)), norm(X) ** 2)


@given(seeds)
def test_no_dot_product_is_larger_than_the_two_norms(seed):
    X, Y = draw(seed)
    assert (abs(dot(X, Y)) <= norm(X)[:, None] * norm(Y) + 1e-12).all()
    assert (abs(cosine(X, Y)) <= 1 + 1e-12).all()


@given(seeds, st.floats(0.01, 100))
def test_length_counts_for_the_dot_product_and_not_for_the_cosine(seed, c):
    X, Y = draw(seed)
    assert_close(dot(X, c * Y), c * dot(X, Y))
    assert_close(cosine(X, c * Y), cosine(X, Y))
    assert_close(cosine(X, -Y), -cosine(X, Y))


@given(seeds)
def test_the_cosine_with_itself_is_1_and_the_largest(seed):
    X, _ = draw(seed)
    C = cosine(X, X)
    assert_close(np.diag(C), np.ones(3))
    assert (C <= 1 + 1e-12).all()


@both
@given(seed=seeds, order=st.permutations(range(5)))
def test_rows_of_Y_that_change_places_take_their_columns_with_them(function, seed, order):
    X, Y = draw(seed)
    assert_close(function(X, Y[order]), function(X, Y)[:, order])


@both
@given(seed=seeds)
def test_a_turn_of_both_changes_nothing(function, seed):
    X, Y = draw(seed)
    R, _ = np.linalg.qr(np.random.default_rng(seed).normal(size=(7, 7)))
    assert_close(function(X @ R, Y @ R), function(X, Y))


@both
@given(seed=seeds)
def test_a_stack_is_as_good_as_one_after_the_other(function, seed):
    X, Y = draw(seed, leading=(2,))
    S = function(X, Y)
    assert S.shape == (2, 3, 5)
    for i in range(2):
        assert_close(S[i], function(X[i], Y[i]))
    assert_close(function(X, Y[0]), np.stack([function(X[0], Y[0]), function(X[1], Y[0])]))


@settings(max_examples=20)
@given(seeds)
def test_squared_distance_from_three_dot_products(seed):
    """The proof that the page asks for."""
    X, Y = draw(seed)
    distance = norm(X[:, None] - Y) ** 2
    assert_close(distance, (norm(X) ** 2)[:, None] - 2 * dot(X, Y) + norm(Y) ** 2)


@both
@any_float
def test_the_dtype_is_kept(function, dtype):
    X, Y = (M.astype(dtype) for M in draw(0))
    assert function(X, Y).dtype == dtype


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int64])
def test_whole_numbers_do_not_wrap_around(dtype):
    """100 · 100 + 100 · 100 is 32 in 8 bits."""
    X = np.array([[100, 100]], dtype)
    assert dot(X, X).tolist() == [[20_000]]
    assert_close(cosine(X, X), [[1]])


# Literals


def test_the_running_example():
    assert dot(E, E).tolist() == [[2, 0, 2], [0, 2, 2], [2, 2, 4]]
    half = math.sqrt(0.5)  # the cosine of half a right angle
    assert_close(cosine(E, E), [[1, 0, half], [0, 1, half], [half, half, 1]])


def test_two_rows_with_three():
    assert dot([[1, 0, 0, 0], [0, 1, 2, 0]], E).tolist() == [[1, 0, 1], [2, 1, 3]]


def test_four_words_of_four_numbers():
    """Literal. Without the transpose this runs, too, and gives another table."""
    X = [*E.tolist(), [0, 0, 1, 1]]
    assert dot(X, X).tolist() == [[2, 0, 2, 1], [0, 2, 2, 1], [2, 2, 4, 2], [1, 1, 2, 2]]


def test_a_cosine_by_hand():
    assert cosine([[2, 1, 0, 2]], [[1, 2, 2, 0]])[0, 0] == pytest.approx(4 / 9, rel=1e-12)


@pytest.mark.parametrize("width", [1, 2, 3, 5])
def test_over_all_vectors_of_signs_the_variance_is_the_width(width):
    X = list(product((-1, 1), repeat=width))
    S = dot(X, X)
    assert (S.mean(), S.var()) == (0, width)


@both
def test_different_widths_are_refused(function):
    with pytest.raises(ValueError, match="width") as error:
        function(np.ones((3, 7)), np.ones((5, 4)))
    assert str(error.value) == "rows need the same width: X (3, 7), Y (5, 4)"


def test_a_row_of_zeros_has_no_cosine():
    with pytest.raises(ValueError, match="a vector of zeros has no direction"):
        cosine(E, [[0, 0, 0, 0]])


# Reference


def by_the_formula(X, Y):
    S = np.zeros((len(X), len(Y)))
    for i, x in enumerate(X):
        for j, y in enumerate(Y):
            for a, b in zip(x, y, strict=True):
                S[i, j] += a * b
    return S


@given(seeds)
def test_dot_equals_the_formula(seed):
    X, Y = draw(seed)
    assert_close(dot(X, Y), by_the_formula(X, Y))


@given(seeds)
def test_cosine_equals_the_formula(seed):
    X, Y = draw(seed)
    lengths = [[math.hypot(*x) * math.hypot(*y) for y in Y] for x in X]
    assert_close(cosine(X, Y), by_the_formula(X, Y) / lengths)


def test_random_vectors_spread_as_the_2017_paper_says():
    """Section 3.2.1, footnote 4: mean 0 and variance d_k; 20,000 pairs, five standard errors."""
    X, Y = np.random.default_rng(0).normal(size=(2, 20_000, 64))
    S = dot(X[:, None], Y[:, None])[:, 0, 0]  # pair by pair
    assert abs(S.mean()) < 5 * (64 / 20_000) ** 0.5
    assert abs(S.var() - 64) < 5 * 64 * (2.1 / 20_000) ** 0.5
