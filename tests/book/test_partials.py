"""What pages include, once rendered: every token, text and value is shown as it is."""

import ast
from pathlib import Path

import markdown
import pytest
from bs4 import BeautifulSoup

from snippets._book import partials
from snippets._book.pages import EXTENSIONS
from snippets._book.project import ROOT
from snippets._book.sources import Source

TOKENS = [
    "the",
    "[CLS]",
    "[UNK](x)",
    "$",
    "$5",
    "$a$",
    "<s>",
    "</s>",
    "<br>",
    "&lt;",
    "&",
    "_x_",
    "▁the",
    "Ġcat",
    "##ing",
    "#",
    "*",
    "**b**",
    "`",
    "``a`",
    "|",
    "a|b",
    "\\",
    "\\|",
    "\\(x\\)",
    "{",
    "{.claim}",
    "{{",
    "~",
    "!",
    "![a](b)",
    '"',
    "'",
    "-",
    "+",
    "1.",
    ":",
    "http://example.org",
    "a@example.org",
    "--8<--",
    "猫",
    "n't",
]
TRICKY = ["the", "the", *TOKENS]


def rendered(text):
    """The HTML of a partial on a page of the chapter."""
    settings = {"pymdownx.arithmatex": {"generic": True}}
    extensions = [*EXTENSIONS, "pymdownx.highlight", "snippets._book.formulas"]
    return BeautifulSoup(markdown.markdown(text, extensions=extensions, extension_configs=settings), "html.parser")


def source(text="x = 1\n", name="example", concept="softmax"):
    path = ROOT / "snippets" / "examples" / concept / f"{name}.py"
    return Source(path, text, concept, name, ast.parse(text))


def figure(alt="The conclusion of the figure.", numbers=()):
    return {"alt": alt, "svg": "<svg/>", "size": [300, 200], "numbers": list(numbers)}


def heatmap(tokens, title="head 1"):
    cells = [[f"{row}.{column:02}" for column in range(len(tokens))] for row in range(len(tokens))]
    return {"title": title, "rows": tokens, "columns": tokens, "cells": cells}


def test_numbers_of_a_heatmap_name_every_token():
    """Also equal ones: each keeps its own row and column."""
    page = rendered(partials.figure(source(), 1, figure(numbers=[heatmap(TRICKY)])))
    (table,) = page.find_all("table")
    rows = [[cell.get_text() for cell in row.find_all(["th", "td"])] for row in table.find_all("tr")]
    assert rows[0] == ["query", *TRICKY]
    assert [row[0] for row in rows[1:]] == TRICKY
    assert rows[1][1:3] == ["0.00", "0.01"]
    assert rows[2][1:3] == ["1.00", "1.01"]
    assert page.find_all(["a", "math", "s", "code"]) == []
    assert {bold.get_text() for bold in table.find_all("strong")} == set(TRICKY)


@pytest.mark.parametrize("token", TOKENS)
def test_one_token_in_a_table(token):
    page = rendered(partials.table([{"token": partials.escape(token), "n": 1}]))
    assert [cell.get_text() for cell in page.find_all("td")] == [token, "1"]


@pytest.mark.parametrize("title", ["head 1", "<s> & _x_", "$a$ [CLS]"])
@pytest.mark.parametrize("maps", [1, 2])
def test_title_of_a_heatmap(title, maps):
    page = rendered(partials.figure(source(), 1, figure(numbers=[heatmap(["a", "b"], title)] * maps)))
    expected = f"The numbers of {title}" if maps == 1 else "The numbers"
    assert page.find("summary").get_text() == expected
    assert page.find("th").get_text() == ("query" if maps == 1 else title)


@pytest.mark.parametrize(
    "alt",
    [
        "Head 1: sat attends most to cat, 0.58.",
        "From [CLS] to [SEP], (x) and <s>: $5$ or $6.",
        'A "quoted" name, a *star*, an _x_, a `tick` and a \\.',
        "R&D, {braces}, a#b, 1 < 2 > 0.",
        "▁the → 猫",
    ],
)
def test_alt_text_is_what_the_example_says(alt):
    page = rendered(partials.figure(source(), 2, figure(alt)))
    (image,) = page.find_all("img")
    assert image["alt"] == alt
    assert image["src"] == "../figures/softmax/example-2.svg"
    assert (image["width"], image["height"], image["loading"]) == ("300", "200", "lazy")


