"""The site by keyboard alone: every press is of a key, and nothing is clicked or focused by a script."""

import re

import pytest
from pixels import contrast, numbers, picture

MHA = "concepts/multi-head-attention/"
MODELS = "reference/models/"
LAB = "labs/take-the-layer-apart/"
PHONE = 390

ACTIVE = """() => {
  const one = document.activeElement;
  const text = one.ariaLabel || one.textContent.trim().replace(/\\s+/g, " ").slice(0, 40);
  return `<${one.localName} class="${one.className.replace(/ ?focus-visible/, "")}"> ${text}`;
}"""


def press(page, *keys):
    for key in keys:
        page.keyboard.press(key)


def tab_to(page, selector, key="Tab", most=400):
    """Press Tab until the focus is on such an element."""
    passed = []
    for _ in range(most):
        press(page, key)
        if page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
            return
        passed.append(page.evaluate(ACTIVE))
    pytest.fail(f"{key}, {most} times, does not reach {selector}; it stopped at\n" + "\n".join(passed[:60]))


def focused(page):
    return page.evaluate(ACTIVE)


def scheme(page):
    """The scheme that the page names, and the colour that one sees."""
    return page.evaluate("[document.body.dataset.mdColorScheme, getComputedStyle(document.body).backgroundColor]")


@pytest.mark.parametrize("way", ["/", "Tab"])
def test_search_leads_to_a_section(open_in_each, way):
    page = open_in_each("concepts/softmax/")
    press(page, way) if way == "/" else tab_to(page, ".md-search__input", most=8)
    page.keyboard.type("overflow")
    page.wait_for_selector(".md-search-result__item")
    press(page, "ArrowDown", "ArrowDown", "ArrowUp", "ArrowDown")
    for _ in range(12):  # to the first result that is a section
        if "#" in (page.evaluate("document.activeElement.href") or ""):
            break
        press(page, "ArrowDown")
    target = page.evaluate("document.activeElement.href")
    assert "#" in target, f"the arrow keys reach no section among the results, but {focused(page)}"
    press(page, "Enter")
    page.wait_for_url(lambda url: url.split("?")[0] == target.split("?")[0] and "#" in url)
    page.wait_for_function("!document.getElementById('__search').checked")
    page.wait_for_timeout(500)
    section = page.url.split("#")[1]
    top = page.evaluate("(id) => document.getElementById(id).getBoundingClientRect().top", section)
    header = page.evaluate("document.querySelector('.md-header').getBoundingClientRect().bottom")
    assert header <= top < 300, f"#{section} is at {top} px; the header ends at {header} px"


def test_escape_leaves_the_search(open_in_each):
    page = open_in_each()
    press(page, "/")
    page.keyboard.type("softmax")
    page.wait_for_selector(".md-search-result__item")
    press(page, "Escape")
    assert not page.evaluate("document.getElementById('__search').checked"), "Escape does not close the search"
    page.wait_for_timeout(300)
    tab_to(page, "a", most=2)
    assert not page.evaluate("!!document.activeElement.closest('.md-search')"), f"focus went to {focused(page)}"


@pytest.mark.parametrize("key", ["Enter", "Space", "ArrowRight"])
def test_scheme_is_switched_and_kept(open_in_each, key):
    page = open_in_each("concepts/vectors/")
    light = scheme(page)
    tab_to(page, ".md-option", most=6)
    press(page, key)
    page.wait_for_function("document.body.dataset.mdColorScheme === 'slate'")
    dark = scheme(page)
    assert dark[1] != light[1], f"the scheme is {dark[0]}, and the background is still {dark[1]}"
    tab_to(page, ".md-content p a[href*='/']")
    before = page.url.split("#")[0]
    press(page, "Enter")
    page.wait_for_url(lambda url: url.split("#")[0] != before)
    page.wait_for_load_state("networkidle")
    assert scheme(page) == dark, "the next page forgets the scheme"


def test_skip_link_leads_to_the_content(open_in_each):
    page = open_in_each(MHA)
    press(page, "Tab")
    assert "Skip to content" in focused(page), f"the first stop is {focused(page)}"
    press(page, "Enter")
    page.wait_for_function("location.hash")
    assert page.evaluate("document.activeElement.localName") == "h1", f"the skip link leads to {focused(page)}"
    press(page, "Tab")
    assert page.evaluate("!!document.activeElement.closest('article')"), f"after the skip link comes {focused(page)}"


