"""`make new`: what it writes passes every check but the one for blanks; all files or none; the run of the guide."""

import json
import os
import platform
import re
import shutil
from importlib.metadata import version
from pathlib import Path

import pytest

from snippets._book import new

ROOT = Path(__file__).resolve().parents[2]
RECORDED = ROOT / "snippets" / "data" / "recorded" / "new-concept.json"
PAGE = "docs/concepts/my-idea.md"
SNIPPET = "snippets/my_idea.py"
EXAMPLE = "snippets/examples/my_idea/by_hand.py"
TEST = "tests/test_my_idea.py"
OUTPUT = "tests/outputs/my_idea/by_hand.txt"
WRITTEN = (PAGE, SNIPPET, EXAMPLE, TEST, OUTPUT)
SECTIONS = "limitation idea by-hand code see cost known use exercises remember papers about".split()
BLANK = re.compile(r"\[\[write: .*?\]\]")


def begin(project, *arguments):
    """python -m snippets._book.new; what it printed."""
    done = project.python("-m", "snippets._book.new", *arguments)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def refused(project, *arguments):
    """The messages of a refusal, which writes nothing."""
    before = project.files(".")
    done = project.python("-m", "snippets._book.new", *arguments)
    assert (done.returncode, done.stdout) == (1, "")
    after = project.files(".")
    assert {name for name in after if "__pycache__" not in name} <= before.keys()
    assert all(after[name] == before[name] for name in before)
    *lines, last = done.stderr.splitlines()
    assert last == "nothing was written"
    return lines


def fill(project, *paths):
    for path in paths:
        project.write(path, BLANK.sub("Written", project.read(path)))


def left(project):
    """Where blanks are left: (path, line), as a run reports them; there are no other problems."""
    done = project.run()
    assert done.returncode == 1
    *lines, last = done.stderr.splitlines()
    assert last == f"{len(lines)} problems; nothing was published"
    assert all(re.search(r":\d+: a blank is left: \[\[write: .*\]\]$", line) for line in lines), lines
    return {tuple(line.split(":")[:2]) for line in lines}


@pytest.fixture
def begun(project):
    begin(project, "my-idea", "--requires", "softmax")
    return project


# What it writes


def test_files_of_one_name_and_five_lines_of_what_to_do(project):
    before = project.files(".")
    files, steps = begin(project, "my-idea").split("\n\n")
    after = {name: data for name, data in project.files(".").items() if "__pycache__" not in name}
    assert {name for name in after if after[name] != before.get(name)} == {*WRITTEN, "mkdocs.yml"}
    assert files.splitlines() == [*(f"made     {path}" for path in WRITTEN), "changed  mkdocs.yml"]
    assert [line[:2] for line in steps.splitlines()] == ["1.", "2.", "3.", "4.", "5."]
    assert "ONLY=my-idea" in steps


def test_a_run_finds_every_blank_and_nothing_else(begun):
    expected = {
        (path, str(number))
        for path in WRITTEN
        for number, line in enumerate(begun.read(path).splitlines(), 1)
        if BLANK.search(line)
    }
    assert {path for path, _ in expected} == {PAGE, SNIPPET, EXAMPLE, TEST}
    assert left(begun) == expected


def test_blanks_only_warn_while_the_page_is_written(begun):
    done = begun.run("--lenient")
    assert done.returncode == 0
    count = len(BLANK.findall(begun.read(PAGE)))
    first = BLANK.search(begun.read(PAGE))
    line = begun.read(PAGE).count("\n", 0, first.start()) + 1
    assert f"warning: {PAGE}:{line}: blanks are left, {count} in all: {first[0]}" in done.stderr.splitlines()
    assert len(done.stderr.splitlines()) == 4  # one a file


def test_outputs_can_be_accepted_while_blanks_are_left(begun):
    begun.replace(EXAMPLE, "[3, 6]", "[5, 6]")
    assert begun.run("--update-outputs").returncode == 0
    assert begun.read(OUTPUT) == "[[-2. -2.]\n [ 2.  2.]]\n"


