"""The running numbers from page to page: what one page of the path prints, the next one takes up.

Each step is computed with the function of its page, and looked up in the reviewed output that the page shows.
"""

import re
from pathlib import Path

import numpy as np
import pytest
import yaml

from snippets.attention import weighted_average
from snippets.dot_product import dot
from snippets.embeddings import embed, one_hot
from snippets.multi_head_attention import join_heads, multi_head_attention, split_heads
from snippets.probability import entropy
from snippets.running_example import TOKENS, E, two_heads
from snippets.scaled_dot_product_attention import attention
from snippets.self_attention import self_attention
from snippets.softmax import softmax
from snippets.vectors import norm

ROOT = Path(__file__).resolve().parents[2]
PATH = (
    "vectors",
    "dot-product",
    "embeddings",
    "attention",
    "probability",
    "softmax",
    "scaled-dot-product-attention",
    "self-attention",
    "multi-head-attention",
)
# The reviewed outputs that are read below, each shown on its page
SHOWN = (
    "vectors/by_hand",
    "dot_product/by_hand",
    "embeddings/lookup_or_product",
    "attention/by_hand",
    "probability/by_hand",
    "softmax/by_hand",
    "softmax/query",
    "scaled_dot_product_attention/by_hand",
    "scaled_dot_product_attention/run",
    "scaled_dot_product_attention/eighths",
    "self_attention/without",
    "self_attention/head_0",
    "multi_head_attention/two_heads",
)
EIGHTHS = np.array([1 / 8, 1 / 4, 5 / 8])
AVERAGE = [0.75, 0.875, 0.75, 0.875]  # of the rows of E: 6/8, 7/8, 6/8, 7/8
NUMBER = re.compile(r"(?<![\w.])-?\d+\.?\d*(?![\w])")


def page(slug):
    return (ROOT / "docs" / "concepts" / f"{slug}.md").read_text(encoding="utf-8")


def lines(key):
    """The lines of a reviewed output."""
    assert key in SHOWN
    return (ROOT / "tests" / "outputs" / f"{key}.txt").read_text(encoding="utf-8").splitlines()


def numbers(line):
    return [float(number) for number in NUMBER.findall(line)]


def row(key, start):
    """The numbers of the one line of a reviewed output that starts with `start`, after it."""
    found = [line for line in lines(key) if line.startswith(start)]
    assert len(found) == 1, f"{key}: {len(found)} lines start with {start!r}"
    return numbers(found[0].removeprefix(start))


def matrix(key, title, n_rows=3):
    """The rows that a reviewed output prints below the line that starts with `title`."""
    all_lines = lines(key)
    below = next(number for number, line in enumerate(all_lines) if line.startswith(title)) + 1
    return [numbers(line) for line in all_lines[below : below + n_rows]]


def head(i):
    """Output and weights of head i of the two, as self-attention gives them."""
    columns = slice(2 * i, 2 * i + 2)
    return self_attention(E, *(W[:, columns] for W in two_heads()[:3]))


# The pages


@pytest.mark.parametrize("key", SHOWN)
def test_the_page_shows_what_is_read_here(key):
    concept, name = key.split("/")
    assert f'--8<-- "{concept}/{name}.out.md"' in page(concept.replace("_", "-"))


def test_the_pages_stand_in_this_order():
    nav = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    assert [slug for slug in re.findall(r"concepts/([\w-]+)\.md", nav) if slug in PATH] == list(PATH)


def test_each_page_requires_only_pages_before_it():
    for place, slug in enumerate(PATH):
        requires = yaml.safe_load(page(slug).split("---\n")[1])["requires"]
        assert set(requires) <= set(PATH[:place]), slug


# The numbers


def test_vectors_three_words_and_their_norms():
    assert TOKENS == ["The", "cat", "sat"]
    assert E.tolist() == [[1, 0, 1, 0], [0, 1, 0, 1], [1, 1, 1, 1]]
    assert (E[0] + E[1]).tolist() == E[2].tolist()
    assert norm(E).round(4).tolist() == [1.4142, 1.4142, 2]
    for word, length in zip(TOKENS, norm(E), strict=True):
        assert row("vectors/by_hand", f"norm of {word}  ")[-1] == round(length, 4)


def test_dot_product_has_the_squared_norms_on_the_diagonal():
    table = dot(E, E)
    assert table.tolist() == [[2, 0, 2], [0, 2, 2], [2, 2, 4]]
    np.testing.assert_allclose(np.diag(table), norm(E) ** 2)
    assert matrix("dot_product/by_hand", "      The cat sat") == table.tolist()


def test_embeddings_give_the_three_vectors_back():
    ids = [0, 1, 2]
    assert embed(ids, E).tolist() == E.tolist()
    assert (one_hot(ids, 3) @ E).tolist() == E.tolist()
    shown = [2, 0, 1, 0]  # sat The cat The
    assert matrix("embeddings/lookup_or_product", "looked up", 4) == embed(shown, E).tolist()
    assert matrix("embeddings/lookup_or_product", "one-hot rows", 4) == one_hot(shown, 3).tolist()


