"""Worked examples of attention that others have published, recomputed."""

import numpy as np

from snippets.records import records
from snippets.scaled_dot_product_attention import attention

TABLE = []
for example in records("published/worked_examples")["attention"]:
    have = {name: np.array(rows, float) for name, rows in example["inputs"].items()}
    if "W_Q" in have:
        Q, K, V = (have["X"] @ have[name] for name in ("W_Q", "W_K", "W_V"))
    else:
        Q, K, V = have["Q"], have["K"], have["V"]
    Y, A = attention(Q, K, V, example.get("mask"), example.get("scale"))
    row = slice(None) if "row" not in example else [example["row"]]  # all, or this one
    computed = {"scores": (Q @ K.T)[row], "weights": A[row], "output": Y[row]}
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
