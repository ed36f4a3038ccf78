"""The 72 heads of MiniLM, one figure a layer."""

import matplotlib.pyplot as plt
import numpy as np

from snippets.plots import WEIGHTS, color_bar
from snippets.records import records

data = records("minilm/the-cat-sat-on-the-mat")
tokens, A = data["tokens"], np.array(data["weights"]) / data["scale"]
for layer, heads in enumerate(A):
    fig, axes = plt.subplots(4, 3, figsize=(4.1, 5.6), sharex=True, sharey=True)
    for head, (ax, weights) in enumerate(zip(axes.flat, heads, strict=True)):
        ax.imshow(weights, cmap=WEIGHTS, vmin=0, vmax=1, interpolation="none")
        ax.set_title(f"head {head}", loc="left")
        ax.set_xticks(range(8), tokens, rotation=90, fontsize=7.5)
        ax.set_yticks(range(8), tokens, fontsize=7.5)
        ax.tick_params(length=0)
    color_bar(fig, axes[0, 2])
    fig.supylabel("query", fontsize=9)
    fig.supxlabel("key", fontsize=9)
    to_cls = heads[:, :, 0].mean(axis=1)
    most = to_cls.argmax()
    fig.set_label(
        f"Layer {layer}: heads that give more than half of their weight to [CLS]: "
        f"{(to_cls > 0.5).sum()} of 12; the most, {to_cls[most]:.2f}, from head {most}."
    )