def test_attention_averages_the_vectors_with_eighths():
    assert weighted_average(EIGHTHS, E).tolist() == AVERAGE
    for word, weight in zip(TOKENS, EIGHTHS, strict=True):
        assert row("attention/by_hand", word)[1] == weight  # after its dot product
    assert row("attention/by_hand", "sum") == [1, *AVERAGE]


def test_probability_has_the_same_weights_and_their_entropy():
    bits = 3 / 8 + 2 / 4 + 5 / 8 * np.log2(8 / 5)
    assert entropy(EIGHTHS) == pytest.approx(bits, rel=1e-14)
    for word, weight in zip(TOKENS, EIGHTHS, strict=True):
        assert row("probability/by_hand", word)[0] == weight
    assert row("probability/by_hand", "entropy ") == [round(bits, 4)] == [1.2988]
    assert row("probability/by_hand", "expected value") == AVERAGE


def test_softmax_makes_the_weights():
    scores = 2 * np.log([1, 2, 5])
    np.testing.assert_allclose(softmax(scores / np.sqrt(4)), EIGHTHS, rtol=1e-14)
    for word, score, weight in zip(TOKENS, scores, EIGHTHS, strict=True):
        shown = row("softmax/by_hand", word)
        assert (shown[0], shown[-1]) == (round(score, 4), weight)


def test_softmax_finds_a_query_for_them():
    query = np.log([2.5, 5, 2.5, 5])
    scores = dot(query[None], E)[0]
    np.testing.assert_allclose(scores, 2 * np.log([1, 2, 5]) + 2 * np.log(2.5), rtol=1e-14)
    assert row("softmax/query", "query:") == query.round(4).tolist()
    assert row("softmax/query", "scores:") == scores.round(4).tolist()
    assert row("softmax/query", "weights:") == EIGHTHS.tolist()


def test_scaled_dot_product_attention_takes_that_query_to_the_average():
    Y, A = attention(np.log([[2.5, 5, 2.5, 5]]), E, E)
    np.testing.assert_allclose(A, [EIGHTHS], rtol=1e-14)
    np.testing.assert_allclose(Y, [AVERAGE], rtol=1e-14)
    assert row("scaled_dot_product_attention/eighths", "weights") == EIGHTHS.tolist()
    assert row("scaled_dot_product_attention/eighths", "output") == AVERAGE


def test_scaled_dot_product_attention_is_the_pages_before_in_a_row():
    Y, A = attention(E, E, E)
    np.testing.assert_allclose(A, softmax(dot(E, E) / np.sqrt(4)), rtol=1e-14)
    np.testing.assert_allclose(Y, weighted_average(A, E), rtol=1e-14)
    assert matrix("scaled_dot_product_attention/run", "weights A") == A.round(4).tolist()
    assert matrix("scaled_dot_product_attention/run", "output Y") == Y.round(4).tolist()
    for word, product, weight in zip(TOKENS, dot(E, E)[0], A[0], strict=True):
        shown = row("scaled_dot_product_attention/by_hand", word)
        assert (shown[0], shown[3]) == (product, round(weight, 4))
    assert row("scaled_dot_product_attention/by_hand", "output of The") == Y[0].round(4).tolist()


def test_self_attention_begins_where_that_ends():
    """Without projections it is the attention of the page before; its scores are dot products, halved."""
    for got, expected in zip(self_attention(E, *[np.eye(4)] * 3), attention(E, E, E), strict=True):
        np.testing.assert_allclose(got, expected, rtol=1e-14)
    for word, scores in zip(TOKENS, dot(E, E) / 2, strict=True):
        assert row("self_attention/without", f"{word} ") == scores.tolist()
    shown = matrix("scaled_dot_product_attention/run", "weights A")
    assert row("self_attention/without", "weights of The") == shown[0]


def test_self_attention_is_head_0_of_multi_head_attention():
    """Head 0 cut out of all projections, and head 0 by itself: the same to all digits."""
    Y, A = head(0)
    Q, K, V = (split_heads(E @ W, 2)[0] for W in two_heads()[:3])
    for got, expected in zip((Y, A), attention(Q, K, V), strict=True):
        np.testing.assert_allclose(got, expected, rtol=1e-13)  # all digits, but for the order of sums
    assert A.round(4).tolist() == [[0.6111, 0.2431, 0.1458], [0.1945, 0.3723, 0.4332], [0.4362, 0.3321, 0.2317]]
    shown = matrix("self_attention/head_0", "weights A")
    assert shown == A.round(4).tolist() == matrix("multi_head_attention/two_heads", "head 0 attention weights")
    assert matrix("self_attention/head_0", "output Y") == Y.round(4).tolist()


def test_multi_head_attention_is_two_of_them_joined_and_mixed():
    *weights, W_O = two_heads()
    outputs, patterns = zip(head(0), head(1), strict=True)
    Y, A = multi_head_attention(E, *weights, W_O, n_heads=2)
    np.testing.assert_allclose(A, patterns, rtol=1e-13)
    np.testing.assert_allclose(Y, join_heads(np.stack(outputs)) @ W_O, rtol=1e-13)
    assert Y[0].round(4).tolist() == [0.5163, 0.6253, 0.2151, 1.2935]
    assert matrix("multi_head_attention/two_heads", "output") == Y.round(4).tolist()
    assert matrix("multi_head_attention/two_heads", "head 1 attention weights") == patterns[1].round(4).tolist()
