"""What search engines, and those who share a link, are told about each page; and the page for a wrong address."""

import re
from urllib.parse import urlsplit
from xml.etree import ElementTree

import numpy as np
import pytest
import yaml
from built import PAGES, ROOT, SUB_PATH, address, each_page, serving, soup
from PIL import Image

from snippets._book import social

SITE_URL = f"https://example.org{SUB_PATH}"  # what the fixture `published` is built for
SHOWN = ("og:title", "og:description", "og:url", "og:image", "og:image:alt", "og:image:width", "og:image:height")


def told(path):
    """{name or property: content} of the meta elements of a page; its title and canonical links too."""
    head = soup(path).head
    pairs = [(tag.get("name") or tag.get("property"), tag["content"]) for tag in head.find_all("meta", content=True)]
    found = dict(pairs)
    assert len(found) == len(pairs), f"{path}: a meta element is there twice: {sorted(pairs)}"
    found["canonical"] = [tag["href"] for tag in head.find_all("link", rel="canonical")]
    return found | {"title": head.title.string}


@pytest.fixture(scope="module")
def pages(published):
    """{address: what the page tells about itself} of all but the 404 page."""
    files = [path for path in published.rglob("*.html") if path.name != "404.html"]
    assert len(files) == len(PAGES) - 1, "the site for an address has other pages than the site without one"
    return {SITE_URL + address(path, published): told(path) for path in files}


def sources():
    """{address of a page: the description in its front matter}."""
    found = {}
    for path in [*(ROOT / "docs").rglob("*.md"), *(ROOT / "docs" / "labs").glob("*.py")]:
        text = path.read_text(encoding="utf-8")
        text = re.sub("^# ?", "", text, flags=re.MULTILINE) if path.suffix == ".py" else text
        page = path.relative_to(ROOT / "docs").with_suffix("").as_posix() + "/"
        found[SITE_URL + page.removesuffix("index/")] = yaml.safe_load(text.split("---\n")[1]).get("description")
    return found


@pytest.mark.parametrize(("name", "shortest", "longest"), [("title", 10, 70), ("description", 50, 160)])
def test_every_page_has_its_own(name, shortest, longest, pages):
    """Longer ones are cut by search engines, and shorter ones say too little."""
    texts = {page: facts.get(name) or "" for page, facts in pages.items()}
    wrong = [f"{page}: {len(text)} characters: {text}" for page, text in texts.items()
             if not shortest <= len(text) <= longest]
    wrong += [f"{page}: another page has it too: {text}" for page, text in texts.items()
              if list(texts.values()).count(text) > 1]
    assert not wrong, "\n".join([f"expected a {name} of {shortest} to {longest} characters on each page:", *wrong])


def test_the_description_is_that_of_the_front_matter(pages):
    received = {page: facts["description"] for page, facts in pages.items()}
    expected = sources()
    wrong = [f"{page}: expected {expected.get(page)!r}, received {received.get(page)!r}"
             for page in sorted(expected | received) if expected.get(page) != received.get(page)]
    assert not wrong, "\n".join(["front matter, key description (quotes are not allowed in it):", *wrong])


def test_every_page_names_its_own_address(pages):
    wrong = [f"{page}: received {facts['canonical']}, og:url {facts.get('og:url')}" for page, facts in pages.items()
             if facts["canonical"] != [page] or facts.get("og:url") != page]
    assert not wrong, "\n".join(["canonical link and og:url must be the page's own address:", *wrong])


def test_a_shared_link_shows_title_text_and_picture(pages, published):
    for page, facts in pages.items():
        missing = [name for name in (*SHOWN, "og:type", "og:site_name", "twitter:card") if not facts.get(name)]
        assert not missing, f"{page}: docs/.theme/main.html leaves out {missing}"
        assert facts["og:title"] in facts["title"], page
        assert facts["og:description"] == facts["description"], page
        assert facts["og:image"] == f"{SITE_URL}assets/social.png", page
        assert facts["twitter:card"] == "summary_large_image", page
    with Image.open(published / "assets" / "social.png") as image:
        size = tuple(int(facts[f"og:image:{name}"]) for name in ("width", "height"))
        assert image.size == size == (1200, 630)