@pytest.mark.parametrize("mark", ["[[write: to be closed", "[[write:x]]", "[[write: a ] b]]"])
def test_blank_in_another_form(begun, mark):
    fill(begun, *WRITTEN)
    line = begun.replace(PAGE, "It prints\n", f"It prints {mark}\n")
    done = begun.run()
    assert f"{PAGE}:{line}: a blank is left: {mark}" in done.stderr.splitlines()


def test_filled_it_passes_every_check(begun):
    fill(begun, *WRITTEN)
    done = begun.run()
    assert (done.returncode, done.stderr) == (0, "")
    done = begun.mkdocs("--strict")
    assert done.returncode == 0, done.stderr
    page = begun.read("site/concepts/my-idea/index.html")
    ids = re.findall(r'<h2 id="([\w-]+)"', page)
    assert ids == SECTIONS
    shutil.copy(ROOT / "tests" / "conftest.py", begun.root / "tests")
    done = begun.python("-m", "pytest", "-q", "-p", "no:cacheprovider", TEST)
    assert done.returncode == 0, done.stdout
    config = str(ROOT / "pyproject.toml")
    done = begun.python("-m", "ruff", "check", "--no-cache", "--config", config, *WRITTEN[1:4])
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("old", "new_", "failing"),
    [
        ("X.mean(axis=0)", "X.mean(axis=1, keepdims=True)", {"columns", "two_tokens", "formula"}),
        ("X - X.mean", "X + X.mean", {"columns", "two_tokens", "formula"}),
        ("X - X.mean(axis=0)", "0 * X", {"two_tokens", "formula"}),
        ("X.ndim != 2", "X.ndim > 2", {"refused"}),
    ],
)
def test_its_test_can_fail(begun, old, new_, failing):
    shutil.copy(ROOT / "tests" / "conftest.py", begun.root / "tests")
    begun.replace(SNIPPET, old, new_)
    done = begun.python("-m", "pytest", "-q", "-p", "no:cacheprovider", TEST)
    failed = re.findall(r"^FAILED \S+::(\w+)", done.stdout, re.MULTILINE)
    assert len(failed) == len(failing)
    assert all(any(name in one for one in failed) for name in failing)


def test_sections_are_those_of_the_standard_page():
    standard = (ROOT / "docs" / "concepts" / "multi-head-attention.md").read_text(encoding="utf-8")
    assert re.findall(r"^## .*\{ #([\w-]+) \}$", standard, re.MULTILINE) == SECTIONS


# Its place in mkdocs.yml


def nav(project):
    return re.findall(r"concepts/([\w-]+)\.md", project.read("mkdocs.yml"))


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["my-idea", "--requires", "softmax"], ["softmax", "my-idea"]),
        (["my-idea", "--requires", "probability"], ["my-idea", "softmax"]),
        (["my-idea"], ["my-idea", "softmax"]),
        (["probability"], ["probability", "softmax"]),  # planned, and softmax requires it
        (["shift"], ["softmax", "shift"]),  # planned, and requires softmax
    ],
)
def test_place_after_what_it_requires(project, arguments, expected):
    begin(project, *arguments)
    assert nav(project) == expected


def test_place_in_a_group_with_comments(project):
    old = "  - Softmax: concepts/softmax.md\n"
    group = "  - Weights: # as in the course\n      - Softmax: concepts/softmax.md # first\n\n      # more to come\n"
    project.replace("mkdocs.yml", old, group)
    before = project.read("mkdocs.yml")
    begin(project, "my-idea", "--requires", "softmax")
    added = "# first\n      - concepts/my-idea.md\n"
    assert project.read("mkdocs.yml") == before.replace("# first\n", added)


def test_no_list_of_pages_to_stand_in(project):
    line = project.replace("mkdocs.yml", "  - Softmax: concepts/softmax.md\n", "") - 2
    assert refused(project, "my-idea") == [f"mkdocs.yml:{line}: nav: expected pages below concepts/, found none"]


