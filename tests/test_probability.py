"""Distributions and entropy. NumPy's warnings are errors here (pyproject.toml): no log of 0 in any test."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from snippets.probability import check_distribution, entropy
from snippets.running_example import E

WEIGHTS = [1 / 8, 1 / 4, 5 / 8]  # of The, cat and sat
seeds = st.integers(0, 2**32 - 1)


def draw(seed, shape=(3, 5, 7)):
    """Rows of weights, some of them 0; the sizes are different primes, so that confused axes fail."""
    counts = np.random.default_rng(seed).integers(0, 6, shape)
    counts[..., 0] += 1  # no row of zeros
    return counts / counts.sum(axis=-1, keepdims=True)


# Properties


@given(seeds)
def test_entropy_lies_between_a_certain_and_an_even_row(seed):
    H = entropy(draw(seed))
    assert H.shape == (3, 5)
    assert (H >= 0).all()
    assert (H <= math.log2(7) + 1e-12).all()


@given(seeds, st.permutations(range(7)))
def test_entropy_does_not_ask_which_token_has_which_weight(seed, order):
    A = draw(seed)
    np.testing.assert_allclose(entropy(A[..., order]), entropy(A), rtol=1e-12, atol=1e-12)


@given(seeds)
def test_tokens_of_weight_0_change_nothing(seed):
    A = draw(seed)
    longer = np.concatenate([A, np.zeros((3, 5, 2))], axis=-1)
    np.testing.assert_allclose(entropy(longer), entropy(A), rtol=1e-12, atol=1e-12)


@given(seeds)
def test_taking_from_a_larger_weight_for_a_smaller_one_never_lowers_entropy(seed):
    A = draw(seed, (7,))
    moved = A.copy()
    low, high = A.argmin(), A.argmax()
    moved[low] = moved[high] = (A[low] + A[high]) / 2
    assert entropy(moved) >= entropy(A) - 1e-12


@given(seeds, seeds)
def test_a_mean_of_rows_is_at_least_as_spread_out_as_the_rows_are_on_average(one, other):
    A, B = draw(one), draw(other)
    assert (entropy((A + B) / 2) >= (entropy(A) + entropy(B)) / 2 - 1e-12).all()


@given(seeds)
def test_entropy_of_a_choice_in_two_steps(seed):
    """Shannon's third demand: first choose a group, then a token in it."""
    A = draw(seed, (7,))
    first, rest = A[:3], A[3:]
    groups = np.array([first.sum(), rest.sum()])
    inner = [g * entropy(part / g) for g, part in zip(groups, (first, rest), strict=True) if g > 0]
    np.testing.assert_allclose(entropy(A), entropy(groups) + sum(inner), rtol=1e-12, atol=1e-12)


@given(seeds)
def test_what_a_distribution_averages_stays_within_the_values(seed):
    A = check_distribution(draw(seed, (5, 7)))
    V = np.random.default_rng(seed).normal(size=(7, 2))
    assert (A @ V <= V.max(axis=0) + 1e-12).all()
    assert (A @ V >= V.min(axis=0) - 1e-12).all()


def test_weights_are_left_as_they_were():
    A = np.array([[1.0, 0.0], [0.25, 0.75]])
    before = A.copy()
    entropy(A)
    np.testing.assert_array_equal(A, before)
    assert check_distribution(A) is A


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_the_float_type_is_kept(dtype):
    H = entropy(np.array([WEIGHTS, [0, 0, 1]], dtype))
    assert H.dtype == dtype
    np.testing.assert_allclose(H, [1.2988, 0], atol=2e-3)


# Literals


def test_the_running_example():
    """3 bits times 1/8, 2 bits times 1/4, log2 8/5 bits times 5/8; and the average of the three vectors."""
    np.testing.assert_allclose(entropy(WEIGHTS), 3 / 8 + 2 / 4 + 5 / 8 * (3 - math.log2(5)), rtol=1e-14)
    assert f"{entropy(WEIGHTS):.2f}" == "1.30"
    assert (check_distribution(WEIGHTS) @ E).tolist() == [0.75, 0.875, 0.75, 0.875]


@pytest.mark.parametrize(
    ("row", "bits"),
    [
        ([1], 0),
        ([0, 1, 0], 0),
        ([1 / 2, 1 / 2], 1),
        ([1 / 2, 0, 1 / 2], 1),
        ([1 / 2, 1 / 4, 1 / 8, 1 / 8], 1.75),
        ([1 / 8] * 8, 3),
    ],
)
def test_rows_of_halves(row, bits):
    assert entropy(row) == bits
    assert not np.signbit(entropy(row))  # 0, not -0


def test_rows_are_the_last_axis():
    A = [[1, 0], [0.5, 0.5], [0, 1]]
    assert entropy(A).tolist() == [0, 1, 0]


@pytest.mark.parametrize(
    ("A", "message"),
    [
        ([1, 2, 5], "sum to 1, not to 8"),
        ([0.5, 0.25, 0.125], "sum to 1, not to 0.875"),
        ([-0.5, -0.25, 1.75], "0 or more, not -0.5"),
        ([[0.5, 0.5], [0, 0]], "sum to 1, not to 0"),
        ([[0.5, 1], [0.5, 0]], "sum to 1, not to 1.5"),  # the columns sum to 1, the rows do not
        ([math.nan, 1], "0 or more, not nan"),
        ([], "sum to 1, not to 0"),
    ],
)
@pytest.mark.parametrize("function", [check_distribution, entropy])
def test_what_is_no_distribution_is_refused(A, message, function):
    with pytest.raises(ValueError, match=message):
        function(A)


def test_rounded_weights_pass():
    assert check_distribution([0.333, 0.333, 0.333]).tolist() == [0.333] * 3
    columns = np.random.default_rng(0).random((3000, 7))
    half = (columns / columns.sum(axis=0)).astype(np.float16).T  # summed in 16 bits, these are 2 to 4 % off
    assert check_distribution(half) is half
    with pytest.raises(ValueError, match=r"not to 0\.998"):
        check_distribution([0.332, 0.333, 0.333])


# References


@given(arrays(np.float64, (3, 5), elements=st.floats(1e-300, 1)))
def test_equals_the_formula(A):
    A = A / A.sum(axis=-1, keepdims=True)
    expected = [-math.fsum(a * math.log2(a) for a in row if a > 0) for row in A.tolist()]
    np.testing.assert_allclose(entropy(A), expected, rtol=1e-12, atol=1e-12)


def test_the_example_of_the_paper():
    """Section 6 of shannon1948: H(1/2, 1/3, 1/6) = H(1/2, 1/2) + 1/2 H(2/3, 1/3)."""
    whole = entropy([1 / 2, 1 / 3, 1 / 6])
    np.testing.assert_allclose(whole, entropy([1 / 2, 1 / 2]) + entropy([2 / 3, 1 / 3]) / 2, rtol=1e-14)
