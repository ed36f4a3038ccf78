"""Attention with the word vectors in all three roles: scores without projections."""

from snippets.running_example import TOKENS, E
from snippets.scaled_dot_product_attention import attention

S = E @ E.T / 2  # √d_k is 2
print("scores, the same from either side:")
for token, row in zip(TOKENS, S, strict=True):
    print(f"{token:4}", *(f"{s:4.0f}" for s in row))
print("weights of The:", attention(E, E, E)[1][0].round(4))