def test_the_site_map_has_every_page_and_no_other(pages, published):
    names = {"map": "http://www.sitemaps.org/schemas/sitemap/0.9"}
    entries = ElementTree.parse(published / "sitemap.xml").findall("map:url", names)
    assert sorted(entry.findtext("map:loc", "", names) for entry in entries) == sorted(pages)


def test_no_robot_is_turned_away(pages, published):
    assert {page: facts["robots"] for page, facts in pages.items() if "robots" in facts} == {}
    robots = published / "robots.txt"
    assert not robots.exists() or "Disallow: /" not in robots.read_text(encoding="utf-8")


@each_page
def test_without_an_address_nothing_wrong_is_said(path):
    facts = told(path)
    urls = [*facts["canonical"], *(facts[name] for name in facts if re.fullmatch("og:(url|image)", name))]
    assert [url for url in urls if not re.match("https?://.+", url or "")] == []


# The picture


def test_the_picture_is_as_the_code_draws_it_now():
    again = "draw it anew: python -m snippets._book.social"
    image, alt = social.draw()
    with Image.open(social.FILE) as file:
        assert file.text["Description"] == alt, again  # the numbers, exactly
        # The pixels in blocks of 30: another release of Matplotlib may set a letter half a pixel aside.
        blocks = [np.asarray(one.convert("RGB").resize((40, 21), Image.Resampling.BOX), int) for one in (file, image)]
    assert np.abs(blocks[0] - blocks[1]).max() <= 6, again
    assert social.FILE.stat().st_size <= 60_000


def test_the_text_for_the_picture_is_what_it_shows(pages):
    alt = social.draw()[1]
    assert {facts["og:image:alt"] for facts in pages.values()} == {alt}, "docs/.theme/main.html, og:image:alt"


# The page for a wrong address


@pytest.fixture(scope="module")
def published_base(published):
    with serving(published) as address:
        yield address


@pytest.fixture(scope="module", params=["light", "dark"])
def lost(request, chromium, published_base):
    """The page at an address far below any that exists, and what was asked for on the way."""
    context = chromium.new_context(color_scheme=request.param, viewport={"width": 1280, "height": 900})
    page, answers = context.new_page(), []
    page.on("response", lambda one: answers.append((one.status, one.url)))
    page.goto(f"{published_base}no/such/page/at/all")
    page.wait_for_load_state("networkidle")
    yield page, answers
    context.close()


def test_a_wrong_address_is_answered_with_a_whole_page(lost):
    page, ((status, _), *others) = lost
    assert status == 404
    assert [one for one in others if one[0] != 200] == []
    assert {".css", ".js"} <= {url[url.rindex("."):] for _, url in others}
    assert page.title().startswith("Page not found")
    assert page.locator("h1").inner_text() == "Page not found"
    assert "search" in page.locator("article").inner_text()
    page.locator("input.md-search__input").click()
    page.keyboard.type("softmax")
    page.locator("a.md-search-result__link").first.wait_for()
    page.keyboard.press("Escape")


def test_links_of_the_404_page_lead_to_pages(lost, published_base):
    page, _ = lost
    links = page.locator("a[href]").evaluate_all("all => all.map(one => one.href)")
    internal = {link.split("#")[0] for link in links if urlsplit(link).netloc == urlsplit(published_base).netloc}
    internal.discard(page.url)  # an anchor on the page itself
    assert len(internal) >= len(PAGES) - 1
    assert {link: status for link in internal if (status := page.request.get(link).status) != 200} == {}


def test_the_404_page_is_accessible(lost):
    from axe_playwright_python.sync_playwright import Axe

    tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
    found = Axe().run(lost[0], options={"runOnly": {"type": "tag", "values": tags}})
    assert found.violations_count == 0, found.generate_report()


def test_the_404_page_leads_home(lost, published_base):
    page, _ = lost
    page.locator("article").get_by_role("link", name="chapter map").click()
    page.wait_for_function("document.title.startsWith('Chapter map')")
    assert page.url.rstrip(".") == published_base
