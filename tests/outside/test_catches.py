"""What each check catches, and the oracle matrix: both recorded, both made anew here."""

import datetime
import re

import numpy as np
import pytest

from snippets.data import record_catches, record_onnx, record_oracles, record_torch, recording
from snippets.data.record_catches import CHECKS, MISTAKES, PROPERTIES
from snippets.data.record_oracles import DTYPES, REFERENCES, implementations

CATCHES, ORACLES = recording.read("catches"), recording.read("oracles")
ROWS = {row["mistake"]: row for row in CATCHES["rows"]}
SAME_ONNX = record_onnx.version() == CATCHES["onnx"]
each = pytest.mark.parametrize("mistake", MISTAKES, ids=lambda one: one.name)


@pytest.fixture(scope="module")
def checks():
    """All checks; without that of ONNX where another version is installed, or none."""
    return {name: check for name, check in CHECKS.items() if name != "ONNX" or SAME_ONNX}


# The snippets as they are


@pytest.mark.parametrize("name", [*CHECKS, *(check.__name__ for check in PROPERTIES)])
def test_no_check_has_anything_against_the_snippets(name):
    if name == "ONNX" and record_onnx.version() is None:
        pytest.skip(f"needs onnx (pip install onnx=={CATCHES['onnx']})")
    check = CHECKS.get(name) or getattr(record_catches, name)
    check(recording.functions())
    assert not record_catches.notices(check, recording.functions())


# The mistakes


@each
def test_the_checks_notice_what_was_recorded(mistake, checks):
    if mistake.name == "float32 becomes float64" and np.lib.NumpyVersion(np.__version__) < "2.0.0":
        pytest.skip("NumPy 1 keeps float32 there")
    row, found = ROWS[mistake.name], recording.functions(mistake.texts())
    noticed = {name: record_catches.notices(check, found) for name, check in checks.items()}
    assert noticed == {name: row["noticed"][name] for name in noticed}
    properties = [c.__name__.replace("_", " ") for c in PROPERTIES if record_catches.notices(c, found)]
    assert properties == row["properties"]
    assert row["changes"] == [{"in": a, "right": b, "wrong": c} for a, b, c in mistake.changes]


@pytest.mark.parametrize("mistake", MISTAKES[::7], ids=lambda one: one.name)
def test_the_recorded_test_fails_on_the_mistake(mistake):
    """A sample; the script makes them all."""
    recorded = ROWS[mistake.name]["first failing test"]
    assert record_catches.failing_test(mistake, [recorded]) == recorded


def test_every_recorded_test_exists():
    for row in ROWS.values():
        path, name = row["first failing test"].split("::")
        assert f"def {name}(" in (recording.SNIPPETS.parent / path).read_text(encoding="utf-8")


def test_no_mistake_goes_unnoticed():
    assert list(ROWS) == [mistake.name for mistake in MISTAKES]
    assert len(ROWS) >= 15
    assert [name for name, row in ROWS.items() if not any(row["noticed"].values()) and not row["properties"]] == []
    assert all(row["first failing test"] for row in ROWS.values())


def test_shapes_and_row_sums_miss_the_wrong_split():
    for name in ("heads cut by one reshape", "heads joined without moving their axis", "both of these"):
        noticed = ROWS[name]["noticed"]
        assert (noticed["shapes"], noticed["rows sum to 1"]) == (False, False)
        assert noticed["by hand"]
        assert noticed["equation"]


def test_a_mistake_whose_text_is_gone_is_reported():
    with pytest.raises(ValueError, match="there is no 'S / 3'"):
        record_catches.Mistake("odd", [("softmax", "S / 3", "S")]).texts()


def test_the_file_of_catches_says_how_it_was_made():
    assert CATCHES["command"] == "python -m snippets.data.record_catches"
    assert datetime.date.fromisoformat(CATCHES["date"])
    assert CATCHES["PyTorch"] == recording.read("torch")["version"]
    assert CATCHES["properties"] == len(PROPERTIES)
    assert all(list(row["noticed"]) == list(CHECKS) for row in ROWS.values())
    text = (recording.RECORDED / "catches.json").read_text(encoding="utf-8")
    assert recording.text_of({k: v for k, v in CATCHES.items() if k != "rows"}, CATCHES["rows"]) == text


# The oracle matrix


@pytest.fixture(scope="module")
def made():
    if not record_oracles.DOWNLOAD.is_file():
        pytest.skip("needs the stand-alone file: run python -m snippets first")
    return implementations()


def test_the_matrix_is_complete_and_all_agree():
    cells = [(row["implementation"], row["dtype"]) for row in ORACLES["rows"]]
    assert sorted(cells) == sorted({(row["implementation"], dtype) for row in ORACLES["rows"] for dtype in DTYPES})
    assert len({row["implementation"] for row in ORACLES["rows"]}) == 5
    for row in ORACLES["rows"]:
        assert list(row["difference"]) == list(REFERENCES)
        assert 0 < max(row["difference"].values()) <= DTYPES[row["dtype"]]


@pytest.mark.parametrize("reference", REFERENCES)
def test_the_matrix_computed_anew(reference, made):
    found, recorded = record_oracles.versions()[reference], ORACLES["tools"].get(reference, "")
    if found != recorded:
        pytest.skip(f"the file is about {reference} {recorded}; installed is {found}")
    if reference == "PyTorch":
        assert record_torch.version() == recorded
    assert record_oracles.alike(ORACLES["rows"], record_oracles.rows_of([reference]))


def test_a_wrong_implementation_does_not_get_into_the_matrix(made, monkeypatch):
    wrong = made | {"batched": lambda *arguments: tuple(M * 1.00001 for M in made["batched"](*arguments))}
    monkeypatch.setattr(record_oracles, "implementations", lambda: wrong)
    with pytest.raises(ValueError, match="batched and equation differ by"):
        record_oracles.rows_of(["equation"])


def test_another_difference_is_reported():
    changed = [dict(row, difference=dict(row["difference"])) for row in ORACLES["rows"]]
    assert record_oracles.alike(ORACLES["rows"], changed)
    changed[-1]["difference"]["equation"] *= 20
    assert not record_oracles.alike(ORACLES["rows"], changed)
    assert not record_oracles.alike(ORACLES["rows"][1:], changed)


def test_the_file_of_oracles_says_how_it_was_made():
    assert ORACLES["command"] == "python -m snippets.data.record_oracles"
    assert datetime.date.fromisoformat(ORACLES["date"])
    pins = dict(re.findall(r"(\w+)==([\d.]+)", record_oracles.__doc__))
    assert pins == {"onnx": ORACLES["tools"]["ONNX"], "torch": ORACLES["tools"]["PyTorch"]}
    text = (recording.RECORDED / "oracles.json").read_text(encoding="utf-8")
    assert recording.text_of({k: v for k, v in ORACLES.items() if k != "rows"}, ORACLES["rows"]) == text
