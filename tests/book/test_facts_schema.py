"""Every kind of mistake in docs/data is reported with its line and the nearest key, and the published schemas agree."""

import json
from unittest.mock import patch

import jsonschema
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from test_faults import problems_of

from snippets._book import facts

PAPER = """\
- id: {id}
  title: A title
  authors: [Ada Lovelace]
  year: 2020
  venue: A venue
  arxiv: "2001.00001"
  contribution: It adds.
  how_to_read: Read it.
  minutes: 20
  tags: [softmax]
  confirmed: true
  verified: 2026-01-02
  checked: The record.
"""
MODEL = """\
- id: {id}
  name: A model
  year: 2020
  layers: 2
  d_model: 64
  n_heads: 8
  n_kv_heads: 2
  d_head: 8
  max_context: 128
  vocab: 1000
  params: 1B
  attention: GQA
  dtype: float16
  kv_cache_applies: true
  published:
  - value: 128
    unit: bytes per token
    kind: paper
    paper: bridle1990
    where: Table 1
  - value: 64
    unit: elements per token
    kind: web summary
    where: a post
  source: The configuration.
  confirmed: true
"""
PLANNED = "- slug: {id}\n  title: Concept {id}\n  requires: [softmax]\n"
EXPLANATION = """\
- id: {id}
  title: A post
  authors: Ada Lovelace
  kind: post
  url: https://example.org/post
  good_for: It draws.
  mind: ""
  seen: "2026-01-02, the post"
"""
TERM = "- id: {id}\n  term: term {id}\n  definition: It is defined.\n  introduced: softmax\n"
RECORDS = {"papers": PAPER, "models": MODEL, "planned": PLANNED, "explanations": EXPLANATION, "glossary": TERM}

MLA = "attention: MLA\n  mla: {kv_lora_rank: 4, qk_rope_head_dim: 2, qk_nope_head_dim: 4, v_head_dim: 4}"
EXTRA = "Extra inputs are not permitted, received"
WHOLE = "Input should be a valid integer, received"
ARXIV = r"String should match pattern '^\d\d(0[1-9]|1[0-2])\.\d{4,5}$', received"

