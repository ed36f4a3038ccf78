"""Exercise: the weights that give a wanted output, if there are any."""

import numpy as np

from snippets.running_example import E

# One equation for each of the first two numbers, one for the sum of the weights.
equations = np.vstack([E[:, :2].T, np.ones(3)])
for wanted in ([1, 0.5], [0.25, 0.5]):
    a = np.linalg.solve(equations, [*wanted, 1])
    print(f"first two numbers {wanted}: weights {a.round(2) + 0}")  # + 0: no -0