def test_navigation_on_a_phone(open_in_each):
    """Opened, read, gone into and out of a part, closed; then opened again for a link."""
    page = open_in_each(MODELS, width=PHONE)
    shown = "document.querySelector('.md-sidebar--primary').checkVisibility({visibilityProperty: true})"
    inside = "!!document.activeElement.closest('.md-sidebar--primary')"
    assert not page.evaluate(shown)
    tab_to(page, ".md-header label[for=__drawer]", most=4)
    press(page, "Enter")
    assert page.evaluate(shown), "Enter on the button of the navigation does not open it"
    page.wait_for_timeout(50)  # the focus moves when the key has been dealt with
    assert "Reference" in focused(page), f"the focus is not in the open part, but on {focused(page)}"
    stops = []
    for _ in range(30):
        press(page, "Tab")
        if not page.evaluate(inside):
            break
        stops.append(focused(page))
    assert re.search("Misconceptions", stops[-1]), f"the last stop in the part is {stops[-1]}"
    assert not [stop for stop in stops if "Softmax" in stop], "links below the open part are stops"
    outside = focused(page)
    assert outside.startswith(("<body", "<html")), f"after the open navigation comes what it covers: {outside}"
    tab_to(page, ".md-nav__title[for^=__nav]", most=4)
    press(page, "Space")
    page.wait_for_timeout(50)
    assert focused(page).endswith("Reference"), f"the focus does not go to the part just left, but to {focused(page)}"
    press(page, "Escape")
    page.wait_for_function(f"!{shown}")
    assert focused(page).endswith("Navigation"), f"after Escape the focus is on {focused(page)}"
    press(page, "Space")
    tab_to(page, ".md-sidebar--primary a[href$='softmax/']", most=12)
    press(page, "Enter")
    page.wait_for_url("**/concepts/softmax/")
    page.wait_for_function(f"!({shown})")
    tab_to(page, "article a", most=8)


@pytest.mark.parametrize("key", ["Enter", "Space"])
def test_details_open_and_close(open_in_each, key):
    page = open_in_each("concepts/softmax/")
    tab_to(page, "article summary")
    is_open = "document.activeElement.parentElement.open"
    press(page, key)
    assert page.evaluate(is_open), f"{key} does not open {focused(page)}"
    press(page, key)
    assert not page.evaluate(is_open), f"{key} does not close {focused(page)}"


def test_table_is_sorted(open_in_each):
    page = open_in_each(MODELS)
    tab_to(page, ".sortable th:nth-child(2) button")
    read = """() => [...document.querySelectorAll(".sortable tbody tr")].map((row) => row.cells[1].textContent)"""
    told = "[...document.querySelectorAll('.sortable th')].map((head) => head.ariaSort)"
    before = page.evaluate(read)
    for key, order in (("Enter", "ascending"), ("Space", "descending")):
        press(page, key)
        years = page.evaluate(read)
        assert years == sorted(before, reverse=order == "descending"), f"{key}: not in {order} order: {years}"
        states = page.evaluate(told)
        assert states[1] == order, f"{key}: the heading says aria-sort={states[1]}, expected {order}"
        assert not any(states[:1] + states[2:]), f"another heading says that it sorts: {states}"
    press(page, "Tab", "Enter")
    assert page.evaluate(told)[1:3] == [None, "ascending"]


def test_code_is_copied(open_in_each):
    page = open_in_each(MHA)
    tab_to(page, ".listing .md-code__button")
    code = page.evaluate("document.activeElement.closest('pre').querySelector('code').textContent")
    assert "\n" in code
    press(page, "Enter")
    page.evaluate("document.body.prepend(document.createElement('textarea'))")
    tab_to(page, "body > textarea", "Shift+Tab")
    press(page, "ControlOrMeta+v")
    assert page.locator("body > textarea").input_value() == code.rstrip("\n")


# Where a stop is, and what shows that it has the focus: a frame of its own, or that of its label or form.
STOP = f"() => {{ const name = ({ACTIVE})();" + """
  const one = document.activeElement;
  if (one === document.body || one === document.documentElement) return null;
  const shown = one.matches(".md-option") ? one.nextElementSibling : one.closest(".md-search__form") ?? one;
  const style = getComputedStyle(shown);
  const box = [...shown.getClientRects()].find((rect) => rect.width) ?? shown.getBoundingClientRect();
  const header = document.querySelector(".md-header");
  const top = header.contains(one) || one.closest(".md-skip") ? 0 : header.getBoundingClientRect().bottom;
  const at = document.elementFromPoint(box.x + box.width / 2, box.y + Math.min(box.height / 2, 20));
  const behind = [];
  for (let part = shown.parentElement; part; part = part.parentElement)
    behind.push(getComputedStyle(part).backgroundColor);
  const before = window.lastStop;
  const followed = !before || before.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING;
  const left = before && getComputedStyle(window.lastShown).outlineStyle !== "none";
  window.lastStop = one;
  window.lastShown = shown;
  const stops = (window.stops ??= new Set());
  const again = stops.has(one);
  stops.add(one);
  return {
    again, followed, left, behind, box: [box.x, box.y, box.width, box.height],
    outline: [style.outlineStyle, parseFloat(style.outlineWidth), style.outlineColor],
    seen: at && (shown.contains(at) || at.contains(shown)) && (at.closest(".md-header") === one.closest(".md-header")),
    room: [top, innerHeight, innerWidth],
    name, kind: name.split(/[ "]/, 3).join(" "),
  };
}"""
# What the keyboard should reach and has not. Of the two radio buttons of the scheme it reaches the one that is on.
MISSED = """() => [...document.querySelectorAll("a[href], button, input, summary, [tabindex]")].filter((one) => {
  const size = one.getBoundingClientRect();
  const radio = one.matches(".md-option");
  return one.tabIndex >= 0 && !window.stops.has(one) && one.checkVisibility({ visibilityProperty: true }) &&
    (radio ? one.checked : size.width > 0 && size.height > 0);
}).map((one) => `<${one.localName} class="${one.className}"> ${one.textContent.trim().slice(0, 40)}`)"""


