"""Attention of one head. NumPy's warnings are errors here (pyproject.toml): no overflow, no 0/0 anywhere."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from snippets.masks import causal_mask
from snippets.scaled_dot_product_attention import attention, check_mask
from snippets.softmax import softmax

FLOATS = (np.float16, np.float32, np.float64)
any_float = pytest.mark.parametrize("dtype", FLOATS)
seeds = st.integers(0, 2**32 - 1)
# n_queries, n_keys, d_k, d_v: never two alike, so that confused axes cannot pass
sizes = st.permutations([2, 3, 5, 7])


def draw(seed, n_queries, n_keys, d_k, d_v, leading=()):
    """Q, K, V whose weights are neither even nor all on one key."""
    rng = np.random.default_rng(seed)
    return (rng.normal(size=(*leading, *shape)) for shape in ((n_queries, d_k), (n_keys, d_k), (n_keys, d_v)))


def by_the_equation(Q, K, V, mask):
    """Equation (1) of vaswani2017 for one head, a number at a time; closed keys take no part in the sums."""
    Y, A = np.zeros((len(Q), V.shape[1])), np.zeros((len(Q), len(K)))
    for i in range(len(Q)):
        open_keys = [j for j in range(len(K)) if mask[i][j]]
        powers = {}
        for j in open_keys:
            product = sum(Q[i][c] * K[j][c] for c in range(len(Q[i])))
            powers[j] = math.exp(product / math.sqrt(len(Q[i])))
        for j in open_keys:
            A[i][j] = powers[j] / sum(powers.values())
        for c in range(V.shape[1]):
            Y[i][c] = sum(A[i][j] * V[j][c] for j in open_keys)
    return Y, A


# Reference: a loop written from the equation


@settings(max_examples=50)
@given(seeds, sizes)
def test_equals_the_equation(seed, sizes):
    Q, K, V = draw(seed, *sizes)
    everything = np.ones((len(Q), len(K)), bool)
    for got, expected in zip(attention(Q, K, V), by_the_equation(Q, K, V, everything), strict=True):
        np.testing.assert_allclose(got, expected, rtol=1e-10, atol=1e-12)


@settings(max_examples=50)
@given(seeds, sizes)
def test_equals_the_equation_with_any_mask(seed, sizes):
    Q, K, V = draw(seed, *sizes)
    mask = np.random.default_rng(seed).random((len(Q), len(K))) < 0.5
    for got, expected in zip(attention(Q, K, V, mask), by_the_equation(Q, K, V, mask), strict=True):
        np.testing.assert_allclose(got, expected, rtol=1e-10, atol=1e-12)


@pytest.mark.parametrize(
    ("d_k", "undivided", "divided"), [(2, 0.369, 0.291), (64, 0.865, 0.319), (512, 0.953, 0.320)]
)
def test_the_largest_of_ten_weights_grows_with_the_width_unless_divided(d_k, undivided, divided):
    """Queries and keys drawn in full; the page draws the length of a query alone. Within 4 standard errors."""
    rng = np.random.default_rng(7)
    Q, K = rng.normal(size=(1000, 1, d_k)), rng.normal(size=(1000, 10, d_k))
    for scale, expected in ((1, undivided), (None, divided)):
        largest = attention(Q, K, K[..., :1], scale=scale)[1].max(axis=-1)
        error = largest.std() / math.sqrt(1000)
        assert largest.mean() == pytest.approx(expected, abs=4 * error + 0.0005)
        assert error < 0.01


# Literals


@any_float
def test_scores_that_give_eighths(dtype):
    """d_k = 4, so 2 ln k is divided by 2; the values 8, 16, 24 then mix to 1 + 4 + 15."""
    Q = np.array([[1, 0, 0, 0]], dtype)
    K = np.outer(2 * np.log([1, 2, 5]), [1, 9, 9, 9]).astype(dtype)
    V = np.array([[8], [16], [24]], dtype)
    Y, A = attention(Q, K, V)
    np.testing.assert_allclose(A, [[1 / 8, 1 / 4, 5 / 8]], rtol=2e-3 if dtype == np.float16 else 1e-6)
    np.testing.assert_allclose(Y, [[20]], rtol=2e-3 if dtype == np.float16 else 1e-6)


def test_the_three_words_as_queries_keys_and_values():
    """The run by hand of the page: scores 1, 0, 1 for The, 1, 1, 2 for sat."""
    e, E = math.e, np.array([[1.0, 0, 1, 0], [0, 1, 0, 1], [1, 1, 1, 1]])
    Y, A = attention(E, E, E)
    np.testing.assert_allclose(A[0], np.array([e, 1, e]) / (2 * e + 1), rtol=1e-12)
    np.testing.assert_allclose(A[1], np.array([1, e, e]) / (2 * e + 1), rtol=1e-12)
    np.testing.assert_allclose(A[2], np.array([1, 1, e]) / (2 + e), rtol=1e-12)
    np.testing.assert_allclose(Y[0], np.array([2 * e, 1 + e] * 2) / (2 * e + 1), rtol=1e-12)


def test_a_query_of_zeros_takes_the_plain_mean():
    Y, A = attention(np.zeros((1, 3)), np.arange(6.0).reshape(2, 3), [[1, 10], [3, 20]])
    assert A.tolist() == [[0.5, 0.5]]
    assert Y.tolist() == [[2, 15]]


@pytest.mark.parametrize(("size", "dtype"), [(32, np.float64), (12, np.float32)])
def test_large_scores_do_not_overflow(size, dtype):
    """The scores are 724 and 102: exp of them is infinite in float64 and float32."""
    Q = size * np.eye(2, dtype=dtype)
    Y, A = attention(Q, Q, np.array([[3, 5], [7, 11]], dtype))
    np.testing.assert_allclose(A, [[1, 0], [0, 1]], atol=1e-40)
    np.testing.assert_allclose(Y, [[3, 5], [7, 11]], rtol=1e-6)


@any_float
def test_scores_of_ten_thousand_do_not_overflow(dtype):
    Q = np.array([[100], [-100]], dtype)
    Y, A = attention(Q, Q, np.array([[3], [7]], dtype))
    np.testing.assert_array_equal(A, np.eye(2))
    np.testing.assert_array_equal(Y, [[3], [7]])


def test_queries_ask_and_keys_answer():
    """Both queries ask for what key 1 has: Q K^T, not K Q^T, which would give even rows."""
    Q, K, V = np.array([[90.0, 0], [80, 0]]), np.array([[0.0, 70], [60, 0]]), np.array([[3.0], [5]])
    Y, A = attention(Q, K, V)
    np.testing.assert_allclose(A, [[0, 1], [0, 1]], atol=1e-12)
    np.testing.assert_allclose(Y, [[5], [5]])


def test_padding_closes_a_column_not_a_row():
    """Three tokens, the last one padding: no query reads it, and the real queries lose nothing."""
    A = attention(np.eye(3), np.eye(3), np.eye(3), mask=np.arange(3) < 2)[1]
    np.testing.assert_array_equal(A[:, 2], [0, 0, 0])
    np.testing.assert_allclose(A.sum(axis=-1), [1, 1, 1])
    assert (A[:, :2] > 0).all()


def test_in_a_batch_the_rows_sum_to_1_and_the_first_token_sees_itself_alone():
    X = np.random.default_rng(0).normal(size=(2, 3, 5))
    A = attention(X, X, X, causal_mask(3))[1]
    np.testing.assert_allclose(A.sum(axis=-1), np.ones((2, 3)))
    np.testing.assert_array_equal(A[:, 0], [[1, 0, 0], [1, 0, 0]])


# Properties


@given(seeds, sizes)
def test_rows_sum_to_1_and_outputs_stay_between_the_values(seed, sizes):
    Q, K, V = draw(seed, *sizes, leading=(11,))
    Y, A = attention(Q, K, V)
    assert A.min() >= 0
    np.testing.assert_allclose(A.sum(axis=-1), 1, rtol=1e-12)
    assert (Y <= V.max(axis=-2, keepdims=True) + 1e-12).all()
    assert (Y >= V.min(axis=-2, keepdims=True) - 1e-12).all()


@given(seeds, st.permutations(range(5)), st.permutations(range(3)))
def test_the_order_of_keys_does_not_matter_and_outputs_follow_their_queries(seed, keys, queries):
    Q, K, V = draw(seed, 3, 5, 7, 2)
    Y, A = attention(Q, K, V)
    Y_moved, A_moved = attention(Q[queries], K[keys], V[keys])
    np.testing.assert_allclose(Y_moved, Y[queries], rtol=1e-10, atol=1e-12)
    np.testing.assert_allclose(A_moved, A[queries][:, keys], rtol=1e-10)


@given(seeds)
def test_leading_axes_are_as_good_as_a_loop(seed):
    Q, K, V = draw(seed, 2, 3, 5, 7, leading=(11, 13))
    mask = np.random.default_rng(seed).random((11, 13, 2, 3)) < 0.7
    Y, A = attention(Q, K, V, mask)
    assert (Y.shape, A.shape) == ((11, 13, 2, 7), (11, 13, 2, 3))
    for place in ((0, 0), (4, 7), (10, 12)):
        Y_one, A_one = attention(Q[place], K[place], V[place], mask[place])
        np.testing.assert_allclose(Y[place], Y_one, rtol=1e-10, atol=1e-12)
        np.testing.assert_allclose(A[place], A_one, rtol=1e-10, atol=1e-12)


@given(seeds)
def test_leading_axes_broadcast(seed):
    """Five queries' heads that share one K and V, as if these were repeated."""
    Q, K, V = draw(seed, 2, 3, 7, 11, leading=(5,))
    shared = attention(Q, K[:1], V[0])
    repeated = attention(Q, np.repeat(K[:1], 5, axis=0), np.repeat(V[:1], 5, axis=0))
    for got, expected in zip(shared, repeated, strict=True):
        np.testing.assert_allclose(got, expected, rtol=1e-10, atol=1e-12)


