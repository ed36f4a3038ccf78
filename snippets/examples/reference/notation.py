"""The sizes of the chapter, and what others call the same thing."""

from snippets.records import records

TABLE = [
    {
        "name": f"**{row['name']}**",
        "meaning": row["meaning"],
        "2017 paper": row["paper"],
        "PyTorch 2.13.0": row["pytorch"],
        "ONNX 1.23.2": row["onnx"],
    }
    for row in records("notation")
    if row["shape"] is None
]
