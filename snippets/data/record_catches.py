"""What each check catches: well-known mistakes, put into the source of the snippets one at a time.

    python -m snippets.data.record_catches            writes snippets/data/recorded/catches.json
    python -m snippets.data.record_catches --check    makes the mistakes anew and compares, writes nothing

Each mistake replaces a text of a snippet that occurs there, runs the changed snippets and asks every check whether
it notices. A check notices by a difference, an error or a warning of NumPy. Needs the package onnx for one column;
the outputs of PyTorch are those of the file torch.json.
"""

import importlib.util
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile
import warnings
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from snippets.data import record_onnx, record_torch, recording
from snippets.running_example import E, two_heads

WHAT = (
    "One row for each mistake: in which snippets it was put, what stood there and what stands there now, which checks "
    "notice it, which of the properties do, and the first test of the suite that fails."
)
ROOT = recording.SNIPPETS.parent
TESTS = [f"tests/test_{name}.py" for name in recording.MODULES]


@dataclass
class Mistake:
    name: str
    changes: list  # (snippet, old text, new text)

    def texts(self):
        """The sources of all snippets, with the mistake."""
        texts = recording.sources()
        for snippet, old, new in self.changes:
            if old not in texts[snippet]:
                raise ValueError(f"{self.name}: there is no {old!r} in snippets/{snippet}.py")
            texts[snippet] = texts[snippet].replace(old, new)
        return texts


MHA, ATTENTION = "multi_head_attention", "scaled_dot_product_attention"
CUT = (
    "    X = X.reshape(*leading, n_tokens, n_heads, width // n_heads)\n"
    "    return X.swapaxes(-3, -2)  # -> (..., n_heads, n_tokens, d_head)"
)
BARE = "    return X.reshape(*leading, n_heads, n_tokens, width // n_heads)"
JOIN = "Z.swapaxes(-3, -2).reshape("
SCALE = "K.shape[-1] ** -0.5  # a Python float, so that float32 stays float32"
MASKED = "S = np.where(check_mask(mask, S.shape), S, -np.inf)"
LAST = "return join_heads(Z) @ W_O, A"
LAST_OF_LOOP = "return np.concatenate(outputs, axis=-1) @ W_O,"
OF_LOOP = "attention(X @ W_Q_i, X_kv @ W_K_i, X_kv @ W_V_i, mask)"
OF_BATCHED = "attention(Q, K, V, mask)"
LATE = "A = softmax(S)\n    if mask is not None:\n        A = np.where(check_mask(mask, S.shape), A, 0)\n"
OWN_ROWS = "np.ones((len(W) // n_heads, W.shape[1] // n_heads), W.dtype)"
OWN_ROWS = f"(W * np.kron(np.eye(n_heads, dtype=W.dtype), {OWN_ROWS}))"
OF = (("Q", "X"), ("K", "X_kv"), ("V", "X_kv"))
PROJECTED = {name: f"split_heads({tokens} @ W_{name}, n_heads)" for name, tokens in OF}
TURNED = "check_mask(mask, S.shape)", "check_mask(mask, S.shape).swapaxes(-1, -2)"
TOP_LEFT = "n_cached + np.arange(n_tokens)[:, None]", "np.arange(n_tokens)[:, None]"

