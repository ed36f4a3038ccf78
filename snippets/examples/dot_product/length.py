"""Which word is most like The? By dot product the long ones are ahead."""

import numpy as np

from snippets.dot_product import cosine, dot
from snippets.running_example import E

The, cat, sat = E
names = ["The", "cat", "sat", "3 · sat"]
words = np.stack([The, cat, sat, 3 * sat])
print("The with    dot   cosine")
S, C = dot(E[:1], words)[0], cosine(E[:1], words)[0]
for name, d, c in zip(names, S, C, strict=True):
    print(f"{name:9} {d:5.0f} {c:8.4f}")
