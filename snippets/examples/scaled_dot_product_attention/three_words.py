"""The weights of the run by hand as a map."""

from snippets.plots import heatmap
from snippets.running_example import TOKENS, E
from snippets.scaled_dot_product_attention import attention

A = attention(E, E, E)[1]
fig = heatmap(A, TOKENS, title="Q = K = V = E")
fig.set_label(
    f"The three words as queries, keys and values: The and cat give sat as much as "
    f"themselves, {A[0, 2]:.4f}, and each other the least, {A[0, 1]:.4f}; sat gives "
    f"itself {A[2, 2]:.4f}."
)
