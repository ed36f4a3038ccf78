"""The data files hold what the site and other people's programs rely on."""

import datetime
import re
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
CONCEPTS = ROOT / "docs" / "concepts"

PAPER_FIELDS = {
    "id": str,
    "title": str,
    "authors": list,
    "year": int,
    "venue": str,
    "contribution": str,
    "how_to_read": str,
    "minutes": int,
    "tags": list,
    "confirmed": bool,
    "verified": datetime.date,
    "checked": str,
}
PAPER_OPTIONAL = {"arxiv", "doi", "url", "unconfirmed", "note"}
IDENTIFIERS = {
    "arxiv": re.compile(r"\d{4}\.\d{4,5}"),
    "doi": re.compile(r"10\.\d{4,}/\S+"),
    "url": re.compile(r"https://[\w.-]+/\S*"),
}

SIZES = ("layers", "d_model", "n_heads", "d_head")
MODEL_FIELDS = {"id": str, "name": str, "year": int, "params": str, "attention": str, "source": str}
MODEL_FIELDS |= {"confirmed": bool, "kv_cache_applies": bool} | dict.fromkeys(SIZES, int)
MAY_BE_NULL = {"n_kv_heads": int, "max_context": int, "vocab": int, "dtype": str}
MODEL_OPTIONAL = {"mla", "published", "unconfirmed", "note", "second_check"}
MODEL_NOTES = {"year", "layers", "max_context", "vocab", "params", "attention", "dtype"}
PUBLISHED_FIELDS = {"value": int, "unit": str, "kind": str, "where": str}
PUBLISHED_OPTIONAL = {"rounded_to", "dtype", "paper", "note"}


def text_of(name):
    return (ROOT / "docs" / "data" / f"{name}.yml").read_text(encoding="utf-8")


def rows(name):
    return yaml.safe_load(text_of(name))[name]


PAPERS, MODELS, PLANNED = rows("papers"), rows("models"), rows("planned")


def each(entries):
    """One test for each entry, named by its id; a broken id is the business of test_ids_are_unique."""
    return pytest.mark.parametrize("entry", entries, ids=[str(entry.get("id")) for entry in entries])


def shape_errors(entry, required, optional=()):
    """What is missing, of the wrong type, empty or unknown in one entry."""
    errors = [f"{name} is missing" for name in required if name not in entry]
    for name, kind in required.items():
        value = entry.get(name)
        if name in entry and (type(value) is not kind or value in ("", [])):
            errors.append(f"{name}: expected {kind.__name__}, received {value!r}")
    return errors + [f"{name} is unknown" for name in sorted(entry.keys() - required.keys() - set(optional))]


