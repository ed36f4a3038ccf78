"""How dot products and cosines of random vectors change with the width."""

import matplotlib.pyplot as plt
import numpy as np

rng = np.random.default_rng(0)
widths = 2 ** np.arange(1, 11)
products, cosines = [], []
for width in widths:
    X, Y = rng.normal(size=(2, 2000, width))
    S = (X * Y).sum(axis=1)
    lengths = np.sqrt((X * X).sum(axis=1) * (Y * Y).sum(axis=1))
    products.append(S.std())
    cosines.append((S / lengths).std())

fig, ax = plt.subplots(figsize=(4.7, 3.2))
ink = plt.rcParams["axes.edgecolor"]
ax.plot(widths, widths**0.5, color=ink, linewidth=0.8)
ax.plot(widths, widths**-0.5, color=ink, linewidth=0.8)
ax.plot(widths, products, "o", color="#1f73c4", label="dot products")
ax.plot(widths, cosines, "D", color="#1f73c4", fillstyle="none", label="cosines")
ax.text(90, 5.5, "√width")
ax.text(90, 0.14, "1/√width")
ax.set(xscale="log", yscale="log", xlabel="width", ylabel="standard deviation")
ax.set_xticks([2, 8, 64, 512], ["2", "8", "64", "512"])
ax.set_yticks([0.1, 1, 10], ["0.1", "1", "10"])
ax.minorticks_off()
ax.legend(frameon=False, loc="upper left")
fig.set_label(
    f"From width {widths[0]} to {widths[-1]:,} the standard deviation of dot products "
    f"of random vectors grows from {products[0]:.1f} to {products[-1]:.0f}, along the "
    f"root of the width; that of cosines falls from {cosines[0]:.2f} to "
    f"{cosines[-1]:.2f}."
)
