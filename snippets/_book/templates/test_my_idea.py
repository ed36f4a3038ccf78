"""My idea. NumPy's warnings are errors here (pyproject.toml). [[write: break the code, see a test fail]]"""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from snippets.my_idea import my_idea


def draw(seed):
    """Random tokens; the sizes are different primes, so that confused axes fail."""
    return np.random.default_rng(seed).normal(size=(5, 7))


# Properties: what holds for every input


@given(st.integers(0, 2**32 - 1))
def test_columns_sum_to_0(seed):  # [[write: properties of your function, in place of this one]]
    np.testing.assert_allclose(my_idea(draw(seed)).sum(axis=0), 0, atol=1e-12)


# Literals: small enough to redo by hand


def test_two_tokens():  # [[write: numbers worked out on paper]]
    assert my_idea([[1, 2], [3, 6]]).tolist() == [[-1, -2], [1, 2]]


def test_one_axis_is_refused():
    with pytest.raises(ValueError, match=r"X needs two axes, \(n_tokens, d_model\), not 1"):
        my_idea([1, 2])


# Reference: the formula one number at a time, a paper's table, or another library


@given(st.integers(0, 2**32 - 1))
def test_equals_the_formula(seed):  # [[write: your formula, without the function's own tricks]]
    X = draw(seed)
    n_tokens, d_model = X.shape
    for j in range(d_model):
        mean = sum(X[i, j] for i in range(n_tokens)) / n_tokens
        np.testing.assert_allclose(my_idea(X)[:, j], [X[i, j] - mean for i in range(n_tokens)], atol=1e-12)
