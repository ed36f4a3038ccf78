"""From page to page by clicks: each page arrives whole, and going back leads to where one was."""

import pytest
from built import PAGES, SITE, address, soup

# All that a page is when it has arrived, whichever way it came.
STATE = """async () => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const broken = [];
  for (const one of all("article img")) {
    one.loading = "eager";
    await one.decode().catch(() => broken.push(one.src));
  }
  const wide = all(".md-typeset :is(pre > code, div.arithmatex, .table)").filter((one) =>
    !one.closest("details:not([open])") && one.scrollWidth > one.clientWidth);
  return {
    heading: document.querySelector("h1").firstChild.textContent.trim(),
    formulas: all("article math").filter((one) => one.isConnected).length,
    "formulas without size": all("article math").filter((one) => one.checkVisibility() &&
      !one.closest("details:not([open])") && one.getBoundingClientRect().width === 0).length,
    "font of formulas": !all("article math").length || document.fonts.check("16px 'Chapter Math'"),
    figures: all("article img").length,
    "broken figures": broken,
    "blocks of code": all("article pre").length,
    "copy buttons": all("article pre .md-code__button").length,
    "wide parts that the keyboard does not reach": wide.filter((one) => one.tabIndex < 0).length,
    "headings that sort": all(".sortable th button").length,
    "marked in the navigation": all(".md-sidebar--primary a.md-nav__link--active").map((one) => one.href),
  };
}"""


def expected(path, url):
    page = soup(path)
    blocks = len(page.select("article pre"))
    return {
        "heading": page.h1.find(string=True).strip(),
        "formulas": len(page.select("article math")),
        "formulas without size": 0,
        "font of formulas": True,
        "figures": len(page.select("article img")),
        "broken figures": [],
        "blocks of code": blocks,
        "copy buttons": blocks,
        "wide parts that the keyboard does not reach": 0,
        "headings that sort": len(page.select(".sortable th")),
        "marked in the navigation": [url],
    }


@pytest.fixture
def visit(open_page):
    """A window on the start page, in which every error is recorded."""
    page = open_page(reduced_motion="reduce")
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda message: message.type in ("error", "warning") and errors.append(message.text))
    page.on("response", lambda one: one.status >= 400 and errors.append(f"{one.url}: {one.status}"))
    yield page
    assert not errors, errors


def arrived(page, path, url):
    page.wait_for_function("(title) => document.title === title", arg=soup(path).title.get_text(strip=True))
    page.wait_for_url(url)
    page.wait_for_timeout(50)


def page_of(where):
    return SITE / where / "index.html"


def follow(page, path, url):
    """Click the link of the navigation to that page."""
    find = """(url) => [...document.querySelectorAll(".md-sidebar--primary a.md-nav__link")].findIndex(
      (one) => one.href.split("#")[0] === url)"""
    number = page.evaluate(find, url)
    assert number >= 0, f"{page.url}: the navigation has no link to {url}"
    link = page.locator(".md-sidebar--primary a.md-nav__link").nth(number)
    if not link.is_visible():
        page.locator(".md-sidebar--primary label.md-nav__link[for^=__nav]").click()
    link.click()
    arrived(page, path, url)


def test_pages_by_their_links(visit, base):
    page = visit
    for path in [path for path in PAGES if path.name != "404.html"]:
        follow(page, path, base + address(path))
        assert page.evaluate("scrollY") == 0, f"/{address(path)} does not begin at its top"
        state = page.evaluate(STATE)
        wrong = {key: (value, state[key]) for key, value in expected(path, page.url).items() if state[key] != value}
        assert not wrong, f"/{address(path)}: (expected, received) {wrong}"
        page.evaluate("scrollTo(0, 500)")


def test_back_and_forward(visit, base):
    page = visit
    first, second = page_of("concepts/softmax/"), page_of("concepts/vectors/")
    follow(page, first, base + address(first))
    page.evaluate("scrollTo(0, 1500)")
    page.wait_for_timeout(300)
    follow(page, second, base + address(second))
    page.go_back()
    arrived(page, first, base + address(first))
    page.wait_for_function("Math.abs(scrollY - 1500) < 100")
    assert page.evaluate(STATE)["copy buttons"] == len(soup(first).select("article pre"))
    page.go_forward()
    arrived(page, second, base + address(second))
    assert page.evaluate("document.querySelector('h1').firstChild.textContent.trim()") == "Vectors"


def test_link_to_a_section_of_another_page(visit, base):
    page = visit
    path = page_of("labs/take-the-layer-apart/")
    follow(page, path, base + address(path))
    page.locator("article a[href$='multi-head-attention/#code']").first.click()
    page.wait_for_url(base + "concepts/multi-head-attention/#code")
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(300)
    top = page.evaluate("document.getElementById('code').getBoundingClientRect().top")
    header = page.evaluate("document.querySelector('.md-header').getBoundingClientRect().bottom")
    assert header <= top < 200, f"#code is at {top} px; the header ends at {header} px"


def test_keyboard_begins_anew_on_a_new_page(visit, base):
    page = visit
    follow(page, page_of("concepts/softmax/"), base + "concepts/softmax/")
    page.keyboard.press("Tab")
    stop = page.evaluate("document.activeElement.className")
    assert "md-skip" in stop, f"focus is on {stop}"
