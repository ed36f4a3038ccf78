"""What the documentation of each library says about its mask."""

from snippets.records import records

TABLE = []
for row in records("recorded/masks")["rows"]:
    shown = {
        "mask": f"{row['tool']} {row['version']}, {row['argument']} of {row['call']}",
        "its documentation says": f"“{row['documented']}”",
    }
    if row["documented"] and shown not in TABLE:  # once for all modes
        TABLE.append(shown)
