"""Vectors. NumPy's warnings are errors here (pyproject.toml); sizes are different primes, so mixed-up axes fail."""

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from snippets.running_example import TOKENS, E
from snippets.vectors import norm, unit

seeds = st.integers(0, 2**32 - 1)
numbers = st.floats(-1000, 1000)
any_float = pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])


def draw(seed, shape=(3, 5)):
    return np.random.default_rng(seed).normal(size=shape)


# Properties


@given(seeds, numbers)
def test_a_multiple_is_that_many_times_as_long(seed, c):
    X = draw(seed)
    np.testing.assert_allclose(norm(c * X), abs(c) * norm(X), rtol=1e-12, atol=1e-150)


@given(seeds)
def test_a_sum_is_no_longer_than_both_and_no_shorter_than_their_difference(seed):
    X, Y = draw(seed), draw(seed + 1)
    assert (norm(X + Y) <= norm(X) + norm(Y) + 1e-12).all()
    assert (norm(X + Y) >= abs(norm(X) - norm(Y)) - 1e-12).all()


@given(seeds, st.permutations(range(5)))
def test_the_order_of_the_numbers_does_not_matter(seed, order):
    X = draw(seed)
    np.testing.assert_allclose(norm(X[:, order]), norm(X), rtol=1e-12)


@given(seeds)
def test_a_turn_changes_no_length(seed):
    R, _ = np.linalg.qr(draw(seed, (5, 5)))  # its rows are at right angles and of length 1
    X = draw(seed + 1)
    np.testing.assert_allclose(norm(X @ R), norm(X), rtol=1e-12)


@given(seeds)
def test_a_unit_vector_has_length_1_and_the_direction_of_its_vector(seed):
    X = draw(seed, (2, 3, 5))
    assert unit(X).shape == X.shape
    np.testing.assert_allclose(norm(unit(X)), np.ones((2, 3)), rtol=1e-12)
    np.testing.assert_allclose(unit(X) * norm(X)[..., None], X, rtol=1e-12)


@given(seeds, numbers)
def test_scaling_changes_a_unit_vector_at_most_in_sign(seed, c):
    assume(abs(c) > 1e-6)
    X = draw(seed)
    np.testing.assert_allclose(unit(c * X), np.sign(c) * unit(X), rtol=1e-9)


@given(seeds)
def test_as_many_words_as_numbers_are_still_divided_row_by_row(seed):
    X = draw(seed, (5, 5))
    np.testing.assert_allclose(norm(unit(X)), np.ones(5), rtol=1e-12)


@any_float
def test_the_dtype_is_kept(dtype):
    X = draw(0).astype(dtype)
    assert (norm(X).dtype, unit(X).dtype) == (dtype, dtype)


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int64])
def test_whole_numbers_do_not_wrap_around(dtype):
    """100² is 10,000, which 8 bits do not hold."""
    x = np.array([60, 80], dtype)
    assert norm(x) == 100
    assert unit(x).tolist() == [0.6, 0.8]


# Literals


def test_the_running_example():
    The, cat, sat = E
    assert TOKENS == ["The", "cat", "sat"]
    assert (The + cat).tolist() == sat.tolist() == [1, 1, 1, 1]
    np.testing.assert_allclose(norm(E), [math.sqrt(2), math.sqrt(2), 2], rtol=1e-15)
    assert unit(sat).tolist() == [0.5, 0.5, 0.5, 0.5]


@pytest.mark.parametrize(
    ("vector", "length"), [([3, 4], 5), ([-3, 4], 5), ([1, 2, 2], 3), ([2, -1, 2, -1], math.sqrt(10)), ([0, 0], 0)]
)
def test_lengths_that_one_can_do_in_the_head(vector, length):
    assert norm(vector) == pytest.approx(length, rel=1e-15)


def test_one_vector_one_row_and_a_stack():
    x = [3, 4, 12]
    assert norm(x).shape == ()
    assert norm([x]).tolist() == [13]
    assert norm([[x, x], [x, x], [x, x]]).tolist() == [[13, 13]] * 3


@pytest.mark.parametrize(
    ("X", "norms"), [([0, 0], "0.0"), ([[3, 4], [0, 0]], "[5. 0.]")], ids=["alone", "among others"]
)
def test_a_vector_of_zeros_has_no_direction(X, norms):
    with pytest.raises(ValueError, match="direction") as error:
        unit(X)
    assert str(error.value) == f"a vector of zeros has no direction; norms: {norms}"


# Reference


@given(seeds)
def test_equals_the_formula_and_numpy(seed):
    X = draw(seed, (2, 3, 5))
    for place in np.ndindex(2, 3):
        assert norm(X)[place] == pytest.approx(math.hypot(*X[place]), rel=1e-14)
    np.testing.assert_allclose(norm(X), np.linalg.norm(X, axis=-1), rtol=1e-14)
