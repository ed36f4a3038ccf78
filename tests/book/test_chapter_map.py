"""The reading order, the path to a concept, and the map of the chapter, on drawn graphs and on large ones."""

import re
import time
from pathlib import Path
from xml.etree import ElementTree

import markdown
import pytest
from bs4 import BeautifulSoup
from hypothesis import example, given
from hypothesis import strategies as st

from snippets._book import chapter_map, concepts
from snippets._book.concepts import Chapter, Concept
from snippets._book.pages import EXTENSIONS


def chapter(requires, written=()):
    """A chapter from the slugs that each slug requires; written: those that have a page."""
    return Chapter(
        {
            slug: Concept(slug, f"The {slug}", list(needed), "front matter" if slug in written else None)
            for slug, needed in requires.items()
        }
    )


def slugs(found):
    return [concept.slug for concept in found]


@st.composite
def graphs(draw):
    """Requirements without a circle, stored in any order."""
    names = [f"c{number}" for number in range(draw(st.integers(1, 13)))]
    needs = {
        name: draw(st.lists(st.sampled_from(names[:place]), unique=True, max_size=4)) if place else []
        for place, name in enumerate(names)
    }
    return {name: needs[name] for name in draw(st.permutations(names))}


def all_required(graph, slug):
    """What a concept requires, directly or not, by the plainest loop."""
    found = set(graph[slug])
    while any(set(graph[one]) - found for one in found):
        found |= {other for one in found for other in graph[one]}
    return found


DIAMOND = {"d": ["b", "c"], "c": ["a"], "b": ["a"], "a": []}


# The order (property unless it says otherwise)


@given(graphs())
def test_each_concept_stands_after_those_that_it_requires(graph):
    order = slugs(chapter(graph).order)
    assert sorted(order) == sorted(graph)
    for slug, needed in graph.items():
        assert all(order.index(one) < order.index(slug) for one in needed)


@given(graphs())
def test_a_reading_order_is_kept_as_it_is_stored(graph):
    order = slugs(chapter(graph).order)
    assert slugs(chapter({slug: graph[slug] for slug in order}).order) == order


def test_order_moves_only_what_must_come_earlier():
    """Literal: b waits for a, and x and y stay in between."""
    assert slugs(chapter({"x": [], "b": ["a"], "y": [], "a": []}).order) == ["x", "a", "b", "y"]


@given(graphs())
@example(DIAMOND)
def test_path_is_what_a_concept_requires_and_itself(graph):
    book = chapter(graph)
    for slug in graph:
        path = slugs(book.path_to(slug))
        assert path[-1] == slug
        assert sorted(path[:-1]) == sorted(all_required(graph, slug))
        for place, one in enumerate(path):
            assert set(graph[one]) <= set(path[:place])


def test_path_through_a_diamond():
    """Literal: a is needed twice and named once."""
    assert slugs(chapter(DIAMOND).path_to("d")) == ["a", "b", "c", "d"]
    assert slugs(chapter(DIAMOND).path_to("c")) == ["a", "c"]


def test_path_to_what_nobody_knows_is_empty():
    assert chapter(DIAMOND).path_to("e") == []
    assert slugs(chapter({"a": ["e"]}).path_to("a")) == ["a"]


def test_a_circle_does_not_go_round_for_ever():
    book = chapter({"a": ["b"], "b": ["c"], "c": ["a"], "d": ["d"]})
    assert sorted(slugs(book.order)) == ["a", "b", "c", "d"]
    assert slugs(book.path_to("a")) == ["c", "b", "a"]


def test_what_a_concept_leads_to_is_in_reading_order():
    leads = chapter({"e": ["a"], **DIAMOND}).leads
    assert {slug: slugs(found) for slug, found in leads.items()} == {
        "a": ["e", "b", "c"],
        "b": ["d"],
        "c": ["d"],
        "d": [],
        "e": [],
    }


def test_a_chain_of_3000_concepts():
    """Stored from its end, so that the first visit goes all the way down."""
    size = 3000
    book = chapter({f"c{n}": [f"c{n - 1}"] if n else [] for n in reversed(range(size))})
    problems = []
    concepts._check_cycles(book, problems)
    assert problems == []
    assert slugs(book.order) == [f"c{n}" for n in range(size)]
    assert slugs(book.path_to(f"c{size - 1}")) == slugs(book.order)
    assert slugs(book.leads["c0"]) == ["c1"]
    assert chapter_map.layout(book)[f"c{size - 1}"] == (1, size - 1)


# The map


