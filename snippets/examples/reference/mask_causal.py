"""Which keys two queries see under a causal mask, library by library."""

from snippets.masks import causal_mask
from snippets.records import records

WITH = {"10000 11000": "first key", "11110 11111": "last key"}
TABLE = []
for row in records("recorded/masks")["rows"]:
    for passed, keys in row["weights"].items():
        if passed.startswith("causal") and row["tool"] != "ONNX Runtime":
            TABLE.append({
                "option": f"{row['tool']} {row['version']}, {row['argument']}",
                "passed": passed.removeprefix("causal, "),
                "the queries see": keys,
                "aligned with the": WITH[keys],
            })
keys = " ".join("".join(str(int(sees)) for sees in row) for row in causal_mask(2, 3))
TABLE.append({
    "option": "this chapter, causal_mask(2, n_cached=3)",
    "passed": "2 queries, 2 keys after 3 in the cache",
    "the queries see": keys,
    "aligned with the": WITH[keys],
})
