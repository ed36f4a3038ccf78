"""The comparison with tests/outputs, and its refreshing."""

import pytest

from snippets._book.outputs import as_text, close

ROWS = "tests/outputs/softmax/rows.txt"


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("sum 1.000", "sum 1.000", True),
        ("0.659 0.242", "0.660 0.242", True),
        ("0.659 0.242", "0.661 0.242", False),
        ("0.5", "0.500", True),
        ("0.5", "0.6", True),
        ("0.50", "0.60", False),
        ("0.9999", "1.0000", True),
        ("9.99", "10.00", True),
        (" 9.99", "10.00", True),  # the column keeps its width
        ("1,048,576", "1,048,576", True),
        ("1,048,576", "1,048,577", False),  # whole numbers are exact
        ("12 heads", "13 heads", False),
        ("(2, 3, 4)", "(2, 3, 5)", False),
        ("[1. 2.]", "[1. 3.]", False),
        ("-0.12", "-0.13", True),
        ("0.12", "-0.12", False),
        ("0.00", "-0.00", True),
        (" 0.00", "-0.00", True),  # NumPy keeps a place for the sign
        ("-0.01", "0.00", True),
        ("-0.01", "0.01", False),
        ("1.5e-08", "1.6e-08", True),
        ("1.5e-08", "1.5e-07", False),
        ("0.5 cat", "0.5 sat", False),
        ("0.5", "0.5 0.5", False),
        ("nan", "0.5", False),
        ("inf", "inf", True),
        ("head_1 0.5", "head_2 0.5", False),
    ],
)
def test_lines_that_count_as_equal(old, new, expected):
    assert close(old, new) is expected
    assert close(new, old) is expected


def test_text_of_all_that_an_example_leaves():
    left = {
        "text": "printed\n\n",
        "table": [{"a": 1, "b": 0.5}, {"a": None, "b": True}],
        "figures": [{"alt": "One."}, {"alt": "Two."}],
    }
    assert as_text(left) == "printed\n\nTABLE\na | b\n1 | 0.5\nNone | True\n\nFIGURE 1\nOne.\n\nFIGURE 2\nTwo.\n"


def test_one_unit_of_the_last_digit_passes_at_home_and_fails_in_ci(project):
    project.replace(ROWS, "0.659", "0.660")
    assert project.run().returncode == 0
    done = project.run(CI="true")
    assert done.returncode == 1
    assert done.stderr.startswith(
        f"{ROWS}:1: expected '[[0.660 0.242 0.099]]', received '[[0.659 0.242 0.099]]'; "
        "if that is right, run 'make outputs' and review the diff\n"
    )


def test_an_output_that_ends_early(project):
    project.replace(ROWS, "sum 1.000\n", "")
    assert project.run().stderr.startswith(f"{ROWS}:2: expected '(end)', received 'sum 1.000'; ")


def test_lenient_warns(project):
    project.replace(ROWS, "sum", "total")
    project.write("tests/outputs/softmax/row.txt", "0\n")
    done = project.run("--lenient")
    assert done.returncode == 0
    first, second = done.stderr.splitlines()
    assert (
        first == "warning: tests/outputs/softmax/row.txt:1: there is no example of this name; "
        "run 'make outputs' to remove it"
    )
    assert second.startswith(f"warning: {ROWS}:2: expected 'total 1.000', received 'sum 1.000'; ")


def test_update_writes_and_removes(project):
    reviewed = project.files("tests/outputs")
    project.replace(ROWS, "sum", "total")
    project.write("tests/outputs/softmax/row.txt", "0\n")
    (project.root / "tests/outputs/shift/largest.txt").unlink()
    done = project.run("--update-outputs")
    assert (done.returncode, done.stderr) == (0, "")
    assert project.files("tests/outputs") == reviewed


def test_update_of_some_leaves_the_others(project):
    project.write("tests/outputs/shift/largest.txt", "not reviewed\n")
    reviewed = project.files("tests/outputs")
    project.replace(ROWS, "sum", "total")
    done = project.run("--update-outputs", "--only", "softmax")
    assert (done.returncode, done.stderr) == (0, "")
    assert project.files("tests/outputs") == reviewed


def test_update_is_refused_while_something_is_wrong(project):
    project.replace(ROWS, "sum", "total")
    reviewed = project.files("tests/outputs")
    project.replace("snippets/examples/softmax/map.py", "fig.set_label", "raise ValueError(1)  # ")
    assert project.run("--update-outputs").returncode == 1
    assert project.files("tests/outputs") == reviewed
