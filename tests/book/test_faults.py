"""Each fault gives one clear line with the right file and line, exit code 1, and nothing is published."""

import os
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = "docs/concepts/softmax.md"
PLANNED = "docs/data/planned.yml"
PAPERS = "docs/data/papers.yml"
ROWS = "snippets/examples/softmax/rows.py"
SIZES = "snippets/examples/softmax/sizes.py"
SOFTMAX = "snippets/softmax.py"
SHIFT = "snippets/shift.py"
OUTPUT = "tests/outputs/softmax/rows.txt"
IMPORT = "from snippets.softmax import softmax"
INCLUDE = '--8<-- "softmax/rows.out.md"'
LONG = "x" * 161


def problems_of(project, *arguments):
    """The lines that a run prints about a fault; nothing else may change."""
    before = project.published()
    done = project.run(*arguments)
    assert done.returncode == 1, done.stdout + done.stderr
    assert project.published() == before
    *lines, last = done.stderr.splitlines()
    plural = "s" if len(lines) > 1 else ""
    assert last == f"{len(lines)} problem{plural}; nothing was published"
    order = [(path, int(line)) for path, line in (one.split(":")[:2] for one in lines)]
    assert order == sorted(order)
    return lines


# name: (file, text, what takes its place, what the message says); the line is where the new text starts.
FAULTS = {
    "example does not parse": (ROWS, "A = softmax(S)", "A = = softmax(S)", "SyntaxError: invalid syntax"),
    "snippet does not parse": (SHIFT, "return S", "retrun S", "SyntaxError: invalid syntax"),
    "example with a NUL byte": (
        ROWS,
        '"""Soft',
        '\0"""Soft',
        "SyntaxError: source code string cannot contain null bytes",
    ),
    "example not UTF-8": (ROWS, "A = softmax(S)", b"A = softmax(S)  # \xe9", "expected UTF-8 text, received byte 0xe9"),
    "alias of a module": (
        ROWS,
        IMPORT,
        "import snippets.softmax as s",
        "write 'from snippets.softmax import …', so that the stand-alone file can inline it",
    ),
    "alias of a name": (
        ROWS,
        IMPORT,
        "from snippets.softmax import softmax as f",
        "import softmax under its own name, not as f",
    ),
    "relative import": (
        SHIFT,
        "def shift",
        "from .softmax import softmax\ndef shift",
        "expected 'from snippets.<concept> import …', received 'from .softmax import …'",
    ),
    "import of the package": (
        ROWS,
        IMPORT,
        "from snippets import softmax",
        "expected 'from snippets.<concept> import …', received 'from snippets import …'",
    ),
    "import from the machine": (
        ROWS,
        IMPORT,
        "from snippets._book import worker",
        "expected 'from snippets.<concept> import …', received 'from snippets._book import …'",
    ),
    "import below the top": (
        SHIFT,
        "    return S",
        "    from snippets.softmax import softmax\n    return S",
        "import snippets at the top of the file",
    ),
    "unknown snippet": (
        ROWS,
        IMPORT,
        "from snippets.sofmax import softmax",
        "there is no snippet 'sofmax' (did you mean softmax?)",
    ),
    "unknown data": (
        SIZES,
        'rows = records("sizes"',
        'rows = records("size"',
        "there is no data file 'size' (did you mean sizes?)",
    ),
    "computed name of data": (
        SIZES,
        'rows = records("sizes"',
        'rows = records("si" + "zes"',
        "records(…) takes names written out, so that the stand-alone file can hold the same data",
    ),
    "line of 89 characters": (
        ROWS,
        "A = softmax(S)",
        "A = softmax(S)  # " + "x" * 71,
        "a page shows 88 characters a line, this one has 89",
    ),
    "page not UTF-8": (PAGE, "The weights are", b"The \xff weights are", "expected UTF-8 text, received byte 0xff"),
    "Windows line ends": (
        PAGE,
        "---\ntitle: Softmax\n",
        "---\r\ntitle: Softmax\r\n",
        "expected Unix line ends, received a carriage return",
    ),
    "malformed front matter": (
        PAGE,
        "difficulty: 2",
        "difficulty: [2",
        "malformed YAML: did not find expected ',' or ']'",
    ),
    "no front matter": (
        PAGE,
        "---\ntitle",
        "title",
        "expected front matter between two lines ---, received none",
    ),
    "unknown key": (
        PAGE,
        "difficulty: 2",
        "dificulty: 2\ndifficulty: 2",
        "front matter, key dificulty: Extra inputs are not permitted, received 2 (did you mean difficulty?)",
    ),
    "unknown key of papers": (
        PAGE,
        "authors: [The authors]",
        "  futher: []\nauthors: [The authors]",
        "front matter, key papers.futher: Extra inputs are not permitted, received [] (did you mean further?)",
    ),
    "description of 161 characters": (
        PAGE,
        "description: Scores become weights that are positive and sum to 1.",
        f"description: {LONG}",
        f"front matter, key description: String should have at most 160 characters, received '{LONG}'",
    ),
    "difficulty 6": (
        PAGE,
        "difficulty: 2",
        "difficulty: 6",
        "front matter, key difficulty: Input should be less than or equal to 5, received 6",
    ),
    "one objective": (
        PAGE,
        "objectives:\n  - turn scores into weights by hand\n",
        "objectives:\n",
        "front matter, key objectives: List should have at least 2 items after validation, not 1, "
        "received ['say why the largest score is taken off']",
    ),
    "future date": (
        PAGE,
        "updated: 2026-01-02",
        "updated: 9999-01-02",
        "front matter, key updated: expected a day that has come, received 9999-01-02",
    ),
    "impossible date": (
        PAGE,
        "updated: 2026-01-02",
        "updated: 2026-01-32",
        "front matter, key updated: Input should be a valid date or datetime, day value is outside expected range, "
        "received '2026-01-32'",
    ),
    "unknown requires": (
        PAGE,
        "requires: [probability]",
        "requires: [probabilty]",
        "requires: no concept 'probabilty' (did you mean probability?)",
    ),
    "unknown paper": (
        PAGE,
        "essential: [bridle1990]",
        "essential: [bridle1990, bridle1991]",
        "papers: no paper 'bridle1991' in docs/data/papers.yml (did you mean bridle1990?)",
    ),
    "malformed papers.yml": (PAPERS, "year: 1990", "year: [1990", "malformed YAML: did not find expected ',' or ']'"),
    "paper with an unknown key": (
        PAPERS,
        "minutes: 20",
        "minute: 5\n  minutes: 20",
        "papers, key minute: Extra inputs are not permitted, received 5 (did you mean minutes?)",
    ),
    "papers.yml without papers": (
        PAPERS,
        "papers:",
        "paper:",
        "expected papers: and a list of records, received None",
    ),
    "planned concept without title": (
        PLANNED,
        "- slug: shift\n  title: Shift\n",
        "- slug: shift\n",
        "planned, key title: Field required",
    ),
    "planned concept that has a page": (
        PLANNED,
        "- slug: shift",
        "- slug: softmax",
        "softmax has a page: take its entry out of planned.yml",
    ),
    "unknown requires of a planned concept": (
        PLANNED,
        "requires: [softmax]",
        "requires: [sofmax]",
        "requires: no concept 'sofmax' (did you mean softmax?)",
    ),
    "malformed planned.yml": (
        PLANNED,
        "title: Shift",
        "title: {Shift",
        "malformed YAML: did not find expected ',' or '}'",
    ),
    "unknown function": (
        PAGE,
        '--8<-- "softmax/fn.softmax.md"',
        '--8<-- "softmax/fn.sofmax.md"',
        "nothing to include as 'softmax/fn.sofmax.md' (did you mean softmax/fn.softmax.md?)",
    ),
    "unknown example": (
        PAGE,
        INCLUDE,
        '--8<-- "softmax/row.out.md"',
        "nothing to include as 'softmax/row.out.md' (did you mean softmax/rows.out.md?)",
    ),
    "unknown kind of partial": (
        PAGE,
        INCLUDE,
        '--8<-- "softmax/rows"',
        "nothing to include as 'softmax/rows' (did you mean softmax/rows.out.md?)",
    ),
    "include without quotes": (
        PAGE,
        INCLUDE,
        "--8<-- softmax/rows.out.md",
        'expected --8<-- "concept/name.kind.md", received --8<-- softmax/rows.out.md',
    ),
    "include in a sentence": (
        PAGE,
        INCLUDE,
        f"See {INCLUDE}",
        f'expected --8<-- "concept/name.kind.md", received See {INCLUDE}',
    ),
    "wrong LaTeX in a line": (
        PAGE,
        "Here they do",
        "Here $\\frac{1}$ they do",
        r"wrong formula \frac{1}: ",
    ),
    "wrong LaTeX in a block": (
        PAGE,
        "a_i = \\frac",
        "a_i & = < \\fraction",
        r"wrong formula a_i & = < \fraction{e^{s_i}}{\sum_j e^{s_j}}: ",
    ),
    "claim with an unknown label": (
        PAGE,
        "[Established · section 2](#bridle1990){.claim .established}",
        "[Certain · section 2](#bridle1990){.claim .certain}",
        "a claim is one of established, measured, interpretation, contested, convention, and says so; "
        "received [Certain · section 2](#bridle1990){.claim .certain}",
    ),
    "claim with another label than its class": (
        PAGE,
        "[Measured here](#rows){.claim .measured}",
        "[Measured here](#rows){.claim .contested}",
        "a claim is one of established, measured, interpretation, contested, convention, and says so; "
        "received [Measured here](#rows){.claim .contested}",
    ),
    "claim without a source": (
        PAGE,
        "[Measured here](#rows){.claim .measured}",
        "[Measured here](){.claim .measured}",
        "the source of a claim is a paper or an example of the page; '' is neither",
    ),
    "claim with an unknown source": (
        PAGE,
        "[Measured here](#rows){.claim .measured}",
        "[Measured here](#bridle1991){.claim .measured}",
        "the source of a claim is a paper or an example of the page; '#bridle1991' is neither "
        "(did you mean #bridle1990?)",
    ),
    "paper without a place": (
        PAGE,
        "[Established · section 2]",
        "[Established · Bridle]",
        "the label names where in the paper: section, table or figure; received 'Established · Bridle'",
    ),
    "another output": (
        OUTPUT,
        "sum 1.000",
        "sum of 1.000",
        "expected 'sum of 1.000', received 'sum 1.000'; if that is right, run 'make outputs' and review the diff",
    ),
    "output not UTF-8": (OUTPUT, "sum 1.000", b"sum\xa01.000", "expected UTF-8 text, received byte 0xa0"),
}


