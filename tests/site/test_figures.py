"""Figures in a real browser: ink that can be read in both schemes, order that survives grey, type for phone and paper.

All figures of the built site stand side by side in one window, once for each scheme. The ink of a text comes from its
style, what is behind it from the pixels that are left once all text is hidden.
"""

import re
import unicodedata
from functools import cache
from itertools import combinations
from pathlib import Path
from types import SimpleNamespace

import matplotlib
import numpy as np
import pytest
from built import PAGES, SITE, SUB_PATH, address, soup
from matplotlib.ft2font import FT2Font
from pixels import contrast, luminance, picture

TEXT = 4.5  # WCAG 1.4.3: contrast of text, of any size
MARK = 3.0  # WCAG 1.4.11: contrast of what must be seen to understand a graphic
SEEN_AS = ("none", "achromatopsia", "deuteranopia", "protanopia", "tritanopia")  # achromatopsia is grey print, too
STEP = 0.9  # of lightness L* (0 to 100), two levels of 256 in the dark: about the least that is seen side by side
ROUNDING = 0.6  # of L*: one level
APART = 0.06  # two numbers of two decimals that differ by this much differ by 0.05 before rounding
GAP = 2  # CSS pixels between two texts
# On a phone 9 CSS pixels are two thirds of the type in listings there; on paper 6 points are the least that
# is commonly set. A4 has 680 CSS pixels (96 an inch) between margins of 15 mm.
READ_ON = {"phone": (390, 9, "CSS pixels"), "paper": (680, 6, "points")}

SCHEMES = ["light", "dark"]
MAP = "chapter-map.svg"  # lines only: its labels are links on the page
SOURCES = {
    path.relative_to(SITE / "figures").as_posix(): path.read_text(encoding="utf-8")
    for path in (SITE / "figures").rglob("*.svg")
}
HEATMAPS = sorted(name for name, source in SOURCES.items() if re.search('<image|id="QuadMesh', source))
each_figure = pytest.mark.parametrize("name", sorted(SOURCES))
each_with_text = pytest.mark.parametrize("name", sorted(SOURCES.keys() - {MAP}))
each_heatmap = pytest.mark.parametrize("name", HEATMAPS)
each_scheme = pytest.mark.parametrize("scheme", SCHEMES)

