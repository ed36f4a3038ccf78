"""Which check notices which mistake."""

from snippets.records import records

record = records("recorded/catches")
TABLE = []
for row in record["rows"]:
    shown = {"mistake": row["mistake"]}
    for check, noticed in row["noticed"].items():
        shown[check] = "yes" if noticed else "–"
    shown["properties"] = len(row["properties"]) or "–"
    TABLE.append(shown)
total = {"mistake": f"noticed, of {len(TABLE)}"}
for check in record["rows"][0]["noticed"]:
    total[check] = sum(row["noticed"][check] for row in record["rows"])
total["properties"] = sum(bool(row["properties"]) for row in record["rows"])
TABLE.append(total)
