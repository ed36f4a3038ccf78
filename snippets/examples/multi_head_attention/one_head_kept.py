"""Published: the best change in BLEU when a layer keeps a single head."""

from snippets.records import records

table = records("published/michel2019")["table 2"]
TABLE = []
for layer, row in enumerate(table["change"], 1):
    cells = zip(table["columns"], row, strict=True)
    TABLE.append({"layer": layer, **{name: f"{bleu:+.2f}" for name, bleu in cells}})
