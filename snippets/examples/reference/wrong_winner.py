"""How much the largest score gets when the others are one smaller."""

import numpy as np

from snippets.softmax import softmax

print(f"one ahead: {np.exp(1):.3f} times the weight of each other")
for others in (1, 9, 99):
    A = softmax(np.array([2.0] + [1.0] * others))
    print(f"2 against {others:2} × 1: weights {A[0]:.4f} and {others} × {A[1]:.4f}")
A = softmax(np.array([20.0] + [10.0] * 99))
print(f"20 against 99 × 10: weights {A[0]:.4f} and 99 × {A[1]:.6f}")