# Planned concepts


def test_planned_concept_keeps_title_and_requires(project):
    project.replace("docs/data/planned.yml", "title: Probability\n", "title: 'Probability: why?'\n")
    begin(project, "probability")
    page = project.read("docs/concepts/probability.md")
    assert 'title: "Probability: why?"\n' in page
    assert "requires: []\n" in page
    assert "# Probability: why?\n" in page
    assert len(left(project)) > 30


def test_entry_leaves_planned_yml_and_comments_stay(project):
    text = (
        "# what is planned\n"
        "planned:\n"
        "# first things\n"
        "- slug: probability # of course\n"
        "  requires: []\n"
        "  title: >-\n"
        "    Probability\n"
        "# then\n"
        "- title: Shift\n"
        "  slug: shift\n"
        "  requires: [softmax]\n"
        "- {slug: last, title: Last, requires: []}\n"
    )
    project.write("docs/data/planned.yml", text)
    for slug, first, end in (("shift", "- title: Shift", "- {slug: last"), ("last", "- {slug", None)):
        begin(project, slug)
        text = text[: text.index(first)] + (text[text.index(end) :] if end else "")
        assert project.read("docs/data/planned.yml") == text
    begin(project, "probability")
    assert project.read("docs/data/planned.yml") == "# what is planned\nplanned: []\n# first things\n# then\n"
    assert project.run("--lenient").returncode == 0


def test_snippet_that_was_there_before_its_page(project):
    """Page and example take its functions; snippet and test stay as they are."""
    project.write("tests/test_shift.py", "# a test\n")
    project.write("snippets/shift.py", project.read("snippets/shift.py") + "\n\ndef twice(S):\n    return shift(S)\n")
    before = project.files("snippets", "tests")
    printed = begin(project, "shift").split("\n\n")[0].splitlines()
    assert [line.split()[1] for line in printed] == [
        "docs/concepts/shift.md",
        "snippets/examples/shift/by_hand.py",
        "tests/outputs/shift/by_hand.txt",
        "mkdocs.yml",
        "docs/data/planned.yml",
    ]
    after = project.files("snippets", "tests")
    assert all(after[name] == before[name] for name in before)
    page = project.read("docs/concepts/shift.md")
    assert '--8<-- "shift/fn.shift.md"\n\n--8<-- "shift/fn.twice.md"\n' in page
    assert {path for path, _ in left(project)} == {"docs/concepts/shift.md", "snippets/examples/shift/by_hand.py"}


def test_long_names_fit_on_a_line(project):
    long = "a" * new.LONGEST
    begin(project, long)
    name = "longest_name_that_an_import_has_room_for_here"
    project.replace("snippets/shift.py", "def shift", f"def {name}")
    project.write("snippets/examples/shift/largest.py", "print(1)\n")
    begin(project, "shift")
    done = project.run("--lenient")
    assert done.returncode == 0, done.stderr


def test_snippet_without_a_function(project):
    project.write("snippets/shift.py", '"""Shift."""\n\n\ndef _hidden():\n    pass\n')
    expected = "snippets/shift.py:1: expected a function to show on the page, found none"
    assert refused(project, "shift") == [expected]


# Refusals

