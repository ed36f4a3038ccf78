"""Exercise: the shapes of a product and of what is made from it."""

import numpy as np

from snippets.vectors import norm

X, W = np.ones((5, 7)), np.ones((7, 3))
Y = X @ W
print("Y = X @ W      ", Y.shape)
print("Y[2]           ", Y[2].shape)
print("Y[:, 2]        ", Y[:, 2].shape)
print("Y.sum(axis=0)  ", Y.sum(axis=0).shape)
print("norm(Y)        ", norm(Y).shape)
print("norm(Y)[:, None]", norm(Y)[:, None].shape)
