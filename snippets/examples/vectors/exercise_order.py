"""Exercise: which products run, with (4,) and with (1, 4)."""

import numpy as np

W = np.ones((4, 2))
for x in (np.ones(4), np.ones((1, 4))):
    print("x", x.shape)
    products = {
        "x @ W": lambda x: x @ W,
        "W @ x": lambda x: W @ x,
        "W.T @ x": lambda x: W.T @ x,
        "W.T @ x.T": lambda x: W.T @ x.T,
    }
    for name, product in products.items():
        try:
            print(f"   {name:10} -> {product(x).shape}")
        except ValueError:
            print(f"   {name:10} ValueError")