MISTAKES = [
    Mistake("heads cut by one reshape", [(MHA, CUT, BARE)]),
    Mistake("heads joined without moving their axis", [(MHA, JOIN, "Z.reshape(")]),
    Mistake("both of these", [(MHA, CUT, BARE), (MHA, JOIN, "Z.reshape(")]),
    Mistake(
        "heads interleaved",
        [(MHA, "n_tokens, n_heads, width // n_heads)", "n_tokens, width // n_heads, n_heads).swapaxes(-2, -1)")],
    ),
    Mistake("heads joined in reverse", [(MHA, JOIN, f"Z[..., ::-1, :, :]{JOIN[1:]}")]),
    Mistake(
        "X cut into pieces before it is projected",
        [(MHA, one, one.replace(f"W_{name}", OWN_ROWS.replace("W", f"W_{name}"))) for name, one in PROJECTED.items()],
    ),
    Mistake("W_O left out", [(MHA, one, one.replace(" @ W_O", "")) for one in (LAST, LAST_OF_LOOP)]),
    Mistake("W_O transposed", [(MHA, one, one.replace("W_O", "W_O.T")) for one in (LAST, LAST_OF_LOOP)]),
    Mistake("not divided by √d_k", [(ATTENTION, SCALE, "1.0")]),
    Mistake("divided by d_k", [(ATTENTION, SCALE, "1 / K.shape[-1]")]),
    Mistake(
        "divided by √d_model",
        [(MHA, one, one[:-1] + ", X.shape[-1] ** -0.5)") for one in (OF_LOOP, OF_BATCHED)],
    ),
    Mistake("queries and keys exchanged", [(ATTENTION, "Q @ K.swapaxes(-1, -2)", "K @ Q.swapaxes(-1, -2)")]),
    Mistake(
        "values made with W_K",
        [(MHA, "X_kv @ W_V_i", "X_kv @ W_K_i"), (MHA, "split_heads(X_kv @ W_V", "split_heads(X_kv @ W_K")],
    ),
    Mistake(
        "keys and values made of the queries' tokens",
        [(MHA, "X_kv @ W_K_i, X_kv @ W_V_i", "X @ W_K_i, X @ W_V_i")]
        + [(MHA, f"split_heads(X_kv @ W_{n}", f"split_heads(X @ W_{n}") for n in "KV"],
    ),
    Mistake("softmax along the wrong axis", [("softmax", "axis=-1", "axis=-2")]),
    Mistake("largest score not taken off", [("softmax", "np.exp(S - largest)", "np.exp(S)")]),
    Mistake("float32 becomes float64", [(ATTENTION, SCALE, "1 / np.sqrt(K.shape[-1])")]),
    Mistake("mask inverted", [(ATTENTION, MASKED, MASKED.replace("S, -np.inf", "-np.inf, S"))]),
    Mistake("mask turned: queries for keys", [(ATTENTION, *TURNED)]),
    Mistake(
        "mask after the softmax",
        [(ATTENTION, f"if mask is not None:\n        {MASKED}\n    A = softmax(S)\n", LATE)],
    ),
    Mistake("masked scores set to 0", [(ATTENTION, MASKED, MASKED.replace("-np.inf", "0"))]),
    Mistake("masked scores set to −1e9", [(ATTENTION, MASKED, MASKED.replace("-np.inf", "-1e9"))]),
    Mistake("a row without a key divides by 0", [("softmax", "np.where(total == 0, 1, total)", "total")]),
    Mistake("mask of a sequence taken for that of a head", [(MHA, "mask[..., None, :, :]", "mask")]),
    Mistake("causal mask closes the diagonal", [("masks", "key <= query", "key < query")]),
    Mistake("causal mask opens the future", [("masks", "key <= query", "key >= query")]),
    Mistake("causal mask top-left, cache ignored", [("masks", *TOP_LEFT)]),
    Mistake("new keys put before the cache", [("kv_cache", f"[{M}_cache, {M}]", f"[{M}, {M}_cache]") for M in "KV"]),
    Mistake(
        "KV heads tiled",
        [("grouped_queries", "np.repeat(K, n_heads // n_kv_heads, axis=-3)",
          "np.concatenate([K] * (n_heads // n_kv_heads), axis=-3)")],
    ),
]


# What the checks are given. Sizes as in most examples of a layer: d_k = d_v = d_model / n_heads, as many sequences
# as heads. A check for shapes alone is usually written with such.

LAYERS = ("multi_head_attention", "multi_head_attention_loop")
HEADS, N, WIDTH = 2, 4, 6