# Each figure gets a root of its own, so that styles and ids of one do not reach another.
LAY_OUT = """figures => {
  document.body.innerHTML = '<div style="display:flex;flex-wrap:wrap;gap:16px;width:1368px;padding:16px"></div>'
  return figures.map(source => {
    const host = document.body.firstChild.appendChild(document.createElement("div"))
    host.attachShadow({mode: "open"}).innerHTML =
      source + "<style>:host(.bare) [id^=text_], :host(.bare) text {visibility: hidden}</style>"
    return host
  })
}"""
WHAT_IS_IN_IT = """hosts => hosts.map(({shadowRoot: root}) => {
  const rgba = (element, paint) => {  // null: none, or a pattern
    const style = getComputedStyle(element), found = style[paint].match(/^rgba?\\((.+)\\)$/)
    if (!found) return null
    const [r, g, b, a = 1] = found[1].split(",").map(Number)
    let opacity = a * style[paint + "Opacity"]
    for (let one = element; one instanceof Element; one = one.parentNode) opacity *= getComputedStyle(one).opacity
    return opacity ? [r, g, b, opacity] : null
  }
  const box = element => {
    const {x, y, width, height} = element.getBoundingClientRect()
    return [x + scrollX, y + scrollY, width, height]
  }
  const corners = element => {
    const {x, y, width, height} = element.getBBox(), matrix = element.getScreenCTM()
    return [[x, y], [x + width, y], [x + width, y + height], [x, y + height]].map(corner => {
      const point = new DOMPoint(...corner).matrixTransform(matrix)
      return [point.x + scrollX, point.y + scrollY]
    })
  }
  const size = element => {  // of the type, in CSS pixels; Matplotlib's glyphs are 100 units high
    const {a, b, c, d} = element.getScreenCTM()
    const units = element.localName == "text" ? parseFloat(getComputedStyle(element).fontSize) : 100
    return units * Math.sqrt(Math.abs(a * d - b * c))
  }
  // What tells a series from another without colour: the shape of a marker, a line or an area, dashes, hatching.
  const kind = element => {
    const style = getComputedStyle(element)
    const marker = element.localName == "use" && root.querySelector(element.getAttribute("xlink:href"))
    const form = marker ? marker.getAttribute("d") : style.fill == "none" ? "line" : "area"
    return [form, style.strokeDasharray, style.fill.match(/^url.*/)].join(" ")
  }
  const all = selector => [...root.querySelectorAll(selector)].filter(one => !one.closest("defs"))
  return {
    box: box(root.querySelector("svg")),
    texts: all("[id^=text_] g:has(> use), text").map(one => ({
      glyphs: [...one.querySelectorAll("use")].map(use => use.getAttribute("xlink:href").slice(1)),
      text: one.textContent.trim(), ink: rgba(one, "fill"), size: size(one), corners: corners(one),
    })),
    marks: all("path, use, rect, circle, line").filter(one => !one.closest("[id^=text_], [id^=QuadMesh]"))
      .map(one => ({
        group: (one.closest("[id]")?.id ?? one.localName).replace(/_.*/, ""), kind: kind(one), fill: rgba(one, "fill"),
        stroke: rgba(one, "stroke"),
      })),
    meshes: all("[id^=QuadMesh]").map(mesh => [...mesh.querySelectorAll("path")].map(box)),
    images: all("image").map(box),
  }
})"""
# What is folded away is unfolded. A browser prints a page that is too wide at a smaller scale.
WIDTHS = """() => {
  document.querySelectorAll("details:has(img)").forEach(one => one.open = true)
  const {clientWidth, scrollWidth} = document.documentElement
  return [...document.querySelectorAll("img[src*='figures/']")].map(image => [
    new URL(image.src).pathname, image.getBoundingClientRect().width * Math.min(1, clientWidth / scrollWidth)])
}"""


@pytest.fixture(scope="module")
def sheets(chromium, base):
    """For each scheme: what is in each figure, and pictures of all figures, without text also as others see them."""
    sheets, height = {}, {name: float(re.search(r'height="([\d.]+)', SOURCES[name])[1]) for name in SOURCES}
    names = sorted(SOURCES, key=lambda name: (name not in HEATMAPS, height[name]))  # heatmaps first, low ones first
    for scheme in SCHEMES:
        context = chromium.new_context(viewport={"width": 1400, "height": 900}, color_scheme=scheme)
        page = context.new_page()
        page.goto(base)  # a real page, for its background
        hosts = page.evaluate_handle(LAY_OUT, [SOURCES[name] for name in names])
        figures = dict(zip(names, page.evaluate(WHAT_IS_IN_IT, hosts), strict=True))
        full = picture(page, full_page=True)
        end = max(figures[name]["box"][1] + figures[name]["box"][3] for name in HEATMAPS)
        maps = {"x": 0, "y": 0, "width": 1400, "height": np.ceil(end)}
        page.evaluate("hosts => hosts.forEach(host => host.className = 'bare')", hosts)
        devtools, bare = context.new_cdp_session(page), {}
        for seen_as in SEEN_AS:
            devtools.send("Emulation.setEmulatedVisionDeficiency", {"type": seen_as})
            bare[seen_as] = picture(page, full_page=True, clip=None if seen_as == "none" else maps)
        # no figure stands in the corner
        sheets[scheme] = SimpleNamespace(figures=figures, full=full, bare=bare, page=bare["none"][0, 0] / 255)
        context.close()
    return sheets


