"""Worked examples of whole layers that others have published, recomputed."""

import numpy as np

from snippets.multi_head_attention import multi_head_attention
from snippets.records import records
from snippets.running_example import two_heads

TABLE = []
for example in records("published/worked_examples")["layers"]:
    have = {name: np.array(rows, float) for name, rows in example["inputs"].items()}
    names = ("W_Q", "W_K", "W_V", "W_O")
    weights = [have[name] for name in names] if "W_Q" in have else two_heads()
    X, n_heads, mask = have["X"], example["n_heads"], example.get("mask")
    Y, A = multi_head_attention(X, *weights, n_heads, mask=mask)
    Y = Y + have.get("b_O", 0)  # one of them adds a bias
    one = np.eye(len(weights[3]))  # instead of W_O: the heads side by side
    heads, A = multi_head_attention(X, *weights[:3], one, n_heads, mask=mask)
    computed = {"weights": A, "output": Y, "heads": heads, "first of output": Y[:1, :1]}
    printed = example["printed"]
    off = max(np.abs(computed[what] - printed[what]).max() for what in printed)
    TABLE.append({
        "example": example["title"],
        "source": example["source"],
        "numbers": ", ".join(f"{np.size(printed[what])} {what}" for what in printed),
        "largest difference": f"{off:.1g}" if off > 1e-12 else "0",
        "rounding allows": f"{example['rounding']:.1g}",
        "agrees": "yes" if off <= example["rounding"] else "no",
    })
