"""Recorded: sums of rows, and which rows of the table are nearest to them."""

from snippets.records import records

nearest = records("recorded/embeddings")["nearest"]
TABLE = []
for name, rows in nearest.items():
    inputs = name.split()[::2]  # king − man + woman
    if len(inputs) == 3:
        others = [word for word, _ in rows if word not in inputs]
        TABLE.append({
            "sum of rows": name,
            "nearest row": f"{rows[0][0]} {rows[0][1]:.2f}",
            "second": f"{rows[1][0]} {rows[1][1]:.2f}",
            "nearest without the three": others[0],
        })
