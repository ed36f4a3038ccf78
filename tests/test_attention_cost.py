"""What attention costs: against counted multiplications and real arrays, and numbers redone by hand."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from snippets.attention_cost import (
    attention_weight_count,
    projection_multiplications,
    projection_weights,
    score_multiplications,
)
from snippets.multi_head_attention import multi_head_attention
from snippets.running_example import E, two_heads

counts = st.integers(1, 100)


class Counted(float):
    """A number that counts the multiplications in which it is the left factor."""

    multiplications = 0

    def __mul__(self, other):
        Counted.multiplications += 1
        return Counted(float(self) * float(other))

    def __add__(self, other):
        return Counted(float(self) + float(other))

    __radd__ = __add__


def counted(*shape):
    """An array of Counted numbers; the product of two such arrays multiplies them one by one."""
    return np.array([Counted(1)] * int(np.prod(shape)), object).reshape(shape)


def multiplications_of(A, B):
    Counted.multiplications = 0
    A @ B  # for its count alone
    return Counted.multiplications


# Reference: what arrays hold and what a product really multiplies


def test_projection_weights_are_the_numbers_in_the_four_matrices():
    d_model, n_heads, d_head = 3, 5, 7
    shapes = [(d_model, n_heads * d_head)] * 3 + [(n_heads * d_head, d_model)]
    assert projection_weights(d_model, n_heads, d_head) == sum(np.zeros(shape).size for shape in shapes)
    assert projection_weights(4, 2, 2) == sum(W.size for W in two_heads())


def test_projections_multiply_as_often_as_counted():
    n_tokens, d_model, n_heads, d_head = 2, 3, 5, 7
    width = n_heads * d_head
    one = multiplications_of(counted(n_tokens, d_model), counted(d_model, width))  # W_Q, W_K and W_V alike
    last = multiplications_of(counted(n_tokens, width), counted(width, d_model))
    assert projection_multiplications(n_tokens, d_model, n_heads, d_head) == 3 * one + last


def test_scores_multiply_as_often_as_counted():
    """All Q K^T of a layer, and as many again for A V."""
    n_tokens, n_heads, d_head = 2, 5, 7
    Q, V = counted(n_tokens, d_head), counted(n_tokens, d_head)
    scores = n_heads * multiplications_of(Q, counted(d_head, n_tokens))
    mixes = n_heads * multiplications_of(counted(n_tokens, n_tokens), V)
    assert score_multiplications(n_tokens, n_heads, d_head) == scores == mixes


def test_attention_weights_are_the_entries_of_A():
    _, A = multi_head_attention(np.vstack([E, E, E[:1]]), *two_heads(), n_heads=2)
    assert attention_weight_count(n_tokens=7, n_heads=2) == A.size


# Literals


@pytest.mark.parametrize("n_heads", [1, 8])
def test_one_head_of_512_or_eight_of_64(n_heads):
    d_head = 512 // n_heads
    assert projection_weights(512, n_heads, d_head) == 1_048_576
    assert score_multiplications(10, n_heads, d_head) == 51_200
    assert projection_multiplications(10, 512, n_heads, d_head) == 10_485_760
    assert attention_weight_count(10, n_heads) == {1: 100, 8: 800}[n_heads]


def test_four_thousand_tokens():
    assert projection_multiplications(4_096, 512, 8, 64) == 4_294_967_296
    assert score_multiplications(4_096, 8, 64) == 8_589_934_592
    assert attention_weight_count(4_096, 8) == 134_217_728


def test_d_model_4_and_2_heads():
    """64 weights in all: no head has a matrix of its own cut of X alone."""
    assert projection_weights(4, 2, 2) == 64


# Properties


@given(counts, counts, counts, counts)
def test_narrower_heads_cost_the_same_but_have_more_weights(n_tokens, d_model, n_heads, d_head):
    """One head as wide as n_heads together: all is equal except the entries of A."""
    wide = n_heads * d_head
    assert projection_weights(d_model, n_heads, d_head) == projection_weights(d_model, 1, wide)
    assert score_multiplications(n_tokens, n_heads, d_head) == score_multiplications(n_tokens, 1, wide)
    assert attention_weight_count(n_tokens, n_heads) == n_heads * attention_weight_count(n_tokens, 1)


@given(counts, counts, counts, counts)
def test_twice_the_tokens_cost_twice_in_projections_and_four_times_in_scores(n, d_model, n_heads, d_head):
    projections, scores = projection_multiplications, score_multiplications
    assert projections(2 * n, d_model, n_heads, d_head) == 2 * projections(n, d_model, n_heads, d_head)
    assert scores(2 * n, n_heads, d_head) == 4 * scores(n, n_heads, d_head)
    assert attention_weight_count(2 * n, n_heads) == 4 * attention_weight_count(n, n_heads)