def background(behind):
    return next((numbers(colour) for colour in behind if numbers(colour)[3] > 0.5), [255, 255, 255, 1])


def in_view(start, size, first, last):
    """Whole, or, where there is no room for that, over half of the room."""
    shown = min(start + size, last) - max(start, first)
    return shown >= min(size - 2, (last - first) / 2)


# Both schemes at both widths where that is quick, and crosswise where there are hundreds of stops.
ACROSS = [("light", 1280), ("dark", PHONE)]
WALKS = [(address, *one) for address in ("", MODELS) for one in (*ACROSS, ("dark", 1280), ("light", PHONE))]
WALKS += [(address, *one) for address in (MHA, LAB) for one in ACROSS]


@pytest.mark.parametrize(("address", "colours", "width"), WALKS, ids=lambda one: str(one) or "/")
def test_every_stop_is_seen(open_page, address, colours, width):
    """In the order of the page, in view, not below the header, and with a frame that differs from what is around it."""
    page = open_page(address, width=width, scheme=colours, reduced_motion="reduce")
    problems = []
    for _ in range(600):
        press(page, "Tab")
        stop = page.evaluate(STOP)
        if stop is None or stop["again"]:
            break
        if "search__input" in stop["name"]:  # it takes its place a moment later
            page.wait_for_timeout(300)
            stop = {**page.evaluate(STOP), "left": False, "followed": True}
        x, y, wide, high = stop["box"]
        top, bottom, right = stop["room"]
        style, thick, colour = stop["outline"]
        ratio = contrast(numbers(colour), background(stop["behind"]))
        checks = {
            f"in view: at {stop['box']} between {stop['room']}": in_view(y, high, top, bottom)
            and in_view(x, wide, 0, right),
            "covered by nothing": stop["seen"],
            f"a frame of 2 px: {stop['outline']}": style != "none" and thick >= 2,
            f"a frame with a contrast of 3: {ratio:.1f}": ratio >= 3,
            "after the stop before it": stop["followed"],
            "no frame without the focus": not stop["left"],
        }
        problems += [f"{stop['name']}: expected {text}" for text, holds in checks.items() if not holds]
    else:
        pytest.fail(f"600 stops and no end; the last is {focused(page)}")
    assert not problems, f"{len(problems)} problems\n" + "\n".join(problems[:20])
    missed = page.evaluate(MISSED)
    assert not missed, "Tab does not reach\n" + "\n".join(missed)


def test_no_stop_hides_below_the_header_on_the_way_back(open_page):
    page = open_page(MHA, width=PHONE, reduced_motion="reduce")
    problems = []
    for _ in range(100):
        press(page, "Shift+Tab")
        stop = page.evaluate(STOP)
        (_, y, _, high), (top, bottom, _) = stop["box"], stop["room"]
        if not (stop["seen"] and in_view(y, high, top, bottom)):
            problems.append(f"{stop['name']}: at {y} px, {high} px high, between {top} and {bottom} px")
    assert not problems, f"{len(problems)} problems\n" + "\n".join(problems[:10])


@pytest.mark.parametrize(("colours", "width"), ACROSS)
def test_frame_is_painted(open_page, colours, width):
    """For each kind of stop: with the focus as many pixels change, by a contrast of 3, as are in a line around it."""
    page = open_page(MHA, width=width, scheme=colours, reduced_motion="reduce")
    seen, problems = set(), []
    for _ in range(600):
        press(page, "Tab")
        stop = page.evaluate(STOP)
        if stop is None or stop["again"]:
            break
        if stop["kind"] in seen or stop["kind"] == "a.md-skip":  # which is there only with the focus
            continue
        seen.add(stop["kind"])
        if "search__input" in stop["name"]:
            page.wait_for_timeout(300)
            stop = page.evaluate(STOP)
        x, y, wide, high = stop["box"]
        clip = {"x": max(x - 6, 0), "y": max(y - 6, 0), "width": wide + 12, "height": min(high + 12, 900 - y)}
        with_focus = picture(page, clip=clip)
        page.evaluate("document.activeElement.blur()")
        without = picture(page, clip=clip)
        page.evaluate("window.lastStop.focus({preventScroll: true})")
        changed = int((contrast(with_focus, without) >= 3).sum())
        if changed < 2 * (wide + high):
            problems.append(f"{stop['name']}: {changed} pixels, expected {2 * (wide + high):.0f}")
    assert not problems, "\n".join(problems)
    assert len(seen) >= 8, seen
