"""Wrong: a mask in which True means blocked. Tokens attend to the future only."""

from snippets.masks import causal_mask
from snippets.multi_head_attention import multi_head_attention
from snippets.running_example import E, two_heads

mask = causal_mask(3)  # True = may attend
Y, right = multi_head_attention(E, *two_heads(), n_heads=2, mask=mask)
Y, wrong = multi_head_attention(E, *two_heads(), n_heads=2, mask=~mask)
print("right, head 0:\n", right[0].round(4))
print("inverted, head 0:\n", wrong[0].round(4))
