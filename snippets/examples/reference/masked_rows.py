"""A row that may attend to nothing, four ways, in three precisions."""

import numpy as np

from snippets.softmax import softmax


def plain(S):
    """Softmax as most code has it: nothing is done about a row of nothing but -inf."""
    E = np.exp(S - S.max())
    return E / E.sum()


TABLE = []
for kind in (np.float16, np.float32, np.float64):
    S = np.log([1, 2, 5]).astype(kind)  # unmasked: 0.125, 0.25, 0.625
    with np.errstate(over="ignore", invalid="ignore"):  # NumPy would warn
        big = np.array(-1e9).astype(kind)  # -inf in float16, which ends at 65504
        ways = {
            "−inf, plain softmax": plain(np.full_like(S, -np.inf)),
            "−1e9 added": plain(S + big),
            "−1e9 instead": plain(np.full_like(S, big)),
            "this chapter": softmax(np.full_like(S, -np.inf)),
        }
    row = {"precision": kind.__name__}
    for way, weights in ways.items():
        shown = " ".join(f"{weight:.4g}" for weight in weights)
        row[way] = "NaN" if np.isnan(weights).all() else shown
    TABLE.append(row)
