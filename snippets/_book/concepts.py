"""The concepts: front matter of their pages, what they require, their order, the papers they name."""

import math
import re
from dataclasses import dataclass
from functools import cached_property
from graphlib import CycleError, TopologicalSorter
from typing import Annotated, Literal

from pydantic import Field, ValidationError

from snippets._book.facts import SLUG, Day, Record, Slug, Text, explain, read_yaml
from snippets._book.project import CONCEPTS, DATA, nearest, problem, read_text

LABELS = ("established", "measured", "interpretation", "contested", "convention")
CLAIM = re.compile(r"\[([^\[\]]*)\]\(([^)\s]*)\)\{([^}]*\.claim[^}]*)\}")
INCLUDE = re.compile(r'^[ \t]*--8<--[ \t]+"([^"]*)"[ \t]*$', re.MULTILINE)
FENCE = re.compile(r"^(```+|~~~+).*?^\1[ \t]*$", re.MULTILINE | re.DOTALL)
FOLDED = re.compile(r"<details.*?</details>", re.DOTALL)
PLANNED = DATA[0] / "planned.yml"
# The one rule for reading times, stated in the contributing guide.
WORDS_A_MINUTE = 180
MINUTES = {"code": 1.0, "fn": 1.0, "out": 0.5, "fig": 0.5, "table": 0.5}


class Change(Record):
    date: Day
    text: Text


class PaperKeys(Record):
    essential: list[str]
    further: list[str] = []

    @property
    def all(self):
        return [*self.essential, *self.further]


class FrontMatter(Record):
    """What a concept page says about itself."""

    title: Text
    description: Annotated[str, Field(min_length=1, max_length=160)]
    objectives: Annotated[list[Text], Field(min_length=2, max_length=4)]
    importance: Literal["must know", "should know", "optional"]
    depth: Literal["know well", "know about"]
    difficulty: Annotated[int, Field(ge=1, le=5)]
    requires: list[Slug]
    papers: PaperKeys
    explanations: list[str] = []
    authors: Annotated[list[Text], Field(min_length=1)]
    updated: Day
    changes: list[Change] = []


@dataclass
class Concept:
    """A concept with a page, or (meta and body None) one that is planned."""

    slug: str
    title: str
    requires: list
    meta: FrontMatter | None = None
    body: str = ""

    @property
    def planned(self):
        return self.meta is None

    @cached_property
    def minutes(self):
        """Words at the stated rate, plus time for each listing, output, figure and table that is not folded."""
        body = FOLDED.sub("", self.body)
        names = [name.removesuffix(".md") for name in INCLUDE.findall(body)]
        includes = ["fn" if "/fn." in name else name.split(".")[-1] for name in names]
        prose = FENCE.sub("", INCLUDE.sub("", body))
        words = len(re.findall(r"[^\W\d_][\w'’-]*", prose))
        return max(1, math.ceil(words / WORDS_A_MINUTE + sum(MINUTES.get(kind, 0) for kind in includes)))


class Chapter(dict):
    """All concepts by slug."""

    @cached_property
    def order(self):
        """The reading order: every concept after those that it requires, otherwise as they are stored."""
        return self._after_what_they_require(self)

    @cached_property
    def place(self):
        """The place of each slug in the reading order."""
        return {concept.slug: place for place, concept in enumerate(self.order)}

    @cached_property
    def leads(self):
        """For each slug the concepts that require it, in reading order."""
        found = {slug: [] for slug in self}
        for concept in self.order:
            for slug in concept.requires:
                if slug in found:
                    found[slug].append(concept)
        return found

    def path_to(self, slug):
        """What to understand first, each concept after those that it requires, ending with the concept itself."""
        return self._after_what_they_require([slug])

    def _after_what_they_require(self, slugs):
        order = []
        seen = set()  # a circle is reported elsewhere; here it must not go round for ever
        open_ = [(None, iter(slugs))]  # a list, since a recursion would end at a path of 1,000 concepts
        while open_:
            concept, required = open_[-1]
            slug = next(required, None)
            if slug is None:
                open_.pop()
                order += [concept] if concept else []
            elif slug in self and slug not in seen:
                seen.add(slug)
                open_.append((self[slug], iter(self[slug].requires)))
        return order


