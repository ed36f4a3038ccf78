"""With a mask that closes what comes later, order makes a difference."""


from snippets.masks import causal_mask
from snippets.running_example import E, two_heads
from snippets.self_attention import self_attention

W_Q, W_K, W_V = (W[:, :2] for W in two_heads()[:3])
mask = causal_mask(3)
print(mask.astype(int))
for name, order in (("The cat sat", [0, 1, 2]), ("sat The cat", [2, 0, 1])):
    Y, A = self_attention(E[order], W_Q, W_K, W_V, mask)
    print(f"{name}: sat gets", Y[order.index(2)].round(4))
