"""The site under the reader's own settings: less motion, larger text, more space, colours of the system."""

import numpy as np
import pytest
from pixels import contrast, numbers, picture

MHA = "concepts/multi-head-attention/"
MODELS = "reference/models/"
LAB = "labs/take-the-layer-apart/"
each_kind = pytest.mark.parametrize("address", ["", MHA, MODELS, LAB], ids=lambda address: f"/{address}")

MOVING = """() => document.getAnimations().map((one) => {
  const of = one.effect.target;
  return `${one.transitionProperty ?? one.animationName} of <${of.localName} class="${of.className}">`;
})"""
# What could move: every element, and what the stylesheet draws before and after it.
COULD_MOVE = """() => [...document.querySelectorAll("*")].flatMap((one) => [null, "::before", "::after"].map((part) => {
  const style = getComputedStyle(one, part);
  const still = style.transitionProperty === "none" || /^0s(, 0s)*$/.test(style.transitionDuration);
  return still && style.animationName === "none" && style.scrollBehavior === "auto" ? "" :
    `<${one.localName} class="${one.className}">${part ?? ""}`;
})).filter(Boolean)"""


@pytest.mark.parametrize("width", [1280, 390])
def test_nothing_moves_for_those_who_ask_for_that(open_page, width):
    page = open_page(MHA, width=width, reduced_motion="reduce")
    could = page.evaluate(COULD_MOVE)
    assert not could, f"{len(could)} elements, among them\n" + "\n".join(could[:10])
    steps = {
        "a fold opens": lambda: page.locator("article summary").first.click(),
        "the scheme changes": lambda: page.locator(".md-header label[for^=__palette]:visible").click(),
        "the pointer is over code": lambda: page.locator(".highlight").first.hover(),
        "code is copied": lambda: page.locator(".md-code__button").first.click(),
        "the search opens": lambda: page.keyboard.press("/"),
        "it finds something": lambda: page.keyboard.type("softmax"),
        "it closes": lambda: page.keyboard.press("Escape"),
    }
    if width < 1220:
        steps["the navigation opens"] = lambda: page.locator("label.md-header__button[for=__drawer]").click()
    for step, do in steps.items():
        do()
        moving = page.evaluate(MOVING)
        assert not moving, f"{step}: {moving}"
        if step == "it finds something":
            page.wait_for_selector(".md-search-result__item")  # else the next key comes too early


# Text that cannot be read: outside the window where nothing scrolls, or cut off. The title in the header is
# exempt: on each page the first heading says the same.
LOST = """() => {
  const lost = [];
  const tell = (one, why) => {
    const text = one.textContent.trim().slice(0, 40);
    if (text) lost.push(`<${one.localName} class="${one.className}"> ${text}: ${why}`);
  };
  for (const one of document.querySelectorAll(".md-header *, .md-content *, .md-footer *")) {
    const style = getComputedStyle(one);
    const cuts = /hidden|clip/.test(style.overflowX + style.overflowY) || one.matches(".node, .facts span, button");
    if (!cuts || !one.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if (one.closest(".md-header__title, math, .md-search")) continue;
    if (one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1)
      tell(one, `${one.scrollWidth} x ${one.scrollHeight} px in ${one.clientWidth} x ${one.clientHeight}`);
  }
  const scrolls = (one) => one && (/auto|scroll/.test(getComputedStyle(one).overflowX) || scrolls(one.parentElement));
  const words = document.createTreeWalker(document.querySelector(".md-container"), NodeFilter.SHOW_TEXT);
  while (words.nextNode()) {
    const parent = words.currentNode.parentElement;
    if (!words.currentNode.data.trim() || !parent.checkVisibility({ visibilityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(words.currentNode);
    const { left, right, width } = range.getBoundingClientRect();
    if (width && (right > innerWidth + 1 || left < -1) && !scrolls(parent)) tell(parent, `from ${left} to ${right} px`);
  }
  return lost;
}"""
# Things that lie on top of each other, or outside the window.
COLLIDE = """() => {
  const problems = [];
  for (const kind of [".md-header__inner > :is(a, label), .md-header__topic:first-child .md-ellipsis, \
.md-header__option > label, .md-search__form", ".map .node", ".facts span"]) {
    const seen = { visibilityProperty: true, opacityProperty: true };
    const shown = [...document.querySelectorAll(kind)].map((one) => [one, one.getBoundingClientRect()])
      .filter(([one, box]) => box.width > 5 && one.checkVisibility(seen));
    const name = (one) => `<${one.localName} class="${one.className}"> ${one.textContent.trim().slice(0, 40)}`;
    shown.forEach(([one, a], number) => {
      if (a.right > innerWidth + 1 || a.left < -1) problems.push(`${name(one)} is outside the window`);
      for (const [other, b] of shown.slice(number + 1))
        if (a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1)
          problems.push(`${name(one)} lies on ${name(other)}`);
    });
  }
  return problems;
}"""
MORE_SPACE = (
    "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }"
    "p { margin-bottom: 2em !important }"
)
# name: (width of the window, settings of the context, size of text that the browser is set to, style of the reader)
LARGER = {
    "zoom of 200 %": (640, {"device_scale_factor": 2}, None, None),
    "zoom of 400 %": (320, {"device_scale_factor": 4}, None, None),
    "text of 200 %": (1280, {}, 32, None),
    "more space": (1280, {}, None, MORE_SPACE),
    "more space on a phone": (390, {}, None, MORE_SPACE),
}