def load_concepts(planned, problems):
    """All concepts by slug: those with a page, then those planned, in the order of planned.yml.

    planned: the records of planned.yml, None where it cannot be read.
    """
    concepts = Chapter()
    for path in sorted(CONCEPTS.glob("*.md")):
        concept = _load_page(path, problems)
        if concept:
            concepts[concept.slug] = concept
    pages = {path.stem for path in CONCEPTS.glob("*.md")}  # those with a mistake are known, too
    for slug, row in (planned or {}).items():
        if slug in pages:
            text = f"{slug} has a page: take its entry out of planned.yml"
            problems.append(problem(PLANNED, line_of_text(PLANNED, f"slug: {slug}"), text))
        elif row:
            concepts[slug] = Concept(slug, row.title, row.requires)
    known = pages | set(planned or {})
    for concept in concepts.values():
        for slug in concept.requires:
            if slug not in known and planned is not None:
                text = f"requires: no concept {slug!r}{nearest(slug, known)}"
                problems.append(_wrong_requires(concept, slug, text))
    _check_cycles(concepts, problems)
    return concepts


def _wrong_requires(concept, slug, text):
    """A problem at the place where `concept` says that it requires `slug`."""
    if concept.meta:
        path = CONCEPTS / f"{concept.slug}.md"
        return problem(path, line_of_text(path, "requires:", slug), text)
    return problem(PLANNED, line_of_text(PLANNED, f"slug: {concept.slug}", "requires:", slug), text)


def split_page(text):
    """(front matter, the page's Markdown, line on which the Markdown starts)."""
    found = re.match(r"---\n(.*?\n)---\n", text, re.DOTALL)
    if not found:
        return "", text, 1
    return found[1], text[found.end() :], text.count("\n", 0, found.end()) + 1


def _load_page(path, problems):
    if not re.fullmatch(SLUG, path.stem):
        text = f"expected a file name of lower-case words joined by hyphens, received {path.name}"
        problems.append(problem(path, 1, text))
        return None
    text = read_text(path, problems)
    if text is None:
        return None
    front, body, _ = split_page(text)
    before = len(problems)
    data, node = read_yaml(path, front, 2, problems)
    if not isinstance(data, dict):
        if len(problems) == before:
            problems.append(problem(path, 1, "expected front matter between two lines ---, received none"))
        return None
    try:
        meta = FrontMatter.model_validate(data)
    except ValidationError as error:
        problems += explain(error, path, node, (), FrontMatter, 2, "front matter, ")
        return None
    return Concept(path.stem, meta.title, meta.requires, meta, body)


def line_of_text(path, *names):
    """The line with the last of `names`, each looked for from the place of the one before it."""
    text = path.read_text(encoding="utf-8", errors="replace")
    position = 0
    for name in names:
        found = re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])").search(text, position)
        position = found.start() if found else position
    return text.count("\n", 0, position) + 1


def _check_cycles(concepts, problems):
    try:
        TopologicalSorter({slug: concept.requires for slug, concept in concepts.items()}).prepare()
    except CycleError as error:
        cycle = error.args[1][::-1]  # each requires the next one
        text = f"requires goes in a circle: {' → '.join(cycle)}"
        problems.append(_wrong_requires(concepts[cycle[0]], cycle[1], text))


def check_keys(concepts, facts, problems):
    """Report keys of papers and explanations that pages or models name and nobody describes, and titles used twice."""
    titles = {}
    for model in filter(None, (facts["models"] or {}).values()):
        keys = [one.paper for one in model.published if one.paper]
        _check_keys(DATA[0] / "models.yml", f"id: {model.id}", "papers", keys, facts["papers"], problems)
    for concept in concepts.values():
        if concept.meta:
            path, meta = CONCEPTS / f"{concept.slug}.md", concept.meta
            _check_keys(path, "papers:", "papers", meta.papers.all, facts["papers"], problems)
            _check_keys(path, "explanations:", "explanations", meta.explanations, facts["explanations"], problems)
        other = titles.setdefault(concept.title.lower(), concept.slug)
        if other != concept.slug:
            where = CONCEPTS / f"{concept.slug}.md" if concept.meta else PLANNED
            text = f"title: {concept.title!r} is the title of {other} already"
            problems.append(problem(where, line_of_text(where, concept.title), text))


def _check_keys(path, after, kind, keys, known, problems):
    """Report each of `keys`, which stand in the file `path` after the text `after`, that is not known."""
    for key in keys:
        if known is not None and key not in known:
            text = f"{kind}: no {kind[:-1]} {key!r} in docs/data/{kind}.yml{nearest(key, known)}"
            problems.append(problem(path, line_of_text(path, after, key), text))
