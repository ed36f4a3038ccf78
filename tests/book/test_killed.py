"""A run that is killed at any moment leaves a valid cache and nothing half-written."""

import os
import signal
import subprocess
import sys
import time

import pytest

pytestmark = pytest.mark.skipif(not hasattr(os, "killpg"), reason="needs process groups")

EXAMPLE = '''\
"""Row {number}."""

import numpy as np

from snippets.plots import heatmap
from snippets.softmax import softmax

A = softmax(np.full((3, 3), {number}.0))
print(A.sum())
fig = heatmap(A, ["a", "b", "c"], title="{number}")
fig.set_label("All weights are equal: each is a third of the whole row.")
'''


@pytest.fixture(scope="module")
def ten(built, tmp_path_factory):
    """The small project with ten more examples, after an undisturbed run."""
    project = built.copy_to(tmp_path_factory.mktemp("ten") / "project")
    for number in range(10):
        project.write(f"snippets/examples/shift/row{number}.py", EXAMPLE.format(number=number))
    assert project.run("--update-outputs").returncode == 0
    return project


def start(project, *arguments):
    return subprocess.Popen(
        [sys.executable, "-m", "snippets", *arguments],
        cwd=project.root,
        env=project.environment(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def of_session(number):
    """The processes of a session that still run."""
    done = subprocess.run(["ps", "-e", "-o", "sid=,stat=,args="], capture_output=True, encoding="utf-8", check=True)
    rows = [line.split(None, 2) for line in done.stdout.splitlines()]
    return [row for row in rows if row[0] == str(number) and not row[1].startswith("Z")]


@pytest.mark.parametrize("delay", [0.2, 0.5, 0.8, 1.2])
def test_killed_in_a_cold_run(ten, tmp_path, delay):
    project = ten.copy_to(tmp_path / "project")
    project.clean()
    process = start(project)
    time.sleep(delay)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    done = project.run()
    assert (done.returncode, done.stderr) == (0, "")
    assert project.published() == ten.published()
    assert [path for path in project.root.rglob("*.tmp")] == []


def test_killed_while_it_publishes(ten, tmp_path):
    """Killed at each rename in turn: whatever was half-written goes, whatever was written is whole."""
    code = (
        "import os, signal, sys; from pathlib import Path; from snippets._book import cli; left = int(sys.argv[1])\n"
        "def replace(self, target, real=Path.replace):\n"
        "    global left; left -= 1\n"
        "    if left < 0: os.kill(os.getpid(), signal.SIGKILL)\n"
        "    return real(self, target)\n"
        "Path.replace = replace; cli.main([])"
    )
    project = ten.copy_to(tmp_path / "project")
    whole = ten.published()
    half_written = []
    for left in (0, 5, 12, 13):  # the last two are files beside the folders of the concepts
        for name in whole:
            if name.startswith("docs/"):
                project.write(name, "old")
        assert project.python("-c", code, str(left)).returncode == -signal.SIGKILL
        half_written += project.root.rglob("*.tmp")
        for name, text in project.published().items():
            assert text in (b"old", whole.get(name)) or name.endswith(".tmp")
        assert project.run().returncode == 0
        assert project.published() == whole
        assert list(project.root.rglob("*.tmp")) == []
    assert [path.parent.name for path in half_written][2:] == ["downloads", "downloads"]


@pytest.mark.parametrize("damage", [b"", b'{"text": "', b"\xff\xfe"])
def test_damaged_cache(project, damage):
    """An entry that is no entry counts as missing."""
    entries = list((project.root / "build/.cache/examples").iterdir())
    assert len(entries) == 4
    entries[0].write_bytes(damage)
    (project.root / "build/.cache/formulas.json").write_bytes(damage)
    before = project.published()
    assert len(project.ran()) == 1
    assert project.published() == before


def test_cache_holds_only_what_is_used(project):
    (project.root / "build/.cache/examples/0123.json").write_text("{}")
    (project.root / "build/.cache/examples/.4567.json.1.tmp").write_text("{")
    project.replace("snippets/examples/softmax/rows.py", '"""Softmax of one', '"""Softmax of a')
    assert project.ran() == ["softmax/rows"]
    assert len(list((project.root / "build/.cache/examples").iterdir())) == 4


@pytest.mark.skipif(not os.path.exists("/bin/ps"), reason="needs ps")
def test_nothing_stays_behind_when_the_command_alone_dies(project):
    project.replace("snippets/examples/softmax/rows.py", "A = softmax(S)", "while True: pass")
    process = start(project, "--timeout", "2")
    time.sleep(1.5)
    assert of_session(process.pid)
    process.kill()
    process.wait()
    deadline = time.monotonic() + 10
    while of_session(process.pid) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert of_session(process.pid) == []