@pytest.fixture(scope="module")
def widths(chromium, base):
    """For phone and paper: the pages that show a figure, and how wide they show it, in CSS pixels."""
    widths = {medium: {} for medium in READ_ON}
    context = chromium.new_context()
    page = context.new_page()
    for path in PAGES:
        if not soup(path).select("img[src*='figures/']"):
            continue
        page.goto(base + address(path))
        for medium, (width, *_) in READ_ON.items():
            page.emulate_media(media="print" if medium == "paper" else "screen")
            page.set_viewport_size({"width": width, "height": 900})
            for source, shown in page.evaluate(WIDTHS):
                widths[medium].setdefault(source.removeprefix(f"{SUB_PATH}figures/"), {})[f"/{address(path)}"] = shown
    context.close()
    return widths


def lightness(colour):
    """CIE L*: 0 is black, 100 is white, and equal steps look equal."""
    y = luminance(255 * colour)
    return np.where(y > 216 / 24389, 116 * np.cbrt(y) - 16, y * 24389 / 27)


def over(rgba, behind):
    """What a colour of a style looks like over other colours."""
    *rgb, opacity = rgba
    return opacity * np.array(rgb) / 255 + (1 - opacity) * behind


def code(colour):
    return "#" + "".join(f"{round(255 * part):02x}" for part in colour)


def inside(picture, box, more=0):
    """The pixels of a box, with `more` pixels on each side."""
    x, y, width, height = box
    rows = slice(max(0, round(y - more)), round(y + height + more))
    return picture[rows, max(0, round(x - more)) : round(x + width + more)] / 255


@cache
def characters(font):
    file = Path(matplotlib.get_data_path(), "fonts", "ttf", f"{font}.ttf")
    return {glyph: chr(code) for code, glyph in FT2Font(file).get_charmap().items()} if file.is_file() else {}


def words(text):
    """What a text says: it is drawn as glyphs, named DejaVuSans-4b by font and number."""
    parts = [glyph.rsplit("-", 1) for glyph in text["glyphs"]]
    said = text["text"] or "".join(characters(font).get(int(number, 16), "?") for font, number in parts)
    return repr(unicodedata.normalize("NFKC", said))


def report(name, faults):
    faults = list(dict.fromkeys(faults))
    more = [f"and {len(faults) - 6} more"] if len(faults) > 6 else []
    if faults:
        pytest.fail(f"figures/{name}:\n  " + "\n  ".join([*faults[:6], *more]), pytrace=False)


# Ink


@each_with_text
@each_scheme
def test_text_stands_out_from_all_that_is_behind_it(name, scheme, sheets):
    """Also a number in a cell of a map, and a label that touches a line."""
    sheet, faults = sheets[scheme], []
    assert sheet.figures[name]["texts"], f"figures/{name}: found no text"
    for text in sheet.figures[name]["texts"]:
        low, high = np.min(text["corners"], axis=0), np.max(text["corners"], axis=0)
        full, bare = (inside(one, (*low, *(high - low)), more=2) for one in (sheet.full, sheet.bare["none"]))
        near = abs(full - bare).max(axis=-1) > 0.1
        for axis in (0, 1):  # the glyphs and one pixel around them
            near = near | np.roll(near, 1, axis) | np.roll(near, -1, axis)
        behind = bare[near]
        if not behind.size:
            faults.append(f"{words(text)} cannot be seen: it has the colour of what is behind it")
            continue
        ink = over(text["ink"], behind)
        ratios = contrast(255 * ink, 255 * behind)
        if ratios.min() < TEXT:
            at = ratios.argmin()
            faults.append(
                f"{words(text)}: ink {code(ink[at])} over {code(behind[at])}, "
                f"expected a contrast of {TEXT} or more, received {ratios[at]:.2f}"
            )
    report(f"{name}, {scheme} scheme", faults)


@each_figure
@each_scheme
def test_lines_and_marks_stand_out_from_the_page(name, scheme, sheets):
    sheet, faults = sheets[scheme], []
    for mark in sheet.figures[name]["marks"]:
        colours = [over(mark[paint], sheet.page) for paint in ("fill", "stroke") if mark[paint]]
        if colours and (best := max(contrast(255 * colour, 255 * sheet.page) for colour in colours)) < MARK:
            faults.append(
                f"{mark['group']}: {code(colours[0])} on the page's {code(sheet.page)}, "
                f"expected a contrast of {MARK} or more, received {best:.2f}"
            )
    report(f"{name}, {scheme} scheme", faults)


