"""`make bench` measures everything that it promises. What it measures is no test: machines differ."""

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ROWS = [
    "cold, 5 examples",
    "warm, 5 examples",
    "example edited, 5 examples",
    "page edited, 5 examples",
    "fresh processes, 5 examples",
    "cold, 10 examples",
    "cold, an example: of 10 / of 5",
    "warm, 10 examples",
    "warm, an example: of 10 / of 5",
    "cold / fresh processes, 5 examples",
    "check, a concept: of 10 / of 5",
    "check, a concept: of 20 / of 5",
]


def test_every_row_is_measured_and_nothing_is_left_behind(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "snippets._book.bench", "--quick"],
        cwd=ROOT,
        env=os.environ | {"PYTHONUTF8": "1", "PYTHONPATH": str(ROOT), "TMPDIR": str(tmp_path)},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    progress, table = done.stdout.split("\n\n")
    assert len(progress.splitlines()) == 10
    rows = {line[:40].strip(): [float(one) for one in line[40:64].split()] for line in table.splitlines()[1:]}
    assert list(rows) == ROWS
    assert all(0 < low <= median <= high for median, low, high in rows.values())
    aims = dict(re.findall(r"^(.*?), 5 examples .* (\S+)$", table, re.MULTILINE))
    assert (aims["cold"], aims["page edited"], aims["fresh processes"]) == ("5", "1.3", "–")
    assert not list(tmp_path.iterdir())
