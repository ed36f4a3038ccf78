"""What three heads do on five sentences; an even row would give 1 / n."""

import numpy as np

from snippets.records import records

TABLE = []
for data in (
    records("minilm/the-cat-sat-on-the-mat"),
    records("minilm/the-bank-raised-its-rates"),
    records("minilm/mary-saw-john-and-john-saw-mary"),
    records("minilm/the-animal-didnt-cross-the-street-because-it-was-too-tired"),
    records("minilm/the-animal-didnt-cross-the-street-because-it-was-too-wide"),
):
    A = np.array(data["weights"]) / data["scale"]
    TABLE.append({
        "sentence": data["sentence"],
        "an even row": f"{1 / A.shape[-1]:.2f}",
        "L0H2 on the previous token": f"{np.diag(A[0, 2], -1)[:-1].mean():.2f}",
        "L1H8 on the next token": f"{np.diag(A[1, 8], 1)[1:].mean():.2f}",
        "L5H11 on its favourite": f"{A[5, 11].mean(axis=0).max():.2f}",
        "which is": data["tokens"][A[5, 11].mean(axis=0).argmax()],
        "all 72 on [CLS]": f"{A[..., 0].mean():.2f}",
    })