@each_figure
def test_series_differ_in_more_than_hue(name, sheets):
    """Two colours are told apart in grey too, or they have another marker, dash or hatching each."""
    faults = []
    for scheme, sheet in sheets.items():
        colours = {}
        for mark in sheet.figures[name]["marks"]:
            if paint := mark["stroke"] or mark["fill"]:
                colours.setdefault(mark["kind"], set()).add(tuple(over(paint, sheet.page)))
        for one, other in (pair for alike in colours.values() for pair in combinations(sorted(alike), 2)):
            if (ratio := contrast(255 * np.array(one), 255 * np.array(other))) < MARK:
                faults.append(
                    f"{code(one)} and {code(other)} mark two things in one form, {scheme} scheme: "
                    f"expected a contrast of {MARK} or more, or two forms (marker, dashes), received {ratio:.2f}"
                )
    report(name, faults)


# Order of values


@cache
def tables(name):
    """The numbers behind the maps of a figure: the tables that the page folds away below it."""
    image = next(found for path in PAGES for found in soup(path).find_all("img", src=re.compile(f"figures/{name}$")))
    figure = image.find_parent(class_="figure")
    return [
        np.array([[float(cell.text) for cell in row.find_all("td")[1:]] for row in table.select("tbody tr")])
        for table in figure.select("details table")
    ]


def cell_colours(picture, one, shape):
    """The colour in the middle of each cell: of a mesh (a box for each) or of an image (one box for all)."""
    if isinstance(one[0], list):
        assert len(one) == np.prod(shape), f"expected {shape} cells, received {len(one)}"
        middles = [(x + width / 2, y + height / 2) for x, y, width, height in one]
    else:
        x, y, width, height = one
        middles = [(x + (j + 0.5) * width / shape[1], y + (i + 0.5) * height / shape[0]) for i, j in np.ndindex(shape)]
    return np.array([picture[int(y), int(x)] / 255 for x, y in middles])


