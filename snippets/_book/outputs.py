"""The reviewed outputs: what each example left when a person last looked, in tests/outputs."""

import os
import re
from decimal import Decimal

from snippets._book.project import OUTPUTS, problem, read_text, write_folder

NUMBER = re.compile(r"[-−+]?(?:\d[\d,]*\.?\d*|\.\d+)(?:e[-+]?\d+)?")


def as_text(left):
    """One plain text file: printed text, table, and alt text of the figures."""
    parts = []
    if left["text"]:
        parts.append(left["text"].rstrip("\n"))
    if left["table"]:
        rows = [left["table"][0].keys(), *(row.values() for row in left["table"])]
        parts.append("TABLE\n" + "\n".join(" | ".join(str(cell) for cell in row) for row in rows))
    parts += [f"FIGURE {number}\n{figure['alt']}" for number, figure in enumerate(left["figures"], 1)]
    return "\n\n".join(parts) + "\n"


def compare(book, results, problems, exact=None):
    """Report every example whose output is not the reviewed one, and reviewed outputs without an example."""
    exact = bool(os.environ.get("CI")) if exact is None else exact
    for key, left in results.items():
        path = OUTPUTS / f"{key}.txt"
        if not path.is_file():
            text = f"no reviewed output tests/outputs/{key}.txt; look at what it leaves, then run 'make outputs'"
            problems.append(problem(book.examples[key].path, 1, text))
            continue
        reviewed = read_text(path, problems)
        if reviewed is None:
            continue
        expected, received = reviewed.splitlines(), as_text(left).splitlines()
        for line in range(max(len(expected), len(received))):
            old = expected[line] if line < len(expected) else "(end)"
            new = received[line] if line < len(received) else "(end)"
            if not (old == new or (not exact and close(old, new))):
                text = f"expected {old!r}, received {new!r}; if that is right, run 'make outputs' and review the diff"
                problems.append(problem(path, line + 1, text))
                break
    for path in sorted(OUTPUTS.rglob("*.txt")):
        if path.relative_to(OUTPUTS).with_suffix("").as_posix() not in book.examples:
            problems.append(problem(path, 1, "there is no example of this name; run 'make outputs' to remove it"))


def close(old, new):
    """Whether two lines differ only in numbers, each by at most one unit of its last printed digit.

    Other processors round differently; in CI the comparison is exact. Blanks beside a number are not compared:
    a column is as wide with -0.00 or 10.00 in it as with 0.00 or 9.99.
    """
    texts_old, texts_new = ([text.strip() for text in NUMBER.split(line)] for line in (old, new))
    if texts_old != texts_new:
        return False
    for a, b in zip(NUMBER.findall(old), NUMBER.findall(new), strict=True):
        a, b = (Decimal(n.replace("−", "-").replace(",", "")) for n in (a, b))
        unit = Decimal(1).scaleb(max(a.as_tuple().exponent, b.as_tuple().exponent))
        if a != b and (unit >= 1 or abs(a - b) > unit):
            return False
    return True


def update(results, partly):
    """Make tests/outputs hold what the examples leave now; partly: of these examples only."""
    write_folder(OUTPUTS, {f"{key}.txt": as_text(left) for key, left in results.items()}, partly)