def plant(project, fault):
    """(what one fault should be reported as, what it is reported as)."""
    path, old, new, message = FAULTS[fault]
    if isinstance(new, bytes):
        line = project.replace(path, old, "\0")
        project.write(path, project.read(path).encode().replace(b"\0", new))
    else:
        line = project.replace(path, old, new)
    return f"{path}:{line}: {message}", problems_of(project)


@pytest.fixture(scope="module")
def planted(built, tmp_path_factory):
    """Each fault in a project of its own, as many at a time as there are processors."""
    folder = tmp_path_factory.mktemp("planted")
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        yield {
            fault: threads.submit(lambda name, fault: plant(built.copy_to(folder / name), fault), f"{number}", fault)
            for number, fault in enumerate(FAULTS)
        }


@pytest.mark.parametrize("fault", FAULTS)
def test_one_clear_line(planted, fault):
    expected, received = planted[fault].result()
    assert len(received) == 1
    assert received[0].startswith(expected)
    assert expected.endswith(": ") or received[0] == expected


# Faults that show only while an example runs. Each is an example of its own; "<<" marks the line that is to blame,
# the first where there is none.
EXAMPLES = {
    "raises": ("", "raise KeyError('no such head')  # <<", "KeyError: 'no such head'"),
    "raises_in_snippet": (
        "from snippets.shift import shift",
        "print(shift([1, 2]))  # <<",
        "AttributeError: 'list' object has no attribute 'max' (raised in snippets/shift.py:6)",
    ),
    "raises_in_numpy": (
        "import numpy as np\nfrom snippets.shift import shift",
        "shift(np.zeros((2, 0)))  # <<",
        "ValueError: zero-size array to reduction operation maximum which has no identity "
        "(raised in snippets/shift.py:6)",
    ),
    "two_lines": ("", "raise ValueError('expected\\n  one line')  # <<", "ValueError: expected one line"),
    "hangs": ("", "print('before')\nwhile True: pass  # <<", "TimeoutError: still running after 2 s"),
    "hangs_in_c": (
        "import time",
        "def wait():\n    time.sleep(60)  # <<\n\nwait()",
        "TimeoutError: still running after 2 s",
    ),
    "ends_itself": (
        "import os",
        "os._exit(3)",
        "ProcessExpired: the process ended itself with exit code 3",
    ),
    "segfault": (
        "import ctypes",
        "def read(address):\n    return ctypes.string_at(address)  # <<\n\nread(0)",
        "ProcessExpired: the process was ended by SIGSEGV",
    ),
    "sys_exit": ("import sys", "print('almost')\nsys.exit()  # <<", "SystemExit"),
    "leaves_nothing": ("", "x = 1", "the example leaves nothing: it prints, draws or tabulates (TABLE) something"),
    "no_alt_text": (
        "import matplotlib.pyplot as plt",
        "fig, ax = plt.subplots()  # <<\nax.plot([1, 2])",
        "ValueError: figure 1 needs alt text that states what it shows: fig.set_label('…'), received ''",
    ),
    "missing_glyph": (
        "import matplotlib.pyplot as plt",
        "fig, ax = plt.subplots()  # <<\nax.set_title('猫')\nfig.set_label('A cat, in Chinese, as a title.')",
        "UserWarning: Glyph 29483 (\\N{CJK UNIFIED IDEOGRAPH-732B}) missing from font(s) DejaVu Sans.",
    ),
    "warns": (
        "import numpy as np",
        "print(np.log(np.zeros(2)))  # <<",
        "RuntimeWarning: divide by zero encountered in log",
    ),
    "surrogate": (
        "",
        "print('\\ud83d')  # <<",
        "UnicodeEncodeError: 'utf-8' codec can't encode character '\\ud83d' in position 0: surrogates not allowed",
    ),
    "table_of_lists": (
        "",
        "TABLE = [[1, 2]]  # <<",
        "TypeError: TABLE is a list of at least one dict, one for each row",
    ),
    "empty_table": ("", "TABLE = []  # <<", "TypeError: TABLE is a list of at least one dict, one for each row"),
    "ragged_table": (
        "",
        "TABLE = [{'a': 1}]  # <<\nTABLE.append({'b': 1})",
        "ValueError: row 2 of TABLE has the columns ['b'], the first row has ['a']",
    ),
    "table_of_arrays": (
        "import numpy as np",
        "TABLE = [{'a': np.zeros(2)}]  # <<",
        "TypeError: TABLE holds a ndarray; a cell is text, a number, True, False or None",
    ),
    "numbered_columns": (
        "",
        "TABLE = [{1: 'a'}]  # <<",
        "TypeError: TABLE has the columns [1]; a column is named by text",
    ),
}


