"""The recorded answers of other libraries about masks, and the script that asks them."""

import datetime
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from snippets.data import record_masks
from snippets.data.record_masks import ALL, CACHED, EXTERNAL, FILE, NO_KEY, PASSED, TOOLS
from snippets.masks import causal_mask
from snippets.softmax import softmax

ROOT = Path(__file__).resolve().parents[2]
RECORD = json.loads(FILE.read_text(encoding="utf-8"))
ROWS = RECORD["rows"]
MASKED = [row for row in ROWS if "1, 0, 0" in row["weights"]]


def named(rows):
    return pytest.mark.parametrize(
        "row", rows, ids=["-".join(row[k] for k in ("tool", "call", "argument", "mode")) for row in rows]
    )


def weights_of(mask):
    """Weights as the file writes them, for scores ln 1, ln 2, ln 5 and an added mask."""
    row = softmax(np.log([1, 2, 5]) + mask)
    return " ".join(np.format_float_positional(round(x, 4), trim="-") for x in row)


# The file, always checked


def test_the_file_says_how_it_was_made():
    assert list(RECORD) == ["what", "tools", "numpy", "date", "command", "rows"]
    assert RECORD["command"] == "python -m snippets.data.record_masks"
    assert datetime.date.fromisoformat(RECORD["date"])
    assert list(RECORD["tools"]) == list(TOOLS)
    assert {row["tool"]: row["version"] for row in ROWS} == RECORD["tools"]


@named(ROWS)
def test_row_is_well_formed(row):
    assert list(row) == ["tool", "version", "call", "argument", "mode", "weights", "documented"]
    assert re.fullmatch(r"\d+\.\d+\.\d+", row["version"])
    if "1, 0, 0" in row["weights"]:
        assert list(row["weights"]) == [*PASSED, *NO_KEY]
        numbers = [weight for weights in row["weights"].values() for weight in weights.split(" ")]
        assert len(numbers) == 3 * len(row["weights"])
        assert all(re.fullmatch(r"NaN|[01]|0\.\d{1,4}", number) for number in numbers)
    else:
        assert row["weights"].keys() <= {ALL, CACHED, EXTERNAL}
        assert all(re.fullmatch(r"[01]{5} [01]{5}", keys) for keys in row["weights"].values())


def test_no_row_is_there_twice():
    assert record_masks.differences(ROWS, ROWS) == []
    keys = [(row["tool"], row["call"], row["argument"], row["mode"]) for row in ROWS]
    assert sorted(keys) == sorted(set(keys))


def test_the_script_names_the_versions_that_were_asked():
    pins = dict(re.findall(r"(\w+)==([\d.]+)", record_masks.__doc__))
    assert {tool: pins[package] for tool, (package, *_) in TOOLS.items()} == RECORD["tools"]


# What the numbers mean, by our own softmax


@named(MASKED)
def test_true_lets_in_or_keeps_out_the_first_key(row):
    first, others = weights_of([0, -np.inf, -np.inf]), weights_of([-np.inf, 0, 0])
    keeps_out = row["call"] == "nn.MultiheadAttention"  # of PyTorch; that of Keras lets in
    assert row["weights"]["True, False, False"] == (others if keeps_out else first)


@named(MASKED)
def test_numbers_are_added_but_for_one_layer_of_keras(row):
    as_bool = row["tool"] == "Keras" and row["call"] == "MultiHeadAttention"
    added = weights_of([1, 0, 0])
    assert row["weights"]["1, 0, 0"] == (weights_of([0, -np.inf, -np.inf]) if as_bool else added)


def test_causal_rows_are_those_of_the_chapter_or_top_left():
    for row in ROWS:
        for passed, keys in row["weights"].items():
            if passed in (CACHED, EXTERNAL) or (passed == ALL and "lower_right" in row["argument"]):
                expected = causal_mask(2, n_cached=3)
            elif passed == ALL:
                expected = np.tri(2, 5, dtype=bool)
            else:
                continue
            assert keys == " ".join("".join(str(int(x)) for x in one) for one in expected), row


def test_onnx_runtime_does_what_the_reference_implementation_does():
    of = {tool: [row["weights"] for row in ROWS if row["tool"] == tool] for tool in ("ONNX", "ONNX Runtime")}
    assert of["ONNX"] == of["ONNX Runtime"] != []


# The script, without the libraries


@pytest.mark.parametrize(
    ("edit", "words"),
    [
        (lambda rows: rows.pop(), "is in only one of file and script"),
        (lambda rows: rows[0]["weights"].update({"1, 0, 0": "1 0 0"}), "is '1 0 0', measured '0.2797"),
        (lambda rows: rows[0]["weights"].pop("1, 0, 0"), "'1, 0, 0' is None"),
        (lambda rows: rows[0].update(version="2.5.0"), "'version' is '2.5.0', measured"),
        (lambda rows: rows[0].update(documented="True blocks"), "'documented' is 'True blocks'"),
    ],
)
def test_a_change_of_the_file_is_reported(edit, words):
    edited = json.loads(json.dumps(ROWS))
    edit(edited)
    problems = record_masks.differences(edited, ROWS)
    assert len(problems) == 1
    assert words in problems[0]


def test_the_file_is_what_the_script_writes(monkeypatch):
    noon = datetime.datetime.fromisoformat(f"{RECORD['date']}T12:00:00+00:00")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", str(int(noon.timestamp())))
    monkeypatch.setattr(record_masks.np, "__version__", RECORD["numpy"])
    assert record_masks.text_of(ROWS) == FILE.read_text(encoding="utf-8")


def test_a_missing_library_is_named(monkeypatch, capsys):
    monkeypatch.setattr(record_masks, "version", lambda tool: None)
    assert record_masks.main(["--check", "Keras"]) == 2
    assert capsys.readouterr().err == "not installed: Keras\n"


# The script, with them


@pytest.mark.parametrize("tool", TOOLS)
def test_the_libraries_still_say_so(tool, tmp_path):
    found, recorded = record_masks.version(tool), RECORD["tools"][tool]
    if found is None:
        pytest.skip(f"needs {tool} (pip install {TOOLS[tool][0]}=={recorded})")
    if found != recorded:
        pytest.skip(f"{tool} {found} is installed; the file is about {recorded}")
    # a process of its own: Keras and PyTorch warn on import and set things for the whole process
    command = [sys.executable, "-m", "snippets.data.record_masks", "--check", tool]
    environment = os.environ | {"KERAS_HOME": str(tmp_path)}
    run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    assert "rows agree" in run.stdout
