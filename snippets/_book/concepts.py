"""The concepts: front matter of their pages, what they require, the path to each, the papers they name."""

import datetime
import math
import re
from dataclasses import dataclass
from typing import Annotated, Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from snippets._book.project import CONCEPTS, DATA, nearest, problem, read_text

LABELS = ("established", "measured", "interpretation", "contested", "convention")
INCLUDE = re.compile(r'^[ \t]*--8<--[ \t]+"([^"]*)"[ \t]*$', re.MULTILINE)
FENCE = re.compile(r"^(```+|~~~+).*?^\1[ \t]*$", re.MULTILINE | re.DOTALL)
FOLDED = re.compile(r"<details.*?</details>", re.DOTALL)
# The one rule for reading times, stated in the contributing guide.
WORDS_A_MINUTE = 180
MINUTES = {"code": 1.0, "fn": 1.0, "out": 0.5, "fig": 0.5, "table": 0.5}


class Change(BaseModel):
    model_config = ConfigDict(extra="forbid")
    date: datetime.date
    text: Annotated[str, Field(min_length=1)]


class PaperKeys(BaseModel):
    model_config = ConfigDict(extra="forbid")
    essential: list[str]
    further: list[str] = []


class FrontMatter(BaseModel):
    """What a concept page says about itself."""

    model_config = ConfigDict(extra="forbid")
    title: Annotated[str, Field(min_length=1)]
    summary: Annotated[str, Field(min_length=1, max_length=160)]
    objectives: Annotated[list[str], Field(min_length=2, max_length=4)]
    importance: Literal["must know", "should know", "optional"]
    depth: Literal["know well", "know about"]
    difficulty: Annotated[int, Field(ge=1, le=5)]
    requires: list[str]
    papers: PaperKeys
    authors: Annotated[list[str], Field(min_length=1)]
    updated: datetime.date
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

    @property
    def minutes(self):
        """Words at the stated rate, plus time for each listing, output, figure and table that is not folded."""
        body = FOLDED.sub("", self.body)
        includes = ["fn" if "/fn." in name else name.split(".")[-2] for name in INCLUDE.findall(body)]
        prose = FENCE.sub("", INCLUDE.sub("", body))
        words = len(re.findall(r"[^\W\d_][\w'’-]*", prose))
        return max(1, math.ceil(words / WORDS_A_MINUTE + sum(MINUTES.get(kind, 0) for kind in includes)))


def load_yaml(path, problems, lines=None):
    """A YAML file or, with lines=(text, first line), the front matter of a page; None where it is malformed."""
    text, first = lines or (read_text(path, problems), 1)
    try:
        return yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = first + (mark.line if mark else 0)
        problems.append(problem(path, line, f"malformed YAML: {getattr(error, 'problem', error)}"))
        return None


def load_concepts(problems):
    """All concepts by slug: those with a page, then those planned, in the order of planned.yml."""
    concepts = {}
    for path in sorted(CONCEPTS.glob("*.md")):
        concept = _load_page(path, problems)
        if concept:
            concepts[concept.slug] = concept
    path = DATA[0] / "planned.yml"
    planned = load_yaml(path, problems) or {}
    for row in planned.get("planned") or []:
        if row["slug"] in concepts:
            text = f"{row['slug']} has a page: take its entry out of planned.yml"
            problems.append(problem(path, _line_of(path, row["slug"]), text))
        else:
            concepts[row["slug"]] = Concept(row["slug"], row["title"], row["requires"])
    for concept in concepts.values():
        where = CONCEPTS / f"{concept.slug}.md" if concept.meta else path
        for slug in concept.requires:
            if slug not in concepts:
                text = f"requires: no concept {slug!r}{nearest(slug, concepts)}"
                problems.append(problem(where, _line_of(where, slug), text))
    _check_cycles(concepts, problems)
    return concepts


def split_page(text):
    """(front matter, the page's Markdown, line on which the Markdown starts)."""
    found = re.match(r"---\n(.*?\n)---\n", text, re.DOTALL)
    if not found:
        return "", text, 1
    return found[1], text[found.end() :], text.count("\n", 0, found.end()) + 1


def _load_page(path, problems):
    front, body, _ = split_page(read_text(path, problems))
    data = load_yaml(path, problems, (front, 2))
    if not isinstance(data, dict):
        problems.append(problem(path, 1, "expected front matter between two lines ---, received none"))
        return None
    try:
        meta = FrontMatter.model_validate(data)
    except ValidationError as error:
        for one in error.errors():
            key = ".".join(str(part) for part in one["loc"])
            known = FrontMatter.model_fields if one["type"] == "extra_forbidden" else ()
            received = "" if one["type"] == "missing" else f", received {one['input']!r}"
            text = f"front matter, key {key}: {one['msg']}{received}{nearest(key, known)}"
            problems.append(problem(path, _line_of(path, f"{one['loc'][0]}:"), text))
        return None
    for key, day in (("updated", meta.updated), *(("changes", change.date) for change in meta.changes)):
        if day > datetime.date.today():
            text = f"front matter, key {key}: expected a day that has come, received {day}"
            problems.append(problem(path, _line_of(path, f"{key}:"), text))
    return Concept(path.stem, meta.title, meta.requires, meta, body)


def _line_of(path, text):
    for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1):
        if text in line:
            return number
    return 1


def _check_cycles(concepts, problems):
    state = {}

    def visit(slug, trail):
        if state.get(slug) == "done" or slug not in concepts:
            return
        if slug in trail:
            cycle = " → ".join([*trail[trail.index(slug) :], slug])
            where = CONCEPTS / f"{slug}.md" if concepts[slug].meta else DATA[0] / "planned.yml"
            problems.append(problem(where, 1, f"requires goes in a circle: {cycle}"))
            return
        for required in concepts[slug].requires:
            visit(required, [*trail, slug])
        state[slug] = "done"

    for slug in concepts:
        visit(slug, [])


def path_to(slug, concepts):
    """What to understand first, each concept after those that it requires, ending with the concept itself."""
    order = []

    def visit(one):
        if one in concepts and one not in order:
            for required in concepts[one].requires:
                visit(required)
            order.append(one)

    visit(slug)
    return [concepts[one] for one in order]


def load_papers(problems):
    """The records of papers.yml by key."""
    rows = load_yaml(DATA[0] / "papers.yml", problems)
    return {row["id"]: row for row in rows["papers"]} if rows else {}


def check_papers(concepts, papers, problems):
    for concept in concepts.values():
        if concept.meta:
            path = CONCEPTS / f"{concept.slug}.md"
            for key in [*concept.meta.papers.essential, *concept.meta.papers.further]:
                if key not in papers:
                    text = f"papers: no paper {key!r} in docs/data/papers.yml{nearest(key, papers)}"
                    problems.append(problem(path, _line_of(path, key), text))
