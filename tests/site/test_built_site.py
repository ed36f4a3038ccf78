"""The built site: what no page may contain, and what every page has. `make test` builds it first."""

import re
from itertools import pairwise
from urllib.parse import urlsplit

from bs4 import BeautifulSoup
from built import PAGES, ROOT, SITE, dead_links, each_page, links, soup
from fontTools.ttLib import TTFont


@each_page
def test_internal_links_lead_to_a_file_and_an_anchor(path):
    if path.name == "404.html":
        return  # its links start at the root of the published site, wherever that is
    assert dead_links(path) == []


@each_page
def test_nothing_is_loaded_from_another_host(path):
    loaded = [
        link
        for element, link in links(path)
        if element.name != "a" and element.get("rel") not in (["canonical"], ["next"], ["prev"])
    ]
    assert [link for link in loaded if urlsplit(link).netloc] == []


def test_stylesheets_and_scripts_of_ours_name_no_host():
    for path in (ROOT / "docs" / "assets").rglob("*.css"):
        assert not re.search(r"url\([\"']?(https?:)?//", path.read_text(encoding="utf-8")), path


@each_page
def test_no_source_is_left_in_the_text(path):
    page = BeautifulSoup(path.read_text(encoding="utf-8"), "html.parser")
    for code in page.find_all(["code", "pre", "script", "style", "math"]):
        code.decompose()
    text = page.get_text()
    left_over = ("--8<--", "{ .", "{: ", "\\(", "\\[", "$$", "**", "](", "&nbsp;", "markdown>", "np.float64")
    assert [mark for mark in left_over if mark in text] == []


@each_page
def test_every_image_has_alt_text_and_size(path):
    for image in soup(path).select("article img"):
        assert len(image.get("alt", "")) >= 20, image
        assert image.get("width"), image
        assert image.get("height"), image


@each_page
def test_ids_are_unique(path):
    ids = [tag["id"] for tag in soup(path).find_all(id=True)]
    assert sorted(i for i in set(ids) if ids.count(i) > 1) == []


@each_page
def test_headings_step_down_one_at_a_time(path):
    levels = [int(tag.name[1]) for tag in soup(path).select("article :is(h1, h2, h3, h4)")]
    assert levels.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))


def test_the_font_has_every_character_of_the_formulas():
    font = TTFont(SITE / "assets" / "fonts" / "chapter-math.woff2").getBestCmap()
    missing = set()
    for path in PAGES:
        for tag in soup(path).select("math :is(mi, mo, mn, mtext)"):
            single = tag.name == "mi" and len(tag.text) == 1  # browsers set these in mathematical italic
            for character in tag.text:
                shown = italic(character) if single else ord(character)
                if shown not in font and not character.isspace():
                    missing.add((path.parent.name, tag.name, character))
    assert not missing


def italic(character):
    """The mathematical italic letter that a browser shows for a single-letter <mi>."""
    if "a" <= character <= "z":
        return 0x210E if character == "h" else 0x1D44E + ord(character) - ord("a")
    return 0x1D434 + ord(character) - ord("A") if "A" <= character <= "Z" else ord(character)