def layer_inputs(seed=0, n_heads=HEADS, n_tokens=N, d_model=WIDTH, batch=(2,)):
    rng = np.random.default_rng(seed)
    weights = [rng.normal(size=(d_model, d_model)) / d_model**0.5 for _ in range(4)]
    return rng.normal(size=(*batch, n_tokens, d_model)), weights, n_heads


def results(chapter):
    """(name, Y, A, their right shapes) of each function on ordinary inputs, with and without a mask."""
    X, weights, n_heads = layer_inputs()
    X_kv = layer_inputs(1, n_tokens=5)[0]
    causal, padding = chapter.causal_mask(N), np.arange(N) < 3
    for layer in LAYERS:
        for mask in (None, causal, padding, np.stack([causal, np.tri(N, dtype=bool)])):
            yield layer, *getattr(chapter, layer)(X, *weights, n_heads, mask=mask), (2, N, WIDTH), (2, 2, N, N)
        cross = getattr(chapter, layer)(X, *weights, n_heads, X_kv)
        yield layer, *cross, (2, N, WIDTH), (2, 2, N, 5)
    for mask in (None, causal, padding):
        yield "attention", *chapter.attention(X, X, X, mask), (2, N, WIDTH), (2, N, N)
    Q, K = np.stack([X, -X, X, X], axis=1), np.stack([X, X + 1], axis=1)
    yield "grouped_queries", *chapter.grouped_queries(Q, K, K, 2, causal), (2, 4, N, WIDTH), (2, 4, N, N)
    cache = None
    for start, stop in ((0, 2), (2, N)):
        Y, A, cache = chapter.attend_with_cache(*[X[:, start:stop]] * 3, cache)
        yield "attend_with_cache", Y, A, (2, 2, WIDTH), (2, 2, stop)


def same(got, expected, off=1e-9):
    """Raises AssertionError unless the arrays are equal but for rounding."""
    for one, other in zip(got, expected, strict=True):
        np.testing.assert_allclose(one, other, rtol=off, atol=off)


# The checks, each an AssertionError or another error if it notices something


def shapes(chapter):
    for _, Y, A, of_Y, of_A in results(chapter):
        assert (Y.shape, A.shape) == (of_Y, of_A)
    X = np.ones((3, 5, 6))
    assert chapter.split_heads(X, 2).shape == (3, 2, 5, 3)
    assert chapter.join_heads(chapter.split_heads(X, 2)).shape == X.shape
    assert chapter.causal_mask(2, 3).shape == (2, 5)
    assert chapter.softmax(X).shape == X.shape


def rows_sum_to_1(chapter):
    for _, _, A, *_ in results(chapter):
        assert A.min() >= 0
        np.testing.assert_allclose(A.sum(axis=-1), 1)


def by_hand(chapter):
    """Numbers that can be redone on paper, and the running example."""
    X = np.array([[1, 2, 3, 4], [5, 6, 7, 8]])
    heads = np.array([[[1, 2], [5, 6]], [[3, 4], [7, 8]]])
    same([chapter.split_heads(X, 2), chapter.join_heads(heads)], [heads, X])
    assert chapter.causal_mask(3).tolist() == np.tri(3, dtype=bool).tolist()
    assert chapter.causal_mask(2, 3).astype(int).tolist() == [[1, 1, 1, 1, 0], [1, 1, 1, 1, 1]]
    row, eighths = np.log([[1.0, 2, 5]]), [[1 / 8, 1 / 4, 5 / 8]]
    same([chapter.softmax(row)], [eighths])
    K = np.outer(2 * row, [1, 9, 9, 9])  # d_k is 4
    same(chapter.attention([[1, 0, 0, 0]], K, [[8], [16], [24]]), ([[20]], eighths))
    closed = chapter.attention([[1, 0, 0, 0]], K, [[8], [16], [24]], mask=[True, False, True])
    same(closed, ([[8 / 6 + 24 * 5 / 6]], [[1 / 6, 0, 5 / 6]]))
    V = np.array([np.zeros((3, 1)), np.ones((3, 1))])
    assert chapter.grouped_queries(np.zeros((4, 1, 2)), np.zeros((2, 3, 2)), V, 2)[0].ravel().tolist() == [0, 0, 1, 1]
    for layer in LAYERS:
        Y, A = getattr(chapter, layer)(E, *two_heads(), 2)
        assert A[0, 0].round(4).tolist() == [0.6111, 0.2431, 0.1458]
        assert Y[0].round(4).tolist() == [0.5163, 0.6253, 0.2151, 1.2935]


