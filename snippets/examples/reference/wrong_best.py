"""Published: Transformers that differ in their heads (vaswani2017, Table 3)."""

from snippets.records import records

table = records("published/vaswani2017")["table 3"]
TABLE = [dict(zip(table["columns"], row, strict=True)) for row in table["rows"]]
