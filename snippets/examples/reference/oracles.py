"""Each implementation against each reference: the largest difference."""

from snippets.records import records

record = records("recorded/oracles")
NAMES = {
    "equation": "loop from the equation",
    "ONNX": f"ONNX {record['tools']['ONNX']}",
    "PyTorch": f"PyTorch {record['tools']['PyTorch']}",
}
TABLE = []
for row in record["rows"]:
    shown = {"implementation": row["implementation"], "dtype": row["dtype"]}
    for reference, off in row["difference"].items():
        shown[NAMES[reference]] = f"{off:.0e}"
    TABLE.append(shown)
