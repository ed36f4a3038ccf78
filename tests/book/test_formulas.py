"""LaTeX becomes MathML while the page is built."""

import re

import markdown
import pytest

from snippets._book.formulas import Formulas, WrongFormula

ARITHMATEX = {"pymdownx.arithmatex": {"generic": True}}


def html(text, *more, wrong=None):
    extensions = ["pymdownx.superfences", "pymdownx.arithmatex", *more, Formulas(wrong)]
    return markdown.markdown(text, extensions=extensions, extension_configs=ARITHMATEX)


def shown(text):
    """The letters of the formula, without its marks."""
    return re.sub(r"<[^>]*>|\s", "", html(text))


def test_in_a_line():
    made = html("Let $a_1 < b$ hold.")
    assert made.startswith('<p>Let <span class="arithmatex"><math')
    assert 'display="block"' not in made
    assert "<msub><mi>a</mi><mn>1</mn></msub><mo>&lt;</mo><mi>b</mi>" in made


def test_in_a_block():
    made = html("$$\na > b\n$$")
    assert made.startswith('<div class="arithmatex"><math display="block">')
    assert "<mo>&gt;</mo>" in made


@pytest.mark.parametrize("marks", ["${}$", r"\({}\)", "$$\n{}\n$$", "\\[\n{}\n\\]"])
def test_marks(marks):
    assert shown(marks.format(r"\frac{x}{y}")) == "xy"
    assert "<mfrac>" in html(marks.format(r"\frac{x}{y}"))


def test_characters_of_html_stay_what_they_are():
    """Arithmatex escapes them in blocks and not in lines."""
    latex = r"\begin{aligned} a &< b \\ c &> d \end{aligned}"
    for marks in ("${}$", "$$\n{}\n$$"):
        made = html(marks.format(latex))
        assert made.count("<mtr>") == 2
        assert "&amp;" not in made
    assert shown("$a < b$") == "a&lt;b"
    assert shown("$$\na < b \\text{ & } c\n$$".replace("&", r"\&")).startswith("a&lt;b")


def test_code_keeps_its_dollars():
    made = html("Cost `$5` and `$6`.\n\n``` python\nx = '$a$'\n```\n")
    assert "<math" not in made
    assert "$5" in made
    assert "$a$" in made


def test_price_is_no_formula():
    assert "<math" not in html(r"From \$5 to \$6, and 7 $ or 8 $.")


def test_formula_in_a_cell_and_in_an_element():
    made = html("<div markdown>\n\n| a |\n| - |\n| $x^2$ |\n\n</div>", "tables", "md_in_html")
    assert '<td><span class="arithmatex"><math><msup>' in made


def test_formulas_of_two_pages_do_not_mix():
    first, second = html(r"$\def\x{1} \x$" if False else "$a$"), html("$b$")
    assert "<mi>a</mi>" in first
    assert "<mi>b</mi>" in second
    assert "<mi>a</mi>" not in second


def test_wrong_formula_is_an_error_that_names_it():
    with pytest.raises(WrongFormula, match=r"wrong formula \\frac\{1\}: ") as caught:
        html("Good $x$, bad $\\frac{1}$.")
    assert caught.value.latex == r"\frac{1}"
    with pytest.raises(WrongFormula) as caught:
        html("$$\na & \\nosuch{b <\n  c}\n$$")
    assert caught.value.latex == "a & \\nosuch{b <\n  c}"
    assert str(caught.value).startswith(r"wrong formula a & \nosuch{b < c}: ")


def test_all_wrong_formulas_are_collected():
    wrong = []
    html("$\\one$ and $x$\n\n$$\n\\two\n$$\n", wrong=wrong)
    assert [one.latex for one in wrong] == [r"\one", r"\two"]


PAGE = "docs/concepts/softmax.md"
# An edit, and whether the formulas of the page are set again to check them.
EDITS = {
    "plain words": ("Scores are not weights.", "Scores are not weights yet.", False),
    "the formula": ("e^{s_i} / n$", "e^{s_i} / m$", True),
    "words beside a formula": ("The weights are $", "All weights are $", True),
    "a fence around what follows": ("Scores are not weights.", "~~~", True),
}


@pytest.mark.parametrize(("old", "new", "again"), EDITS.values(), ids=EDITS)
def test_formulas_are_checked_again_after_an_edit_that_can_matter(project, old, new, again):
    project.replace(PAGE, old, new)
    done = project.python("-X", "importtime", "-m", "snippets")
    assert (" markdown.core" in done.stderr) == again
