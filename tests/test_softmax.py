"""Softmax. NumPy's warnings are errors here (pyproject.toml): no overflow, no 0/0 in any test."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from snippets.running_example import E
from snippets.softmax import softmax

FLOATS = (np.float16, np.float32, np.float64)
TOLERANCE = {np.float16: 4e-3, np.float32: 2e-6, np.float64: 1e-14}  # some units of the last digit
any_float = pytest.mark.parametrize("dtype", FLOATS)
INF = np.inf


def scores(dtype, closed=False):
    """Arrays of 1 to 3 axes with scores up to 10,000, some of them -inf if closed."""
    finite = st.floats(-10_000, 10_000, width=np.dtype(dtype).itemsize * 8)
    elements = finite | st.just(-INF) if closed else finite
    return arrays(dtype, array_shapes(min_dims=1, max_dims=3, max_side=5), elements=elements)


# Properties


@any_float
@given(st.data())
def test_rows_sum_to_1_and_closed_rows_to_0(dtype, data):
    S = data.draw(scores(dtype, closed=True))
    A = softmax(S)
    assert A.shape == S.shape
    assert A.dtype == dtype
    assert A.min() >= 0
    is_open = (S > -INF).any(axis=-1)
    np.testing.assert_allclose(A.sum(axis=-1, dtype=np.float64), is_open, atol=TOLERANCE[dtype])


@given(scores(np.float64, closed=True))
def test_a_score_of_minus_infinity_gets_exactly_0_and_is_as_good_as_absent(S):
    A = softmax(S)
    assert (A[S == -INF] == 0).all()
    for row, weights in zip(S.reshape(-1, S.shape[-1]), A.reshape(-1, S.shape[-1]), strict=True):
        if (row > -INF).any():
            np.testing.assert_allclose(weights[row > -INF], softmax(row[row > -INF]), rtol=1e-12)


@given(arrays(np.int64, (3, 5), elements=st.integers(-1000, 1000)), st.integers(-1000, 1000))
def test_a_shift_changes_no_weight(S, shift):
    # whole numbers of this size are exact in float32, so that not one digit may differ
    S = S.astype(np.float32)
    np.testing.assert_array_equal(softmax(S + np.float32(shift)), softmax(S))


@given(scores(np.float64))
def test_a_larger_score_never_gets_a_smaller_weight(S):
    A = softmax(S)
    order = S.argsort(axis=-1)
    assert (np.diff(np.take_along_axis(A, order, axis=-1), axis=-1) >= 0).all()


@given(arrays(np.float64, (3, 5), elements=st.floats(-100, 100)))
def test_a_difference_of_scores_is_a_ratio_of_weights(S):
    A = softmax(S)
    np.testing.assert_allclose(np.log(A[:, :1] / A), S[:, :1] - S, atol=1e-10)


@given(st.permutations(range(5)), st.integers(0, 2**32 - 1))
def test_weights_follow_their_scores_when_keys_change_places(order, seed):
    S = np.random.default_rng(seed).normal(size=(2, 3, 5))
    np.testing.assert_allclose(softmax(S[..., order]), softmax(S)[..., order], rtol=1e-14)


@given(st.integers(0, 2), st.integers(0, 2**32 - 1))
def test_a_row_depends_on_no_other_row(row, seed):
    S = np.random.default_rng(seed).normal(size=(2, 3, 5))
    changed = S.copy()
    changed[:, row] += np.arange(5)
    others = [i for i in range(3) if i != row]
    np.testing.assert_array_equal(softmax(changed)[:, others], softmax(S)[:, others])
    assert not np.isclose(softmax(changed)[:, row], softmax(S)[:, row]).all()


def test_scores_are_left_as_they_were():
    S = np.array([[1.0, 2.0], [-INF, -INF]])
    before = S.copy()
    softmax(S)
    np.testing.assert_array_equal(S, before)


# Literals


@any_float
def test_logarithms_of_1_2_and_5_give_eighths(dtype):
    A = softmax(np.log([1, 2, 5]).astype(dtype))
    np.testing.assert_allclose(A, [1 / 8, 2 / 8, 5 / 8], atol=TOLERANCE[dtype])


def test_a_query_of_the_running_example_gives_eighths():
    """2 ln 2.5, 2 ln 5 and 2 ln 12.5 are 2 ln 1, 2 ln 2 and 2 ln 5, each shifted by 2 ln 2.5."""
    S = E @ np.log([2.5, 5, 2.5, 5])
    np.testing.assert_allclose(S - 2 * np.log([1, 2, 5]), 2 * math.log(2.5), rtol=1e-14)
    np.testing.assert_allclose(softmax(S / math.sqrt(4)), [1 / 8, 2 / 8, 5 / 8], rtol=1e-14)


def test_rows_are_the_last_axis():
    S = np.log([[[1, 3], [1, 1]], [[4, 1], [2, 3]]])
    expected = [[[0.25, 0.75], [0.5, 0.5]], [[0.8, 0.2], [0.4, 0.6]]]
    np.testing.assert_allclose(softmax(S), expected, rtol=1e-14)


@any_float
@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ([1e4, -1e4], [1, 0]),
        ([1e4, 1e4], [0.5, 0.5]),  # exp(1e4) is infinite
        ([-1e4, -1e4], [0.5, 0.5]),  # exp(-1e4) is 0, and so is their sum
        ([-1e4, -INF], [1, 0]),
        ([-INF, -INF], [0, 0]),
        ([-INF, 0, -INF, 0], [0, 0.5, 0, 0.5]),
    ],
)
def test_large_and_closed_scores(row, expected, dtype):
    A = softmax(np.array(row, dtype))
    assert A.dtype == dtype
    np.testing.assert_array_equal(A, np.array(expected, dtype))


def test_a_closed_row_leaves_the_rows_beside_it_alone():
    S = np.log([[1, 2, 5], [1, 1, 2]])
    between = np.insert(S, 1, -INF, axis=0)
    np.testing.assert_array_equal(softmax(between)[[0, 2]], softmax(S))
    np.testing.assert_array_equal(softmax(between)[1], [0, 0, 0])


def test_a_list_of_whole_numbers_gives_floats():
    A = softmax([0, 0, 0, 0])
    assert A.dtype == np.float64
    assert A.tolist() == [0.25, 0.25, 0.25, 0.25]


# Reference: the definition, one number at a time


@given(arrays(np.float64, (3, 5), elements=st.floats(-300, 300)))
def test_equals_the_definition(S):
    expected = [[math.exp(s) / math.fsum(map(math.exp, row)) for s in row] for row in S.tolist()]
    np.testing.assert_allclose(softmax(S), expected, rtol=1e-12, atol=1e-300)
