"""`make matrix`: which interpreters it takes, and what it makes of them. The runs themselves are long and no test."""

import os
import re
from pathlib import Path

import pytest
import yaml

from snippets._book import matrix

ROOT = Path(__file__).resolve().parents[2]
OLDEST = (ROOT / ".ci" / "oldest.txt").read_text(encoding="utf-8")

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the shims are shell scripts")


@pytest.fixture
def shims(tmp_path, monkeypatch):
    """A folder with python3.x of one's choice, which is all of PATH."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(matrix.sys, "executable", "no-such-python")

    def add(name, prints, code=0):
        path = tmp_path / name
        path.write_text(f"#!/bin/sh\necho {prints}\nexit {code}\n")
        path.chmod(0o755)
        return str(path)

    return add


def test_interpreters_that_start_are_found(shims):
    found = {"3.12": shims("python3.12", "3.12.1"), "3.14": shims("python3.14", "3.14.0")}
    shims("python3.13", "3.13.0", code=127)  # a shim for a Python that is not there
    shims("python3.11", "3.12.1")
    assert matrix.interpreters() == found


def test_python3_is_looked_at_too(shims):
    assert matrix.interpreters() == {}
    shims("python3", "3.10.2")
    assert matrix.interpreters() == {}
    command = shims("python3", "3.13.7")
    assert matrix.interpreters() == {"3.13": command}


def test_table_and_exit_code(monkeypatch, capsys):
    monkeypatch.setattr(matrix, "interpreters", lambda: {"3.11": "a", "3.13": "b"})
    asked = []

    def one(name, command, constraints, quick):
        asked.append((name, command, constraints, quick))
        return {"environment": name, "Python": name, "tests": "9 passed in 3 s"}, name != "oldest"

    monkeypatch.setattr(matrix, "try_out", one)
    assert matrix.main([]) == 1
    assert asked == [("3.11", "a", None, False), ("3.13", "b", None, False), ("oldest", "a", matrix.OLDEST, False)]
    printed = capsys.readouterr().out
    assert re.search(r"^3\.13 +3\.13 +9 passed in 3 s$", printed, re.MULTILINE)
    assert re.search(r"^3\.12 +not present +–$", printed, re.MULTILINE)
    assert matrix.main(["--quick", "3.13"]) == 0
    assert asked[3:] == [("3.13", "b", None, True)]


def test_the_oldest_versions_are_those_of_pyproject():
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    pins = dict(re.findall(r"^(\w+)==([\d.]+)\.0$", OLDEST, re.MULTILINE))
    assert set(pins) == {"numpy", "matplotlib"}
    assert all(f'"{name} >={version}"' in project for name, version in pins.items())


def test_ci_runs_every_version():
    jobs = yaml.safe_load((ROOT / ".github" / "workflows" / "site.yml").read_text(encoding="utf-8"))["jobs"]
    of_matrix = [one["python"] for one in jobs["versions"]["strategy"]["matrix"]["include"]]
    options = [step.get("with", {}) for step in jobs["test"]["steps"]]
    assert {*of_matrix, *(one["python-version"] for one in options if "python-version" in one)} == set(matrix.VERSIONS)
    runs = [step.get("run", "") for job in ("versions", "torch") for step in jobs[job]["steps"]]
    assert any(".ci/oldest.txt" in run for run in runs)
    recorded = {name: (ROOT / "snippets/data/recorded" / f"{name}.json").read_text() for name in ("torch", "masks")}
    for package, version in re.findall(r"(\w+)==([\d.]+)", " ".join(runs)):
        assert f'"{version}"' in recorded["torch" if package == "torch" else "masks"]
    assert set(jobs["publish"]["needs"]) == jobs.keys() - {"publish"}


def test_copy_has_all_but_what_is_generated():
    """A folder of tests has the name of a generated one."""
    assert matrix.left_out(ROOT, ["site", ".git", ".venv-matrix", "docs", "tests"]) == {"site", ".git", ".venv-matrix"}
    assert matrix.left_out(ROOT / "docs", ["figures", "downloads", "concepts"]) == {"figures", "downloads"}
    assert matrix.left_out(ROOT / "tests", ["site", "outputs", "__pycache__"]) == {"__pycache__"}
