"""Rules between files: partners of one name, imports along the path, unique names, the order of nav."""

import ast
import re
import shutil

import pytest
from test_faults import problems_of

from snippets._book import rules

PAGE = "docs/concepts/my-idea.md"
SNIPPET = "snippets/my_idea.py"
EXAMPLE = "snippets/examples/my_idea/by_hand.py"
TEST = "tests/test_my_idea.py"
OUTPUT = "tests/outputs/my_idea/by_hand.txt"
PLANNED = "docs/data/planned.yml"
SHIFT = "snippets/shift.py"
NAV = "  - concepts/my-idea.md\n"
IMPORT = "import numpy as np\n"


@pytest.fixture(scope="module")
def whole(built, tmp_path_factory):
    """The small project with a complete concept my-idea, which requires softmax, and that probability."""
    project = built.copy_to(tmp_path_factory.mktemp("whole") / "project")
    done = project.python("-m", "snippets._book.new", "my-idea", "--requires", "softmax")
    assert done.returncode == 0, done.stderr
    for path in (PAGE, SNIPPET, EXAMPLE, TEST):
        project.write(path, re.sub(r"\[\[write: .*?\]\]", "Written", project.read(path)))
    assert project.ran() == ["my_idea/by_hand"]
    return project


@pytest.fixture
def project(whole, tmp_path):
    return whole.copy_to(tmp_path / "project")


def remove(project, *paths):
    for path in paths:
        target = project.root / path
        shutil.rmtree(target) if target.is_dir() else target.unlink()


def cut_lines(project, path, *words):
    lines = project.read(path).splitlines(keepends=True)
    project.write(path, "".join(line for line in lines if not any(word in line for word in words)))


def line_of(project, path, text):
    return project.read(path)[: project.read(path).index(text)].count("\n") + 1


# Partners


def test_page_without_snippet(project):
    """What needs the snippet says so, too; nothing else does."""
    include = line_of(project, PAGE, "my_idea/fn.my_idea.md")
    remove(project, SNIPPET)
    assert problems_of(project) == [
        f"{PAGE}:1: my-idea has no snippet: expected snippets/my_idea.py",
        f"{PAGE}:{include}: nothing to include as 'my_idea/fn.my_idea.md' (did you mean my_idea/leads.md?)",
        f"{EXAMPLE}:{line_of(project, EXAMPLE, 'from snippets')}: there is no snippet 'my_idea'",
        f"{TEST}:1: no snippet 'my_idea' belongs to this test; other tests stand in the folders of tests/",
    ]


def test_page_without_test(project):
    remove(project, TEST)
    assert problems_of(project) == [f"{PAGE}:1: my-idea has no test: expected tests/test_my_idea.py"]


def test_page_without_example(project):
    cut_lines(project, PAGE, "by_hand")
    remove(project, "snippets/examples/my_idea", "tests/outputs/my_idea")
    assert problems_of(project) == [f"{PAGE}:1: my-idea has no example: expected snippets/examples/my_idea/*.py"]


def test_page_without_anything(project):
    """All that is missing is said at once."""
    cut_lines(project, PAGE, "by_hand", "fn.my_idea")
    remove(project, SNIPPET, TEST, "snippets/examples/my_idea", "tests/outputs/my_idea")
    assert [line.split(": ")[1] for line in problems_of(project)] == [
        "my-idea has no example",
        "my-idea has no snippet",
        "my-idea has no test",
    ]


def test_snippet_without_concept(project):
    project.write("snippets/my_ideas.py", '"""No page."""\n')
    expected = "no concept 'my-ideas' belongs to this snippet (did you mean my_idea?)"
    assert problems_of(project) == [f"snippets/my_ideas.py:1: {expected}"]


def test_folder_of_examples_without_concept(project):
    project.write("snippets/examples/softmx/one.py", "print(1)\n")
    project.write("tests/outputs/softmx/one.txt", "1\n")
    expected = "no concept belongs to this folder (did you mean softmax?)"
    assert problems_of(project) == [f"snippets/examples/softmx:1: {expected}"]


