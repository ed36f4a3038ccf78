"""Does head 0 see only the first half of the embedding? Change the second half."""

from snippets.multi_head_attention import multi_head_attention
from snippets.running_example import E, two_heads

changed = E.copy()
changed[2, 3] = 0  # sat was [1, 1, 1, 1]; its last number goes
A = multi_head_attention(E, *two_heads(), n_heads=2)[1]
A_changed = multi_head_attention(changed, *two_heads(), n_heads=2)[1]
print("head 0, row of The")
print("before:", A[0, 0].round(4))
print("after: ", A_changed[0, 0].round(4))
