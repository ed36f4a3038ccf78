"""Self-attention and its three projections. NumPy's warnings are errors here (pyproject.toml)."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from snippets.masks import causal_mask
from snippets.running_example import E, two_heads
from snippets.self_attention import project, self_attention

seeds = st.integers(0, 2**32 - 1)
# n_tokens, d_model, d_k, d_v: never two alike, so that confused axes cannot pass
SIZES = (3, 5, 7, 2)
sizes = st.permutations(SIZES)


def draw(seed, sizes=SIZES, leading=()):
    """X and the three matrices; the weights A are neither even nor all on one token."""
    rng = np.random.default_rng(seed)
    n_tokens, d_model, d_k, d_v = sizes
    X = rng.normal(size=(*leading, n_tokens, d_model))
    return X, *(rng.normal(size=(d_model, width)) / math.sqrt(d_model) for width in (d_k, d_k, d_v))


def assert_same(got, expected):
    """All arrays are equal to rounding, shapes included."""
    for one, other in zip(got, expected, strict=True):
        assert np.shape(one) == np.shape(other)
        np.testing.assert_allclose(one, other, rtol=1e-10, atol=1e-12)


# Reference: a loop written from the equation


def by_the_equation(X, W_Q, W_K, W_V, mask):
    """One token after the other, one number at a time; the scores come from W_Q W_K^T, without Q and K."""
    n, d_v = len(X), W_V.shape[1]
    Y, A = np.zeros((n, d_v)), np.zeros((n, n))
    for i in range(n):
        powers = {}
        for j in range(n):
            if mask[i][j]:
                score = 0.0
                for a, asks in enumerate(X[i]):
                    for b, answers in enumerate(X[j]):
                        score += asks * answers * sum(W_Q[a][c] * W_K[b][c] for c in range(W_Q.shape[1]))
                powers[j] = math.exp(score / math.sqrt(W_Q.shape[1]))
        for j, power in powers.items():
            A[i][j] = power / sum(powers.values())
            for c in range(d_v):
                Y[i][c] += A[i][j] * sum(x * W_V[b][c] for b, x in enumerate(X[j]))
    return Y, A


@settings(max_examples=30)
@given(seeds, sizes)
def test_equals_the_equation(seed, sizes):
    X, *weights = draw(seed, sizes)
    everything = np.ones((len(X), len(X)), bool)
    assert_same(self_attention(X, *weights), by_the_equation(X, *weights, everything))


@settings(max_examples=30)
@given(seeds, sizes)
def test_equals_the_equation_with_any_mask(seed, sizes):
    X, *weights = draw(seed, sizes)
    mask = np.random.default_rng(seed).random((len(X), len(X))) < 0.6
    assert_same(self_attention(X, *weights, mask), by_the_equation(X, *weights, mask))


# Literals

SWAP = np.array([[0, 1, 0, 0], [1, 0, 0, 0], [0, 0, 0, 1], [0, 0, 1, 0]])


def test_each_matrix_makes_its_own_vector():
    Q, K, V = project(E, SWAP, 3 * np.eye(4), np.array([[1, 0], [0, 1], [1, 0], [0, 1]]))
    assert Q.tolist() == [[0, 1, 0, 1], [1, 0, 1, 0], [1, 1, 1, 1]]
    assert K.tolist() == [[3, 0, 3, 0], [0, 3, 0, 3], [3, 3, 3, 3]]
    assert V.tolist() == [[2, 0], [0, 2], [2, 2]]


def test_the_run_by_hand():
    """The asks for cat: scores 0, 1, 1, so its weights are 1 : e : e; cat and The have changed places."""
    e, total = math.e, 1 + 2 * math.e
    Y, A = self_attention(E, SWAP, np.eye(4), np.array([[1, 0], [0, 1], [1, 0], [0, 1]]))
    assert_same([A[0], A[1]], [np.array([1, e, e]) / total, np.array([e, 1, e]) / total])
    assert_same([Y[0]], [np.array([2 + 2 * e, 4 * e]) / total])


def test_the_random_matrices_give_the_digits_of_head_0():
    W_Q, W_K, W_V = (W[:, :2] for W in two_heads()[:3])
    Y, A = self_attention(E, W_Q, W_K, W_V)
    assert A.round(4).tolist() == [[0.6111, 0.2431, 0.1458], [0.1945, 0.3723, 0.4332], [0.4362, 0.3321, 0.2317]]
    assert Y.round(4).tolist() == [[0.9563, -1.3206], [1.8077, -1.1941], [1.3074, -1.2105]]


def test_queries_of_zeros_take_the_plain_mean_of_the_values():
    Y, A = self_attention(E, np.zeros((4, 3)), np.ones((4, 3)), np.array([[3], [3], [0], [6]]))
    assert_same([A], [np.full((3, 3), 1 / 3)])
    assert_same([Y], [np.full((3, 1), 8.0)])  # the values are 3, 9 and 12


# Properties


@given(seeds, st.permutations(range(7)))
def test_tokens_that_change_places_take_their_outputs_along(seed, order):
    X, *weights = draw(seed, (7, 5, 3, 2))
    Y, A = self_attention(X, *weights)
    assert_same(self_attention(X[order], *weights), (Y[order], A[order][:, order]))


@given(seeds)
def test_equal_tokens_get_equal_rows(seed):
    X, *weights = draw(seed)
    Y, A = self_attention(X[[0, 1, 2, 1]], *weights)
    assert_same([Y[1], A[1]], [Y[3], A[3]])
    assert_same([A[:, 1]], [A[:, 3]])


@given(seeds)
def test_with_a_causal_mask_order_matters(seed):
    """The first token sees itself alone; moved to the end, it sees all and gets something else."""
    X, *weights = draw(seed)
    Y, A = self_attention(X, *weights, causal_mask(3))
    assert_same([A[0]], [np.array([1, 0, 0])])
    assert not np.isclose(self_attention(X[::-1], *weights, causal_mask(3))[0][2], Y[0]).all()


@given(seeds)
def test_a_changed_future_token_changes_no_digit_of_earlier_outputs(seed):
    X, *weights = draw(seed, (7, 5, 3, 2))
    changed = X.copy()
    changed[4:] += 1000
    before, after = (self_attention(one, *weights, causal_mask(7))[0] for one in (X, changed))
    np.testing.assert_array_equal(after[:4], before[:4])
    assert not np.isclose(after[4:], before[4:]).all()


@given(seeds)
def test_only_the_product_of_W_Q_and_W_K_matters(seed):
    X, W_Q, W_K, W_V = draw(seed, (3, 7, 2, 5))
    M = np.array([[2.0, 1], [1, 1]])
    changed = self_attention(X, W_Q @ M, W_K @ np.linalg.inv(M).T, W_V)
    np.testing.assert_allclose(changed[1], self_attention(X, W_Q, W_K, W_V)[1], rtol=1e-9)


@given(seeds)
def test_each_matrix_has_its_part(seed):
    """W_V leaves the weights alone; W_Q and W_K in each other's place transpose the scores."""
    X, W_Q, W_K, W_V = draw(seed)
    Y, A = self_attention(X, W_Q, W_K, W_V)
    Y_double, A_same = self_attention(X, W_Q, W_K, 2 * W_V)
    assert_same((Y_double, A_same), (2 * Y, A))
    log = np.log(self_attention(X, W_K, W_Q, W_V)[1])
    scores = X @ W_Q @ (X @ W_K).T / math.sqrt(7)
    assert_same([log - log[:, :1]], [scores.T - scores.T[:, :1]])


