"""Pages on paper: what Chromium prints, from a window in the dark scheme, is light, whole and without navigation."""

import re
from itertools import pairwise

import numpy as np
import pytest
from built import SITE, soup

PRINTED = ["concepts/multi-head-attention/", "labs/take-the-layer-apart/", "reference/models/", "reference/claims/"]
PAPER = {"A4": (595, 842), "Letter": (612, 792)}  # points
MARGIN = 16 / 25.4 * 72  # as in book.css
SCREEN = ("Skip to content", "Back to top", "Copy to clipboard", "Table of contents", "run it alone", "Made with",
          "Download this lab", "Edit this page", "The numbers of")  # fmt: skip


@pytest.fixture(scope="module", params=[(one, "A4") for one in PRINTED] + [(PRINTED[0], "Letter")], ids=" ".join)
def printed(request, chromium, base):
    """(address, pages of the PDF, text of each, kind of paper)."""
    import pypdfium2  # here: without a browser it may not be installed

    address, paper = request.param
    context = chromium.new_context(color_scheme="dark", viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.goto(base + address)
    page.wait_for_load_state("networkidle")
    assert page.locator("body").get_attribute("data-md-color-scheme") == "slate"
    document = pypdfium2.PdfDocument(page.pdf(format=paper, print_background=True))
    context.close()
    pages = list(document)
    yield address, pages, [page.get_textpage().get_text_bounded() for page in pages], paper
    document.close()


def page_of(address):
    return soup(SITE / address / "index.html")


def bare(text):
    """Text without blanks and line ends. PDFium has U+FFFE, or U+0002, for a hyphen at the end of a line."""
    return re.sub(r"[\s\u200b]", "", re.sub("[\ufffe\x02]", "-", text))


def listings(address):
    """The text of each block of code and output of a page that is meant for paper."""
    for code in page_of(address).select("article pre > code"):
        if not code.find_parent("details") or not code.find_parent(class_="figure"):
            yield code.get_text()


def test_paper_is_light_and_has_its_size(printed):
    address, pages, _, paper = printed
    for number, page in enumerate(pages, 1):
        assert page.get_size() == pytest.approx(PAPER[paper], abs=1), f"{address}, sheet {number}"
        grey = np.asarray(page.render(scale=0.5).to_pil().convert("L"))
        corners = {int(grey[y, x]) for y in (0, -1) for x in (0, -1)}
        assert corners == {255}, f"{address}, sheet {number}: the corners of the paper are not white"
        assert (grey > 200).mean() > 0.7, f"{address}, sheet {number}: most of the paper is dark"


def test_nothing_is_printed_that_can_only_be_clicked(printed):
    address, _, texts, _ = printed
    whole = bare("".join(texts))
    assert [name for name in SCREEN if bare(name) in whole] == [], address
    # The titles of other pages stand in the text too, but not one after the other.
    entries = [bare(entry.get_text()) for entry in page_of(address).select(".md-nav--primary > ul > li > a")]
    assert len(entries) > 10
    assert [one + other for one, other in pairwise(entries) if one + other in whole] == [], f"navigation on {address}"


def test_all_code_is_printed_and_no_listing_is_torn(printed):
    address, _, texts, _ = printed
    sheets = [bare(text) for text in texts]
    whole, at, torn = "".join(sheets), 0, []
    ends = np.cumsum([len(sheet) for sheet in sheets])
    for code in listings(address):
        found = whole.find(bare(code), at)
        assert found >= 0, f"{address}: this code is not on paper whole, or not in the order of the page:\n{code}"
        at = found + len(bare(code))
        first, last = np.searchsorted(ends, [found, at - 1], side="right")
        if first != last:
            torn.append(f"sheets {first + 1} and {last + 1}:\n{code}")
    assert not torn, "\n".join([f"{address}: code that fits on one page is split over two:", *torn])


def test_nothing_reaches_into_the_margins(printed):
    address, pages, _, paper = printed
    width, height = PAPER[paper]
    wrong = []
    for number, page in enumerate(pages, 1):
        text = page.get_textpage()
        for index in range(text.count_chars()):
            left, bottom, right, top = text.get_charbox(index)
            out = min(left, bottom, width - right, height - top) < MARGIN - 2
            if out and right > left:
                wrong.append(f"sheet {number}: {text.get_text_range(max(0, index - 20), 21)!r}")
    assert not wrong, "\n".join([f"{address}: text outside of the margins, after", *wrong[:20]])


def test_no_text_of_a_table_is_cut(printed):
    address, _, texts, _ = printed
    whole = bare("".join(texts))
    cells = [cell.get_text() for cell in page_of(address).select("article td")
             if not cell.find("math") and not cell.find_parent(class_="figure")]
    assert [cell for cell in cells if bare(cell) not in whole] == [], address


def test_no_heading_is_alone_at_the_foot(printed):
    address, _, texts, _ = printed
    headings = {bare(one.get_text().removesuffix("#"))
                for one in page_of(address).select("article :is(h1, h2, h3, summary)")}
    alone = [f"sheet {number}: {text.strip().splitlines()[-1]}" for number, text in enumerate(texts, 1)
             if text.strip() and bare(text.strip().splitlines()[-1]) in headings]
    assert alone == [], address


def test_addresses_of_other_sites_are_printed_and_no_others(printed):
    address, _, texts, _ = printed
    whole = bare("".join(texts))
    links = [link["href"] for link in page_of(address).select("article a[href^=http]:not(.md-content__button, .file a)")
             if not link.find_parent(class_="about")]
    assert [link for link in links if bare(f"({link})") not in whole] == [], address
    assert "127.0.0.1" not in whole, f"{address}: internal links are printed as addresses"
