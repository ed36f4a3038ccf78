"""Recorded: the same cosines as means and extremes, layer by layer."""

from itertools import combinations

import numpy as np

from snippets.records import records

data = records("recorded/embeddings")
senses = [sense for sense, _ in data["sentences"]]
pairs = list(combinations(range(len(senses)), 2))
TABLE = []
for layer, cosines in enumerate(np.array(data["cosines"])):
    same = [cosines[i, j] for i, j in pairs if senses[i] == senses[j]]
    other = [cosines[i, j] for i, j in pairs if senses[i] != senses[j]]
    TABLE.append({
        "layers passed": layer,
        "same sense: mean": f"{np.mean(same):.2f}",
        "smallest": f"{min(same):.2f}",
        "two senses: mean": f"{np.mean(other):.2f}",
        "largest": f"{max(other):.2f}",
    })