@given(seeds, sizes)
def test_the_scale_is_1_over_the_root_of_d_k(seed, sizes):
    Q, K, V = draw(seed, *sizes)
    root = math.sqrt(sizes[2])
    for got, expected in zip(attention(Q, K, V), attention(Q / root, K, V, scale=1), strict=True):
        np.testing.assert_allclose(got, expected, rtol=1e-10, atol=1e-12)
    np.testing.assert_allclose(attention(Q, K, V, scale=0.5)[1], softmax(Q @ K.T / 2), rtol=1e-12)
    np.testing.assert_allclose(attention(Q, K, V, scale=0)[1], 1 / len(K), rtol=1e-12)


@given(seeds, sizes)
def test_one_vector_added_to_every_key_changes_no_weight(seed, sizes):
    """It adds the same to all scores of a query."""
    Q, K, V = draw(seed, *sizes)
    shift = np.random.default_rng(seed).normal(size=K.shape[1])
    for got, expected in zip(attention(Q, K + shift, V), attention(Q, K, V), strict=True):
        np.testing.assert_allclose(got, expected, rtol=1e-9, atol=1e-12)


@given(seeds)
def test_a_mask_that_opens_everything_changes_no_digit(seed):
    Q, K, V = draw(seed, 2, 3, 5, 7)
    for got, expected in zip(attention(Q, K, V, np.ones((2, 3), bool)), attention(Q, K, V), strict=True):
        np.testing.assert_array_equal(got, expected)


