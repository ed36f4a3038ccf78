"""Reading the tables of facts."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

import snippets.records
from snippets.records import records

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def two_rows(tmp_path, monkeypatch):
    """A project with docs/data/fruit.yml and snippets/data/sun/tree.json."""
    data, recorded = tmp_path / "docs" / "data", tmp_path / "snippets" / "data" / "sun"
    data.mkdir(parents=True)
    recorded.mkdir(parents=True)
    fruit = "fruit:\n- {id: äpfel, weight: 150, core: true}\n- {id: birnen, core: null}\n"
    (data / "fruit.yml").write_text(fruit, encoding="utf-8")
    (recorded / "tree.json").write_text('{"height": 7, "name": "ölbaum"}', encoding="utf-8")
    monkeypatch.setattr(snippets.records, "HERE", tmp_path / "snippets")


# Literals


@pytest.mark.usefixtures("two_rows")
def test_all_fields_unless_given():
    assert records("fruit") == [{"id": "äpfel", "weight": 150, "core": True}, {"id": "birnen", "core": None}]


@pytest.mark.usefixtures("two_rows")
def test_chosen_fields_in_their_order_and_a_missing_one_as_none():
    rows = records("fruit", "weight", "id")
    assert rows == [{"weight": 150, "id": "äpfel"}, {"weight": None, "id": "birnen"}]
    assert [list(row) for row in rows] == [["weight", "id"], ["weight", "id"]]


@pytest.mark.usefixtures("two_rows")
def test_a_recorded_result_comes_as_it_is():
    assert records("sun/tree") == {"height": 7, "name": "ölbaum"}


@pytest.mark.usefixtures("two_rows")
def test_an_unknown_name_is_an_error_that_names_the_file():
    with pytest.raises(FileNotFoundError, match=r"moon\.json"):
        records("moon")


# Reference: the files of the chapter, read by other means


@pytest.mark.parametrize("name", ["models", "papers", "planned"])
def test_tables_equal_their_files(name):
    text = (ROOT / "docs" / "data" / f"{name}.yml").read_text(encoding="utf-8")
    assert records(name) == yaml.load(text, yaml.SafeLoader)[name]


def test_recorded_weights_equal_their_file():
    path = ROOT / "snippets" / "data" / "minilm" / "the-cat-sat-on-the-mat.json"
    assert records("minilm/the-cat-sat-on-the-mat") == json.loads(path.read_bytes())


def test_files_are_read_as_utf_8_whatever_the_locale():
    names = ["models", "minilm/the-cat-sat-on-the-mat"]  # one YAML file, one JSON file
    program = f"from snippets.records import records; [records(name) for name in {names}]"
    strict = ["-X", "warn_default_encoding", "-W", "error::EncodingWarning"]
    subprocess.run([sys.executable, *strict, "-c", program], cwd=ROOT, check=True)
