"""How often a word gives its largest weight to itself, over the 72 heads of MiniLM."""

import numpy as np

from snippets.multi_head_attention import multi_head_attention
from snippets.records import records
from snippets.running_example import TOKENS, E, two_heads

Y, A = multi_head_attention(E, *two_heads(), n_heads=2)
print("head 1 of the running example")
for token, row in zip(TOKENS, A[1], strict=True):
    print(f"  {token} gives most to {TOKENS[row.argmax()]}: {row.round(4)}")

data = records("minilm/the-cat-sat-on-the-mat")
A = np.array(data["weights"])[:, :, 1:7]  # the six words ask; [CLS] and [SEP] do not
itself = A.argmax(axis=-1) == np.arange(1, 7)
among_words = A[..., 1:7].argmax(axis=-1) == np.arange(6)
print(f"MiniLM: a word gives most to itself in {itself.sum()} of {itself.size} rows,")
print(f"        with [CLS] and [SEP] left out in {among_words.sum()}")
