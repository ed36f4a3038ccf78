"""The weights of a query that may attend to nothing, library by library."""

from snippets.records import records

NAMES = {
    "0 0 0": "zeros",
    "NaN NaN NaN": "NaN",
    "0.3333 0.3333 0.3333": "a third each",
    "0.125 0.25 0.625": "as without a mask",
}
TABLE = []
for row in records("recorded/masks")["rows"]:
    weights = row["weights"]
    if "no key, boolean" in weights and row["tool"] != "ONNX Runtime":
        mode = f", {row['mode']}" if row["mode"] else ""
        mask = f"{row['argument']} of {row['call']}{mode}"
        TABLE.append({
            "mask": f"{row['tool']} {row['version']}, {mask}",
            "boolean": NAMES[weights["no key, boolean"]],
            "−inf": NAMES[weights["no key, -inf"]],
            "−1e9": NAMES[weights["no key, -1e9"]],
        })
