"""Mistakes that were reported in public code for attention: each with its smallest input, and its whole kind.

    reported                                                          smallest input here
    B01  heads cut by one reshape                                     test_b01_*
    B02  heads joined without moving their axis                       test_b02_*
    B03  scores divided by √d_model                                   test_b03_*
    B05  softmax along the wrong axis in a batch                      test_b05_*
    B07  padding closes the query's row, not the key's column         test_b07_*
    B08  causal mask that closes the diagonal                         test_b08_*
    B09  True read as "ignore"                                        test_b09_*
    B11  causal mask that knows of no cache                           test_b11_*
    B13  KV heads tiled                                               test_b13_*
    B14  X cut before it is projected                                 test_b14_*
    B16  one length for queries and keys                              test_b16_*
    B18  a width that does not divide                                 test_b18_*
    B19  dropout that is on                                           test_b19_*
    B20  KV cache counted with the query heads                        test_b20_*
    B22  a factor of the cache forgotten or doubled                   test_b22_*
    B23  "groups" in two meanings                                     test_b23_*
    B25  latent attention counted as key and value                    test_b25_*
    B26  exp without the largest score taken off                      test_b26_*
    B27  NaN in the row of a query without a key, spreading           test_b27_*
    B29  a very negative number in place of -inf                      test_b29_*
    B31  np.float64( in what a page shows                             test_b31_*

The numbers are those of the log of reports; the mistakes themselves, put into the code, are in test_catches.py.
"""

import inspect
import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from snippets import kv_cache
from snippets.grouped_queries import grouped_queries
from snippets.kv_cache import attend_with_cache, kv_bytes_per_token, kv_cache_bytes, mla_bytes_per_token
from snippets.masks import causal_mask
from snippets.multi_head_attention import (
    join_heads,
    multi_head_attention,
    multi_head_attention_loop,
    split_heads,
)
from snippets.running_example import E, two_heads
from snippets.scaled_dot_product_attention import attention
from snippets.softmax import softmax
from snippets.split_and_join import multi_head_attention_einsum

LAYERS = (multi_head_attention, multi_head_attention_loop, multi_head_attention_einsum)
every_layer = pytest.mark.parametrize("layer", LAYERS)
seeds = st.integers(0, 2**32 - 1)
counts = st.integers(1, 5)
X = np.array([[1.0, 2, 3, 4], [5, 6, 7, 8]])  # two tokens, d_model 4
ROOT = Path(__file__).resolve().parents[2]


def weights(seed=0, d_model=4, width=4):
    rng = np.random.default_rng(seed)
    shapes = [(d_model, width)] * 3 + [(width, d_model)]
    return [rng.normal(size=shape) / 2 for shape in shapes]


# B01, B02: heads


def test_b01_head_0_holds_the_first_columns_of_every_token():
    assert split_heads(X, 2).tolist() == [[[1, 2], [5, 6]], [[3, 4], [7, 8]]]


@given(st.lists(counts, max_size=2), counts, counts, counts)
def test_b01_cell_by_cell_for_all_sizes(leading, n_tokens, n_heads, d_head):
    cells = np.arange(np.prod([*leading, n_tokens, n_heads * d_head], dtype=int))
    cells = cells.reshape(*leading, n_tokens, n_heads * d_head)
    heads = split_heads(cells, n_heads)
    for place in np.ndindex(*leading, n_heads, n_tokens, d_head):
        *batch, i, t, c = place
        assert heads[place] == cells[(*batch, t, i * d_head + c)]


@every_layer
def test_b02_a_token_that_sees_itself_alone_gets_itself_back(layer):
    assert layer(X, *[np.eye(4)] * 4, 2, mask=np.eye(2, dtype=bool))[0].tolist() == X.tolist()


@given(st.lists(counts, max_size=2), counts, counts, counts)
def test_b02_cell_by_cell_for_all_sizes(leading, n_tokens, n_heads, d_head):
    Z = np.arange(np.prod([*leading, n_heads, n_tokens, d_head], dtype=int))
    Z = Z.reshape(*leading, n_heads, n_tokens, d_head)
    joined = join_heads(Z)
    for place in np.ndindex(*Z.shape):
        *batch, i, t, c = place
        assert joined[(*batch, t, i * d_head + c)] == Z[place]


# B03, B05: scale and softmax


@every_layer
def test_b03_the_running_example_is_divided_by_the_root_of_2(layer):
    assert layer(E, *two_heads(), 2)[1][0, 0].round(4).tolist() == [0.6111, 0.2431, 0.1458]


