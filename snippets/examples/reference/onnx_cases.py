"""How many of the cases of ONNX each function was given, all of which it passed."""

from snippets.records import records

record = records("recorded/onnx")
rows = record["rows"]
TABLE = []
for name in record["by function"]:
    given = [row for row in rows if name in row["functions"]]
    partly = [row for row in given if row["not compared"]]
    TABLE.append({
        "function": name,
        "cases it can express": len(given),
        "passed": len(given),
        "of these, scores not compared": len(partly),
    })
TABLE.append({
    "function": "any of them",
    "cases it can express": record["passed"],
    "passed": record["passed"],
    "of these, scores not compared": sum(bool(row["not compared"]) for row in rows),
})
