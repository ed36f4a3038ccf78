"""A run that finds everything as the last one left it does nothing. Anything else is noticed."""

import os

import pytest

STAMP = "build/.cache/stamp.json"
SOFTMAX = "snippets/softmax.py"
PLANNED = "docs/data/planned.yml"
FIGURE = "docs/figures/softmax/map-1.svg"
LAST = "4 examples: 0 run, 4 from the cache"


def worked(project, *arguments, **environment):
    """Whether a run did more than to look: it then loads the schemas."""
    environment["PYTEST_CURRENT_TEST"] = None  # it differs between a fixture and its test, which would be noticed
    done = project.python("-X", "importtime", "-m", "snippets", *arguments, **environment)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == LAST
    return "pydantic" in done.stderr


@pytest.fixture
def seen(project):
    """A copy that a run has seen: the files of a copy are new to it."""
    assert worked(project)
    assert not worked(project)
    return project


def same_size_and_time(project):
    path = project.root / SOFTMAX
    before = path.stat()
    project.write(SOFTMAX, project.read(SOFTMAX))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert (path.stat().st_size, path.stat().st_mtime_ns) == (before.st_size, before.st_mtime_ns)


CHANGES = {
    "a page": lambda project: project.write("docs/index.md", project.read("docs/index.md") + "\nMore.\n"),
    "a data file": lambda project: project.write(PLANNED, project.read(PLANNED) + "\n"),
    "settings of the builder": lambda project: project.write("mkdocs.yml", project.read("mkdocs.yml") + "\n"),
    "a new file": lambda project: project.write("docs/new.txt", "new"),
    "a snippet, size and time kept": same_size_and_time,
    "a figure is gone": lambda project: (project.root / FIGURE).unlink(),
    "a partial was edited": lambda project: project.write("build/softmax/card.md", "mine"),
    "a download too many": lambda project: project.write("docs/downloads/stray.py", ""),
    "the stamp is damaged": lambda project: project.write(STAMP, project.read(STAMP)[:-1]),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_change_is_noticed_and_outputs_are_mended(seen, change):
    made = seen.published()
    change(seen)
    assert worked(seen)
    assert seen.published() == made
    assert not worked(seen)


def test_another_setting_is_noticed(seen):
    assert worked(seen, SITE_URL="https://example.org/")
    assert not worked(seen, SITE_URL="https://example.org/")
    assert worked(seen)
    assert worked(seen, "--timeout", "50")


def test_a_fault_is_reported_each_time(seen):
    seen.replace("docs/index.md", "# Map", '# Map\n\n--8<-- "nothing.md"')
    first, second = seen.run(), seen.run()
    assert first.returncode == second.returncode == 1
    assert first.stderr == second.stderr != ""


def test_a_warning_is_given_each_time(seen):
    seen.replace("tests/outputs/softmax/rows.txt", "sum", "sums")
    first, second = seen.run("--lenient"), seen.run("--lenient")
    assert first.returncode == second.returncode == 0
    assert first.stderr == second.stderr != ""


def test_force_runs_every_example_each_time(seen):
    assert len(seen.ran("--force")) == len(seen.ran("--force")) == 4


def test_an_edit_during_a_run_is_not_taken_for_seen(seen):
    (seen.root / STAMP).unlink()
    edit = f"open({SOFTMAX!r}, 'a').write('#')"
    made = f"open({FIGURE!r}, 'a').write(' ')"
    for during, left in ((edit, False), (made, True)):  # what the run itself makes may change
        code = f"from snippets._book import stamp; before = stamp.look(); {during}; stamp.leave(before, '')"
        done = seen.python("-W", "ignore", "-c", code)
        assert done.returncode == 0, done.stderr
        assert (seen.root / STAMP).is_file() == left
