"""What True means in a mask, and what numbers do, library by library."""

from snippets.records import records

TRUE = {
    "1 0 0": "may attend",
    "0 0.2857 0.7143": "blocked",  # 2/7 and 5/7: the other two keys share
}
NUMBERS = {
    "0.2797 0.2058 0.5145": "added to the scores",
    "1 0 0": "read as True and False",
}
TABLE = []
for row in records("recorded/masks")["rows"]:
    weights = row["weights"]
    if "1, 0, 0" not in weights or row["tool"] == "ONNX Runtime":
        continue
    shown = {
        "mask": f"{row['tool']} {row['version']}, {row['argument']} of {row['call']}",
        "True means": TRUE[weights["True, False, False"]],
        "numbers are": NUMBERS[weights["1, 0, 0"]],
    }
    if shown not in TABLE:  # the modes of one layer agree on this
        TABLE.append(shown)
