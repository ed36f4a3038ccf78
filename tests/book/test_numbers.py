"""The net for numbers in prose: its scope, what it lets pass, what it says, and how good it is on the real pages."""

import re
import shutil
import subprocess
import sys
from types import SimpleNamespace

import pytest
from conftest import Project
from hypothesis import example, given
from hypothesis import strategies as st
from test_faults import problems_of

from snippets._book import numbers
from snippets._book.project import ROOT

PAGE = "docs/concepts/softmax.md"
LABEL = "[Established · section 2](#a){.claim .established}"

# Text, and the numbers in it that are to be checked. Literal.
SCOPE = {
    "decimal": ("It is 0.5.", ["0.5"]),
    "two": ("From 0.25 to 12.75, or 3.0–4.0.", ["0.25", "12.75", "3.0", "4.0"]),
    "small whole number": ("All 99 of them, or 7.", []),
    "whole number": ("All 100 of them, or 4096.", ["100", "4096"]),
    "thousands": ("It has 1,024 and 1,048,576.5 bytes.", ["1,024", "1,048,576.5"]),
    "percent": ("It is 12 % or 0.5 % or 250%.", ["0.5 %", "250 %"]),
    "minus": ("It falls by −0.5 to -0.25.", ["0.5", "0.25"]),
    "with a word": ("A 512-wide vector, x100, d_256 and 1.5e6.", ["512"]),
    "year": ("In 1999 and 2017.", []),
    "no year": ("All 1899 and 2100.", ["1899", "2100"]),
    "year with thousands": ("All 2,017 tokens.", ["2,017"]),
    "sections": ("See section 3.2, sections 3.2.2 and 4.15, section A.1 to 4.25.", []),
    "table": ("See Table 100, figure 2.5, equation 1.25 and row 128.", []),
    "version": ("Version 1.26, NumPy 2.4, Python 3.11 and arXiv 1706.03762.", []),
    "address": ("On https://example.org/0.5/100 it is.", []),
    "code": ("It is `0.5` or ``100``.", []),
    "fenced code": ("Look:\n\n``` text\n0.5\n```\n\nor\n\n~~~\n100\n~~~\n\n", []),
    "include": ('--8<-- "softmax/rows100.out.md"', []),
    "formula": ("It is $0.5$ and\n\n$$\nx = 100\n$$\n", []),
    "heading": ("## All 512 of them { #all }\n\nMany.", []),
    "link": ("It is [in 100](a-0.5.md) and [0.25][g:a-100].", ["100", "0.25"]),
    "tag": ('<img width="100"> and ![0.5](a.svg){ width=200 }', ["0.5"]),
    "sentence with a label": (f"It is 0.5 {LABEL}. It was 0.25.", ["0.25"]),
    "label after the full stop": (f"It was 0.25. It is 0.5. {LABEL} Then 0.75.", ["0.25", "0.75"]),
    "label after the last full stop": (f"It was 0.25. It is 0.5. {LABEL}", ["0.25"]),
    "item with a label": (f"- it is 0.5 {LABEL}\n- it is 0.25", ["0.25"]),
    "paragraph before a label": (f"It is 0.25\n\nand 0.5 {LABEL}.", ["0.25"]),
    "row with a label": (f"| 0.5 | {LABEL} |\n| 0.25 | |", ["0.25"]),
}


def scope(text):
    return [f"{written} %" if percent else written for _, written, _, _, percent in numbers.in_scope(text)]


@pytest.mark.parametrize("case", SCOPE)
def test_scope(case):
    text, expected = SCOPE[case]
    assert scope(text) == expected


def test_line_value_and_decimals():
    text = "---\ntitle: 0.5\n---\n\n# All 100\n\nIt is\n1,024.50 or\n\n- 12.5 %\n"
    assert list(numbers.in_scope(text)) == [(8, "1,024.50", 1024.5, 2, False), (10, "12.5", 12.5, 1, True)]


