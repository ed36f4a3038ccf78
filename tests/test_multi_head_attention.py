"""Multi-head attention, batched and as a loop. NumPy's warnings are errors here (pyproject.toml)."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from snippets.masks import causal_mask
from snippets.multi_head_attention import (
    check_weights,
    join_heads,
    multi_head_attention,
    multi_head_attention_loop,
    split_heads,
)
from snippets.scaled_dot_product_attention import attention

LAYERS = {"batched": multi_head_attention, "loop": multi_head_attention_loop}
both = pytest.mark.parametrize("layer", LAYERS.values(), ids=LAYERS)
any_float = pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
seeds = st.integers(0, 2**32 - 1)

# n_heads, n_queries, n_keys, d_model, d_k, d_v: never two alike, so that confused axes cannot pass
SIZES = (2, 3, 5, 7, 11, 13)
sizes = st.permutations(SIZES)


def draw(seed, sizes=SIZES, leading=()):
    """X, X_kv, the four weights and n_heads; the weights A are neither even nor all on one key."""
    rng = np.random.default_rng(seed)
    n_heads, n_queries, n_keys, d_model, d_k, d_v = sizes
    X, X_kv = (rng.normal(size=(*leading, n, d_model)) for n in (n_queries, n_keys))
    widths = (n_heads * d_k, n_heads * d_k, n_heads * d_v)
    weights = [rng.normal(size=(d_model, width)) / math.sqrt(d_model) for width in widths]
    return X, X_kv, [*weights, rng.normal(size=(n_heads * d_v, d_model))], n_heads


def assert_same(got, expected):
    """Y and A are equal to rounding."""
    for one, other in zip(got, expected, strict=True):
        assert one.shape == other.shape
        np.testing.assert_allclose(one, other, rtol=1e-9, atol=1e-11)


# split_heads and join_heads

TWO_TOKENS = np.array([[1, 2, 3, 4], [5, 6, 7, 8]])  # d_model 4, 2 heads


def test_split_cuts_the_width_of_every_token():
    """Literal. One reshape would give head 0 all of token 0: [1, 2], [3, 4]."""
    assert split_heads(TWO_TOKENS, 2).tolist() == [[[1, 2], [5, 6]], [[3, 4], [7, 8]]]


def test_join_puts_the_heads_of_a_token_side_by_side():
    """Literal. Without the swap token 0 would get [1, 2, 5, 6]."""
    assert join_heads(np.array([[[1, 2], [5, 6]], [[3, 4], [7, 8]]])).tolist() == TWO_TOKENS.tolist()


@given(seeds, st.sampled_from([(), (2,), (2, 13)]))
def test_join_undoes_split(seed, leading):
    X = np.random.default_rng(seed).normal(size=(*leading, 5, 3 * 7))
    heads = split_heads(X, 3)
    assert heads.shape == (*leading, 3, 5, 7)
    np.testing.assert_array_equal(join_heads(heads), X)


@given(seeds)
def test_projecting_and_splitting_is_projecting_with_each_heads_own_columns(seed):
    rng = np.random.default_rng(seed)
    X, W = rng.normal(size=(2, 5, 11)), rng.normal(size=(11, 3 * 7))
    heads = split_heads(X @ W, 3)
    for i in range(3):
        np.testing.assert_allclose(heads[:, i], X @ W[:, 7 * i : 7 * i + 7], rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize(("width", "n_heads"), [(10, 3), (4, 0), (4, -2), (4, 8)])
def test_split_refuses_a_width_that_does_not_split(width, n_heads):
    with pytest.raises(ValueError, match="split") as error:
        split_heads(np.ones((2, width)), n_heads)
    assert str(error.value) == f"width {width} does not split into {n_heads} heads"


# Reference: a loop written from the equation


def by_the_equation(X, X_kv, W_Q, W_K, W_V, W_O, n_heads, mask):
    """One head, one query after the other: each head adds its output times its own rows of W_O."""
    d_k, d_v = W_Q.shape[1] // n_heads, W_V.shape[1] // n_heads
    Y, A = np.zeros((len(X), W_O.shape[1])), np.zeros((n_heads, len(X), len(X_kv)))
    for i in range(n_heads):
        of_head, rows = slice(i * d_k, i * d_k + d_k), slice(i * d_v, i * d_v + d_v)
        for q in range(len(X)):
            query = X[q] @ W_Q[:, of_head]
            scores = [query @ (x @ W_K[:, of_head]) / math.sqrt(d_k) for x in X_kv]
            powers = [math.exp(s) if mask[q][k] else 0 for k, s in enumerate(scores)]
            A[i, q] = [p / sum(powers) for p in powers]
            for k, x in enumerate(X_kv):
                Y[q] += A[i, q, k] * (x @ W_V[:, rows] @ W_O[rows])
    return Y, A


@both
@settings(max_examples=20)
@given(seed=seeds, sizes=sizes)
def test_equals_the_equation(layer, seed, sizes):
    X, X_kv, weights, n_heads = draw(seed, sizes)
    mask = np.random.default_rng(seed).random((len(X), len(X_kv))) < 0.6
    mask[:, seed % len(X_kv)] = True  # so that no query is left without a key
    expected = by_the_equation(X, X_kv, *weights, n_heads, mask)
    assert_same(layer(X, *weights, n_heads, X_kv, mask), expected)


@both
@settings(max_examples=20)
@given(seed=seeds)
def test_equals_the_equation_in_self_attention_without_a_mask(layer, seed):
    X, _, weights, n_heads = draw(seed)
    expected = by_the_equation(X, X, *weights, n_heads, np.ones((3, 3), bool))
    assert_same(layer(X, *weights, n_heads), expected)


# The loop and the batched form agree

MASKS = {
    "no mask": None,
    "for each key": np.arange(5) < 3,
    "for each query and key": causal_mask(3, 2),
    "for each sequence": np.arange(17 * 3 * 5).reshape(17, 3, 5) % 3 > 0,
    "for each sequence, same for all queries": np.arange(17 * 5).reshape(17, 1, 5) % 4 > 0,
}


@pytest.mark.parametrize("mask", MASKS.values(), ids=MASKS)
@settings(max_examples=20)
@given(seed=seeds)
def test_loop_equals_batched(mask, seed):
    X, X_kv, weights, n_heads = draw(seed, leading=(17,))
    Y, A = multi_head_attention(X, *weights, n_heads, X_kv, mask)
    assert (Y.shape, A.shape) == ((17, 3, 7), (17, 2, 3, 5))
    assert_same(multi_head_attention_loop(X, *weights, n_heads, X_kv, mask), (Y, A))


@settings(max_examples=20)
@given(seed=seeds, sizes=sizes)
def test_loop_equals_batched_for_all_sizes_and_two_leading_axes(seed, sizes):
    X, X_kv, weights, n_heads = draw(seed, sizes, leading=(1, 17))
    batched = multi_head_attention(X, *weights, n_heads, X_kv)
    assert_same(multi_head_attention_loop(X, *weights, n_heads, X_kv), batched)


@both
@given(seed=seeds)
def test_a_batch_is_as_good_as_one_sequence_after_the_other(layer, seed):
    X, X_kv, weights, n_heads = draw(seed, leading=(17,))
    mask = MASKS["for each sequence"]
    Y, A = layer(X, *weights, n_heads, X_kv, mask)
    for b in (0, 5, 16):
        assert_same(layer(X[b], *weights, n_heads, X_kv[b], mask[b]), (Y[b], A[b]))


@both
def test_all_sequences_may_read_one_memory(layer):
    X, X_kv, weights, n_heads = draw(0, leading=(17,))
    repeated = np.repeat(X_kv[:1], 17, axis=0)
    assert_same(layer(X, *weights, n_heads, X_kv[0]), layer(X, *weights, n_heads, repeated))


@both
def test_the_same_queries_may_read_many_memories(layer):
    X, X_kv, weights, n_heads = draw(0, leading=(17,))
    mask, repeated = MASKS["for each sequence"], np.repeat(X[:1], 17, axis=0)
    assert_same(layer(X[0], *weights, n_heads, X_kv, mask), layer(repeated, *weights, n_heads, X_kv, mask))


# Properties of the layer


@both
@given(seed=seeds, order=st.permutations(range(5)))
def test_permuted_tokens_give_permuted_outputs(layer, seed, order):
    X, _, weights, n_heads = draw(seed, (2, 5, 3, 7, 11, 13))
    Y, A = layer(X, *weights, n_heads)
    assert_same(layer(X[order], *weights, n_heads), (Y[order], A[:, order][:, :, order]))


@both
@given(seed=seeds, order=st.permutations(range(5)))
def test_heads_that_change_places_with_their_rows_of_W_O_change_nothing(layer, seed, order):
    X, X_kv, (W_Q, W_K, W_V, W_O), n_heads = draw(seed, (5, 2, 3, 7, 11, 13))
    Y, A = layer(X, W_Q, W_K, W_V, W_O, n_heads, X_kv)
    moved = [W.reshape(7, 5, -1)[:, order].reshape(7, -1) for W in (W_Q, W_K, W_V)]
    W_O_moved = W_O.reshape(5, 13, 7)[order].reshape(5 * 13, 7)
    assert_same(layer(X, *moved, W_O_moved, n_heads, X_kv), (Y, A[order]))


@both
@given(seed=seeds)
def test_concat_times_W_O_is_the_sum_of_what_each_head_adds(layer, seed):
    X, X_kv, (W_Q, W_K, W_V, W_O), n_heads = draw(seed, (3, 2, 5, 7, 11, 13))
    Y, patterns = 0, []
    for i in range(n_heads):
        of_head, rows = slice(11 * i, 11 * i + 11), slice(13 * i, 13 * i + 13)
        Z_i, A_i = attention(X @ W_Q[:, of_head], X_kv @ W_K[:, of_head], X_kv @ W_V[:, rows])
        Y = Y + Z_i @ W_O[rows]
        patterns.append(A_i)
    assert_same(layer(X, W_Q, W_K, W_V, W_O, n_heads, X_kv), (Y, np.stack(patterns)))


@both
@given(seed=seeds, last=st.integers(0, 5))
def test_a_changed_future_token_changes_no_digit_of_earlier_outputs(layer, seed, last):
    X, _, weights, n_heads = draw(seed, (2, 7, 3, 5, 11, 13))
    changed = X.copy()
    changed[last + 1 :] += 1000
    Y, A = layer(X, *weights, n_heads, mask=causal_mask(7))
    Y_changed, A_changed = layer(changed, *weights, n_heads, mask=causal_mask(7))
    np.testing.assert_array_equal(Y_changed[: last + 1], Y[: last + 1])
    np.testing.assert_array_equal(A_changed[:, : last + 1], A[:, : last + 1])
    assert not np.isclose(Y_changed[last + 1 :], Y[last + 1 :]).all()


@both
@given(seed=seeds)
def test_tokens_after_a_cache_get_what_they_get_in_one_go(layer, seed):
    """Five tokens at once, or two new ones that read three more: the same rows 3 and 4."""
    X, _, weights, n_heads = draw(seed, (2, 5, 3, 7, 11, 13))
    Y, A = layer(X, *weights, n_heads, mask=causal_mask(5))
    assert_same(layer(X[3:], *weights, n_heads, X, causal_mask(2, 3)), (Y[3:], A[:, 3:]))


@both
@given(seed=seeds)
def test_one_head_is_attention_times_W_O(layer, seed):
    X, X_kv, (W_Q, W_K, W_V, W_O), _ = draw(seed, (1, 2, 3, 5, 7, 11))
    Z, A = attention(X @ W_Q, X_kv @ W_K, X_kv @ W_V)
    assert_same(layer(X, W_Q, W_K, W_V, W_O, 1, X_kv), (Z @ W_O, A[None]))


@both
@given(seed=seeds)
def test_a_heads_scores_depend_on_W_Q_W_K_transposed_alone_whose_rank_is_at_most_d_k(layer, seed):
    """Other matrices with the same product of each head give the same weights."""
    X, X_kv, (W_Q, W_K, W_V, W_O), n_heads = draw(seed, (2, 3, 5, 7, 4, 13))
    A = layer(X, W_Q, W_K, W_V, W_O, n_heads, X_kv)[1]
    M = np.random.default_rng(seed).normal(size=(4, 4)) + 3 * np.eye(4)
    queries = [W_Q[:, of_head] @ M for of_head in (slice(0, 4), slice(4, 8))]
    keys = [W_K[:, of_head] @ np.linalg.inv(M).T for of_head in (slice(0, 4), slice(4, 8))]
    np.testing.assert_allclose(layer(X, np.hstack(queries), np.hstack(keys), W_V, W_O, n_heads, X_kv)[1], A, rtol=1e-6)
    for i, of_head in enumerate((slice(0, 4), slice(4, 8))):
        product = W_Q[:, of_head] @ W_K[:, of_head].T
        assert np.linalg.matrix_rank(product) == 4 < 7  # d_k, less than d_model
        scores = np.log(A[i]) - np.log(A[i]).mean(axis=1, keepdims=True)  # the scores but for a shift of each row
        right = X @ product @ X_kv.T / math.sqrt(4)
        np.testing.assert_allclose(scores, right - right.mean(axis=1, keepdims=True), rtol=1e-6, atol=1e-9)


@both
@any_float
def test_the_dtype_is_kept(layer, dtype):
    X, X_kv, weights, n_heads = draw(0, leading=(17,))
    low = [M.astype(dtype) for M in (X, *weights, X_kv)]
    Y, A = layer(*low[:5], n_heads, low[5], causal_mask(3, 2))
    assert (Y.dtype, A.dtype) == (dtype, dtype)
    Y_64, A_64 = layer(X, *weights, n_heads, X_kv, causal_mask(3, 2))
    step = np.finfo(dtype).eps
    np.testing.assert_allclose(Y, Y_64, atol=200 * step)
    np.testing.assert_allclose(A, A_64, atol=20 * step)


# Masks


@both
def test_in_a_batch_every_row_of_every_head_sums_to_1(layer):
    """Also: True means "may attend", and the first token sees itself; a softmax over columns fails here."""
    X, _, weights, n_heads = draw(0, (5, 3, 2, 7, 11, 13), leading=(2,))
    A = layer(X, *weights, n_heads, mask=causal_mask(3))[1]
    np.testing.assert_allclose(A.sum(axis=-1), np.ones((2, 5, 3)), rtol=1e-12)
    np.testing.assert_array_equal(A[..., 0, :], np.broadcast_to([1, 0, 0], (2, 5, 3)))
    assert (A[..., np.tri(3, dtype=bool)] > 0).all()


@both
def test_a_token_that_sees_itself_alone_gets_itself_back(layer):
    """With identities for W_V and W_O the output is X: joining heads brings in no piece of another token."""
    X = np.arange(1.0, 25).reshape(2, 3, 4)
    Y, _ = layer(X, *[np.eye(4)] * 4, 2, mask=np.eye(3, dtype=bool))
    np.testing.assert_array_equal(Y, X)


@both
def test_a_mask_for_each_sequence_is_not_taken_for_one_of_each_head(layer):
    """Three sequences of 1, 2 and 3 real tokens, three heads: all heads of a sequence have its mask."""
    X, _, weights, n_heads = draw(0, (3, 5, 2, 7, 11, 13), leading=(3,))
    lengths = np.array([1, 2, 3])
    mask = np.arange(5) < lengths[:, None, None]  # (3, 1, 5)
    A = layer(X, *weights, n_heads, mask=mask)[1]
    for b, length in enumerate(lengths):
        assert (A[b, ..., :length] > 0).all()
        assert (A[b, ..., length:] == 0).all()


@both
def test_padding_closes_a_column_not_a_row(layer):
    X, _, weights, n_heads = draw(0)
    A = layer(X, *weights, n_heads, mask=np.arange(3) < 2)[1]
    np.testing.assert_array_equal(A[..., 2], np.zeros((2, 3)))
    np.testing.assert_allclose(A.sum(axis=-1), np.ones((2, 3)), rtol=1e-12)


@both
def test_a_token_that_may_attend_to_nothing_gets_zeros_and_harms_no_other(layer):
    X, _, weights, n_heads = draw(0, leading=(17,))
    mask = np.array([[False] * 3, [True] * 3, [True] * 3])
    Y, A = layer(X, *weights, n_heads, mask=mask)
    Y_open, A_open = layer(X, *weights, n_heads)
    np.testing.assert_array_equal(Y[:, 0], np.zeros((17, 7)))
    np.testing.assert_array_equal(A[:, :, 0], np.zeros((17, 2, 3)))
    assert_same((Y[:, 1:], A[:, :, 1:]), (Y_open[:, 1:], A_open[:, :, 1:]))


@both
def test_a_mask_that_is_not_boolean_is_refused(layer):
    X, _, weights, n_heads = draw(0)
    with pytest.raises(ValueError, match="mask") as error:
        layer(X, *weights, n_heads, mask=np.tri(3))
    assert str(error.value) == "a mask is boolean, True = may attend; got float64"


@both
@pytest.mark.parametrize(
    "shape", [(5, 3), (3,), (2, 3, 5), (17, 2, 3, 5)], ids=["turned", "queries", "heads", "batch and heads"]
)
def test_a_mask_that_does_not_fit_is_refused(layer, shape):
    """The message has the shape that was given, without the axis of the heads."""
    X, X_kv, weights, n_heads = draw(0, leading=(17,))
    with pytest.raises(ValueError, match="mask") as error:
        layer(X, *weights, n_heads, X_kv, np.ones(shape, bool))
    assert str(error.value) == f"mask {shape} does not fit scores (17, 3, 5)"


# Sizes


@both
def test_queries_and_keys_may_differ_in_number(layer):
    rng = np.random.default_rng(0)
    X, X_kv = rng.normal(size=(2, 4)), rng.normal(size=(5, 4))
    weights = [rng.normal(size=(4, 4)) for _ in range(4)]
    Y, A = layer(X, *weights, 2, X_kv, causal_mask(2, 3))
    assert (Y.shape, A.shape) == ((2, 4), (2, 2, 5))
    np.testing.assert_array_equal(A[:, 0, 4], [0, 0])


@both
def test_every_head_reads_every_column(layer):
    """The projections are of all of X; cutting X first would leave column 3 to head 1 alone."""
    X, _, weights, n_heads = draw(0, (2, 3, 5, 4, 2, 2))
    A, A_changed = (layer(X + step, *weights, n_heads)[1] for step in (0, np.eye(4)[3]))
    assert (abs(A_changed - A).max(axis=(1, 2)) > 0.01).all()


def shapes(**changed):
    """Arguments for d_model 11, 3 heads, d_k 2 and d_v 5, except for the shapes that are changed."""
    fitting = {"X": (2, 11), "X_kv": (4, 11)}
    fitting |= {"W_Q": (11, 6), "W_K": (11, 6), "W_V": (11, 15), "W_O": (15, 11)}
    return {name: np.ones(shape) for name, shape in (fitting | changed).items()}


MISFITS = [
    ({"W_Q": (10, 6)}, 3, "W_Q needs a row for each of 11 numbers, not 10"),
    ({"W_K": (10, 6)}, 3, "W_K needs a row for each of 11 numbers, not 10"),
    ({"W_V": (10, 15)}, 3, "W_V needs a row for each of 11 numbers, not 10"),
    ({"X": (2, 7)}, 3, "W_Q needs a row for each of 7 numbers, not 11"),
    ({"X_kv": (4, 7)}, 3, "W_K needs a row for each of 7 numbers, not 11"),
    ({"W_Q": (11, 10)}, 3, "W_Q has width 10, which does not split into 3 heads"),
    ({"W_K": (11, 10)}, 3, "W_K has width 10, which does not split into 3 heads"),
    ({"W_V": (11, 10)}, 3, "W_V has width 10, which does not split into 3 heads"),
    ({}, 0, "W_Q has width 6, which does not split into 0 heads"),
    ({}, -3, "W_Q has width 6, which does not split into -3 heads"),
    ({"W_Q": (11, 9)}, 3, "W_Q and W_K need the same width: 9 and 6"),
    ({"W_V": (11, 12)}, 3, "W_O needs a row for each column of W_V: 15 and 12"),
    ({"W_O": (6, 11)}, 3, "W_O needs a row for each column of W_V: 6 and 15"),
]


@pytest.mark.parametrize("function", [check_weights, multi_head_attention, multi_head_attention_loop])
@pytest.mark.parametrize(("changed", "n_heads", "message"), MISFITS, ids=[message for *_, message in MISFITS])
def test_weights_that_do_not_fit_are_refused(function, changed, n_heads, message):
    with pytest.raises(ValueError, match="W_") as error:
        function(**shapes(**changed), n_heads=n_heads)
    assert str(error.value) == message


@both
def test_a_width_that_does_not_split_is_refused(layer):
    """d_model 10 and 3 heads: no column is dropped in silence."""
    with pytest.raises(ValueError, match="split") as error:
        layer(np.ones((2, 10)), *[np.ones((10, 10))] * 4, 3)
    assert str(error.value) == "W_Q has width 10, which does not split into 3 heads"


@both
def test_one_small_matrix_for_all_heads_is_refused(layer):
    """A matrix (2, 2) would project the two columns that are a head's cut of X."""
    with pytest.raises(ValueError, match="W_Q needs a row for each of 4 numbers, not 2"):
        layer(np.ones((3, 4)), *[np.ones((2, 2))] * 3, np.ones((4, 4)), 2)


def test_weights_that_fit_are_accepted():
    assert check_weights(**shapes(), n_heads=3) is None