def loop_equals_batched(chapter):
    X, weights, n_heads = layer_inputs()
    for mask in (None, chapter.causal_mask(N), np.arange(2 * N * N).reshape(2, N, N) % 3 > 0):
        batched, loop = (getattr(chapter, layer)(X, *weights, n_heads, mask=mask) for layer in LAYERS)
        same(batched, loop)


def by_the_equation(Q, K, V, mask, n_kv_heads):
    """Equation (1) of vaswani2017 for each query head, a number at a time; a query without a key gets zeros."""
    n_heads, n_queries, n_keys = len(Q), len(Q[0]), len(K[0])
    Y, A = np.zeros((n_heads, n_queries, V.shape[-1])), np.zeros((n_heads, n_queries, n_keys))
    for i in range(n_heads):
        group = i // (n_heads // n_kv_heads)
        for q in range(n_queries):
            opened = [k for k in range(n_keys) if mask[q][k]]
            scores = {k: math.fsum(Q[i, q] * K[group, k]) / math.sqrt(Q.shape[-1]) for k in opened}
            powers = {k: math.exp(score - max(scores.values())) for k, score in scores.items()}
            for k in opened:
                A[i, q, k] = powers[k] / math.fsum(powers.values())
                Y[i, q] += A[i, q, k] * V[group, k]
    return Y, A


def layer_by_the_equation(X, W_Q, W_K, W_V, W_O, n_heads, X_kv=None, mask=None):
    """A layer for one sequence: each head has its own columns of the weights and adds through its rows of W_O."""
    X_kv = X if X_kv is None else X_kv
    heads = [np.stack(np.split(T @ W, n_heads, axis=1)) for T, W in ((X, W_Q), (X_kv, W_K), (X_kv, W_V))]
    mask = np.ones((len(X), len(X_kv)), bool) if mask is None else np.broadcast_to(mask, (len(X), len(X_kv)))
    Z, A = by_the_equation(*heads, mask, n_heads)
    return sum(Z_i @ W_O_i for Z_i, W_O_i in zip(Z, np.split(W_O, n_heads), strict=True)), A


def equation(chapter):
    """Sizes that differ, batches, cross-attention, masks of every kind, shared heads, a cache."""
    rng = np.random.default_rng(3)
    X, X_kv = rng.normal(size=(2, 3, 6)), rng.normal(size=(2, 5, 6))
    weights = [rng.normal(size=shape) / 2 for shape in ((6, 4), (6, 4), (6, 10), (10, 6))]
    masks = None, np.arange(5) < 3, rng.random((2, 3, 5)) < 0.6
    for layer in LAYERS:
        for mask in masks:
            Y, A = getattr(chapter, layer)(X, *weights, 2, X_kv, mask)
            for b in range(2):
                one = mask[b] if mask is not None and mask.ndim == 3 else mask
                same((Y[b], A[b]), layer_by_the_equation(X[b], *weights, 2, X_kv[b], one))
    causal = [[k <= q for k in range(5)] for q in range(5)]
    Y, A = chapter.multi_head_attention(X_kv, *weights, 2, mask=chapter.causal_mask(5))
    same((Y[0], A[0]), layer_by_the_equation(X_kv[0], *weights, 2, mask=causal))
    Q, K, V = (rng.normal(size=shape) for shape in ((4, 3, 7), (2, 5, 7), (2, 5, 3)))
    mask = rng.random((3, 5)) < 0.7
    same(chapter.grouped_queries(Q, K, V, 2, mask), by_the_equation(Q, K, V, mask, 2))
    Q, cache = rng.normal(size=(2, 5, 7)), None
    right = by_the_equation(Q, K, V, causal, 2)
    for t in range(5):
        Y, A, cache = chapter.attend_with_cache(*(M[:, t : t + 1] for M in (Q, K, V)), cache)
        same((Y, A), (right[0][:, t : t + 1], right[1][:, t : t + 1, : t + 1]))


