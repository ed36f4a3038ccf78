"""The second part of `make bench` runs and compares what it says. Times are no test: machines differ."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from snippets._book import bench_attention

ROOT = Path(__file__).resolve().parents[2]


def test_all_forms_are_measured():
    command = [sys.executable, "-m", "snippets._book.bench_attention", "--quick"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    head, _, *lines = done.stdout.splitlines()
    assert "one thread, float32" in head
    assert len(lines) == 2
    others = ["loop", "einsum", *["PyTorch"] * bool(importlib.util.find_spec("torch"))]
    for line, size in zip(lines, bench_attention.SIZES, strict=False):
        assert [int(number) for number in line.split()[:3]] == list(size)
        assert [part.split(" / ")[1].split()[0] for part in line.split("ms")[1].split(", ")] == others


def test_the_size_of_the_paper_is_measured():
    assert (512, 512, 8) in bench_attention.SIZES
    assert bench_attention.AIM == 2


def test_a_form_that_gives_something_else_is_not_measured(monkeypatch):
    right = bench_attention.layers(3, 4, 2)["loop"]()
    assert right.dtype == np.float32
    monkeypatch.setattr("snippets.split_and_join.multi_head_attention_einsum", lambda X, *rest: (X, None))
    with pytest.raises(AssertionError, match="einsum"):
        bench_attention.layers(3, 4, 2)
