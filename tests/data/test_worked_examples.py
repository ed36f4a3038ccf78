"""Published worked examples: what the site shows as agreeing agrees, and the file says where each is from."""

import json
import runpy
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "snippets" / "examples" / "reference"
DATA = json.loads((ROOT / "snippets/data/published/worked_examples.json").read_text(encoding="utf-8"))
TABLES = {
    name: runpy.run_path(str(EXAMPLES / f"{name}.py"))["TABLE"]
    for name in ("worked_attention", "worked_layers", "worked_costs")
}


def test_every_example_says_where_it_is_from():
    examples = [*DATA["attention"], *DATA["layers"], *DATA["costs"].values()]
    assert len(examples) == 14
    for example in examples:
        assert example["source"]
        assert example["read in"]
        assert example["rounding"] >= 0


@pytest.mark.parametrize("name", ["worked_attention", "worked_layers"])
def test_all_agree(name):
    assert TABLES[name]
    assert {row["agrees"] for row in TABLES[name]} == {"yes"}


def test_every_number_that_is_printed_is_compared():
    for kind in ("attention", "layers"):
        printed = {
            one["title"]: ", ".join(f"{np.size(numbers)} {what}" for what, numbers in one["printed"].items())
            for one in DATA[kind]
        }
        assert {row["example"]: row["numbers"] for row in TABLES[f"worked_{kind}"]} == printed


def test_one_published_row_is_twice_too_large():
    wrong = [row for row in TABLES["worked_costs"] if row["agrees"] == "no"]
    assert [row["example"] for row in wrong] == ["Llama 3.1 405B"]
    printed, computed = ([float(x) for x in wrong[0][key].split()] for key in ("printed", "computed"))
    assert [a / b for a, b in zip(printed, computed, strict=True)] == pytest.approx([2] * 3, rel=2e-3)


def test_another_number_is_noticed(monkeypatch):
    """A digit changed in the data turns a yes into a no."""
    changed = json.loads(json.dumps(DATA))
    changed["attention"][0]["printed"]["weights"][0][0] += 0.01
    changed["layers"][0]["printed"]["weights"][0][0][0] += 0.0002
    changed["costs"]["KV cache of Llama 3.1"]["printed in GiB"]["8B"][0] += 0.01
    monkeypatch.setattr("snippets.records.records", lambda name: changed)
    for name in TABLES:
        table = runpy.run_path(str(EXAMPLES / f"{name}.py"))["TABLE"]
        assert sum(row["agrees"] == "no" for row in table) == (2 if name == "worked_costs" else 1)
