"""Every page in a browser, light and dark, on a phone, a tablet and a desk: what a visit must not show."""

import pytest
from built import PAGES, address, serving
from window import inaccessible, watch

WIDTHS = (390, 768, 1280)
# 404.html is looked at in test_findability.py: its addresses are those of a published site.
VISITED = [path for path in PAGES if path.name != "404.html"]

# What is wrong with the page as it is laid out now: the names of messages below, each with what it is about.
LOOK = """() => {
  const root = document.documentElement, wrong = [];
  const name = (e) => [e.localName, e.id && "#" + e.id, ...[...e.classList].map((c) => "." + c)].join("");
  if (root.scrollWidth > root.clientWidth) {
    const all = [...document.body.querySelectorAll("*")];
    const wide = all.filter((e) => e.getBoundingClientRect().right > root.clientWidth);
    wrong.push(["wide", root.scrollWidth - root.clientWidth, name(wide[0] ?? root)]);
  }
  for (const e of document.querySelectorAll("article *")) {
    const scrolls = ["auto", "scroll"].includes(getComputedStyle(e).overflowX) && e.scrollWidth > e.clientWidth;
    if (scrolls && e.clientWidth && e.tabIndex < 0) wrong.push(["unreachable", name(e), e.textContent.slice(0, 40)]);
  }
  for (const e of document.querySelectorAll(".arithmatex")) {
    const box = e.querySelector("math")?.getBoundingClientRect();
    if (!box?.width || !box?.height) wrong.push(["formula", e.textContent]);
  }
  for (const e of document.images) if (e.complete && !e.naturalWidth) wrong.push(["picture", e.src]);
  return wrong;
}"""
FOLDS = "open => document.querySelectorAll('details').forEach(fold => { fold.open = open; })"
MESSAGES = {
    "wide": "the page is {} px too wide, from {} on",
    "unreachable": "scrolls, and no key gets there: {} {}",
    "formula": "a formula is not set: {}",
    "picture": "no picture: {}",
}


@pytest.mark.parametrize("browser", ["chromium", "firefox"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", VISITED, ids=lambda path: f"/{address(path)}")
def test_visit(path, scheme, browser, new_page, base):
    page = new_page(scheme=scheme, browser=browser, reduced_motion="reduce")  # the theme's parts glide otherwise
    wrong = watch(page, base)
    page.goto(base + address(path))
    assert page.locator("body").get_attribute("data-md-color-scheme") == {"light": "default", "dark": "slate"}[scheme]
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        page.evaluate(FOLDS, True)
        for wait in (50, 100, 200, 400, 800):  # until the scripts have answered to the new size
            page.wait_for_timeout(wait)
            found = [MESSAGES[kind].format(*about) for kind, *about in page.evaluate(LOOK)]
            if not found:
                break
        if browser == "chromium":  # the rules are about the page, which is the same in the other
            page.evaluate(FOLDS, width == WIDTHS[0])  # what is folded has the same names and colours at any width
            found += inaccessible(page)
        wrong += [f"at {width} px: {one}" for one in found]
    assert not wrong, "\n".join(wrong)


def test_published_page_asks_no_other_host(published, new_page):
    """With the address of a repository the theme would ask its host for stars and forks."""
    with serving(published) as base:
        page = new_page()
        wrong = watch(page, base)
        page.goto(base + "concepts/softmax/")
        page.wait_for_load_state("networkidle")
        assert page.locator(".md-source").count()
        assert not wrong, "\n".join(wrong)
