"""How many of the mistakes each property notices, and which it alone does."""

from snippets.records import records

rows = records("recorded/catches")["rows"]
found = {}
for row in rows:
    for name in row["properties"]:
        alone = len(row["properties"]) == 1
        found.setdefault(name, []).append((row["mistake"], alone))
TABLE = []
for name, mistakes in sorted(found.items(), key=lambda one: -len(one[1])):
    alone = [mistake for mistake, is_alone in mistakes if is_alone]
    TABLE.append({
        "property": name.replace("W O", "W_O"),
        "mistakes that it notices": len(mistakes),
        "the only property to notice": ", ".join(alone) or "–",
    })