@given(graphs())
@example(DIAMOND)
@example({f"c{n}": [] for n in range(7)})
def test_nodes_of_the_map(graph):
    """Below all that they require, no two in one place, at most three in a row, no row empty."""
    places = chapter_map.layout(chapter(graph))
    assert sorted(places) == sorted(graph)
    for slug, needed in graph.items():
        assert all(places[one][1] < places[slug][1] for one in needed)
    rows = {}
    for column, row in places.values():
        rows.setdefault(row, []).append(column)
    assert sorted(rows) == list(range(len(rows)))
    for columns in rows.values():
        assert len(columns) <= 3
        assert 0 <= min(columns)
        assert max(columns) <= 2
        assert all(right - left >= 1 for left, right in zip(sorted(columns), sorted(columns)[1:], strict=False))


def test_nodes_stand_near_what_they_require():
    """Literal: three beginnings, and below each the one that needs it."""
    places = chapter_map.layout(chapter({"a": [], "b": [], "c": [], "of-c": ["c"], "of-a": ["a"], "of-b": ["b"]}))
    assert places == {"a": (0, 0), "b": (1, 0), "c": (2, 0), "of-a": (0, 1), "of-b": (1, 1), "of-c": (2, 1)}


@pytest.fixture
def drawn():
    """(the map as HTML, its arrows) of a diamond of which a, b and c are written."""
    text, svg = chapter_map.draw(chapter(DIAMOND, written=("a", "b", "c")))
    return BeautifulSoup(markdown.markdown(text, extensions=EXTENSIONS), "html.parser"), ElementTree.fromstring(svg)


def test_only_written_concepts_are_links(drawn):
    page, _ = drawn
    links = {link.get_text(): link["href"] for link in page.select("a.node")}
    assert links == {"The a": "concepts/a.md", "The b": "concepts/b.md", "The c": "concepts/c.md"}
    assert [node.get_text() for node in page.select("span.node.planned")] == ["The d"]


def test_keyboard_goes_through_the_map_in_reading_order(drawn):
    page, _ = drawn
    assert [node.get_text() for node in page.select(".node")] == ["The a", "The b", "The c", "The d"]


def test_alternative_text_of_the_map_counts(drawn):
    page, _ = drawn
    (image,) = page.find_all("img")
    assert image["src"] == "figures/chapter-map.svg"
    assert image["alt"] == (
        "Arrows from each concept to those that need it: 4 concepts, 3 written, 4 arrows, read from top to bottom."
    )


def test_nodes_and_arrows_are_drawn_at_the_same_places(drawn):
    """An arrow begins under the middle of one node and ends on top of the middle of another."""
    page, svg = drawn
    middles = {}
    for node in page.select(".node"):
        column, row = re.fullmatch(r"--column:([\d.]+);--at:(\d+)", node["style"]).groups()
        middles[node.get_text()[-1]] = (100 * float(column) + 50, chapter_map.ROW * float(row))
    expected = {(*middles[one], *middles[slug]) for slug, needed in DIAMOND.items() for one in needed}
    paths = [path.get("d") for path in svg.iter("{http://www.w3.org/2000/svg}path")]
    received = set()
    for path in paths:
        x0, y0, *_, x1, y1 = (float(number) for number in re.findall(r"[\d.]+", path))
        received.add((x0, y0 - chapter_map.NODE, x1, y1))
    assert len(paths) == 4
    assert {tuple(round(one) for one in arrow) for arrow in received} == {
        tuple(round(one) for one in arrow) for arrow in expected
    }


def test_image_and_map_have_one_height(drawn):
    page, svg = drawn
    height = f"{3 * chapter_map.ROW}"
    assert (svg.get("height"), page.img["height"]) == (height, height)
    assert svg.get("viewBox") == f"0 0 300 {height}"
    assert page.select_one("div.map")["style"] == "--rows:3"


def test_stylesheet_gives_a_node_the_height_that_the_drawing_keeps_free():
    style = (Path(__file__).parents[2] / "docs" / "assets" / "book.css").read_text(encoding="utf-8")
    assert f"height: calc(var(--row) * {chapter_map.NODE} / {chapter_map.ROW})" in style


def test_map_of_no_concepts_is_empty():
    assert chapter_map.draw(Chapter()) == ("", "")


# Growth


def seconds_a_concept(size):
    """Of order, check and map; each concept requires the one before it and one from the first half."""
    requires = {
        f"c{number}": [f"c{one}" for one in sorted({number - 1, number // 2}) if 0 <= one < number]
        for number in reversed(range(size))
    }
    best = float("inf")
    for _ in range(5):
        book = chapter(requires, written=set(requires))
        start = time.perf_counter()
        concepts._check_cycles(book, [])
        assert len(book.order) == len(book.place) == len(book.leads) == size
        chapter_map.draw(book)
        best = min(best, time.perf_counter() - start)
    return best / size


def test_work_for_a_concept_does_not_grow_with_the_chapter():
    """1,000 concepts may take three times as long for each as 200: generous, since machines are busy."""
    ratios = []
    while not ratios or (min(ratios) > 3 and len(ratios) < 3):
        ratios.append(seconds_a_concept(1000) / seconds_a_concept(200))
    assert min(ratios) <= 3, ratios