# name: (file, text of its record, what takes its place, lines from there to the one that is to blame, message).
FAULTS = {
    "unknown key": (
        "papers",
        "minutes: 20",
        "minute: 5\n  minutes: 20",
        0,
        f"minute: {EXTRA} 5 (did you mean minutes?)",
    ),
    "key like no other": ("papers", "minutes: 20", "minutes: 20\n  x: 1", 1, f"x: {EXTRA} 1"),
    "missing key": ("papers", "  venue: A venue\n", "", -4, "venue: Field required"),
    "empty text": ("papers", "A title", '""', 0, "title: String should have at least 1 character, received ''"),
    "number in quotes": ("papers", "minutes: 20", 'minutes: "20"', 0, f"minutes: {WHOLE} '20'"),
    "no minutes": (
        "papers",
        "20\n  tags",
        "0\n  tags",
        0,
        "minutes: Input should be greater than or equal to 1, received 0",
    ),
    "year": ("papers", "2020", "1066", 0, "year: Input should be greater than or equal to 1900, received 1066"),
    "no authors": (
        "papers",
        "[Ada Lovelace]",
        "[]",
        0,
        "authors: List should have at least 1 item after validation, not 0, received []",
    ),
    "author that is a number": (
        "papers",
        "[Ada Lovelace]",
        "\n  - Ada Lovelace\n  - 12",
        2,
        "authors.1: Input should be a valid string, received 12",
    ),
    "one author": ("papers", "[Ada Lovelace]", "Ada", 0, "authors: Input should be a valid list, received 'Ada'"),
    "arXiv without quotes": (
        "papers",
        '"2001.00001"',
        "2001.00010",
        0,
        "arxiv: Input should be a valid string, received 2001.0001",
    ),
    "arXiv with a prefix": ("papers", '"2001.', '"arXiv:2001.', 0, f"arxiv: {ARXIV} 'arXiv:2001.00001'"),
    "arXiv of month 13": ("papers", '"2001.', '"2013.', 0, f"arxiv: {ARXIV} '2013.00001'"),
    "arXiv of three digits": ("papers", "00001", "001", 0, f"arxiv: {ARXIV} '2001.001'"),
    "doi with an address": (
        "papers",
        'arxiv: "2001.00001"',
        "doi: https://doi.org/10.1007/1",
        0,
        r"doi: String should match pattern '^10\.\d{4,}/\S+$', received 'https://doi.org/10.1007/1'",
    ),
    "no https": (
        "papers",
        'arxiv: "2001.00001"',
        "url: http://example.org",
        0,
        r"url: String should match pattern '^https://\S+$', received 'http://example.org'",
    ),
    "no identifier": ("papers", '  arxiv: "2001.00001"\n', "", -5, "record: expected an arxiv, doi or url"),
    "confirmed by a word": ("papers", "true", "seen", 0, "confirmed: Input should be a valid boolean, received 'seen'"),
    "impossible date": (
        "papers",
        "2026-01-02",
        "2026-02-30",
        0,
        "verified: Input should be a valid date or datetime, day value is outside expected range, "
        "received '2026-02-30'",
    ),
    "future date": (
        "papers",
        "2026-01-02",
        "9999-01-02",
        0,
        "verified: expected a day that has come, received 9999-01-02",
    ),
    "id of a paper": (
        "papers",
        "id: {id}",
        "id: Lovelace-2020",
        0,
        "id: String should match pattern '^[a-z0-9_]+$', received 'Lovelace-2020'",
    ),
    "nested unknown key": (
        "models",
        "    where: Table",
        "    were: x\n    where: Table",
        0,
        f"published.0.were: {EXTRA} 'x' (did you mean where?)",
    ),
    "nested kind": (
        "models",
        "kind: paper",
        "kind: papr",
        0,
        "published.0.kind: Input should be 'paper' or 'web summary', received 'papr'",
    ),
    "second of a nested list": (
        "models",
        "elements per",
        "items per",
        0,
        "published.1.unit: Input should be 'bytes per token' or 'elements per token', received 'items per token'",
    ),
    "missing in a nested list": ("models", "    where: a post\n", "", -3, "published.1.where: Field required"),
    "total of no paper": (
        "models",
        "    paper: bridle1990\n",
        "",
        -3,
        "published.0: expected paper, a key of papers.yml, for kind: paper, and for nothing else",
    ),
    "GQA with all heads": (
        "models",
        "n_kv_heads: 2",
        "n_kv_heads: 8",
        -6,
        "record: GQA with 8 query and 8 key/value heads",
    ),
    "GQA with one": ("models", "n_kv_heads: 2", "n_kv_heads: 1", -6, "record: GQA with 8 query and 1 key/value heads"),
    "GQA that does not divide": (
        "models",
        "n_kv_heads: 2",
        "n_kv_heads: 3",
        -6,
        "record: GQA with 8 query and 3 key/value heads",
    ),
    "GQA with none": (
        "models",
        "n_kv_heads: 2",
        "n_kv_heads: null",
        -6,
        "record: GQA with 8 query and None key/value heads",
    ),
    "MHA that shares": (
        "models",
        "attention: GQA",
        "attention: MHA",
        -11,
        "record: MHA with 8 query and 2 key/value heads",
    ),
    "MQA with two": (
        "models",
        "attention: GQA",
        "attention: MQA",
        -11,
        "record: MQA with 8 query and 2 key/value heads",
    ),
    "MLA with heads": ("models", "attention: GQA", MLA, -11, "record: MLA with 8 query and 2 key/value heads"),
    "GQA with mla": (
        "models",
        "attention: GQA",
        MLA.replace("MLA", "GQA"),
        -11,
        "record: expected mla for MLA, and for nothing else",
    ),
    "unknown attention": (
        "models",
        "attention: GQA",
        "attention: GQ",
        0,
        "attention: Input should be 'MHA', 'GQA', 'MQA' or 'MLA', received 'GQ'",
    ),
    "unknown rank": (
        "models",
        "attention: GQA",
        MLA.replace("v_head_dim: 4", "v_head: 4"),
        1,
        f"mla.v_head: {EXTRA} 4 (did you mean v_head_dim?)",
    ),
    "layers that are no number": ("models", "layers: 2", "layers: two", 0, f"layers: {WHOLE} 'two'"),
    "slug": (
        "planned",
        "slug: {id}",
        "slug: My_Idea",
        0,
        "slug: String should match pattern '^[a-z][a-z0-9]*(-[a-z0-9]+)*$', received 'My_Idea'",
    ),
    "requires one": (
        "planned",
        "[softmax]",
        "softmax",
        0,
        "requires: Input should be a valid list, received 'softmax'",
    ),
    "snippet by a word": (
        "planned",
        "[softmax]",
        "[softmax]\n  snippet: here",
        1,
        "snippet: Input should be a valid boolean, received 'here'",
    ),
    "kind of explanation": (
        "explanations",
        "kind: post",
        "kind: film",
        0,
        "kind: Input should be 'post', 'course' or 'tool', received 'film'",
    ),
    "address": (
        "explanations",
        "https://example.org/post",
        "example.org",
        0,
        r"url: String should match pattern '^https://\S+$', received 'example.org'",
    ),
    "long definition": (
        "glossary",
        "It is defined.",
        "x" * 201,
        0,
        f"definition: String should have at most 200 characters, received '{'x' * 201}'",
    ),
    "one other word": (
        "glossary",
        "introduced",
        "also: word\n  introduced",
        0,
        "also: Input should be a valid list, received 'word'",
    ),
    "term without a page": ("glossary", "  introduced: softmax\n", "", -3, "introduced: Field required"),
}
# What a JSON Schema cannot say; and that a date is one is for those who ask for formats.
BEYOND_JSON = {name for name, fault in FAULTS.items() if "record: " in fault[4]} | {"total of no paper", "future date"}
DOUBLE = {"unknown rank": "mla.v_head_dim: Field required"}  # a misspelt key is missing, too


