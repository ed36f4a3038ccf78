"""A large weight that adds nothing, and two rows of weights with one output."""

import numpy as np

A = np.array([0.7, 0.2, 0.1])
V = np.array([[0, 0], [3, 0], [0, 6]])
print("weight  value  what it adds")
for weight, value in zip(A, V, strict=True):
    print(f"{weight:6} {value!s:>6}  {weight * value}")

V = np.array([[2, 0], [0, 2], [1, 1]])
for A in (np.array([0.5, 0.5, 0]), np.array([0, 0, 1])):
    print(f"weights {A!s:14} output {A @ V}")