# Properties: true for every input, with no other implementation to compare with


def permuted_tokens(chapter):
    X, weights, n_heads = layer_inputs()
    order = [2, 0, 3, 1]
    for layer in LAYERS:
        Y, A = getattr(chapter, layer)(X, *weights, n_heads)
        same(getattr(chapter, layer)(X[:, order], *weights, n_heads), (Y[:, order], A[:, :, order][..., order]))


def keys_in_another_order(chapter):
    X, weights, n_heads = layer_inputs()
    X_kv = layer_inputs(1, n_tokens=5)[0]
    order = [4, 2, 0, 3, 1]
    Y, A = chapter.multi_head_attention(X, *weights, n_heads, X_kv)
    same(chapter.multi_head_attention(X, *weights, n_heads, X_kv[:, order]), (Y, A[..., order]))


def heads_exchanged_with_their_rows_of_W_O(chapter):
    X, (W_Q, W_K, W_V, W_O), _ = layer_inputs()
    order = [2, 0, 1]
    for layer in LAYERS:
        Y, A = getattr(chapter, layer)(X, W_Q, W_K, W_V, W_O, 3)
        moved = [W.reshape(6, 3, 2)[:, order].reshape(6, 6) for W in (W_Q, W_K, W_V)]
        same(getattr(chapter, layer)(X, *moved, W_O.reshape(3, 2, 6)[order].reshape(6, 6), 3), (Y, A[:, order]))


