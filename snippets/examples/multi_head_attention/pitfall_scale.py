"""Wrong: dividing by the root of d_model. Rows still sum to 1, but are flatter."""

from snippets.multi_head_attention import split_heads
from snippets.running_example import E, two_heads
from snippets.scaled_dot_product_attention import attention

W_Q, W_K, W_V, W_O = two_heads()
Q, K, V = (split_heads(E @ W, 2) for W in (W_Q, W_K, W_V))
right = attention(Q, K, V)[1]
wrong = attention(Q, K, V, scale=4**-0.5)[1]  # d_model is 4, the heads are 2 wide
print("The in head 0, divided by √2:", right[0, 0].round(4))
print("The in head 0, divided by √4:", wrong[0, 0].round(4))