def strings(value):
    """All text inside a value, however deep."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return [text for part in value for text in strings(part)]
    return [value] if isinstance(value, str) else []


def requirements():
    """Slug -> what it requires, for planned concepts and for the pages that exist."""
    graph = {entry["slug"]: entry["requires"] for entry in PLANNED}
    for page in CONCEPTS.glob("*.md"):
        front_matter = page.read_text(encoding="utf-8").split("---\n")[1]
        graph[page.stem] = yaml.safe_load(front_matter).get("requires") or []
    return graph


@pytest.mark.parametrize(("name", "key"), [("papers", "id"), ("models", "id"), ("planned", "slug")])
def test_ids_are_unique(name, key):
    names = [entry[key] for entry in rows(name)]
    assert sorted(names) == sorted(set(names))


@pytest.mark.parametrize("name", ["papers", "models", "planned"])
def test_files_are_readable_without_scrolling_sideways(name):
    assert [line for line in text_of(name).splitlines() if len(line) > 120] == []


@each(PAPERS)
def test_paper_has_its_fields(entry):
    assert shape_errors(entry, PAPER_FIELDS, PAPER_OPTIONAL) == []
    assert all(isinstance(name, str) for name in entry["authors"] + entry["tags"])
    assert entry["minutes"] > 0


@each(PAPERS)
def test_paper_has_a_well_formed_identifier(entry):
    given = entry.keys() & IDENTIFIERS.keys()
    assert given, "expected arxiv, doi or url"
    for name in sorted(given):
        # an arXiv number without quotes would arrive here as a float that has lost its zeros
        assert isinstance(entry[name], str), entry[name]
        assert IDENTIFIERS[name].fullmatch(entry[name]), entry[name]


@pytest.mark.parametrize("name", ["arxiv", "doi", "url"])
def test_papers_do_not_share_an_identifier(name):
    given = [entry[name] for entry in PAPERS if name in entry]
    assert sorted(given) == sorted(set(given))


@each(PAPERS + MODELS)
def test_sources_are_described_for_outsiders(entry):
    # "stored" and numbers of files speak of a collection that readers cannot open
    assert [text for text in strings(entry) if re.search(r"\bstored\b|\bfile id\b", text)] == []


@each(MODELS)
def test_model_has_its_fields(entry):
    optional = MODEL_OPTIONAL | MAY_BE_NULL.keys() | {f"{name}_note" for name in MODEL_NOTES}
    assert shape_errors(entry, MODEL_FIELDS, optional) == []
    for name, kind in MAY_BE_NULL.items():
        assert entry[name] is None or type(entry[name]) is kind, name
    assert all(entry[name] > 0 for name in SIZES)


@each(MODELS)
def test_model_has_the_key_value_heads_of_its_kind(entry):
    kind, n_heads, n_kv_heads = entry["attention"], entry["n_heads"], entry["n_kv_heads"]
    assert kind in {"MHA", "GQA", "MQA", "MLA"}
    assert ("mla" in entry) == (kind == "MLA")
    if kind == "MLA":
        assert n_kv_heads is None
        assert {"kv_lora_rank", "qk_rope_head_dim"} <= entry["mla"].keys()
        assert all(type(rank) is int and rank > 0 for rank in entry["mla"].values())
        return
    assert n_heads % n_kv_heads == 0
    assert kind != "MHA" or n_kv_heads == n_heads
    assert kind != "MQA" or n_kv_heads == 1
    assert kind != "GQA" or 1 < n_kv_heads < n_heads


@each([entry for entry in MODELS if "published" in entry])
def test_published_totals_name_their_source(entry):
    for total in entry["published"]:
        assert shape_errors(total, PUBLISHED_FIELDS, PUBLISHED_OPTIONAL) == []
        assert total["unit"] in {"bytes per token", "elements per token"}
        assert total["kind"] in {"paper", "web summary"}
        if total["kind"] == "paper":
            assert total["paper"] in {paper["id"] for paper in PAPERS}


@pytest.mark.parametrize("entry", PLANNED, ids=[str(entry.get("slug")) for entry in PLANNED])
def test_planned_concept_has_its_fields(entry):
    assert {"slug", "title", "requires"} <= entry.keys() <= {"slug", "title", "requires", "snippet"}
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", entry["slug"])
    assert entry["title"]
    assert isinstance(entry["requires"], list)
    assert entry.get("snippet", True) is True  # left out where there is none


def test_concepts_require_only_known_concepts():
    graph = requirements()
    assert [(slug, name) for slug, names in graph.items() for name in names if name not in graph] == []


def test_requirements_have_no_circle():
    graph = {slug: set(names) for slug, names in requirements().items()}
    while graph:
        free = [slug for slug, names in graph.items() if not names & graph.keys()]
        assert free, f"these require each other: {sorted(graph)}"
        for slug in free:
            del graph[slug]


def test_planned_order_is_a_reading_order():
    order = [entry["slug"] for entry in PLANNED]
    late = [
        (entry["slug"], name)
        for place, entry in enumerate(PLANNED)
        for name in entry["requires"]
        if name in order[place:]
    ]
    assert late == []
