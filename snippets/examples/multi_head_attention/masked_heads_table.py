"""Published: the same changes in BLEU as numbers, layer by layer."""

from snippets.records import records

table = records("published/michel2019")["table 1"]
marked = [tuple(cell) for cell in table["significant (layer, head)"]]
TABLE = []
for layer, row in enumerate(table["change"], 1):
    cells = {"layer": layer}
    for head, bleu in enumerate(row, 1):
        text = f"{bleu:+.2f}"
        cells[str(head)] = f"**{text}**" if (layer, head) in marked else text
    TABLE.append(cells)