@given(seeds)
def test_a_batch_is_as_good_as_one_text_after_the_other(seed):
    X, *weights = draw(seed, leading=(11, 13))
    mask = np.random.default_rng(seed).random((11, 13, 3, 3)) < 0.7
    Y, A = self_attention(X, *weights, mask)
    assert (Y.shape, A.shape) == ((11, 13, 3, 2), (11, 13, 3, 3))
    for place in ((0, 0), (4, 7), (10, 12)):
        assert_same((Y[place], A[place]), self_attention(X[place], *weights, mask[place]))


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_the_dtype_is_kept(dtype):
    low = [M.astype(dtype) for M in draw(0)]
    Y, A = self_attention(*low, causal_mask(3))
    assert (Y.dtype, A.dtype) == (dtype, dtype)


# Errors: the words that the reader sees


@pytest.mark.parametrize("function", [project, self_attention])
@pytest.mark.parametrize("wrong", [0, 1, 2])
def test_a_matrix_without_a_row_for_each_number_is_refused(function, wrong):
    X, *weights = draw(0)
    weights[wrong] = weights[wrong][:4]
    with pytest.raises(ValueError, match="row") as error:
        function(X, *weights)
    assert str(error.value) == f"{('W_Q', 'W_K', 'W_V')[wrong]} needs a row for each of 5 numbers, not 4"


def test_queries_and_keys_of_different_width_are_refused():
    X, W_Q, W_K, W_V = draw(0)
    with pytest.raises(ValueError, match="Q and K need the same width"):
        self_attention(X, W_Q, W_K[:, :6], W_V)


def test_a_mask_that_is_not_boolean_is_refused():
    with pytest.raises(ValueError, match="a mask is boolean"):
        self_attention(*draw(0), np.tri(3))
