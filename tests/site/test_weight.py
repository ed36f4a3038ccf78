"""What pages weigh, by what a browser asks for, against budgets.yml; and that nothing on them jumps."""

import gzip
from functools import cache
from pathlib import Path
from urllib.parse import unquote

import pytest
import yaml
from built import PAGES, SITE, address

BUDGETS = yaml.safe_load(Path(__file__).with_name("budgets.yml").read_text(encoding="utf-8"))
SEARCH_INDEX = "search/search_index.json"
FONT = "assets/fonts/chapter-math.woff2"
STYLE = "assets/book.css"
FIGURES = sorted(SITE.rglob("*.svg"))
visited = pytest.mark.parametrize("at", [address(path) for path in PAGES if path.name != "404.html"])


def budget_of(at):
    fits = [name for name in BUDGETS["pages"] if name and at.startswith(name)]
    return BUDGETS["pages"][fits[0] if fits else "*" if at else ""]


@cache
def compressed(path):
    """KiB."""
    return len(gzip.compress(path.read_bytes(), 9, mtime=0)) / 1024


def heaviest(sizes):
    first = sorted(sizes.items(), key=lambda item: -item[1])[:6]
    return ", ".join(f"{name or 'the page'} {size:.1f}" for name, size in first)


@visited
def test_a_page_keeps_its_budget(new_page, base, at):
    page = new_page()
    asked = set()
    page.context.on("request", lambda request: asked.add(request.url))  # also those of the search's worker
    page.goto(base + at)
    page.evaluate("document.querySelectorAll('img').forEach(image => { image.loading = 'eager'; })")
    page.wait_for_load_state("networkidle")
    names = {unquote(url.split("#")[0].split("?")[0].removeprefix(base)) for url in asked}
    assert SEARCH_INDEX in names, f"nobody asked for {SEARCH_INDEX}: has the theme changed where it is?"
    files = {name: SITE / name / "index.html" if (SITE / name).is_dir() else SITE / name for name in names}
    sizes = {name.removeprefix(at): compressed(file) for name, file in files.items() if name != SEARCH_INDEX}
    scripts = {name: size for name, size in sizes.items() if name.endswith(".js")}
    budget = budget_of(at)
    for what, parts in ("all", sizes), ("scripts", scripts):
        assert sum(parts.values()) <= budget[what], (
            f"/{at}: expected at most {budget[what]} KiB compressed for {what} (tests/site/budgets.yml), "
            f"received {sum(parts.values()):.1f}. The heaviest, in KiB: {heaviest(parts)}"
        )


def test_figures_keep_their_budget():
    sizes = {path.relative_to(SITE).as_posix(): compressed(path) for path in FIGURES}
    assert len(sizes) > 20
    assert max(sizes.values()) <= BUDGETS["figure"], (
        f"expected at most {BUDGETS['figure']} KiB compressed a figure (tests/site/budgets.yml); "
        f"the heaviest, in KiB: {heaviest(sizes)}. Large maps are drawn as one image: see snippets/plots.py"
    )


def test_the_search_index_keeps_its_budget():
    path = SITE / SEARCH_INDEX
    received = {"raw": path.stat().st_size / 1024, "compressed": compressed(path)}
    over = {what: f"{size:.1f}" for what, size in received.items() if size > BUDGETS["search_index"][what]}
    assert not over, (
        f"expected at most {BUDGETS['search_index']} KiB (tests/site/budgets.yml), received {over}. "
        "What nobody searches for carries data-search-exclude: see snippets/_book/partials.py"
    )


# Before anything is drawn: note every shift, with what moved. The sum is never less than the CLS of a report.
NOTE_SHIFTS = """
window.shifts = [];
const name = node => {
  const element = node?.nodeType === 1 ? node : node?.parentElement;
  if (!element) return "something that is gone";
  const before = [...document.querySelectorAll("article [id]:is(h1, h2, h3)")]
    .filter(heading => heading.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING);
  return `<${element.localName} class="${element.className}"> in section #${before.pop()?.id}`;
};
new PerformanceObserver(list => {
  for (const entry of list.getEntries()) {
    const moved = entry.sources.map(({ node, previousRect: old, currentRect: now }) =>
      `${name(node)} from y ${old.y} to ${now.y}, height ${old.height} to ${now.height}`);
    window.shifts.push([entry.value, moved.join("; ")]);
  }
}).observe({ type: "layout-shift", buffered: true });
"""
DRAWN = "performance.getEntriesByType('paint').some(entry => entry.name === 'first-contentful-paint')"
SCROLL = """async () => {
  const frame = () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
  for (let y = 0; y < document.body.scrollHeight; y += innerHeight) {
    scrollTo({ top: y, behavior: "instant" });
    await frame();
  }
  const shown = [...document.images].filter(image => image.offsetParent);
  await Promise.all(shown.map(image => image.complete || new Promise(done => image.onload = image.onerror = done)));
  await frame();
}"""


# The fonts that readers may have for formulas. Whoever has Latin Modern would see no difference.
SYSTEM_FONTS = '"Latin Modern Math", "STIX Two Math", math'


@visited
@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_jumps(new_page, base, at, width):
    """Not when the font of the formulas comes half a second after the page, nor when lazy figures come."""
    page = new_page(width)
    page.add_init_script(NOTE_SHIFTS)
    style = (SITE / STYLE).read_text(encoding="utf-8")
    assert SYSTEM_FONTS in style
    other = style.replace(SYSTEM_FONTS, "serif")
    page.route(f"**/{STYLE}", lambda route: route.fulfill(body=other, content_type="text/css"))
    held = []
    page.route(f"**/{FONT}", lambda route: held.append(route))
    page.goto(base + at, wait_until="domcontentloaded")
    page.wait_for_function(DRAWN)
    formula = page.locator("div.arithmatex:visible, math:visible").first
    if formula.count():
        formula.evaluate("element => element.scrollIntoView({ behavior: 'instant' })")
        page.wait_for_timeout(500)
    assert held, f"/{at} does not ask for the font of the formulas: see docs/.theme/main.html"
    for route in held:
        route.continue_()
    page.wait_for_load_state("load")
    page.evaluate("document.fonts.ready.then(() => {})")
    page.evaluate(SCROLL)
    shifts = page.evaluate("window.shifts")
    total = sum(value for value, _ in shifts)
    assert total < 0.01, (
        f"/{at} at {width} px: expected a layout that stays (shifts below 0.01 together), received {total:.3f}: "
        + " | ".join(f"{value:.3f} {moved}" for value, moved in shifts)
    )


def fonts_of(page, selector):
    """The fonts that the browser took, each with whether the site brought it."""
    tools = page.context.new_cdp_session(page)
    for domain in "DOM", "CSS":
        tools.send(f"{domain}.enable")
    root = tools.send("DOM.getDocument")["root"]["nodeId"]
    node = tools.send("DOM.querySelector", {"nodeId": root, "selector": selector})["nodeId"]
    fonts = tools.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
    return {(font["familyName"], font["isCustomFont"]) for font in fonts}


@pytest.mark.parametrize("start", ["concepts/softmax/", ""])
def test_formulas_have_their_font(new_page, base, start):
    """On the first page of a visit, and on one that is reached by a click from a page without formulas."""
    page = new_page()
    page.goto(base + start)
    page.wait_for_load_state("networkidle")
    if not start:
        page.locator(".chapter").get_by_role("link", name="Softmax", exact=True).click()
        page.locator("h1:text('Softmax')").wait_for()
    received = fonts_of(page, "div.arithmatex mi")
    assert received == {("Chapter Math", True)}, f"expected the formulas in Chapter Math, received {received}"
