"""What was drawn for the comparison with PyTorch, and how far off a result may be."""

from snippets.records import records

groups = {}
for row in records("recorded/torch")["rows"]:
    group = row["call"], row["dtype"], row["magnitude"]
    groups.setdefault(group, []).append(row)
TABLE = []
for (call, dtype, magnitude), rows in groups.items():
    allowed = sorted(row["allowed"] for row in rows)
    TABLE.append({
        "PyTorch": call,
        "dtype": dtype,
        "magnitude": magnitude,
        "draws": len(rows),
        "numbers": sum(len(row["Y"]) + len(row.get("A", [])) for row in rows),
        "may be off by, at most": f"{allowed[-1]:.0e}",
        "typically": f"{allowed[len(rows) // 2]:.0e}",
    })