def record_with(fault):
    """(text of a record that holds one fault, line in it that is to blame, from 0)."""
    name, old, new, offset, _ = FAULTS[fault]
    base = RECORDS[name]
    assert base.count(old) == 1, old
    text = base.replace(old, new).replace("{id}", f"fault{list(FAULTS).index(fault)}")
    return text, base.count("\n", 0, base.index(old)) + offset


@pytest.fixture(scope="module")
def reported(built, tmp_path_factory):
    """Every fault in a record of its own, all in one run: (fault, message) as expected, and messages as received."""
    project = built.copy_to(tmp_path_factory.mktemp("schema") / "project")
    expected = []
    for name in RECORDS:
        path = f"docs/data/{name}.yml"
        text = project.read(path).replace(f"{name}: []\n", f"{name}:\n")
        for fault in FAULTS:
            if FAULTS[fault][0] == name:
                record, line = record_with(fault)
                line += text.count("\n") + 1
                expected.append((fault, f"{path}:{line}: {name}, key {FAULTS[fault][4]}"))
                if fault in DOUBLE:
                    expected.append((fault, f"{path}:{line}: {name}, key {DOUBLE[fault]}"))
                text += record
        project.write(path, text)
    return expected, problems_of(project)


@pytest.mark.parametrize("fault", FAULTS)
def test_one_clear_line_with_the_line_of_the_mistake(reported, fault):
    expected, received = reported
    assert [line for name, line in expected if name == fault and line not in received] == []


def test_nothing_else_is_reported(reported):
    expected, received = reported
    assert received == sorted(
        (line for _, line in expected), key=lambda one: (one.split(":")[0], int(one.split(":")[1]), one)
    )


