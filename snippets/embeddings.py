"""Embeddings: a table with a row of numbers for each word, and its lookup."""

import numpy as np


def check_ids(ids, n_words):
    """Give the ids back as an array, if each of them is the number of a word.

    Raises ValueError if they are not whole numbers, or if one is outside 0 to
    n_words - 1: Python would count a negative one from the end of the table.
    """
    ids = np.asarray(ids)
    if ids.dtype.kind not in "iu":
        raise ValueError(f"ids are whole numbers; got {ids.dtype}")
    if ids.size and not 0 <= ids.min() <= ids.max() < n_words:
        got = f"{ids.min()} to {ids.max()}"
        raise ValueError(f"ids go from 0 to {n_words - 1}; got {got}")
    return ids


def one_hot(ids, n_words):
    """A row of zeros for each id, with a 1 in the column of that number.

    ids: (..., n_tokens), whole numbers from 0 to n_words - 1. Returns an array
    (..., n_tokens, n_words). Raises ValueError for any other id.
    """
    ids = check_ids(ids, n_words)
    # (..., n_tokens, 1) == (n_words,) -> (..., n_tokens, n_words)
    return (ids[..., None] == np.arange(n_words)).astype(float)


def embed(ids, table):
    """The row of the table for each id: one_hot(ids, n_words) @ table, looked up.

    ids: (..., n_tokens). table: (n_words, d_model). Returns (..., n_tokens, d_model).
    Raises ValueError for an id without a row. Source: vaswani2017, section 3.4, without
    the factor √d_model.
    """
    table = np.asarray(table)
    return table[check_ids(ids, len(table))]
