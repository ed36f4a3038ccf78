"""What a page has: its sections in order, includes with forward slashes, a title of its own, no blanks."""

import re

import pytest
from test_faults import problems_of

from snippets._book import pages
from snippets._book.project import CONCEPTS

PAGE = "docs/concepts/softmax.md"
PLANNED = "docs/data/planned.yml"
SECTIONS = "limitation, idea, by-hand, code, see, known, exercises, remember, papers"  # those of the small project


def section(project, name):
    """The Markdown of one section of the page."""
    return re.search(rf"^## [^\n]* \{{ #{name} \}}\n.*?(?=^## |\Z)", project.read(PAGE), re.MULTILINE | re.DOTALL)[0]


@pytest.mark.parametrize("name", [name for name in SECTIONS.split(", ") if name not in ("see", "known")])
def test_missing_section(project, name):
    """Also one whose heading has another id."""
    project.replace(PAGE, f"{{ #{name} }}", f"{{ #{name}s }}")
    assert problems_of(project) == [f"{PAGE}:1: missing section: expected a heading '## … {{ #{name} }}'"]


def problems_of_sections(text):
    problems = []
    pages._check_sections(CONCEPTS / "softmax.md", text, problems)
    return [one.text for one in problems]


def page_of(names):
    return "".join(f"## The {name} {{ #{name} }}\n\nText.\n\n" for name in names.split())


ALL = "limitation idea by-hand code see cost known use exercises remember papers"


@pytest.mark.parametrize(
    "names",
    [ALL, ALL.replace("see cost ", ""), ALL.replace("use ", ""), ALL + " about", ALL.replace("known", "more known")],
    ids=["all", "no figures or tables", "no use", "one after", "one between"],
)
def test_sections_that_may_be_left_out_or_added(names):
    assert problems_of_sections(page_of(names)) == []


@pytest.mark.parametrize("name", ALL.split())
def test_section_that_comes_first_or_last(name):
    """Also one of those that may be left out."""
    others = ALL.replace(name, "").split()
    for wrong in ([name, *others], [*others, name]):
        if wrong != ALL.split():
            expected = f"sections: expected the order {', '.join(ALL.split())}, received {', '.join(wrong)}"
            assert problems_of_sections(page_of(" ".join(wrong))) == [expected]


def test_section_that_is_there_twice():
    (received,) = problems_of_sections(page_of(ALL.replace("known", "known known")))
    assert received.startswith("sections: expected the order limitation, ")


@pytest.mark.parametrize("heading", ["### The code { #code }", "## The code {#code}", "## The code"])
def test_heading_of_another_form(heading):
    text = page_of(ALL).replace("## The code { #code }", heading)
    assert problems_of_sections(text) == ["missing section: expected a heading '## … { #code }'"]


def test_sections_in_the_wrong_order(project):
    text, moved = project.read(PAGE), section(project, "see")
    project.write(PAGE, text.replace(moved, "").replace("## Exercises", f"{moved}## Exercises"))
    wrong = "limitation, idea, by-hand, code, known, see, exercises, remember, papers"
    assert problems_of(project) == [f"{PAGE}:1: sections: expected the order {SECTIONS}, received {wrong}"]


def test_section_in_code_is_none(project):
    text, moved = project.read(PAGE), section(project, "remember")
    project.write(PAGE, text.replace(moved, f"``` markdown\n{moved.strip()}\n```\n\n"))
    assert problems_of(project) == [f"{PAGE}:1: missing section: expected a heading '## … {{ #remember }}'"]


def test_include_with_backslashes(project):
    line = project.replace(PAGE, '"softmax/rows.out.md"', r'"softmax\rows.out.md"')
    expected = r"nothing to include as 'softmax\\rows.out.md' (did you mean softmax/rows.out.md?)"
    assert problems_of(project) == [f"{PAGE}:{line}: {expected}"]


@pytest.mark.parametrize("name", ["/etc/hosts", "../docs/index.md", "./softmax/rows.out.md", ""])
def test_include_from_elsewhere(project, name):
    line = project.replace(PAGE, '"softmax/rows.out.md"', f'"{name}"')
    (received,) = problems_of(project)
    assert received.startswith(f"{PAGE}:{line}: nothing to include as {name!r}")


@pytest.mark.parametrize("title", ["Softmax", "softmax", '"Softmax"'])
def test_title_of_another_concept(project, title):
    line = project.replace(PLANNED, "  title: Shift\n", f"  title: {title}\n")
    shown = title.strip('"')
    assert problems_of(project) == [f"{PLANNED}:{line}: title: {shown!r} is the title of softmax already"]


@pytest.mark.parametrize(
    ("path", "old", "new"),
    [
        (PAGE, "Scores are not weights.", "[[write: what goes wrong]]"),
        (PAGE, "description: Scores become weights that", 'description: "[[write: one sentence]]" # that'),
        (PAGE, "Scores are not weights.", "[[write: not closed"),
        (PAGE, "Scores are not weights.", "`[[write: in code]]`"),
        ("snippets/softmax.py", "import numpy as np", "import numpy as np  # [[write: why]]"),
        ("snippets/examples/softmax/rows.py", "Softmax of one row.", "[[write: one line]]"),
        ("snippets/plots.py", "import numpy as np", "import numpy as np  # [[write: why]]"),
    ],
    ids=["page", "front matter", "not closed", "code", "snippet", "example", "helper"],
)
def test_blank(project, path, old, new):
    text = project.read(path)
    project.write(path, text.replace(old, new, 1))
    line = text[: text.index(old)].count("\n") + 1
    found = re.search(r"\[\[write:(?:.*?\]\]|.*)", new)[0]
    assert problems_of(project) == [f"{path}:{line}: a blank is left: {found}"]


def test_blanks_of_a_test_each_by_itself(project):
    project.write("tests/test_softmax.py", "# [[write: a]] and [[write: b]]\n\n# [[write: c]]\n")
    project.write("tests/data/test_other.py", "# [[write: not of a concept]]\n")
    expected = [(1, "[[write: a]]"), (1, "[[write: b]]"), (3, "[[write: c]]")]
    assert problems_of(project) == [f"tests/test_softmax.py:{line}: a blank is left: {one}" for line, one in expected]
    done = project.run("--lenient")
    assert done.returncode == 0
    assert done.stderr == "warning: tests/test_softmax.py:1: blanks are left, 3 in all: [[write: a]]\n"


def test_no_blank():
    assert pages.BLANK.search("[write: x] [[x]] [[written: y]] ]] [ [write: z]]") is None


def test_message_about_a_claim_after_a_bracket_that_is_not_closed(project):
    """It holds the label alone, on one line."""
    project.replace(PAGE, "Scores are not weights.", "Scores [are not weights.")
    line = project.replace(PAGE, "[Measured here](#rows){.claim .measured}", "[Measured\nhere](#rows){.claim .measure}")
    (received,) = problems_of(project)
    assert received.startswith(f"{PAGE}:{line}: a claim is one of ")
    assert received.endswith("and says so; received [Measured here](#rows){.claim .measure}")