@pytest.mark.parametrize("name", RECORDS)
def test_records_without_a_fault_pass(name, tmp_path):
    assert load(tmp_path, name, f"{name}:\n" + RECORDS[name].replace("{id}", "a1")) == (["a1"], [])


# Whole files


def load(folder, name, text):
    """(keys of the good records or None, [(line, message)]) of a data file with this text."""
    (folder / f"{name}.yml").write_text(text, encoding="utf-8")
    problems = []
    with (
        patch.object(facts, "DATA", (folder,)),
        patch.object(facts, "problem", lambda path, line, message: (line, message)),
        patch("snippets._book.project.problem", lambda path, line, message: (line, message)),
    ):
        found = facts.load(name, problems)
    return None if found is None else [key for key, record in found.items() if record], problems


def test_files_of_another_form(project):
    """One fault a file, all in one run."""
    (project.root / "docs/data/papers.yml").unlink()
    project.write("docs/data/models.yml", "# nothing but a comment\n")
    project.write("docs/data/planned.yml", project.read("docs/data/planned.yml").replace("planned:\n", ""))
    project.write("docs/data/explanations.yml", "explanation: []\n")
    project.write("docs/data/glossary.yml", "glossary: soon\n")
    form = "and a list of records, received"
    assert problems_of(project) == [
        f"docs/data/explanations.yml:1: expected explanations: {form} None",
        f"docs/data/glossary.yml:1: expected glossary: {form} soon",
        f"docs/data/models.yml:1: expected models: {form} None",
        "docs/data/papers.yml:1: expected a file with the key papers, found no file",
        f"docs/data/planned.yml:1: expected planned: {form} None",
    ]


def test_second_record_of_one_key(project):
    """At the second; the page may go on naming the key."""
    text = project.read("docs/data/papers.yml")
    project.write("docs/data/papers.yml", text + PAPER.replace("{id}", "bridle1990"))
    text_of_plans = project.read("docs/data/planned.yml")
    project.write("docs/data/planned.yml", text_of_plans + "- slug: shift\n  title: Another shift\n  requires: []\n")
    assert problems_of(project) == [
        f"docs/data/papers.yml:{text.count(chr(10)) + 1}: papers: a second record 'bridle1990'; expected each id once",
        f"docs/data/planned.yml:{text_of_plans.count(chr(10)) + 1}: "
        "planned: a second record 'shift'; expected each slug once",
    ]


def test_key_that_is_there_twice(project):
    """YAML itself would keep the last; also in front matter and in a nested list."""
    page = project.replace("docs/concepts/softmax.md", "difficulty: 2\n", "difficulty: 1\ndifficulty: 2\n") + 1
    paper = project.replace("docs/data/papers.yml", "  minutes: 20\n", "  minutes: 20\n  minutes: 30\n") + 1
    model = MODEL.replace("{id}", "a1").replace("    where: a post\n", "    where: a post\n    value: 65\n")
    project.write("docs/data/models.yml", "models:\n" + model)
    nested = model[: model.index("    value: 65")].count("\n") + 2
    assert problems_of(project) == [
        f"docs/concepts/softmax.md:{page}: the key difficulty is there twice",
        f"docs/data/models.yml:{nested}: the key value is there twice",
        f"docs/data/papers.yml:{paper}: the key minutes is there twice",
    ]


