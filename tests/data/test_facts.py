"""What the schemas of docs/data cannot say: they are checked on every run, see tests/book/test_facts_schema.py."""

import re
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
NAMES = ("papers", "models", "planned", "explanations", "glossary")


def text_of(name):
    return (ROOT / "docs" / "data" / f"{name}.yml").read_text(encoding="utf-8")


def rows(name):
    return yaml.safe_load(text_of(name))[name]


PAPERS, MODELS, PLANNED = rows("papers"), rows("models"), rows("planned")


def strings(value):
    """All text inside a value, however deep."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return [text for part in value for text in strings(part)]
    return [value] if isinstance(value, str) else []


@pytest.mark.parametrize("name", NAMES)
def test_files_are_readable_without_scrolling_sideways(name):
    assert [line for line in text_of(name).splitlines() if len(line) > 120] == []


@pytest.mark.parametrize("name", ["arxiv", "doi", "url"])
def test_papers_do_not_share_an_identifier(name):
    given = [entry[name] for entry in PAPERS if name in entry]
    assert sorted(given) == sorted(set(given))


@pytest.mark.parametrize("entry", PAPERS + MODELS, ids=lambda entry: entry["id"])
def test_sources_are_described_for_outsiders(entry):
    # "stored" and numbers of files speak of a collection that readers cannot open
    assert [text for text in strings(entry) if re.search(r"\bstored\b|\bfile id\b", text)] == []


def test_planned_order_is_a_reading_order():
    order = [entry["slug"] for entry in PLANNED]
    late = [
        (entry["slug"], name)
        for place, entry in enumerate(PLANNED)
        for name in entry["requires"]
        if name in order[place:]
    ]
    assert late == []
