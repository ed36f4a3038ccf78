"""The weights of both orders as maps."""

from snippets.plots import heatmap
from snippets.running_example import TOKENS, E, two_heads
from snippets.self_attention import self_attention

W_Q, W_K, W_V = (W[:, :2] for W in two_heads()[:3])
for order in ([0, 1, 2], [2, 0, 1]):
    words = [TOKENS[i] for i in order]
    A = self_attention(E[order], W_Q, W_K, W_V)[1]
    the, cat = words.index("The"), words.index("cat")
    fig = heatmap(A, words, title=" ".join(words))
    fig.set_label(
        f"Weights for {' '.join(words)}: The gives itself {A[the, the]:.4f} and cat "
        f"{A[the, cat]:.4f}, in either order; rows and columns moved with the words."
    )