FORM = "CONCEPT: expected lower-case words of a to z and 0 to 9, joined by hyphens, such as my-idea; received "


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("My-Idea", f"{FORM}'My-Idea' (did you mean my-idea?)"),
        ("my idea", f"{FORM}'my idea' (did you mean my-idea?)"),
        ("my_idea", f"{FORM}'my_idea' (did you mean my-idea?)"),
        ("2-heads", f"{FORM}'2-heads' (did you mean heads?)"),
        ("my--idea-", f"{FORM}'my--idea-' (did you mean my-idea?)"),
        ("idée", f"{FORM}'idée' (did you mean idee?)"),
        ("../idea", f"{FORM}'../idea' (did you mean idea?)"),
        ("idea\n", f"{FORM}'idea\\n' (did you mean idea?)"),
        ("42", f"{FORM}'42'"),
        ("", f"{FORM}''"),
        ("a" * 33, f"CONCEPT: expected at most 32 characters, received 33: {'a' * 33}"),
        ("lambda", "CONCEPT: expected a name for a module, received lambda, which is a word of Python"),
        ("nul", "CONCEPT: expected a name for a module, received nul, which is no file name on Windows"),
        (
            "random",
            "CONCEPT: expected a name that no Python module has, received random: "
            "a copied random.py would hide the module of that name from NumPy",
        ),
        (
            "numpy",
            "CONCEPT: expected a name that no Python module has, received numpy: "
            "a copied numpy.py would hide the module of that name from NumPy",
        ),
        (
            "running-example",
            "CONCEPT: expected the name of a concept, received running-example, which names a part of the book",
        ),
        (
            "reference",
            "CONCEPT: expected the name of a concept, received reference, which names a part of the book",
        ),
    ],
)
def test_refused_name(project, name, message):
    assert refused(project, "--", name) == [message]


def test_concept_that_exists(project):
    project.write("tests/test_softmax.py", "")
    paths = ("docs/concepts/softmax.md", SNIPPET.replace("my_idea", "softmax"), "tests/test_softmax.py")
    expected = [f"{path}:1: expected a new concept, received softmax, and this file exists" for path in paths]
    assert refused(project, "softmax") == expected


@pytest.mark.parametrize("path", WRITTEN)
def test_one_file_that_exists(project, path):
    project.write(path, "mine\n")
    lines = refused(project, "my-idea")
    assert f"{path}:1: expected a new concept, received my-idea, and this file exists" in lines
    assert project.read(path) == "mine\n"


@pytest.mark.parametrize(
    ("slug", "required", "message"),
    [
        ("my-idea", "sofmax", "REQUIRES: expected concepts, received 'sofmax' (did you mean softmax?)"),
        ("my-idea", "my-idea", "REQUIRES: expected concepts, received 'my-idea'"),
        (
            "probability",
            "shift",
            "REQUIRES: expected what comes before probability, received shift, which requires probability",
        ),
    ],
)
def test_refused_requires(project, slug, required, message):
    assert refused(project, slug, "--requires", required) == [message]


def test_facts_with_a_mistake_are_mended_first(project):
    line = project.replace("docs/data/planned.yml", "title: Shift", "title: {Shift")
    (received,) = refused(project, "my-idea")
    assert received.startswith(f"docs/data/planned.yml:{line}: malformed YAML: ")


def test_folder_that_cannot_be_made(project):
    project.write("tests/outputs/my_idea", "a file where a folder must be")
    (received,) = refused(project, "my-idea")
    assert received.endswith("tests/outputs/my_idea: File exists")


@pytest.mark.parametrize("number", range(4))
def test_whichever_write_fails_everything_is_as_before(tmp_path, monkeypatch, number):
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "changed").write_bytes(b"before \xc3\xa9")
    (tmp_path / "old" / "same").write_bytes(b"same")
    names = ("new/deep/one", "old/two", "old/changed", "old/same")
    write, calls = new.write_if_changed, []

    def failing(path, text):
        calls.append(path)
        if len(calls) == number + 1:
            path.parent.mkdir(parents=True, exist_ok=True)
            raise OSError(28, "No space left on device", str(path))
        write(path, text)

    monkeypatch.setattr(new, "write_if_changed", failing)
    with pytest.raises(OSError, match="No space left"):
        new.write_all({tmp_path / name: "same" for name in names})
    left_over = {path.relative_to(tmp_path).as_posix(): path for path in tmp_path.rglob("*")}
    assert set(left_over) == {"old", "old/changed", "old/same"}
    assert left_over["old/changed"].read_bytes() == b"before \xc3\xa9"


# make serve ONLY=my-idea