def test_unknown_paper_of_a_model(project):
    """At the place where it is the key, not where a text of another model has the word."""
    text = "models:\n" + MODEL.replace("{id}", "a1").replace("a post", "a post on bridle1991")
    text += MODEL.replace("{id}", "a2").replace("bridle1990", "bridle1991")
    project.write("docs/data/models.yml", text)
    line = text[: text.rindex("bridle1991")].count("\n") + 1
    expected = "papers: no paper 'bridle1991' in docs/data/papers.yml (did you mean bridle1990?)"
    assert problems_of(project) == [f"docs/data/models.yml:{line}: {expected}"]


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        (
            "glossary:\n- word\n",
            2,
            "glossary, key record: Input should be a valid dictionary or instance of Term, received 'word'",
        ),
        (
            "glossary:\n\n- - word\n",
            3,
            "glossary, key record: Input should be a valid dictionary or instance of Term, received ['word']",
        ),
        ("glossary: []\n---\nglossary: []\n", 2, "malformed YAML: but found another document"),
        ("glossary:\n\t- a\n", 2, "malformed YAML: found character that cannot start any token"),
        ("glossary:\n- é: 1\n  a\x02b: 1\n", 3, "malformed YAML: control characters are not allowed"),
        (
            "glossary: !!python/tuple []\n",
            1,
            "malformed YAML: could not determine a constructor for the tag 'tag:yaml.org,2002:python/tuple'",
        ),
        ("glossary:\n- [a]: 1\n", 2, "malformed YAML: found unhashable key"),
        ("glossary: {a: 1, a: 2}\n", 1, "the key a is there twice"),
    ],
)
def test_other_text(tmp_path, text, line, message):
    assert (line, message) in load(tmp_path, "glossary", text)[1]


@pytest.mark.parametrize("key", ["id: [a]", "id: {a: b}", "id: 1", "term: a"])
def test_records_without_a_usable_key_are_not_called_equal(tmp_path, key):
    found, problems = load(tmp_path, "glossary", f"glossary:\n- {key}\n- {key}\n")
    assert found == []
    assert {line for line, _ in problems} == {2, 3}
    assert [message for _, message in problems if "second record" in message] == []


SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.dates()
NAMES = sorted({*facts.Paper.model_fields, *facts.Model.model_fields, *facts.Published.model_fields, "slug"})
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(NAMES) | SCALARS, inner, max_size=4),
    max_leaves=12,
)


@given(name=st.sampled_from(list(RECORDS)), rows=VALUES)
def test_no_data_is_too_strange_to_report(tmp_path_factory, name, rows):
    """Property: whatever YAML can hold is refused with a line of the file, and never with a traceback."""
    text = yaml.safe_dump({name: rows}, allow_unicode=True)
    found, problems = load(tmp_path_factory.getbasetemp(), name, text)
    assert bool(problems) == (not isinstance(rows, list) or rows != [])
    assert all(1 <= line <= text.count("\n") for line, _ in problems)
    assert not found


# The published schemas


def validator(name):
    schema = json.loads(facts.schemas()[f"schema/{name}.schema.json"])
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema, format_checker=jsonschema.Draft202012Validator.FORMAT_CHECKER)


@pytest.mark.parametrize("name", RECORDS)
def test_published_schema_accepts_the_data(name):
    text = (facts.DATA[0] / f"{name}.yml").read_text(encoding="utf-8")
    data = yaml.load(text, facts.Loader)
    assert len(data[name]) > 3
    assert list(validator(name).iter_errors(data)) == []


@pytest.mark.parametrize("fault", FAULTS)
def test_published_schema_refuses_the_same(fault):
    name = FAULTS[fault][0]
    good = {name: yaml.load(RECORDS[name].replace("{id}", "a1"), facts.Loader)}
    bad = {name: yaml.load(record_with(fault)[0], facts.Loader)}
    assert validator(name).is_valid(good)
    assert validator(name).is_valid(bad) == (fault in BEYOND_JSON)


@pytest.mark.parametrize("name", RECORDS)
def test_published_schema_asks_for_the_list(name):
    assert not validator(name).is_valid({})
    assert not validator(name).is_valid([])
    assert not validator(name).is_valid({name: {}})
    assert validator(name).is_valid({name: [], "repositories": {}})


def test_schemas_are_published(built):
    published = built.files("docs/downloads/schema")
    assert {name.removeprefix("docs/downloads/"): data.decode() for name, data in published.items()} == facts.schemas()