@pytest.fixture(scope="module")
def failing_run(built, tmp_path_factory):
    """All of EXAMPLES in one run: a failing example harms no other."""
    project = built.copy_to(tmp_path_factory.mktemp("failing") / "project")
    expected = []
    for name, (imports, body, message) in EXAMPLES.items():
        path = f"snippets/examples/softmax/{name}.py"
        text = f'"""Fails."""\n\n{imports}\n\n{body}\n'
        project.write(path, text)
        line = text.count("\n", 0, text.find("<<")) + 1 if "<<" in text else 1
        expected.append(f"{path}:{line}: {message}")
    return expected, problems_of(project, "--timeout", "2")


@pytest.mark.parametrize("name", EXAMPLES)
def test_one_clear_line_of_an_example(failing_run, name):
    expected, received = failing_run
    assert [one for one in received if f"/{name}.py:" in one] == [one for one in expected if f"/{name}.py:" in one]


def test_failing_examples_are_reported_together(failing_run):
    expected, received = failing_run
    assert received == sorted(expected)


def test_missing_key(project):
    project.replace(PAGE, "depth: know well\n", "")
    assert problems_of(project) == [f"{PAGE}:2: front matter, key depth: Field required"]


def test_windows_line_ends_in_an_example(project):
    project.write(ROWS, project.read(ROWS).replace("\n", "\r\n").encode())
    assert problems_of(project) == [f"{ROWS}:1: expected Unix line ends, received a carriage return"]


