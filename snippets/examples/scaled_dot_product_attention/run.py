"""The same with one call, for all three queries."""

from snippets.running_example import E
from snippets.scaled_dot_product_attention import attention

Y, A = attention(E, E, E)
print("weights A", A.shape)
print(A.round(4))
print("output Y", Y.shape)
print(Y.round(4))