@given(seeds, st.integers(0, 30))
def test_a_closed_key_is_as_good_as_absent(seed, code):
    """Whatever it holds, it changes no digit; the others share its weight as if it were not there."""
    Q, K, V = draw(seed, 3, 5, 7, 2)
    is_open = np.array([code >> j & 1 for j in range(5)], bool) | (np.arange(5) == code % 5)
    Y, A = attention(Q, K, V, is_open)
    assert (A[:, ~is_open] == 0).all()
    np.testing.assert_allclose(A[:, is_open], attention(Q, K[is_open], V[is_open])[1], rtol=1e-10)
    other = np.where(is_open[:, None], 0, 1000)
    np.testing.assert_array_equal(attention(Q, K + other, V - other, is_open)[0], Y)


@any_float
@given(seed=seeds)
def test_a_query_that_may_attend_to_nothing_gets_zeros_and_harms_no_other(dtype, seed):
    Q, K, V = (M.astype(dtype) for M in draw(seed, 3, 5, 7, 2))
    mask = np.ones((3, 5), bool)
    mask[1] = False
    Y, A = attention(Q, K, V, mask)
    np.testing.assert_array_equal(Y[1], np.zeros(2))
    np.testing.assert_array_equal(A[1], np.zeros(5))
    for got, expected in zip((Y, A), attention(Q, K, V), strict=True):
        np.testing.assert_array_equal(got[[0, 2]], expected[[0, 2]])