@pytest.mark.parametrize(
    ("value", "decimals", "percent", "found", "passes"),
    [
        (0.61, 2, False, 0.6111, True),
        (0.62, 2, False, 0.6111, False),
        (0.6111, 4, False, 0.6111, True),
        (0.6111, 4, False, 0.61, False),
        (0.7, 1, False, 0.6111, False),
        (0.12, 2, False, 0.125, True),  # either way, where it stands in the middle
        (0.13, 2, False, 0.125, True),
        (0.14, 2, False, 0.125, False),
        (100, 0, False, 100.4, True),
        (101, 0, False, 100.4, False),
        (1024, 0, False, 1024, True),
        (86.8, 1, True, 0.8682, True),
        (86.9, 1, True, 0.8682, False),
        (86.8, 1, False, 0.8682, False),
        (86.8, 1, True, 86.83, True),  # an output may have said percent, too
        (250, 0, True, 2.5, True),
    ],
)
def test_rounding(value, decimals, percent, found, passes):
    assert bool(numbers.known(value, decimals, percent, sorted([-3.0, found, 5000.0]))) == passes
    assert not numbers.known(value, decimals, percent, [])


@given(st.floats(0, 1e6), st.integers(1, 4), st.lists(st.floats(0, 1e6), max_size=3))
@example(0.5, 1, [])
def test_what_rounding_gives_is_known(value, decimals, others):
    """Property: as a number, with thousands, and in percent."""
    found = sorted([value, *others])
    assert numbers.known(float(f"{value:.{decimals}f}"), decimals, False, found)
    assert numbers.known(float(f"{100 * value:.{decimals}f}"), decimals, True, found)


# What a page may take its numbers from


def page_and_book(monkeypatch, rows=()):
    """Stand-ins: an example softmax/rows that printed 0.25, with 0.75 in its text and a data table of rows."""
    source = SimpleNamespace(text="x = 0.75\n", data=[(("sizes", "d_model"), 3)])
    book = SimpleNamespace(examples={"softmax/rows": source}, needed=lambda one: [])
    monkeypatch.setattr(numbers, "records", lambda *names: [{"d_model": row} for row in rows])
    return book, {
        "softmax/rows": {"text": "0.25 and 1,024\n", "table": [{"a": 1.5e-3}], "figures": [{"alt": "It is 0.9."}]}
    }


def test_evidence_is_what_the_page_shows(monkeypatch):
    book, results = page_and_book(monkeypatch, rows=[512])
    printed = {0.25, 1024, 0.0015, 0.9, 1}  # 1: the number of the figure
    assert numbers.evidence("nothing included", book, results) == []
    assert numbers.evidence('--8<-- "softmax/other.out.md"', book, results) == []
    assert numbers.evidence('--8<-- "softmax/rows.out.md"', book, results) == sorted({*printed, 512})
    assert numbers.evidence('--8<-- "softmax/rows.code.md"', book, results) == sorted({*printed, 512, 0.75})


def test_data_tables_of_1000_numbers_at_most(monkeypatch):
    """In a larger one, any number of the page would be found."""
    text = '--8<-- "softmax/rows.out.md"'
    book, results = page_and_book(monkeypatch, rows=range(5000, 6000))
    assert 5999 in numbers.evidence(text, book, results)
    book, results = page_and_book(monkeypatch, rows=range(5000, 6001))
    assert numbers.evidence(text, book, results) == [0.0015, 0.25, 0.9, 1, 1024]


def test_measure_counts_every_wrong_digit(monkeypatch):
    """Literal: 0.5 has 18 wrong versions. 0.25 rounds to one of them (0.3, and 0.2 below), 0.9 is another."""
    book, results = page_and_book(monkeypatch)
    text = '--8<-- "softmax/rows.code.md"\n\nIt is 0.5.\n'
    results["softmax/rows"]["text"] = "0.5 1.5\n"
    results["softmax/rows"] |= {"table": None, "figures": []}
    expected = "In this build 1 numbers on 1 pages are in its scope. Of 18 wrong ones, made by changing one digit at a "
    # 1.5 is one digit away; so are 0.7 and 0.8, to which the 0.75 of the listing rounds.
    assert numbers.measure([text, "no number"], book, results) == f"{expected}time, it notices {15 / 18:.1%}.\n"


# What it says


