"""One average cannot tell who from where; two averages side by side can."""

import numpy as np

cat, mat = np.array([1.0, 0.0]), np.array([0.0, 1.0])  # what the two tokens hand over

for who, where, story in ((cat, mat, "the cat sat on the mat"),
                          (mat, cat, "the mat sat on the cat")):
    one_head = 0.5 * who + 0.5 * where
    two_heads = np.concatenate([who, where])
    print(f"{story}:  one head {one_head}   two heads {two_heads}")
