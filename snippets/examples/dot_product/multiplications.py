"""Multiplications of a table of dot products, and bytes of the table."""

TABLE = [
    {
        "rows": n,
        "width": width,
        "multiplications": n * n * width,
        "numbers in the table": n * n,
    }
    for n, width in ((3, 4), (10, 512), (1000, 512), (2000, 512))
]