def test_title_that_holds_the_unknown_slug(project):
    project.replace(PAGE, "title: Softmax", "title: Softmax without logits")
    line = project.replace(PAGE, "requires: [probability]", "requires: [probability, logits]")
    assert problems_of(project) == [f"{PAGE}:{line}: requires: no concept 'logits'"]


def test_cycle_is_named_in_full(project):
    line = project.replace(PAGE, "requires: [probability]", "requires: [shift]")
    project.replace(PLANNED, "requires: [softmax]", "requires: [probability]")
    project.replace(PLANNED, "requires: []", "requires: [softmax]")
    message = "requires goes in a circle: softmax → shift → probability → softmax"
    assert problems_of(project) == [f"{PAGE}:{line}: {message}"]


def test_snippets_that_import_each_other(project):
    project.replace(SHIFT, "def shift", "from snippets.softmax import softmax\n\n\ndef shift")
    project.replace(SOFTMAX, "import numpy as np\n", "import numpy as np\n\nfrom snippets.shift import shift\n")
    assert problems_of(project) == [
        f"{SHIFT}:4: snippets.shift imports itself, through snippets.softmax",
        f"{SOFTMAX}:5: snippets.softmax imports itself, through snippets.shift",
        f"{SOFTMAX}:5: softmax imports shift, which softmax does not require; it requires probability",
    ]