@any_float
@pytest.mark.parametrize("mask", [None, causal_mask(3)], ids=["no mask", "causal"])
def test_the_dtype_is_kept(mask, dtype):
    X = np.random.default_rng(0).normal(size=(2, 3, 5)).astype(dtype)
    Y, A = attention(X, X, X, mask)
    assert (Y.dtype, A.dtype) == (dtype, dtype)
    A_64 = attention(*[X.astype(np.float64)] * 3, mask)[1]
    np.testing.assert_allclose(A, A_64, atol={np.float16: 2e-3, np.float32: 1e-6, np.float64: 0}[dtype])


def test_lists_are_accepted():
    lists = [[1, 0], [0, 1]], [[1, 2], [3, 4]], [[5], [6]]
    for got, expected in zip(attention(*lists), attention(*map(np.array, lists)), strict=True):
        np.testing.assert_array_equal(got, expected)


# Errors: the words that the reader sees


@pytest.mark.parametrize("dtype", ["int64", "uint8", "float32", "float64"])
def test_a_mask_that_is_not_boolean_is_refused(dtype):
    with pytest.raises(ValueError, match="mask") as error:
        attention(np.eye(3), np.eye(3), np.eye(3), mask=np.tri(3).astype(dtype))
    assert str(error.value) == f"a mask is boolean, True = may attend; got {dtype}"


@pytest.mark.parametrize(
    ("shape", "shown"),
    [((5, 2), "(5, 2)"), ((2,), "(2,)"), ((3, 2, 5), "(3, 2, 5)")],
    ids=["turned", "one for each query", "more axes than the scores"],
)
def test_a_mask_that_does_not_fit_is_refused(shape, shown):
    with pytest.raises(ValueError, match="mask") as error:
        attention(np.ones((2, 7)), np.ones((5, 7)), np.ones((5, 3)), mask=np.ones(shape, bool))
    assert str(error.value) == f"mask {shown} does not fit scores (2, 5)"


def test_check_mask_stretches_the_mask():
    expected = [[[True, False, True]] * 2] * 5
    assert check_mask([True, False, True], (5, 2, 3)).tolist() == expected
    assert check_mask([[True], [False]], (2, 3)).tolist() == [[True] * 3, [False] * 3]


def test_queries_and_keys_of_different_width_are_refused():
    with pytest.raises(ValueError, match="width") as error:
        attention(np.ones((2, 7)), np.ones((5, 11)), np.ones((5, 3)))
    assert str(error.value) == "Q and K need the same width: Q (2, 7), K (5, 11)"


def test_a_key_without_a_value_is_refused():
    with pytest.raises(ValueError, match="value") as error:
        attention(np.ones((2, 7)), np.ones((5, 7)), np.ones((3, 11)))
    assert str(error.value) == "every key needs one value: K (5, 7), V (3, 11)"
