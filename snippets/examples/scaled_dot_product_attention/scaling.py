"""The same as curves: the largest of ten weights against the width."""

import matplotlib.pyplot as plt
import numpy as np

from snippets.softmax import softmax

N, widths = 20_000, 2 ** np.arange(1, 11)
rng = np.random.default_rng(42)
plain, scaled = [], []
for d_k in widths:
    products = np.sqrt(rng.chisquare(d_k, (N, 1))) * rng.normal(size=(N, 10))
    plain.append(softmax(products).max(axis=-1).mean())
    scaled.append(softmax(products / np.sqrt(d_k)).max(axis=-1).mean())

fig, ax = plt.subplots(figsize=(4.6, 3), layout="constrained")
beside = {"textcoords": "offset points"}
ax.plot(widths, plain, "o-", color="#1f73c4", markersize=4)
ax.annotate("q·k", (widths[4], plain[4]), (-8, 4), ha="right", **beside)
ax.plot(widths, scaled, "s--", color="#1f73c4", markersize=4)
ax.annotate("q·k / √d_k", (widths[6], scaled[6]), (0, 8), **beside)
ax.axhline(0.1, color=plt.rcParams["axes.edgecolor"], linewidth=0.8, linestyle=":")
ax.annotate("even", (widths[0], 0.1), (0, 4), **beside)
ax.set_xscale("log", base=2)
ax.set_xticks(widths, widths)
ax.set(xlabel="width d_k", ylabel="largest of ten weights", ylim=(0, 1))
fig.set_label(
    f"The largest of ten weights, on average. Not divided, it climbs from "
    f"{plain[0]:.2f} at width {widths[0]} to {plain[-1]:.2f} at width {widths[-1]}; "
    f"divided by the root of the width, it stays from {min(scaled):.2f} to "
    f"{max(scaled):.2f}."
)