@each_heatmap
@each_scheme
def test_a_larger_weight_is_farther_from_the_page_whoever_looks(name, scheme, sheets):
    """In each map and on the colour bar, for all eyes and in grey print; and each cell has the colour of the bar."""
    sheet, faults = sheets[scheme], []
    figure, behind = sheet.figures[name], tables(name)
    bars = [box for box in figure["images"] if box[3] > 5 * box[2]]
    shown = [*figure["meshes"], *(box for box in figure["images"] if box not in bars)]
    assert len(bars) == 1, f"figures/{name}: expected one colour bar, received {len(bars)}"
    assert len(behind) in (0, len(shown)), f"figures/{name}: {len(shown)} maps, and {len(behind)} tables below them"
    for seen_as in SEEN_AS:
        picture = sheet.bare[seen_as]
        page = lightness(picture[0, 0] / 255)
        bar = inside(picture, bars[0], more=-2)  # without its blurred edge
        bar = bar[:, bar.shape[1] // 2][::-1]  # from 0 to 1
        far = abs(lightness(bar) - page)
        if (np.diff(far) < -ROUNDING).any() or far[-1] < 20 * STEP:
            faults.append(f"colour bar, seen with {seen_as}: expected steps away from the page, from 0 to 1")
        for number, one in enumerate(shown):
            if not behind:  # too many numbers for a table: at least their colours are all on the bar
                colours = np.unique(inside(picture, one, more=-2).reshape(-1, 3), axis=0)
                off = abs(colours[:, None] - bar).max(axis=-1).min(axis=1).max()
            else:
                values = behind[number].ravel()
                colours = cell_colours(picture, one, behind[number].shape)
                at = (np.arange(len(bar)) + 2.5) / (len(bar) + 4)
                off = abs(colours - np.transpose([np.interp(values, at, part) for part in bar.T])).max()
                far = abs(lightness(colours) - page)
                more, farther = np.subtract.outer(values, values), np.subtract.outer(far, far)
                wrong = ((more > 0.005) & (farther < -ROUNDING)) | ((more > APART - 0.005) & (farther < STEP))
                for i, j in np.argwhere(wrong)[:1]:
                    faults.append(
                        f"map {number}, seen with {seen_as}: {values[i]} is {far[i]:.1f} away from the page in "
                        f"lightness, {values[j]} is {far[j]:.1f} away; expected the larger weight farther away, "
                        f"by {STEP} or more where they differ by {APART} or more"
                    )
            if seen_as == "none" and off > 8 / 255:
                faults.append(f"map {number}: a cell has another colour than the bar at its value")
    report(f"{name}, {scheme} scheme", faults)


# Type


@pytest.mark.parametrize("medium", READ_ON)
@each_with_text
def test_type_is_large_enough(name, medium, sheets, widths):
    width, least, unit = READ_ON[medium]
    figure, pages = sheets["light"].figures[name], widths[medium].get(name)
    assert pages, f"figures/{name}: no page shows it"
    text = min(figure["texts"], key=lambda text: text["size"])
    faults = []
    for page, shown in pages.items():
        size = text["size"] * shown / figure["box"][2] * (0.75 if unit == "points" else 1)
        if size < least - 0.05:
            faults.append(f"{words(text)} on {page}: expected type of {least} {unit} or more, received {size:.1f}")
    report(f"{name} on {medium}, {width} pixels wide", faults)


def gap(one, other):
    """The distance of two rectangles along the axis that parts them best; below 0 where they overlap."""
    best = -np.inf
    for corners in (one, other):
        for side in (corners[1] - corners[0], corners[2] - corners[1]):
            across = np.array([-side[1], side[0]]) / np.hypot(*side)
            a, b = one @ across, other @ across
            best = max(best, b.min() - a.max(), a.min() - b.max())
    return best


@each_with_text
def test_no_text_touches_another_or_is_cut_off(name, sheets):
    figure, faults = sheets["light"].figures[name], []
    x, y, width, height = figure["box"]
    texts = [(words(text), np.array(text["corners"])) for text in figure["texts"]]
    for said, corners in texts:
        low, high = corners.min(axis=0) - (x, y), corners.max(axis=0) - (x, y)
        if (low < -0.5).any() or (high > (width + 0.5, height + 0.5)).any():
            faults.append(
                f"{said} leaves the figure: it reaches from {low.round()} to {high.round()} "
                f"in a figure of {width:.0f} × {height:.0f}"
            )
    for (said, one), (also, other) in combinations(texts, 2):
        if (one.min(axis=0) - other.max(axis=0) < GAP).all() and (other.min(axis=0) - one.max(axis=0) < GAP).all():
            if (between := gap(one, other)) < GAP:
                faults.append(
                    f"{said} and {also}: expected a gap of {GAP} CSS pixels or more, received {between:.1f}"
                )
    report(name, faults)


@pytest.mark.parametrize("width", [390, 1280])
def test_the_names_on_the_chapter_map_fit_their_boxes(width, open_page):
    """No name leaves its box, and no word is broken."""
    page = open_page(width=width)
    boxes = page.evaluate("""() => [...document.querySelectorAll(".map .node")].map(node => {
      node.style.overflowWrap = "normal"
      const name = document.createRange()
      name.selectNodeContents(node)
      const [box, text] = [node, name].map(one => one.getBoundingClientRect())
      return [node.textContent, Math.min(text.left - box.left, text.top - box.top, box.right - text.right,
                                         box.bottom - text.bottom)]
    })""")
    assert boxes
    outside = [f"{name!r} leaves its box by {-room:.0f} pixels" for name, room in boxes if room < 0]
    report(f"{MAP}, {width} pixels wide", outside)
