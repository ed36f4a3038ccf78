"""The first test of the chapter's own suite that fails on each mistake."""

from snippets.records import records

TABLE = []
for row in records("recorded/catches")["rows"]:
    file, name = row["first failing test"].removeprefix("tests/").split("::")
    TABLE.append({
        "mistake": row["mistake"],
        "in snippet": ", ".join(sorted({change["in"] for change in row["changes"]})),
        "first test that fails": name.removeprefix("test_").replace("_", " "),
        "of": file,
    })
