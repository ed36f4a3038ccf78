"""A layer whose heads are neither d_model nor d_model / h wide."""

import numpy as np

from snippets.multi_head_attention import multi_head_attention
from snippets.records import records

rng = np.random.default_rng(0)
n, d_model, h, d_head = 3, 6, 4, 5
X = rng.normal(size=(n, d_model))
W_Q, W_K, W_V = rng.normal(size=(3, d_model, h * d_head))
W_O = rng.normal(size=(h * d_head, d_model))
Y, A = multi_head_attention(X, W_Q, W_K, W_V, W_O, h)
print(f"d_model {d_model}, {h} heads of {d_head}: W_Q {W_Q.shape}, Y {Y.shape}")

models = records("models", "name", "d_model", "n_heads", "d_head")
as_wide = [m["name"] for m in models if m["d_head"] == m["d_model"]]
unusual = [m for m in models if m["n_heads"] * m["d_head"] != m["d_model"]]
print(f"of {len(models)} models, heads are d_model wide in {len(as_wide)}")
print(f"and heads × width is not d_model in {len(unusual)}, for example")
for m in (unusual[0], unusual[-1]):
    print(f"{m['name']}: {m['n_heads']} × {m['d_head']}, d_model {m['d_model']}")