def test_serving_one_page_of_a_fresh_clone(begun):
    begun.clean()
    done = begun.run("--lenient", "--only", "my-idea")
    assert done.returncode == 0, done.stderr
    assert "1 examples: 1 run, 0 from the cache; 5 outputs of other pages are left out" in done.stdout
    assert "[[-1. -2.]" in begun.read("build/my_idea/by_hand.out.md")
    assert "`softmax/rows` did not run" in begun.read("build/softmax/rows.out.md")
    serving = {"BOOK_ONLY": "my-idea", "BOOK_SERVING": "1"}
    for _ in range(2):  # the second time the notes are there already
        done = begun.mkdocs("--no-strict", **serving)
        assert done.returncode == 0, done.stderr
        assert "left out" not in begun.read("site/concepts/my-idea/index.html")
        assert "did not run" in begun.read("site/concepts/softmax/index.html")
    fill(begun, *WRITTEN)
    assert begun.mkdocs("--strict").returncode == 0  # a full build has all outputs again
    assert "did not run" not in begun.read("site/concepts/softmax/index.html")


def test_serving_one_page_runs_what_it_includes_from_others(begun):
    begun.clean()
    begun.replace(PAGE, "It prints\n", 'It prints\n\n--8<-- "softmax/rows.out.md"\n')
    done = begun.run("--lenient", "--only", "my-idea")
    assert re.findall(r"^\[\d+/\d+\] (.*)$", done.stdout, re.MULTILINE) == ["my_idea/by_hand", "softmax/rows"]
    assert "sum 1.000" in begun.read("build/softmax/rows.out.md")


def test_serving_one_page_leaves_what_was_made_before(begun):
    rows = begun.read("build/softmax/rows.out.md")
    done = begun.run("--lenient", "--only", "my-idea")
    assert done.returncode == 0, done.stderr
    assert "left out" not in done.stdout
    assert begun.read("build/softmax/rows.out.md") == rows


def test_a_publishing_run_never_leaves_anything_out(begun):
    fill(begun, *WRITTEN)
    begun.clean()
    done = begun.run("--only", "my-idea")
    assert done.returncode == 1
    assert "nothing to include as 'softmax/rows.out.md'" in done.stderr


# The worked run of docs/contributing.md


def worked_run(project):
    """What each step prints; of pytest the last line, without the time."""
    steps = {}

    def step(name, shown, done):
        steps[name] = {"command": shown, "prints": (done.stdout + done.stderr).rstrip("\n")}

    command = ("-m", "snippets._book.new", "my-idea", "--requires", "softmax")
    step("new", "make new CONCEPT=my-idea REQUIRES=softmax", project.python(*command))
    assert project.run("--lenient").returncode == 0  # make serve
    fill(project, PAGE)
    step("blanks", "python -m snippets", project.run())
    fill(project, SNIPPET, EXAMPLE, TEST)
    project.replace(EXAMPLE, "[3, 6]", "[5, 6]")
    step("differs", "python -m snippets", project.run())
    step("outputs", "make outputs", project.run("--update-outputs"))
    step("check", "python -m snippets", project.run())
    shutil.copy(ROOT / "tests" / "conftest.py", project.root / "tests")
    done = project.python("-m", "pytest", "-q", "-p", "no:cacheprovider", TEST)
    done.stdout = re.sub(r" in [\d.]+s$", "", done.stdout.splitlines()[-1])
    step("tests", "python -m pytest", done)
    return steps


def test_the_worked_run_of_the_guide_is_what_the_commands_print(project):
    steps = worked_run(project)
    if os.environ.get("RECORD"):
        record = {
            "what": "Adding the concept my-idea to the small project of tests/book/conftest.py, step by step.",
            "tools": {name: version(name) for name in ("numpy", "pytest")} | {"Python": platform.python_version()},
            "command": "RECORD=1 python -m pytest tests/book/test_new.py -k worked_run",
            "steps": steps,
        }
        RECORDED.write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    assert json.loads(RECORDED.read_text(encoding="utf-8"))["steps"] == steps
