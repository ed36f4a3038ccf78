"""The 72 heads in numbers: how much goes where, averaged over the queries."""

import numpy as np

from snippets.records import records

data = records("minilm/the-cat-sat-on-the-mat")
tokens, A = data["tokens"], np.array(data["weights"]) / data["scale"]
TABLE = []
for layer, heads in enumerate(A):
    for head, weights in enumerate(heads):
        column = weights[:, 1:].mean(axis=0)  # the favourite besides [CLS]
        TABLE.append({
            "head": f"L{layer}H{head}",
            "[CLS]": f"{weights[:, 0].mean():.2f}",
            "the token before": f"{np.diag(weights, -1).mean():.2f}",
            "itself": f"{np.diag(weights).mean():.2f}",
            "the token after": f"{np.diag(weights, 1).mean():.2f}",
            "favourite besides [CLS]": tokens[1 + column.argmax()],
            "its weight": f"{column.max():.2f}",
        })
