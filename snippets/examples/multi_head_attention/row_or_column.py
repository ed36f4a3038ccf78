"""One cell misleads: does sat choose cat, or does every token choose it?"""

import numpy as np

from snippets.records import records

data = records("minilm/the-cat-sat-on-the-mat")
tokens, A = data["tokens"], np.array(data["weights"]) / data["scale"]
for layer, head, word in ((5, 11, "cat"), (5, 3, "mat")):
    column = A[layer, head][:, tokens.index(word)]
    print(f"layer {layer}, head {head}: weight on {word}, by query")
    print("  ", "  ".join(f"{t} {w:.2f}" for t, w in zip(tokens, column, strict=True)))
    print(f"   sat {column[tokens.index('sat')]:.2f}, all queries {column.mean():.2f}")
