"""[[write: the concept in one line]]."""

import numpy as np


def my_idea(X):
    """[[write: what it returns, in one line]].

    X: (n_tokens, d_model), [[write: what its rows are]]. Returns the same shape.
    Raises ValueError if X has not two axes.
    Source: [[write: a key of papers.yml and the section, or: this page]].
    """
    X = np.asarray(X)
    if X.ndim != 2:
        raise ValueError(f"X needs two axes, (n_tokens, d_model), not {X.ndim}")
    return X - X.mean(axis=0)  # [[write: the maths, in place of taking the mean off]]