def test_test_without_snippet(project):
    project.write("tests/test_softmx.py", "")
    expected = (
        "no snippet 'softmx' belongs to this test (did you mean softmax?); other tests stand in the folders of tests/"
    )
    assert problems_of(project) == [f"tests/test_softmx.py:1: {expected}"]


def test_tests_and_examples_that_belong_to_no_concept(project):
    """A helper has tests, reference pages have examples, and the folders of tests/ are free."""
    project.write("tests/test_plots.py", "")
    project.write("tests/data/test_anything.py", "")
    project.write("snippets/examples/reference/one.py", "print(1)\n")
    project.write("tests/outputs/reference/one.txt", "1\n")
    assert project.ran() == ["reference/one"]


def test_planned_concept_with_a_snippet(project):
    project.replace(PLANNED, "  snippet: true\n", "")
    expected = "shift is planned and has a snippet: say 'snippet: true' in docs/data/planned.yml"
    assert problems_of(project) == [f"{SHIFT}:1: {expected}"]


def test_planned_concept_without_the_snippet_that_it_promises(project):
    line = project.replace(PLANNED, "- slug: probability\n", "- slug: probability\n  snippet: true\n")
    assert problems_of(project) == [
        f"{PLANNED}:{line}: probability has no snippet: expected snippets/probability.py",
        f"{PLANNED}:{line}: probability has no test: expected tests/test_probability.py",
    ]


def test_page_with_a_name_that_is_no_slug(project):
    """The builder would publish it, and no other file could name it."""
    (project.root / PAGE).rename(project.root / "docs/concepts/my_idea.md")
    expected = "expected a file name of lower-case words joined by hyphens, received my_idea.md"
    assert problems_of(project) == [f"docs/concepts/my_idea.md:1: {expected}"]


# Imports


def test_import_from_outside_the_path(project):
    line = project.replace(SNIPPET, IMPORT, f"{IMPORT}\nfrom snippets.shift import shift\n") + 2
    expected = "my_idea imports shift, which my-idea does not require; it requires probability, softmax"
    assert problems_of(project) == [f"{SNIPPET}:{line}: {expected}"]


def test_import_where_nothing_is_required(project):
    project.replace(PAGE, "requires: [softmax]", "requires: []")
    line = project.replace(SNIPPET, IMPORT, f"{IMPORT}\nfrom snippets.softmax import softmax\n") + 2
    expected = "my_idea imports softmax, which my-idea does not require; it requires nothing"
    assert problems_of(project) == [f"{SNIPPET}:{line}: {expected}"]


def test_import_of_a_planned_concept_counts_the_same(project):
    """shift has no page yet; its plan says what its snippet may import."""
    line = project.replace(SHIFT, "def shift", "from snippets.my_idea import my_idea\n\n\ndef shift")
    expected = "shift imports my_idea, which shift does not require; it requires probability, softmax"
    assert problems_of(project) == [f"{SHIFT}:{line}: {expected}"]


def test_import_from_what_is_required_through_others(project):
    project.replace(PLANNED, "requires: [softmax]", "requires: [my-idea]")
    project.replace(SHIFT, "def shift", "from snippets.softmax import softmax\n\n\ndef shift")
    assert project.ran() == ["shift/largest"]


def test_import_of_a_helper(project):
    line = project.replace(SNIPPET, IMPORT, f"{IMPORT}\nfrom snippets.records import records\n") + 2
    expected = "a snippet imports NumPy and snippets of concepts, not the helper records"
    assert problems_of(project) == [f"{SNIPPET}:{line}: {expected}"]


def test_alias_in_a_snippet(project):
    line = project.replace(SNIPPET, IMPORT, f"{IMPORT}\nfrom snippets.softmax import softmax as f\n") + 2
    assert problems_of(project) == [f"{SNIPPET}:{line}: import softmax under its own name, not as f"]


# Names