def test_message_with_line_and_nearest_number(project):
    line = project.replace(PAGE, "Add 1 to each score.", "It is 0.66 and 0.661 of\nall 512, or 65.8 % and 1,025.")
    where = "is in no output, listing or data table of this page; the nearest number there is"
    assert problems_of(project) == [
        f"{PAGE}:{line}: 0.661 {where} 0.659",
        f"{PAGE}:{line + 1}: 1,025 {where} 1024",
        f"{PAGE}:{line + 1}: 65.8% {where} 0.659",
    ]


def test_message_where_nothing_is_near(project):
    line = project.replace("docs/index.md", "Read about", "In 0.5 hours, read about")
    assert problems_of(project) == [f"docs/index.md:{line}: 0.5 is in no output, listing or data table of this page"]


def test_numbers_only_warn_while_the_page_is_written(project):
    line = project.replace(PAGE, "Add 1 to each score.", "It is 0.1234.")
    done = project.run("--lenient")
    assert done.returncode == 0
    assert done.stderr.startswith(f"warning: {PAGE}:{line}: 0.1234 is in no output")


# On the real pages


@pytest.fixture(scope="module")
def chapter(tmp_path_factory):
    """A copy of the whole chapter, with the cache that is there; its pages have no wrong number."""
    copy = Project(tmp_path_factory.mktemp("chapter") / "project")
    for name in ("docs", "snippets", "tests", "build", "mkdocs.yml", "pyproject.toml"):
        source, target = ROOT / name, copy.root / name
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__", "stamp.json"))
        elif source.is_file():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target)
    # Without a cache all examples run, which takes longer than the other tests may.
    settings = {"cwd": copy.root, "env": copy.environment(), "capture_output": True, "encoding": "utf-8"}
    done = subprocess.run([sys.executable, "-m", "snippets"], **settings, timeout=600)
    assert (done.returncode, done.stderr) == (0, "")
    return copy


def test_at_least_90_percent_of_wrong_digits_are_noticed(chapter):
    told = re.search(
        r"build (\d+) numbers on (\d+) pages.* Of ([\d,]+) wrong.* ([\d.]+)%", chapter.read("build/numbers.md")
    )
    count, pages, planted, share = (float(one.replace(",", "")) for one in told.groups())
    assert share >= 90
    assert pages >= 3
    assert planted >= 18 * count  # a number in scope has two digits or more


def wrong(text, rank):
    """The text of a page with one digit of each number in scope changed, and {(line, wrong number)}."""
    lines, planted = text.split("\n"), set()
    for number, (line, written, *_) in enumerate(numbers.in_scope(text), rank):
        places = [place for place, sign in enumerate(written) if sign.isdigit()]
        place = places[number % len(places)]
        digit = "123456789".replace(written[place], "")[number % 8]
        changed = written[:place] + digit + written[place + 1 :]
        for found in re.finditer(rf"(?<![\d.,]){re.escape(written)}(?![\d]|[.,]\d)", lines[line - 1]):
            edited = lines[line - 1][: found.start()] + changed + lines[line - 1][found.end() :]
            tried = [*lines[: line - 1], edited, *lines[line:]]
            if (line, changed) in {one[:2] for one in numbers.in_scope("\n".join(tried))}:  # not one in code
                lines = tried
                planted.add((line, changed))
                break
    return "\n".join(lines), planted


def test_wrong_digits_on_all_pages_are_reported_with_their_lines(chapter, tmp_path):
    """Each number in scope with one wrong digit, in one run; of all such digits the test above has the share."""
    copy = chapter.copy_to(tmp_path / "project")
    planted = set()
    for path in sorted(copy.root.glob("docs/**/*.md")):
        name = path.relative_to(copy.root).as_posix()
        text, here = wrong(copy.read(name), len(planted))
        copy.write(name, text)
        planted |= {(name, line, number) for line, number in here}
    done = copy.run()
    assert done.returncode == 1
    found = re.findall(r"^(.*?):(\d+): ([\d.,]+)%? is in no output", done.stderr, re.MULTILINE)
    reported = {(path, int(line), number) for path, line, number in found}
    assert len(planted) >= 25
    assert reported <= planted
    assert len(reported) >= 0.8 * len(planted), sorted(planted - reported)  # one digit of ten for each number
    assert {path for path, *_ in reported} == {path for path, *_ in planted}
