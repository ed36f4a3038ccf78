"""The cases of ONNX that the functions cannot express, and how the others were put."""

from snippets.records import records

rows = records("recorded/onnx")["rows"]
left = {}
for row in rows:
    if row["cannot"]:
        left.setdefault(row["cannot"], []).append(row["case"])
for reason, cases in left.items():
    print(f"{len(cases)} of {len(rows)} cannot be expressed")
    print(f"  {reason}:")
    for case in cases:
        print("   ", case)
ways = {}
for row in rows:
    for way in row["how"]:
        ways[way] = ways.get(way, 0) + 1
print("put in another form:")
for way, count in sorted(ways.items(), key=lambda one: -one[1]):
    print(f"{count:>4}  {way}")