@pytest.mark.parametrize(
    ("code", "name", "owner"),
    [
        ("def shift(S):\n    return S\n", "shift", SHIFT),  # found in the file that comes later
        ("class softmax:\n    pass\n", "softmax", "snippets/softmax.py"),
        ("heatmap = 1\n", "heatmap", "snippets/plots.py"),
        ("records: int = 1\n", "records", "snippets/records.py"),
        ("(first, softmax), *rest = (1, 2), 3\n", "softmax", "snippets/softmax.py"),
        ("my_idea = None\n", "my_idea", None),  # twice in one file
    ],
    ids=["function", "class", "constant", "annotated", "tuple", "own"],
)
def test_name_that_another_snippet_has(project, code, name, owner):
    project.write(SNIPPET, project.read(SNIPPET) + f"\n\n{code}")
    own = line_of(project, SNIPPET, f"\n\n\n{code}") + 3
    later, earlier = (owner, SNIPPET) if owner and owner > SNIPPET else (SNIPPET, owner or SNIPPET)
    line = own if later == SNIPPET else line_of(project, later, f"def {name}")
    assert problems_of(project) == [f"{later}:{line}: {name} is a name of {earlier} already"]


def test_names_that_a_line_defines():
    """Literal: what is stored, at the top level, and nothing that is only used."""
    text = "A = B = c(D)\n(E, [F, *G]) = H\nI: int = J\nA[0] = K.l = 1\nfor M in N: pass\n\n\ndef o(P):\n    q = P\n"
    found = [name for node in ast.parse(text).body for name in rules._names(node)]
    assert sorted(found) == ["A", "B", "E", "F", "G", "I", "o"]


# nav


def test_page_that_nav_does_not_list(project):
    project.replace("mkdocs.yml", NAV, "")
    assert problems_of(project) == ["mkdocs.yml:1: nav: expected concepts/my-idea.md once, found it 0 times"]


def test_page_that_nav_lists_twice(project):
    line = project.replace("mkdocs.yml", NAV, f"{NAV}  - More:\n    - Again: concepts/my-idea.md\n")
    assert problems_of(project) == [f"mkdocs.yml:{line}: nav: expected concepts/my-idea.md once, found it 2 times"]


def move_up(project):
    """my-idea before softmax; the line on which it stands then."""
    project.replace("mkdocs.yml", NAV, "")
    return project.replace("mkdocs.yml", "  - Softmax: ", f"{NAV}  - Softmax: ")


def test_page_before_what_it_requires(project):
    line = move_up(project)
    assert problems_of(project) == [f"mkdocs.yml:{line}: nav: my-idea stands before softmax, which it requires"]


def test_page_before_what_it_requires_through_a_planned_concept(project):
    line = move_up(project)
    project.replace(PAGE, "requires: [softmax]", "requires: [shift]")
    assert problems_of(project) == [f"mkdocs.yml:{line}: nav: my-idea stands before softmax, which it requires"]


def test_page_before_what_nobody_requires(project):
    move_up(project)
    project.replace(PAGE, "requires: [softmax]", "requires: [probability]")
    assert project.ran() == []


def test_nav_without_pages(project):
    text = project.read("mkdocs.yml")
    project.write("mkdocs.yml", re.sub(r"^nav:\n(?:  .*\n)+", "nav:\n", text, flags=re.MULTILINE))
    assert problems_of(project) == [
        "mkdocs.yml:1: nav: expected concepts/my-idea.md once, found it 0 times",
        "mkdocs.yml:1: nav: expected concepts/softmax.md once, found it 0 times",
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[Small", "malformed YAML: did not find expected ',' or ']'"),
        ("{a: 1, a: 2}", "the key a is there twice"),
    ],
)
def test_malformed_settings(project, text, message):
    line = project.replace("mkdocs.yml", "site_name: Small", f"site_name: {text}")
    assert problems_of(project) == [f"mkdocs.yml:{line}: {message}"]


def test_settings_with_tags_of_mkdocs(project):
    project.write("mkdocs.yml", project.read("mkdocs.yml") + "extra:\n  a: !!python/name:math.pi\n  b: !relative x\n")
    assert project.ran() == []
