"""The running example "The cat sat": digits that another program printed before this code was written."""

import runpy
from pathlib import Path

import numpy as np
import pytest

from snippets.multi_head_attention import (
    multi_head_attention,
    multi_head_attention_loop,
    split_heads,
)
from snippets.running_example import TOKENS, E, two_heads
from snippets.scaled_dot_product_attention import attention

ROOT = Path(__file__).resolve().parents[1]

# Literals, four decimals, as that program prints them
WEIGHTS = [
    [[0.6111, 0.2431, 0.1458], [0.1945, 0.3723, 0.4332], [0.4362, 0.3321, 0.2317]],
    [[0.302, 0.3639, 0.3342], [0.2751, 0.5487, 0.1762], [0.2432, 0.5844, 0.1723]],
]
OUTPUT = [
    [0.5163, 0.6253, 0.2151, 1.2935],
    [0.8424, 0.5407, 0.3644, 1.4098],
    [0.6986, 0.5105, 0.3054, 1.2417],
]
PRINTED = """\
head 0 attention weights:
[[0.6111 0.2431 0.1458]
 [0.1945 0.3723 0.4332]
 [0.4362 0.3321 0.2317]]
head 1 attention weights:
[[0.302  0.3639 0.3342]
 [0.2751 0.5487 0.1762]
 [0.2432 0.5844 0.1723]]
output (3, 4) :
 [[0.5163 0.6253 0.2151 1.2935]
 [0.8424 0.5407 0.3644 1.4098]
 [0.6986 0.5105 0.3054 1.2417]]
"""


def test_the_tokens():
    assert TOKENS == ["The", "cat", "sat"]
    assert E.tolist() == [[1, 0, 1, 0], [0, 1, 0, 1], [1, 1, 1, 1]]
    assert E.dtype == np.float64


def test_the_weights_are_drawn_head_by_head():
    """Reference: three matrices (4, 2) for head 0, three for head 1, then W_O, from one generator."""
    rng = np.random.default_rng(42)
    own = [[rng.normal(0, 1, (4, 2)) for _ in range(3)] for _ in range(2)]
    W_O = rng.normal(0, 0.5, (4, 4))
    *projections, last = two_heads()
    for kind, W in enumerate(projections):
        assert W.shape == (4, 4)
        np.testing.assert_array_equal(W[:, :2], own[0][kind])
        np.testing.assert_array_equal(W[:, 2:], own[1][kind])
    np.testing.assert_array_equal(last, W_O)


def test_every_call_draws_the_same():
    for one, other in zip(two_heads(), two_heads(), strict=True):
        np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize("layer", [multi_head_attention, multi_head_attention_loop])
def test_the_layer_gives_the_printed_digits(layer):
    Y, A = layer(E, *two_heads(), n_heads=2)
    assert A.round(4).tolist() == WEIGHTS
    assert Y.round(4).tolist() == OUTPUT


def test_the_heads_scale_by_their_own_width():
    """Head 0, row The: divided by the root of 2; the root of d_model gives a flatter row."""
    Q, K, V = (split_heads(E @ W, 2)[0] for W in two_heads()[:3])
    assert attention(Q, K, V)[1][0].round(4).tolist() == [0.6111, 0.2431, 0.1458]
    assert attention(Q, K, V, scale=4**-0.5)[1][0].round(4).tolist() == [0.5307, 0.2766, 0.1927]


def test_the_page_shows_the_printed_digits(capsys):
    """The reviewed output and the program agree with those digits, letter by letter."""
    reviewed = ROOT / "tests" / "outputs" / "multi_head_attention" / "two_heads.txt"
    assert reviewed.read_text(encoding="utf-8") == PRINTED
    runpy.run_path(str(ROOT / "snippets" / "examples" / "multi_head_attention" / "two_heads.py"))
    assert capsys.readouterr().out == PRINTED