def test_example_without_reviewed_output(project):
    (project.root / OUTPUT).unlink()
    expected = f"no reviewed output {OUTPUT}; look at what it leaves, then run 'make outputs'"
    assert problems_of(project) == [f"{ROWS}:1: {expected}"]


def test_reviewed_output_without_example(project):
    project.write("tests/outputs/softmax/row.txt", "0\n")
    expected = "there is no example of this name; run 'make outputs' to remove it"
    assert problems_of(project) == [f"tests/outputs/softmax/row.txt:1: {expected}"]


def test_two_wrong_formulas_of_a_page(project):
    """The first is a piece of an earlier, right one."""
    first = project.replace(PAGE, "Here they do", "Here $e^{s_i$ they do")
    second = project.replace(PAGE, "# Softmax\n", "# Softmax\n\nSee $\\nosuchthing$.\n") + 2
    lines = [line.split(": ", 1)[0] for line in problems_of(project)]
    assert lines == [f"{PAGE}:{second}", f"{PAGE}:{first + 2}"]


@pytest.mark.parametrize(
    "place", ["<div markdown>\n\n{}\n\n</div>", "??? note\n\n    {}\n", "| a |\n| - |\n| {} |", "> {}"]
)
def test_wrong_formula_inside_another_block(project, place):
    line = project.replace(PAGE, "Here they do", place.format("$\\nosuchthing$") + "\n\nHere they do")
    (received,) = problems_of(project)
    assert received.startswith(f"{PAGE}:{line + place[: place.index('{}')].count(chr(10))}: wrong formula")


def test_formulas_are_looked_for_wherever_a_page_can_have_them():
    """A block extension that only mkdocs.yml knows could hide a formula from the check."""
    from snippets._book.pages import EXTENSIONS

    real = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    block = re.search(r"^markdown_extensions:\n((?:[ #].*\n|\n)+)", real, re.MULTILINE)[1]
    named = set(re.findall(r"^  - ([\w.]+)", block, re.MULTILINE))
    without_blocks = {"abbr", "toc", "pymdownx.highlight", "pymdownx.snippets", "snippets._book.formulas"}
    assert named - without_blocks == set(EXTENSIONS)


def line_of(project, path, text):
    return project.read(path)[: project.read(path).index(text)].count("\n") + 1


def test_faults_of_every_kind_are_reported_together(project):
    page = project.read(PAGE)
    page = page.replace("difficulty: 2", "difficulty: 6").replace("softmax/fn.softmax.md", "softmax/fn.sofmax.md")
    project.write(PAGE, page.replace("a_i = e^", "a_i = \\nosuchthing e^"))
    project.write(ROWS, project.read(ROWS).replace("print(A", "raise ValueError(A"))
    project.write(SIZES, "x = = 1\n")
    project.replace(SHIFT, "return S", "retrun S")
    project.replace("tests/outputs/softmax/map.txt", "0.73", "0.93")
    project.replace(PAPERS, "title:", "titel:")
    received = problems_of(project)
    assert [line.split(": ", 1)[0] for line in received] == [
        f"{PAGE}:{line_of(project, PAGE, 'difficulty: 6')}",
        f"{PAGE}:{line_of(project, PAGE, 'nosuchthing')}",
        f"{PAGE}:{line_of(project, PAGE, 'softmax/fn.sofmax.md')}",
        f"{PAPERS}:2",
        f"{PAPERS}:3",
        f"{ROWS}:9",
        f"{SIZES}:1",
        f"{SHIFT}:6",
        "tests/outputs/softmax/map.txt:2",
    ]


def test_wrong_latex_in_a_generated_table(project):
    line = project.replace(SIZES, 'TABLE = [{"model": row["name"]', 'TABLE = [{"model": row["name"] + r" $\\wide$"')
    reviewed = project.files("tests")
    (received,) = problems_of(project, "--update-outputs")
    assert received.startswith(f"{SIZES}:{line}: wrong formula \\wide: ")
    assert project.files("tests") == reviewed
