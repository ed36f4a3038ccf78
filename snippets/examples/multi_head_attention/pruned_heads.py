"""Published: how few heads a trained translation model can do with."""

from snippets.records import records

table = records("published/voita2019")["table 2"]
TABLE = []
for data, encoder, decoder, cross, pruned, scratch in table["rows"]:
    TABLE.append({
        "data": data,
        "heads kept: encoder": encoder,
        "decoder": decoder,
        "encoder-decoder": cross,
        "BLEU, pruned": pruned,
        "BLEU, from scratch": scratch,
    })
