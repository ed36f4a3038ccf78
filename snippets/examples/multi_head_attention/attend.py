"""Every head is a full attention with weights of its own."""

from snippets.multi_head_attention import split_heads
from snippets.running_example import E, two_heads
from snippets.scaled_dot_product_attention import attention

W_Q, W_K, W_V, W_O = two_heads()
Q, K, V = (split_heads(E @ W, 2) for W in (W_Q, W_K, W_V))
Z, A = attention(Q, K, V)
print("weights A", A.shape, " head outputs Z", Z.shape)
for i in range(2):
    print(f"head {i} attention weights:\n{A[i].round(4)}")
print("row sums:", A.sum(axis=-1).round(4).tolist())
