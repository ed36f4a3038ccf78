"""What the scripts that record results share: the files, their dates, and where the snippets' functions come from."""

import ast
import datetime
import json
import os
import time
from pathlib import Path
from types import SimpleNamespace

SNIPPETS = Path(__file__).resolve().parents[1]
RECORDED = SNIPPETS / "data" / "recorded"
# Each after those that it imports.
MODULES = (
    "softmax",
    "scaled_dot_product_attention",
    "masks",
    "multi_head_attention",
    "split_and_join",
    "kv_cache",
    "grouped_queries",
)


def today():
    """The date as the files have it; of SOURCE_DATE_EPOCH, where that is set."""
    now = int(os.environ.get("SOURCE_DATE_EPOCH", time.time()))
    return datetime.datetime.fromtimestamp(now, datetime.UTC).date().isoformat()


def text_of(head, rows):
    """The text of a file: one line for each entry of the head, then one for each row."""
    lines = [f" {json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}" for name, value in head.items()]
    lines.append(' "rows": [\n' + ",\n".join(f"  {json.dumps(row, ensure_ascii=False)}" for row in rows) + "\n ]")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def read(name):
    return json.loads((RECORDED / f"{name}.json").read_text(encoding="utf-8"))


def write(name, head, rows):
    (RECORDED / f"{name}.json").write_text(text_of(head, rows), encoding="utf-8", newline="\n")


def sources():
    """The text of each snippet by name."""
    return {name: (SNIPPETS / f"{name}.py").read_text(encoding="utf-8") for name in MODULES}


def functions(texts=None):
    """All functions of the snippets, or of changed texts of them, as attributes of one object.

    The modules are run one after the other in one namespace, as a stand-alone file has them, so that a change
    in one reaches the others.
    """
    namespace = {"__name__": "changed"}
    for name, text in (texts or sources()).items():
        tree = ast.parse(text)
        local = [node for node in tree.body if isinstance(node, ast.ImportFrom) and node.module.startswith("snippets")]
        tree.body = [node for node in tree.body if node not in local]
        exec(compile(tree, f"{name}.py", "exec"), namespace)
    return SimpleNamespace(**{name: value for name, value in namespace.items() if callable(value)})