def output_is_the_sum_over_heads(chapter):
    X, (W_Q, W_K, W_V, W_O), _ = layer_inputs()
    for layer in LAYERS:
        Y = getattr(chapter, layer)(X, W_Q, W_K, W_V, W_O, 3)[0]
        kept = [np.where((np.arange(6) // 2 == i)[:, None], W_O, 0) for i in range(3)]
        same([Y], [sum(getattr(chapter, layer)(X, W_Q, W_K, W_V, W_O_i, 3)[0] for W_O_i in kept)])
        alone = chapter.attention(X @ W_Q[:, :2], X @ W_K[:, :2], X @ W_V[:, :2])[0] @ W_O[:2]
        same([getattr(chapter, layer)(X, W_Q, W_K, W_V, kept[0], 3)[0]], [alone])


def changed_future_token(chapter):
    X, weights, n_heads = layer_inputs()
    changed = X.copy()
    changed[:, 2:] += 3
    for layer in LAYERS:
        before, after = (
            getattr(chapter, layer)(T, *weights, n_heads, mask=chapter.causal_mask(N))[0] for T in (X, changed)
        )
        np.testing.assert_array_equal(after[:, :2], before[:, :2])
        assert not np.isclose(after[:, 2:], before[:, 2:]).all(axis=-1).any()


def token_that_sees_itself_alone(chapter):
    X = np.arange(1.0, 25).reshape(2, 3, 4)
    for layer in LAYERS:
        same([getattr(chapter, layer)(X, *[np.eye(4)] * 4, 2, mask=np.eye(3, dtype=bool))[0]], [X])


def every_head_reads_every_column(chapter):
    X, weights, n_heads = layer_inputs()
    for layer in LAYERS:
        A, changed = (getattr(chapter, layer)(X + one, *weights, n_heads)[1] for one in (0, np.eye(N, WIDTH, 2)))
        assert (abs(A - changed).max(axis=(0, 2, 3)) > 1e-3).all()
        A, changed = (getattr(chapter, layer)(X + one, *weights, n_heads)[1] for one in (0, np.eye(N, WIDTH, -2)))
        assert (abs(A - changed).max(axis=(0, 2, 3)) > 1e-3).all()


def masked_key_counts_for_nothing(chapter):
    X, weights, n_heads = layer_inputs()
    lengths = np.array([1, 3])
    mask = np.arange(N) < lengths[:, None, None]
    for layer in LAYERS:
        Y, A = getattr(chapter, layer)(X, *weights, n_heads, mask=mask)
        for b, length in enumerate(lengths):
            assert (A[b, ..., length:] == 0).all()
            assert (A[b, ..., :length] > 0).all()
            same([Y[b]], [getattr(chapter, layer)(X[b], *weights, n_heads, X[b, :length])[0]])


def query_without_a_key_gets_zeros(chapter):
    X, weights, n_heads = layer_inputs()
    mask = np.array([[False] * N] + [[True] * N] * (N - 1))
    Y, A = chapter.multi_head_attention(X, *weights, n_heads, mask=mask)
    assert (Y[:, 0] == 0).all()
    assert (A[:, :, 0] == 0).all()
    same([Y[:, 1:]], [chapter.multi_head_attention(X, *weights, n_heads)[0][:, 1:]])


def scores_of_any_size(chapter):
    X, weights, n_heads = layer_inputs()
    assert np.isfinite(chapter.multi_head_attention(1000 * X, *weights, n_heads)[0]).all()
    S = np.log([[1.0, 2, 5], [3, 4, 1]])
    same([chapter.softmax(S + 1000)], [chapter.softmax(S)])


def wider_heads_keep_the_spread_of_scores(chapter):
    """Copies of the columns of Q and K, each divided by the fourth root of their number, change no weight."""
    X, (W_Q, W_K, W_V, W_O), _ = layer_inputs()
    for layer in LAYERS:
        A = getattr(chapter, layer)(X, W_Q, W_K, W_V, W_O, 1)[1]
        wide = [np.hstack([W] * 4) / 4**0.25 for W in (W_Q, W_K)]
        same([getattr(chapter, layer)(X, *wide, W_V, W_O, 1)[1]], [A])


def type_is_kept(chapter):
    X, weights, n_heads = layer_inputs()
    low = [M.astype(np.float32) for M in (X, *weights)]
    for layer in LAYERS:
        assert {M.dtype for M in getattr(chapter, layer)(*low, n_heads)} == {np.dtype(np.float32)}


def cache_equals_one_pass(chapter):
    X = layer_inputs()[0]
    right, cache, rows = chapter.attention(X, X, X, chapter.causal_mask(N))[0], None, []
    for t in range(N):
        Y, _, cache = chapter.attend_with_cache(*[X[:, t : t + 1]] * 3, cache)
        rows.append(Y)
    same([np.concatenate(rows, axis=1)], [right])


def grouped_heads_have_two_ends(chapter):
    """As many KV heads as query heads: multi-head attention. Each KV head twice: no change."""
    rng = np.random.default_rng(5)
    Q, K, V = (rng.normal(size=shape) for shape in ((4, 3, 7), (2, 5, 7), (2, 5, 3)))
    grouped = chapter.grouped_queries(Q, K, V, 2)
    full = [np.stack([M[0], M[0], M[1], M[1]]) for M in (K, V)]
    same(grouped, chapter.grouped_queries(Q, *full, 4))
    same(chapter.grouped_queries(Q, *full, 4), chapter.attention(Q, *full))


PROPERTIES = (
    permuted_tokens,
    keys_in_another_order,
    heads_exchanged_with_their_rows_of_W_O,
    output_is_the_sum_over_heads,
    changed_future_token,
    token_that_sees_itself_alone,
    every_head_reads_every_column,
    masked_key_counts_for_nothing,
    query_without_a_key_gets_zeros,
    scores_of_any_size,
    wider_heads_keep_the_spread_of_scores,
    type_is_kept,
    cache_equals_one_pass,
    grouped_heads_have_two_ends,
)


# Others' implementations


@cache
def cases():
    return [case for case in record_onnx.read_cases() if not record_onnx.problem_of(case)]


def onnx(chapter):
    for case in cases():
        for _, _, *left in record_onnx.answers(case, chapter):
            assert record_onnx.compare(case, *left)[0] <= 1


@cache
def recorded():
    draws = record_torch.draws(record_torch.SEED, None, record_torch.SMALL)
    rows = recording.read("torch")["rows"]
    return [(draw, record_torch.expected_in(row)) for draw, row in zip(draws, rows, strict=True)]


def pytorch(chapter):
    for draw, expected in recorded():
        for _, off in record_torch.differences(draw, expected, chapter):
            assert off <= 1


CHECKS = {
    "shapes": shapes,
    "rows sum to 1": rows_sum_to_1,
    "by hand": by_hand,
    "loop = batched": loop_equals_batched,
    "equation": equation,
    "ONNX": onnx,
    "PyTorch": pytorch,
}


def notices(check, chapter):
    """Does the check notice anything in these functions?"""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            check(chapter)
        except Exception:  # whatever it is: a wrong result, a shape that does not fit, a warning
            return True
    return False


def row_of(mistake):
    """The row of one mistake, less the test that fails."""
    chapter = recording.functions(mistake.texts())
    noticed = {name: notices(check, chapter) for name, check in CHECKS.items()}
    properties = [check.__name__.replace("_", " ") for check in PROPERTIES if notices(check, chapter)]
    changes = [{"in": snippet, "right": old, "wrong": new} for snippet, old, new in mistake.changes]
    return {"mistake": mistake.name, "noticed": noticed, "properties": properties, "changes": changes}


def failing_test(mistake, tests=TESTS):
    """The first of the tests that fails in a copy of the project with the mistake in it, None if all pass."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        ignore = shutil.ignore_patterns("__pycache__", "_book", "examples")
        shutil.copytree(recording.SNIPPETS, copy / "snippets", ignore=ignore)
        shutil.copy2(ROOT / "pyproject.toml", copy)
        (copy / "tests").mkdir()
        for name in ("tests/conftest.py", *TESTS):
            shutil.copy2(ROOT / name, copy / name)
        (copy / "docs").mkdir()
        shutil.copytree(ROOT / "docs" / "data", copy / "docs" / "data")
        for name, text in mistake.texts().items():
            (copy / "snippets" / f"{name}.py").write_text(text, encoding="utf-8")
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "--tb=no", *tests]
        environment = os.environ | {"PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True, check=False)
    found = re.search(r"^FAILED (\S+?)(?:\[| -|$)", done.stdout, re.MULTILINE)
    if done.returncode not in (0, 1) or (done.returncode == 1) != bool(found):
        raise RuntimeError(done.stdout + done.stderr)
    return found[1] if found else None


def main(arguments):
    if importlib.util.find_spec("onnx") is None:
        print("not installed: onnx", file=sys.stderr)
        return 2
    rows = [row_of(mistake) for mistake in MISTAKES]
    if arguments == ["--check"]:
        old = [{k: v for k, v in row.items() if k != "first failing test"} for row in recording.read("catches")["rows"]]
        print(f"{len(rows)} mistakes " + ("agree" if old == rows else "differ from the file"))
        return int(old != rows)
    for row, mistake in zip(rows, MISTAKES, strict=True):
        row["first failing test"] = failing_test(mistake)
    head = {"what": WHAT, "numpy": np.__version__, "onnx": record_onnx.version()}
    head |= {"PyTorch": recording.read("torch")["version"], "date": recording.today()}
    head |= {"command": "python -m snippets.data.record_catches", "properties": len(PROPERTIES)}
    recording.write("catches", head, rows)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
