"""The offline copy, as `make offline` builds it: opened from disk in a browser, with nothing but its own files."""

import re
import subprocess
from urllib.parse import unquote, urlsplit

import pytest
from built import ROOT, build, dead_links, links

TERM = "temperature"  # a word of one page's headings, which the search must find


@pytest.fixture(scope="module")
def offline(tmp_path_factory):
    folder = tmp_path_factory.mktemp("offline copy")  # with a blank, as many folders have
    build(folder, OFFLINE="true", SITE_URL="")
    return folder


@pytest.fixture(params=["chromium", "firefox"])
def page(request, new_page, offline):
    """The start page, opened from disk. What goes wrong while the test uses it is reported at its end."""
    page, wrong = new_page(browser=request.param), []
    page.on("request", lambda one: re.match("(file|data|blob|about):", one.url) or wrong.append(one.url))
    page.on("requestfailed", lambda one: wrong.append(f"{one.url}: {one.failure}"))
    page.on("console", lambda one: wrong.append(one.text) if one.type in ("error", "warning") else None)
    page.on("pageerror", lambda one: wrong.append(str(one)))
    page.goto((offline / "index.html").as_uri())
    yield page
    assert not wrong, "\n".join(["the offline copy asks for what it has not, or has errors in the console:", *wrong])


def at(page, offline):
    """The file of the copy that the browser shows."""
    return unquote(urlsplit(page.url).path).removeprefix(unquote(urlsplit(offline.as_uri()).path)).lstrip("/")


def test_the_chapter_is_read_from_disk(page, offline):
    page.locator("article a", has_text="Multi-Head Attention").first.click()
    page.wait_for_url("**/multi-head-attention.html")
    assert at(page, offline) == "concepts/multi-head-attention.html"
    page.locator("label[title='Switch to the dark scheme']").click()
    background = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert background == "rgb(23, 27, 33)", "the dark scheme of book.css does not work from disk"
    images = page.locator("article img")
    images.evaluate_all("all => all.forEach(one => one.loading = 'eager')")
    page.wait_for_function("[...document.querySelectorAll('article img')].every(one => one.complete)")
    broken = images.evaluate_all("all => all.filter(one => !one.naturalWidth).map(one => one.getAttribute('src'))")
    assert images.count() > 0
    assert broken == [], "figures that are not shown"
    fonts = page.evaluate("document.fonts.ready.then(all => [...all].map(({family, status}) => family + status))")
    assert any(re.fullmatch('"?Chapter Math"?loaded', font) for font in fonts), f"the font of the formulas: {fonts}"


def test_the_search_finds_a_page(page, offline):
    page.locator("input.md-search__input").click()
    page.keyboard.type(TERM)
    result = page.locator("a.md-search-result__link").first
    result.wait_for()
    result.click()
    page.wait_for_url("**/concepts/**")
    assert at(page, offline) == "concepts/softmax.html"
    assert page.locator("article mark", has_text=TERM).count() > 0, "the term is not marked on the page that was found"


def test_code_is_copied(page, offline):
    page.goto((offline / "concepts" / "softmax.html").as_uri())
    listing = page.locator(".listing:visible").first
    listing.hover()
    listing.locator("button[data-md-type=copy]").click()
    page.locator(".md-dialog--active").wait_for()
    field = page.locator("input.md-search__input")  # paste it where text can be pasted
    field.click()
    page.keyboard.press("ControlOrMeta+V")
    first = listing.locator("pre code").inner_text().split("\n")[0]
    assert first in field.input_value()


def test_links_lead_to_a_file_and_an_anchor(offline):
    pages = sorted(offline.rglob("*.html"))
    assert len(pages) > 20
    dead = {one.relative_to(offline).as_posix(): dead_links(one, offline) for one in pages if one.name != "404.html"}
    assert {name: found for name, found in dead.items() if found} == {}


def test_links_name_a_file_and_no_folder(offline):
    """A browser shows a list of files for a folder; a server would show its index.html."""
    folders = []
    for path in offline.rglob("*.html"):
        for element, link in links(path):
            target = urlsplit(link)
            if path.name != "404.html" and element.name == "a" and not target.netloc and target.path:
                if (path.parent / unquote(target.path)).is_dir():
                    folders.append(f"{path.relative_to(offline)}: {link}")
    assert not folders, "\n".join(["links to a folder:", *folders])


def test_make_knows_one_folder_for_it():
    def commands(target):
        return subprocess.check_output(["make", "--dry-run", target], cwd=ROOT, text=True)

    assert "OFFLINE=true SITE_URL= " in commands("offline")  # as the fixture above builds it
    folder = re.search(r"--site-dir (\S+)", commands("offline"))[1]
    assert folder in commands("clean").split()
    assert f"/{folder}/" in (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()
