"""What sat gets in "The cat sat" and in "sat cat The", with and without a mask."""

from snippets.masks import causal_mask
from snippets.multi_head_attention import multi_head_attention
from snippets.running_example import E, two_heads

for name, mask in (("no mask", None), ("causal mask", causal_mask(3))):
    forward = multi_head_attention(E, *two_heads(), n_heads=2, mask=mask)[0]
    backward = multi_head_attention(E[::-1], *two_heads(), n_heads=2, mask=mask)[0]
    print(f"{name}:")
    print("  The cat sat, output of sat:", forward[2].round(4))
    print("  sat cat The, output of sat:", backward[0].round(4))