@every_layer
@given(seed=seeds, n_heads=st.sampled_from([1, 2, 3, 6]))
def test_b03_weights_of_a_head_do_not_know_how_many_others_there_are(layer, seed, n_heads):
    rng = np.random.default_rng(seed)
    tokens, (W_Q, W_K, W_V, W_O) = rng.normal(size=(3, 6)), weights(seed, 6, 6)
    A = layer(tokens, W_Q, W_K, W_V, W_O, n_heads)[1]
    own = slice(0, 6 // n_heads)
    alone = layer(tokens, W_Q[:, own], W_K[:, own], W_V[:, own], W_O[own], 1)[1]
    np.testing.assert_allclose(A[0], alone[0], rtol=1e-9)


@every_layer
@given(seed=seeds, batch=st.sampled_from([(), (2,), (3, 2)]))
def test_b05_in_every_batch_and_head_rows_sum_to_1(layer, seed, batch):
    tokens = np.random.default_rng(seed).normal(size=(*batch, 3, 4))
    A = layer(tokens, *weights(seed), 2, mask=causal_mask(3))[1]
    np.testing.assert_allclose(A.sum(axis=-1), np.ones((*batch, 2, 3)))
    np.testing.assert_array_equal(A[..., 0, :], np.broadcast_to([1, 0, 0], (*batch, 2, 3)))


# B07, B08, B09, B11: masks


@every_layer
@pytest.mark.parametrize("length", [1, 2, 3])
def test_b07_padding_closes_columns(layer, length):
    """Three tokens, two of them valid: column 2 is 0 in every row, and the real queries lose nothing."""
    tokens = np.random.default_rng(0).normal(size=(3, 4))
    A = layer(tokens, *weights(), 2, mask=np.arange(3) < length)[1]
    assert (A[..., length:] == 0).all()
    np.testing.assert_allclose(A.sum(axis=-1), 1)


@every_layer
@given(seed=seeds)
def test_b07_what_the_padding_holds_changes_nothing(layer, seed):
    tokens = np.random.default_rng(seed).normal(size=(3, 4))
    other = np.where(np.arange(3)[:, None] < 2, tokens, 1000)
    a, b = (layer(one, *weights(seed), 2, mask=np.arange(3) < 2)[0][:2] for one in (tokens, other))
    np.testing.assert_array_equal(a, b)


@given(st.integers(1, 9), st.integers(0, 9))
def test_b08_every_query_sees_itself(n_tokens, n_cached):
    assert causal_mask(3)[0].tolist() == [True, False, False]
    assert causal_mask(n_tokens, n_cached)[:, n_cached:].diagonal().all()


@every_layer
def test_b08_no_nan_under_a_causal_mask(layer):
    Y, A = layer(np.eye(3, 4), *weights(), 2, mask=causal_mask(3))
    assert np.isfinite(Y).all()
    assert A[:, 0].tolist() == [[1, 0, 0]] * 2


@every_layer
def test_b09_true_means_may_attend(layer):
    A = layer(np.eye(3, 4), *weights(), 2, mask=np.tri(3, dtype=bool))[1]
    assert A[:, 0].tolist() == [[1, 0, 0]] * 2
    assert ((A > 0) == np.tri(3, dtype=bool)).all()


def test_b09_pages_that_show_a_mask_say_which_way_round_it_is():
    for path in (ROOT / "docs" / "reference" / "masks.md", ROOT / "docs" / "concepts" / "multi-head-attention.md"):
        assert re.search(r"True (?:means|=) .{0,3}may attend", path.read_text(encoding="utf-8"))


@every_layer
@pytest.mark.parametrize("n_cached", range(5))
def test_b11_five_at_once_or_some_after_a_cache(layer, n_cached):
    """Three cached and two new tokens: rows 3 and 4 of the full run."""
    tokens = np.random.default_rng(0).normal(size=(5, 4))
    Y, _ = layer(tokens, *weights(), 2, mask=causal_mask(5))
    new = layer(tokens[n_cached:], *weights(), 2, tokens, causal_mask(5 - n_cached, n_cached))[0]
    np.testing.assert_allclose(new, Y[n_cached:], rtol=1e-10)


@given(seeds, st.integers(1, 4))
def test_b11_with_the_cache_itself(seed, n_cached):
    Q, K, V = np.random.default_rng(seed).normal(size=(3, 2, 5, 4))
    right = attention(Q, K, V, causal_mask(5))[0]
    cache = attend_with_cache(Q[:, :n_cached], K[:, :n_cached], V[:, :n_cached])[2]
    Y = attend_with_cache(Q[:, n_cached:], K[:, n_cached:], V[:, n_cached:], cache)[0]
    np.testing.assert_allclose(Y, right[:, n_cached:], rtol=1e-9, atol=1e-12)


# B13, B14, B16, B18: heads, pieces, lengths, widths


@pytest.mark.parametrize(("n_heads", "n_kv_heads"), [(4, 2), (6, 2), (6, 3), (8, 4), (12, 4), (3, 1), (3, 3)])
def test_b13_consecutive_query_heads_read_one_kv_head(n_heads, n_kv_heads):
    """Four query heads, two groups, V of group g filled with g: 0 0 1 1."""
    V = np.arange(n_kv_heads, dtype=float)[:, None, None] * np.ones((1, 3, 1))
    Y, _ = grouped_queries(np.zeros((n_heads, 1, 2)), np.zeros((n_kv_heads, 3, 2)), V, n_kv_heads)
    assert Y.ravel().tolist() == sorted(list(range(n_kv_heads)) * (n_heads // n_kv_heads))


@every_layer
@pytest.mark.parametrize("column", range(4))
def test_b14_every_head_reads_every_column(layer, column):
    tokens = np.random.default_rng(0).normal(size=(3, 4))
    before, after = (layer(tokens + one, *weights(), 2)[1] for one in (0, np.eye(3, 4, column)))
    assert (abs(after - before).max(axis=(1, 2)) > 1e-3).all()
    assert sum(W.size for W in weights()) == 64  # 4 · d_model²


@every_layer
@given(n_queries=counts, n_keys=counts, n_heads=st.sampled_from([1, 2, 4]))
def test_b16_queries_and_keys_have_lengths_of_their_own(layer, n_queries, n_keys, n_heads):
    rng = np.random.default_rng(0)
    memory, mask = rng.normal(size=(n_keys, 4)), rng.random((n_queries, n_keys)) < 0.5
    Y, A = layer(rng.normal(size=(n_queries, 4)), *weights(), n_heads, memory, mask)
    assert (Y.shape, A.shape) == ((n_queries, 4), (n_heads, n_queries, n_keys))
    assert (A[:, ~mask] == 0).all()


@every_layer
@pytest.mark.parametrize(("width", "n_heads"), [(10, 3), (4, 3), (4, 8), (512, 7), (6, 0)])
def test_b18_a_width_that_does_not_divide_is_an_error_that_names_both(layer, width, n_heads):
    with pytest.raises(ValueError, match=f"W_Q has width {width}, which does not split into {n_heads} heads"):
        layer(np.ones((2, width)), *[np.ones((width, width))] * 4, n_heads)


# B19: dropout


@every_layer
def test_b19_no_function_drops_anything(layer):
    """Reported weights above 1 came from dropout. None has it, and two runs are equal in every digit."""
    for function in (*LAYERS, attention, softmax, grouped_queries, attend_with_cache):
        assert not {"dropout", "p", "rng", "training"} & inspect.signature(function).parameters.keys()
    a, b = (layer(X, *weights(), 2)[1] for _ in range(2))
    np.testing.assert_array_equal(a, b)
    assert a.max() <= 1


# B20, B22, B23, B25: caches


def test_b20_only_kv_heads_count():
    """32 layers, 32 query heads, 8 KV heads of 128, two bytes a number."""
    assert kv_bytes_per_token(n_layers=32, n_kv_heads=8, d_head=128, bytes_per_number=2) == 131_072
    assert "n_heads" not in inspect.signature(kv_bytes_per_token).parameters


@given(counts, counts, counts, st.sampled_from([np.float16, np.float32, np.float64]), counts, counts)
def test_b20_b22_equals_the_bytes_of_arrays(n_layers, n_kv_heads, d_head, dtype, n_tokens, n_sequences):
    """Every factor once: layers, KV heads, width, bytes, tokens, sequences, and 2 for keys and values."""
    stored = [np.zeros((n_layers, n_sequences, n_kv_heads, n_tokens, d_head), dtype) for _ in "KV"]
    per_token = kv_bytes_per_token(n_layers, n_kv_heads, d_head, np.dtype(dtype).itemsize)
    assert kv_cache_bytes(per_token, n_tokens, n_sequences) == sum(M.nbytes for M in stored)


def test_b22_every_factor_is_named_in_the_docstring():
    for function in (kv_bytes_per_token, mla_bytes_per_token, kv_cache_bytes):
        assert "Bytes" in function.__doc__ or "The same" in function.__doc__
    assert "Each layer and KV head" in kv_cache.kv_bytes_per_token.__doc__


def test_b23_n_kv_heads_is_the_number_of_kv_heads():
    """Twelve query heads and n_kv_heads = 4: four KV heads, three query heads each, in every function."""
    Q, K = np.zeros((12, 1, 2)), np.zeros((4, 3, 2))
    V = np.arange(4.0)[:, None, None] * np.ones((1, 3, 1))
    assert grouped_queries(Q, K, V, n_kv_heads=4)[0].ravel().tolist() == [g for g in range(4) for _ in range(3)]
    assert kv_bytes_per_token(1, 4, 64, 2) == 2 * K.shape[0] * 64 * 2
    with pytest.raises(ValueError, match="K has 4 heads, not 3"):  # the other meaning
        grouped_queries(Q, K, V, n_kv_heads=3)


def test_b23_no_function_has_another_name_for_it():
    for path in (ROOT / "snippets").glob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"\b(?:n_groups|n_kv_groups|num_kv_heads|num_groups|kv_heads)\b", text), path.name


@given(counts, counts, counts, counts)
def test_b25_the_latent_counts_once_and_the_rotary_key_too(n_layers, d_latent, d_rope, size):
    assert mla_bytes_per_token(60, 512, 64, 1) == 34_560
    assert mla_bytes_per_token(n_layers, d_latent, d_rope, size) == sum(
        np.zeros(width, f"V{size}").nbytes for width in (d_latent, d_rope) for _ in range(n_layers)
    )
    assert "n_heads" not in inspect.signature(mla_bytes_per_token).parameters


# B26, B27, B29, B31: numerics; NumPy's warnings are errors here (pyproject.toml)


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
@pytest.mark.parametrize("size", [4, 12, 32, 100])
def test_b26_large_scores_give_finite_weights(dtype, size):
    """Q = K = 32 I: the score of 724 has an infinite exp."""
    Q = size * np.eye(2, dtype=dtype)
    Y, A = attention(Q, Q, Q)
    assert np.isfinite(Y).all()
    assert A.dtype == dtype
    np.testing.assert_allclose(A, np.eye(2), atol=1e-4)


@settings(max_examples=50)
@given(seeds, st.sampled_from([np.float16, np.float32, np.float64]), st.floats(0, 90))
def test_b26_for_all_sizes(seed, dtype, size):
    Q, K, V = (np.random.default_rng(seed).uniform(-1, 1, (3, 3, 5)) * [[[size]], [[size]], [[1]]]).astype(dtype)
    Y, A = attention(Q, K, V)
    assert np.isfinite(Y).all()
    np.testing.assert_allclose(A.sum(axis=-1, dtype=np.float64), 1, atol=4e-3)


@every_layer
@given(seed=seeds, closed=st.sets(st.integers(0, 3)))
def test_b27_a_query_without_a_key_gets_zeros_and_no_other_row_changes(layer, seed, closed):
    tokens = np.random.default_rng(seed).normal(size=(4, 4))
    mask = np.array([[i not in closed] * 4 for i in range(4)])
    (Y, A), (Y_open, A_open) = (layer(tokens, *weights(seed), 2, mask=one) for one in (mask, None))
    rest = [i for i in range(4) if i not in closed]
    assert (Y[list(closed)] == 0).all()
    assert (A[:, list(closed)] == 0).all()
    np.testing.assert_allclose(Y[rest], Y_open[rest], rtol=1e-12)
    np.testing.assert_allclose(A[:, rest], A_open[:, rest], rtol=1e-12)


def test_b27_it_does_not_spread_through_a_second_layer():
    mask = np.array([[False, False], [True, True]])
    Y, _ = multi_head_attention(X, *weights(), 2, mask=mask)
    assert np.isfinite(multi_head_attention(Y, *weights(1), 2, mask=mask)[0]).all()


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
@given(seed=seeds)
def test_b29_no_weight_on_a_masked_key_and_no_overflow(dtype, seed):
    """Scores far below every constant that would be "very negative", and a row without a key."""
    rng = np.random.default_rng(seed)
    Q, K, V = (rng.normal(size=(3, 4, 5)) * 50).astype(dtype)
    mask = rng.random((4, 4)) < 0.5
    mask[0] = False
    Y, A = attention(Q, K, V, mask)
    assert (A[~mask] == 0).all()
    assert np.isfinite(Y).all()
    with pytest.raises(ValueError, match="a mask is boolean"):
        attention(Q, K, V, np.where(mask, 0, -1e4).astype(dtype))


def test_b31_no_page_shows_a_type_of_numpy():
    shown = [*(ROOT / "tests" / "outputs").rglob("*.txt")]
    assert shown
    for path in shown:
        assert not re.search(r"\bnp\.\w+\(|\bnumpy\.\w+\(", path.read_text(encoding="utf-8")), path.name
