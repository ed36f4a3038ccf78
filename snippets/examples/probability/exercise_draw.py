"""Exercise: expected value and spread of a number, and wrong answers."""

import numpy as np

weights = np.array([1 / 8, 1 / 4, 5 / 8])
values = np.array([0, 0, 8])
mean = weights @ values
print("expected value:   ", mean)
print("plain mean:       ", values.mean().round(4))
print("likeliest draw:   ", values[weights.argmax()])
distance = values - mean
print("distances:        ", distance)
print("variance:         ", weights @ distance**2)
print("mean distance:    ", weights @ distance)
