"""What runs again after a change, and what the flags of the command do."""

import os
import subprocess
import sys

import pytest

ALL = ["shift/largest", "softmax/map", "softmax/rows", "softmax/sizes"]
ROWS = "snippets/examples/softmax/rows.py"


def times(project):
    """When each file was written, what only the command itself reads aside."""
    paths = [path for path in project.root.rglob("*") if path.is_file() and ".cache" not in path.parts]
    return {path: path.stat().st_mtime_ns for path in paths}


def test_second_run_runs_nothing(project):
    before = project.published()
    stamps = times(project)
    done = project.run()
    assert (done.returncode, done.stdout, done.stderr) == (0, "4 examples: 0 run, 4 from the cache\n", "")
    assert project.published() == before
    # Nothing is written again, so that a watching server sees no change.
    assert times(project) == stamps


def test_force_runs_everything(project):
    before = project.published()
    assert project.ran("--force") == ALL
    assert project.published() == before


def test_changed_example_runs_alone(project):
    project.replace(ROWS, '"""Softmax of one row."""', '"""Softmax of one single row."""')
    assert project.ran() == ["softmax/rows"]
    assert project.ran() == []


def test_changed_snippet_runs_its_importers(project):
    project.replace("snippets/softmax.py", "import numpy as np\n", "import numpy as np  # the same\n")
    assert project.ran() == ["softmax/map", "softmax/rows"]


def test_change_of_what_a_snippet_imports_runs_the_importers_of_both(project):
    line = "from snippets.softmax import softmax\n"
    project.replace("snippets/shift.py", "\n\n\ndef shift", f"\n\n{line}\nSOFT = softmax\n\n\ndef shift")
    assert project.ran() == ["shift/largest"]
    project.replace("snippets/softmax.py", "import numpy as np\n", "import numpy as np  # the same\n")
    assert project.ran() == ["shift/largest", "softmax/map", "softmax/rows"]


def test_changed_drawing_runs_what_draws(project):
    project.replace(
        "snippets/plots.py", "import matplotlib.pyplot as plt\n", "import matplotlib.pyplot as plt  # same\n"
    )
    assert project.ran() == ["softmax/map"]


def test_changed_data_runs_its_readers(project):
    project.replace("docs/data/sizes.yml", "d_model: 512\n", "d_model: 512 # wide\n")
    assert project.ran() == ["softmax/sizes"]
    project.replace("docs/data/papers.yml", "minutes: 20", "minutes: 25")
    assert project.ran() == []
    assert "25 min" in project.read("build/softmax/papers.md")


def test_changed_machine_runs_everything(project):
    project.replace("snippets/_book/worker.py", '"""Runs one example', '"""Runs an example')
    assert project.ran() == ALL


def test_new_and_removed_examples(project):
    project.write("snippets/examples/shift/zero.py", '"""Zero."""\n\nprint(0)\n')
    project.write("tests/outputs/shift/zero.txt", "0\n")
    assert project.ran() == ["shift/zero"]
    assert {"build/shift/zero.out.md", "docs/downloads/shift/zero.py"} <= set(project.published())
    for path in ("snippets/examples/shift", "tests/outputs/shift"):
        for file in (project.root / path).iterdir():
            file.unlink()
    assert project.ran() == []
    left = [name for name in project.published() if "shift/" in name]
    assert left == ["build/shift/fn.shift.md"]
    assert not (project.root / "docs/downloads/shift").exists()


def test_figure_that_is_no_longer_drawn_goes(project):
    map_ = "snippets/examples/softmax/map.py"
    project.write(map_, '"""No map."""\n\nprint("no map")\n')
    project.replace("docs/concepts/softmax.md", "softmax/map.fig.md", "softmax/map.out.md")
    assert project.ran("--update-outputs") == ["softmax/map"]
    assert [name for name in project.files("docs/figures") if "map-1" in name] == []


@pytest.mark.parametrize(
    ("only", "expected"),
    [("softmax", ALL[1:]), ("softmax/rows", ["softmax/rows"]), ("shift/", ["shift/largest"])],
)
def test_only(project, only, expected):
    before = project.published()
    assert project.ran("--force", "--only", only) == expected
    assert project.published() == before


def test_only_publishes_what_it_ran_and_leaves_the_rest(project):
    project.replace(ROWS, '"sum"', '"total"')
    project.replace("snippets/examples/softmax/map.py", 'title="weights"', 'title="other weights"')
    before = project.published()
    assert project.ran("--only", "softmax/rows") == ["softmax/rows"]
    after = project.published()
    changed = {name for name in {*before, *after} if before.get(name) != after.get(name)}
    assert changed == {f"build/softmax/rows.{kind}.md" for kind in ("code", "out")} | {"docs/downloads/softmax/rows.py"}


def test_only_with_a_name_written_as_the_page(project):
    with (project.root / "docs/data/planned.yml").open("a") as planned:
        planned.write("- slug: one-shift\n  title: One shift\n  requires: [shift]\n")
    (project.root / "snippets/examples/shift").rename(project.root / "snippets/examples/one_shift")
    assert project.ran("--only", "one-shift/largest") == ["one_shift/largest"]


def test_only_with_an_unknown_name(project):
    done = project.run("--only", "softmax/row")
    message = "snippets/examples:1: no examples 'softmax/row' (did you mean softmax/rows?)"
    assert (done.returncode, done.stderr) == (1, f"{message}\n1 problem; nothing was published\n")


def test_only_on_a_fresh_checkout_tells_what_pages_lack(project):
    project.clean()
    done = project.run("--only", "softmax/rows")
    assert done.returncode == 1
    lines = [line.split("'")[1] for line in done.stderr.splitlines()[:-1]]
    assert lines == ["softmax/map.fig.md", "softmax/sizes.table.md"]


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (("--jobs", "0"), "argument --jobs: expected a number above 0, received 0"),
        (("--jobs", "two"), "argument --jobs: invalid int value: 'two'"),
        (("--timeout", "-1"), "argument --timeout: expected a number above 0, received -1"),
        (("--timeout", "nan"), "argument --timeout: expected a number above 0, received nan"),
        (("--fast",), "unrecognized arguments: --fast"),
    ],
)
def test_refused_flags(built, flags, message):
    done = built.run(*flags)
    assert done.returncode == 2
    assert done.stderr.endswith(f"error: {message}\n")


@pytest.mark.parametrize("jobs", ["1", "3"])
def test_number_of_jobs_changes_nothing(project, jobs):
    before = project.published()
    assert project.ran("--force", "--jobs", jobs) == ALL
    assert project.published() == before


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="needs a terminal of Unix")
@pytest.mark.parametrize("flags", [[], ["--force"]])
def test_progress_bar_on_a_terminal(project, flags):
    master, terminal = os.openpty()
    command = [sys.executable, "-m", "snippets", *flags]
    environment = project.environment(TERM="xterm")
    done = subprocess.run(
        command, cwd=project.root, env=environment, stdout=subprocess.PIPE, stderr=terminal, timeout=60, check=True
    )
    os.close(terminal)
    shown = os.read(master, 100_000).decode()
    os.close(master)
    assert "examples" in shown
    assert "100%" in shown
    assert done.stdout.count(b"\n") == 1  # no plain lines beside the bar
