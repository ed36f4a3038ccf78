"""The tables of facts that examples compute with."""

import json
from functools import cache
from pathlib import Path

HERE = Path(__file__).resolve().parent


def records(name, *fields):
    """Rows of docs/data/<name>.yml, or the contents of snippets/data/<name>.json.

    fields: which fields of each row to keep, a missing one as None; all of them unless
    given. A stand-alone file holds the rows instead of reading the file.
    """
    path = HERE.parent / "docs" / "data" / f"{name}.yml"
    if not path.is_file():
        return json.loads((HERE / "data" / f"{name}.json").read_text(encoding="utf-8"))
    return [{field: row.get(field) for field in fields or row} for row in _rows(path)]


@cache  # the build asks for one file on behalf of many examples
def _rows(path):
    import yaml  # here, so that the other snippets need NumPy alone

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return yaml.load(path.read_text(encoding="utf-8"), Loader=loader)[path.stem]