@each_kind
@pytest.mark.parametrize("setting", LARGER)
def test_larger_text_and_more_space_lose_nothing(open_page, address, setting):
    width, context, size, style = LARGER[setting]
    page = open_page(address, width=width, **context)
    if size:  # the reader's own size, which the widths in the stylesheet follow too; not a size that a page sets
        page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": size, "fixed": size}})
        page.reload(wait_until="networkidle")
        assert page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") == 1.25 * size
    if style:
        page.add_style_tag(content=style)
    page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")
    page.wait_for_timeout(100)
    over = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert over <= 0, f"the page is {over} px wider than the window"
    problems = [*page.evaluate(LOST), *page.evaluate(COLLIDE)]
    assert not problems, f"{len(problems)} problems\n" + "\n".join(problems[:20])


# Borders and icons that carry a meaning, with their colours and what is behind them.
SHAPES = """() => {
  const shapes = [];
  const shown = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const page = getComputedStyle(document.body).backgroundColor;
  const add = (one, what, colour) =>
    shapes.push([`${what} of <${one.localName} class="${one.className}">`, colour, page]);
  const framed = ".output, .listing, .card, .facts span, a.claim, .node, .ways > div, .table td";
  for (const one of document.querySelectorAll(framed))
    if (shown(one)) {
      const style = getComputedStyle(one);
      const drawn = style.borderBottomStyle !== "none" && parseFloat(style.borderBottomWidth) >= 1;
      add(one, "border", drawn ? style.borderBottomColor : page);
    }
  for (const one of document.querySelectorAll(".md-header svg"))
    if (shown(one)) add(one.parentElement, "icon", getComputedStyle(one.querySelector("path")).fill);
  for (const one of document.querySelectorAll("*")) {
    const icon = getComputedStyle(one, "::after");
    if (icon.maskImage !== "none" && icon.content !== "none" && shown(one)) add(one, "icon", icon.backgroundColor);
  }
  return shapes;
}"""


@each_kind
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_shapes_stay_under_forced_colours(open_page, address, scheme):
    page = open_page(address, scheme=scheme, forced_colors="active")
    shapes = page.evaluate(SHAPES)
    kinds = {" ".join(what.split()[:1]) for what, *_ in shapes}
    assert kinds == {"border", "icon"}, kinds
    lost = {what for what, colour, behind in shapes if contrast(numbers(colour), numbers(behind)) < 3}
    assert not lost, "not seen under forced colours:\n" + "\n".join(sorted(lost))
    same = page.evaluate("""() => ["text-decoration-line", "color"].every((key) => new Set(
      [...document.querySelectorAll(".md-sidebar--primary a.md-nav__link")].map((one) =>
        getComputedStyle(one).getPropertyValue(key))).size === 1)""")
    assert not same, "under forced colours the navigation does not show which page this is"


def test_listing_and_output_differ_under_forced_colours(open_page):
    page = open_page(MHA, forced_colors="active")
    width = "(one) => getComputedStyle(one).borderLeftWidth"
    assert set(page.evaluate(f"[...document.querySelectorAll('.output')].map({width})")) == {"3px"}
    assert set(page.evaluate(f"[...document.querySelectorAll('.listing')].map({width})")) == {"1px"}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_figures_under_forced_colours(open_page, scheme):
    """Heatmaps keep their colours; what is written on the page's background can be read. In the other scheme, too."""
    page = open_page(MHA, scheme=scheme, forced_colors="active", reduced_motion="reduce")
    figure = page.locator(".figure img:visible").first
    figure.scroll_into_view_if_needed()
    figure.evaluate("(one) => one.decode()")
    for switched in (False, True):
        if switched:
            page.locator(".md-header label[for^=__palette]:visible").click()
        pixels = picture(figure)
        behind = pixels[0, 0]
        ink = contrast(pixels, behind)[:, :20].max(), contrast(pixels, behind)[-20:].max()  # names of the axes
        assert min(ink) >= 4.5, f"scheme switched: {switched}; the names of the axes have a contrast of {min(ink):.1f}"
        assert (np.ptp(pixels, axis=2) > 60).mean() > 0.01, "the heatmap has lost its colours"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_frame_of_the_focus_under_forced_colours(open_page, scheme):
    page = open_page("", scheme=scheme, forced_colors="active")
    for _ in range(25):
        page.keyboard.press("Tab")
        name, style, width, colour, behind = page.evaluate("""() => {
          const one = document.activeElement;
          const shown = one.matches(".md-option") ? one.nextElementSibling : one.closest(".md-search__form") ?? one;
          const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(shown);
          return [one.outerHTML.slice(0, 80), outlineStyle, parseFloat(outlineWidth), outlineColor,
            getComputedStyle(document.body).backgroundColor];
        }""")
        assert style != "none", f"{name}: no frame"
        assert width >= 2, f"{name}: {width} px"
        assert contrast(numbers(colour), numbers(behind)) >= 3, f"{name}: {colour} on {behind}"
