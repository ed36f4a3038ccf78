"""Embeddings: lookup and one-hot product. NumPy's warnings are errors here (pyproject.toml)."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from snippets.embeddings import check_ids, embed, one_hot
from snippets.running_example import E

seeds = st.integers(0, 2**32 - 1)


def draw(seed, leading=()):
    """ids of 5 tokens out of 7 words, and a table with 3 numbers for each word."""
    rng = np.random.default_rng(seed)
    return rng.integers(0, 7, size=(*leading, 5)), rng.normal(size=(7, 3))


# Properties


@given(seeds, st.sampled_from([(), (2,), (2, 11)]))
def test_a_lookup_is_the_product_with_one_hot_rows(seed, leading):
    ids, table = draw(seed, leading)
    X = embed(ids, table)
    assert X.shape == (*leading, 5, 3)
    np.testing.assert_array_equal(X, one_hot(ids, 7) @ table)


@given(seeds)
def test_each_row_has_one_1_in_the_column_of_its_word(seed):
    ids, _ = draw(seed)
    H = one_hot(ids, 7)
    assert H.shape == (5, 7)
    assert H.dtype == float
    np.testing.assert_array_equal(H.sum(axis=-1), np.ones(5))
    np.testing.assert_array_equal(H.argmax(axis=-1), ids)


@given(seeds, st.permutations(range(7)))
def test_words_may_be_numbered_in_any_order(seed, order):
    """If row i of the new table is row order[i] of the old one, each word's new number is its place in order."""
    ids, table = draw(seed)
    np.testing.assert_array_equal(embed(np.argsort(order)[ids], table[order]), embed(ids, table))


@given(seeds, st.permutations(range(5)))
def test_a_word_has_the_same_row_wherever_it_stands(seed, order):
    ids, table = draw(seed)
    np.testing.assert_array_equal(embed(ids[order], table), embed(ids, table)[order])


@given(seeds)
def test_words_count_as_different_and_equal_in_one_hot_rows(seed):
    """The dot product of two one-hot rows is 1 for one word and 0 for two, whichever they are."""
    ids, _ = draw(seed)
    H = one_hot(ids, 7)
    np.testing.assert_array_equal(H @ H.T, ids[:, None] == ids)


# Literals


def test_the_cat_sat_is_the_table_itself():
    assert embed([0, 1, 2], E).tolist() == [[1, 0, 1, 0], [0, 1, 0, 1], [1, 1, 1, 1]]


def test_two_words_in_another_order():
    assert one_hot([2, 0], 3).tolist() == [[0, 0, 1], [1, 0, 0]]
    assert embed([2, 0], [[1, 2], [3, 4], [5, 6]]).tolist() == [[5, 6], [1, 2]]


def test_a_single_id_gives_a_single_row():
    assert one_hot(1, 3).tolist() == [0, 1, 0]
    assert embed(1, E).tolist() == [0, 1, 0, 1]


def test_a_text_without_words_has_no_rows():
    assert embed(np.array([], int), E).shape == (0, 4)
    assert one_hot(np.array([], int), 3).shape == (0, 3)


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.int64])
def test_the_dtype_of_the_table_is_kept(dtype):
    assert embed([1], E.astype(dtype)).dtype == dtype


@pytest.mark.parametrize("dtype", [np.uint8, np.int32])
def test_ids_may_be_whole_numbers_of_any_kind(dtype):
    assert embed(np.array([2, 0], dtype), E).tolist() == embed([2, 0], E).tolist()
    assert one_hot(np.array([2, 0], dtype), 3).tolist() == one_hot([2, 0], 3).tolist()


def test_the_result_is_no_view_of_the_table():
    table = E.copy()
    embed([0, 1], table)[:] = 9
    np.testing.assert_array_equal(table, E)


# Errors: the words that the reader sees


@pytest.mark.parametrize(("ids", "shown"), [([0, -1], "-1 to 0"), ([3], "3 to 3"), ([[1], [7]], "1 to 7")])
def test_an_id_outside_the_table_is_refused(ids, shown):
    for call in (lambda: embed(ids, E), lambda: one_hot(ids, 3), lambda: check_ids(ids, 3)):
        with pytest.raises(ValueError, match="ids") as error:
            call()
        assert str(error.value) == f"ids go from 0 to 2; got {shown}"


@pytest.mark.parametrize(("ids", "shown"), [([0.0, 1.0], "float64"), ([True, False, True], "bool"), (["cat"], "<U3")])
def test_ids_that_are_no_whole_numbers_are_refused(ids, shown):
    """A boolean array would pick rows as a mask does: two of them, and no error."""
    for call in (lambda: embed(ids, E), lambda: one_hot(ids, 3)):
        with pytest.raises(ValueError, match="ids") as error:
            call()
        assert str(error.value) == f"ids are whole numbers; got {shown}"


# Reference: loops from the definition


@given(seeds)
def test_equals_the_definition(seed):
    ids, table = draw(seed, (2,))
    X = embed(ids, table)
    for text in range(2):
        for place in range(5):
            row = [1 if word == ids[text, place] else 0 for word in range(7)]
            assert one_hot(ids, 7)[text, place].tolist() == row
            for column in range(3):
                assert X[text, place, column] == sum(row[word] * table[word, column] for word in range(7))
