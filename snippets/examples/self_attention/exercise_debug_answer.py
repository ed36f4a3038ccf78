"""Exercise: what the mistake computes."""

import numpy as np

from snippets.running_example import E, two_heads
from snippets.scaled_dot_product_attention import attention
from snippets.self_attention import project, self_attention

weights = [W[:, :2] for W in two_heads()[:3]]
Q, K, V = project(E, *weights)
print("keys ask, queries answer:")
print(attention(K, Q, V)[1].round(4))
same = np.allclose(attention(Q, K, V)[1], self_attention(E, *weights)[1])
print("queries ask, keys answer, as on the page:", same)
