"""The functions of the chapter against PyTorch: its recorded outputs always, and itself where it is installed."""

import datetime
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from snippets.data import record_torch, recording
from snippets.data.record_torch import CALLS, KINDS, MASKS, SEED, SMALL

ROOT = Path(__file__).resolve().parents[2]
RECORD = recording.read("torch")
ROWS = RECORD["rows"]
DRAWS = record_torch.draws(SEED, None, SMALL)
CHAPTER = recording.functions()


def name_of(number):
    row = ROWS[number]
    return f"{number}-{row['call']}-{row['mask']}-{row['dtype']}-{row['magnitude']}"


each = pytest.mark.parametrize("number", range(len(DRAWS)), ids=name_of)


@each
def test_recorded_output(number):
    draw, row = DRAWS[number], ROWS[number]
    assert record_torch.checksum(draw) == pytest.approx(row["input"], rel=1e-4, abs=1e-4), "other random numbers"
    found = dict(record_torch.differences(draw, record_torch.expected_in(row), CHAPTER))
    assert found
    assert {name: off for name, off in found.items() if off > 1} == {}


@each
def test_row_is_about_its_draw(number):
    draw, row = DRAWS[number], ROWS[number]
    kind = row["call"], row["mask"], getattr(np, row["dtype"]), row["magnitude"]
    assert kind == KINDS[number % len(KINDS)]
    assert (list(row["sizes"].values()), row["bias"]) == (draw.sizes, draw.bias)
    assert ("A" in row) == (row["call"] == CALLS[1])


def test_the_file_says_how_it_was_made():
    assert RECORD["command"] == "python -m snippets.data.record_torch"
    assert datetime.date.fromisoformat(RECORD["date"])
    assert re.findall(r"torch==([\d.]+)", record_torch.__doc__) == [RECORD["version"]]
    text = (recording.RECORDED / "torch.json").read_text(encoding="utf-8")
    assert recording.text_of({k: v for k, v in RECORD.items() if k != "rows"}, ROWS) == text
    assert len(text) <= 200_000


def test_the_draws_cover_what_they_should():
    """Batches, cross-attention, shared heads, queries without a key, both dtypes, scores that overflow a plain exp."""
    assert Counter(draw.mask_kind for draw in DRAWS) == {m: 12 if m == "added" else 24 for m in MASKS}
    assert {draw.dtype for draw in DRAWS} == {np.float32, np.float64}
    assert {draw.magnitude for draw in DRAWS} == {1, 8, 60}
    assert sum(draw.batch > 1 for draw in DRAWS) > 50
    assert sum(draw.n_queries != draw.n_keys for draw in DRAWS) > 25
    assert sum(1 < draw.n_kv_heads < draw.n_heads for draw in DRAWS) >= 5
    assert sum(1 == draw.n_kv_heads < draw.n_heads for draw in DRAWS) > 10
    assert sum(bool(draw.closed.any()) for draw in DRAWS) > 20
    with np.errstate(over="ignore"):
        overflows = 0
        for draw in (draw for draw in DRAWS if draw.call == CALLS[0]):
            K = draw.arrays["K"].repeat(draw.n_heads // draw.n_kv_heads, axis=1)
            S = draw.arrays["Q"] @ K.swapaxes(-1, -2) / draw.d_head**0.5
            overflows += bool(np.isinf(np.exp(S)).any())
        assert overflows > 20


def test_queries_without_a_key_have_zeros_in_the_function_and_nan_in_the_layer():
    for draw, row in zip(DRAWS, ROWS, strict=True):
        Y, A, _ = record_torch.expected_in(row)
        if draw.call == CALLS[0]:
            np.testing.assert_array_equal(np.swapaxes(Y, 1, 2)[draw.closed], 0)
        else:
            assert np.isnan(np.swapaxes(A, 1, 2)[draw.closed]).all()


WRONG = (lambda Y: Y + 1e-4, lambda Y: Y * np.nan, lambda Y: Y[:, ::-1], lambda Y: Y[:1, :1])


@pytest.mark.parametrize("change", WRONG)
def test_a_wrong_answer_is_noticed(change):
    changed = recording.functions()
    right = changed.grouped_queries
    changed.grouped_queries = lambda *arguments: (change(right(*arguments)[0]), None)
    wrong = 0
    for draw, row in zip(DRAWS, ROWS, strict=True):
        found = dict(record_torch.differences(draw, record_torch.expected_in(row), changed))
        wrong += found.get("grouped_queries", 0) > 1
    assert wrong > 30


# With PyTorch


def of_script(*arguments):
    """The script in a process of its own: PyTorch warns on import and sets things for the whole process."""
    if record_torch.version() is None:
        pytest.skip(f"needs PyTorch (pip install torch=={RECORD['version']})")
    command = [sys.executable, "-m", "snippets.data.record_torch", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_the_chapter_agrees_with_pytorch_on_other_draws():
    done = of_script("--live", "420")
    assert done.returncode == 0, done.stdout + done.stderr
    assert int(done.stdout.split()[0]) == RECORD["live comparisons"]


def test_pytorch_still_says_so():
    if record_torch.version() not in (None, RECORD["version"]):
        pytest.skip(f"PyTorch {record_torch.version()} is installed; the file is about {RECORD['version']}")
    done = of_script("--check")
    assert done.returncode == 0, done.stdout + done.stderr
