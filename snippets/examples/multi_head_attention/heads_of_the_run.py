"""The two random heads as heatmaps."""

from snippets.multi_head_attention import multi_head_attention
from snippets.plots import heatmap
from snippets.running_example import TOKENS, E, two_heads

Y, A = multi_head_attention(E, *two_heads(), n_heads=2)
for i, weights in enumerate(A):
    row, column = divmod(weights.argmax(), 3)
    fig = heatmap(weights, TOKENS, title=f"head {i}")
    fig.set_label(
        f"Random head {i} on The cat sat: the largest weight, {weights.max():.4f}, "
        f"goes from {TOKENS[row]} to {TOKENS[column]}; every other is smaller than "
        f"{weights.max():.2f} and none is below {weights.min():.2f}."
    )