@pytest.mark.parametrize(
    "text", ["plain\n", "  indented\n\n\nand blank\n", "```\n~~~\n````\n", "<b> & $a$ | _x_ [a](b)\n"]
)
def test_output_is_what_was_printed(text):
    left = {"text": text, "table": None, "figures": []}
    page = rendered(partials.of_example(source(), left)["softmax/example.out.md"])
    (block,) = page.find_all("pre")
    assert block.get_text().rstrip("\n") == text.rstrip("\n")
    assert page.find(id="example") is not None


@pytest.mark.parametrize(
    "text",
    [
        'x = "```"\n',
        'def f():\n    """```\n    f()\n    ```"""\n',
        'x = "$a$ <b> {{ _x_"\n\n\ny = 1\n',
        "x = 1  # --8<--\n",
    ],
)
def test_listing_is_the_source(text):
    left = {"text": "1\n", "table": None, "figures": []}
    page = rendered(partials.of_example(source(text), left)["softmax/example.code.md"])
    (block,) = page.find_all("pre")
    assert block.get_text().rstrip("\n") == text.rstrip("\n")


def test_listing_leaves_out_what_the_page_says():
    text = '"""One line."""\n\nimport math\n\nprint(math.pi)\n'
    made = partials.of_example(source(text), {"text": "3\n", "table": None, "figures": []})
    assert rendered(made["softmax/example.code.md"]).find("pre").get_text().startswith("import math\n")


def test_functions_are_shown_whole():
    first = '@functools.cache\ndef f(x):\n    """F."""\n    return x'
    text = f'"""S."""\n\nimport functools\n\n\n{first}\n\n\ndef g():\n    return "│"\n'
    made = partials.of_snippet(source(text, "softmax"))
    assert list(made) == ["softmax/fn.f.md", "softmax/fn.g.md"]
    shown = rendered(made["softmax/fn.f.md"]).find("pre").get_text().strip()
    assert shown == first


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (0, "0"),
        (1048576, "1,048,576"),
        (-1234, "-1,234"),
        (0.5, "0.5"),
        (True, "yes"),
        (False, "no"),
        (None, "–"),
        ("1048576", "1048576"),
        ("a|b", "a|b"),
        ("$x^2$", "x2"),
        ("**best**", "best"),
    ],
)
def test_cell(value, shown):
    """Text of a TABLE is Markdown: a formula is set, and emphasis is shown."""
    page = rendered(partials.table([{"a": "x", "b": value}]))
    assert page.find_all("td")[1].get_text() == shown


def test_columns_of_numbers_are_set_to_the_right():
    rows = [{"name": "a", "n": 1, "x": 0.5, "t": "1"}, {"name": "b", "n": None, "x": 2, "t": "2"}]
    heads = rendered(partials.table(rows)).find_all("th")
    assert ["right" in head.get("style", "") for head in heads] == [False, True, True, False]


def test_each_kind_is_anchored_once():
    left = {"text": "1\n", "table": [{"a": 1}], "figures": [figure(), figure()]}
    made = partials.of_example(source(), left)
    together = "\n".join(made[f"softmax/example.{kind}.md"] for kind in ("code", "out", "table", "fig"))
    ids = [one["id"] for one in rendered(together).find_all(id=True)]
    assert sorted(ids) == ["code-example", "example"]
    for kinds in (["table", "fig"], ["fig"]):
        left = {"text": "", "table": left["table"] if "table" in kinds else None, "figures": left["figures"]}
        made = partials.of_example(source(), left)
        assert rendered(made[f"softmax/example.{kinds[0]}.md"]).find(id="example") is not None


def test_figures_by_number():
    made = partials.of_example(
        source(), {"text": "", "table": None, "figures": [figure(), figure("The second figure.")]}
    )
    assert list(made) == [f"softmax/example.{kind}.md" for kind in ("code", "fig", "fig-1", "fig-2")]
    assert [one["alt"] for one in rendered(made["softmax/example.fig-2.md"]).find_all("img")] == ["The second figure."]


def test_paths_are_relative_to_pages_one_folder_deep(monkeypatch):
    monkeypatch.delenv("REPO_URL", raising=False)  # with it there are links to the source, too
    made = partials.of_example(source(), {"text": "1\n", "table": None, "figures": [figure()]})
    links = [one["href"] for one in rendered(made["softmax/example.code.md"]).find_all("a")]
    assert links == ["../downloads/softmax/example.py"]
    assert Path(ROOT / "docs/concepts" / links[0]).parent.parent.parent == ROOT / "docs/concepts/.."
