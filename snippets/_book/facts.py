"""The facts in docs/data: one schema a file, checked with the line of each mistake, published beside the data."""

import datetime
import json
from typing import Annotated, Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from snippets._book.project import DATA, nearest, problem, read_text

Slug = Annotated[str, Field(pattern=r"^[a-z][a-z0-9-]*$")]
Text = Annotated[str, Field(min_length=1)]
Count = Annotated[int, Field(ge=1)]


class Record(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Paper(Record):
    id: Annotated[str, Field(pattern=r"^[a-z0-9_]+$")]
    title: Text
    authors: Annotated[list[Text], Field(min_length=1)]
    year: Annotated[int, Field(ge=1900)]
    venue: Text
    arxiv: Annotated[str, Field(pattern=r"^\d{4}\.\d{4,5}$")] | None = None
    doi: Annotated[str, Field(pattern=r"^10\.\d{4,}/\S+$")] | None = None
    url: Annotated[str, Field(pattern=r"^https://\S+$")] | None = None
    contribution: Text
    how_to_read: Text
    minutes: Count
    tags: list[Text]
    confirmed: bool
    verified: datetime.date
    checked: Text
    unconfirmed: list[Text] = []
    note: Text | None = None

    @model_validator(mode="after")
    def _has_an_identifier(self):
        if not (self.arxiv or self.doi or self.url):
            raise ValueError("expected an arxiv, doi or url")
        return self


class LatentRanks(Record):
    kv_lora_rank: Count
    qk_rope_head_dim: Count
    qk_nope_head_dim: Count
    v_head_dim: Count
    q_lora_rank: Count | None = None


class Published(Record):
    value: Count
    unit: Literal["bytes per token", "elements per token"]
    rounded_to: Count = 1
    dtype: Text | None = None
    kind: Literal["paper", "web summary"]
    paper: Text | None = None
    where: Text
    note: Text | None = None


class Model(Record):
    id: Annotated[str, Field(pattern=r"^[a-z0-9.-]+$")]
    name: Text
    year: Annotated[int, Field(ge=2017)]
    year_note: Text | None = None
    layers: Count
    layers_note: Text | None = None
    d_model: Count
    n_heads: Count
    n_kv_heads: Count | None
    d_head: Count
    max_context: Count | None
    max_context_note: Text | None = None
    vocab: Count | None
    vocab_note: Text | None = None
    params: Text
    params_note: Text | None = None
    attention: Literal["MHA", "GQA", "MQA", "MLA"]
    attention_note: Text | None = None
    mla: LatentRanks | None = None
    dtype: Text | None
    dtype_note: Text | None = None
    kv_cache_applies: bool
    published: list[Published] = []
    source: Text
    confirmed: bool
    unconfirmed: list[Text] = []
    note: Text | None = None
    second_check: Text | None = None

    @model_validator(mode="after")
    def _kind_fits_the_heads(self):
        fits = {
            "MHA": self.n_kv_heads == self.n_heads,
            "MQA": self.n_kv_heads == 1,
            "GQA": bool(self.n_kv_heads) and 1 < self.n_kv_heads < self.n_heads and not self.n_heads % self.n_kv_heads,
            "MLA": self.n_kv_heads is None,
        }[self.attention]
        if not fits:
            raise ValueError(f"{self.attention} with {self.n_heads} query and {self.n_kv_heads} key/value heads")
        if (self.attention == "MLA") != (self.mla is not None):
            raise ValueError("expected mla for MLA, and for nothing else")
        return self


class Planned(Record):
    slug: Slug
    title: Text
    requires: list[Slug]
    snippet: bool = False


class Explanation(Record):
    id: Slug
    title: Text
    authors: Text
    kind: Literal["post", "course", "tool"]
    url: Annotated[str, Field(pattern=r"^https://\S+$")]
    good_for: Text
    mind: str
    seen: Text


class Term(Record):
    id: Slug
    term: Text
    also: list[Text] = []
    definition: Annotated[str, Field(min_length=1, max_length=200)]
    introduced: Slug


SCHEMAS = {
    "papers": Paper,
    "models": Model,
    "planned": Planned,
    "explanations": Explanation,
    "glossary": Term,
}


def load(name, problems):
    """The records of docs/data/<name>.yml by their id (or slug); what is wrong goes to `problems` and is left out."""
    path, schema = DATA[0] / f"{name}.yml", SCHEMAS[name]
    text = read_text(path, problems) if path.is_file() else None
    if text is None:
        if not path.is_file():
            problems.append(problem(path, 1, f"expected a file of {name}, found none"))
        return {}
    node = compose(path, text, 1, problems)
    data = yaml.load(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader)) if node else None
    rows = data.get(name) if isinstance(data, dict) else None
    if not isinstance(rows, list):
        if node:
            problems.append(problem(path, 1, f"expected the key {name} with a list of records, received {rows!r}"))
        return {}
    records = {}
    for place, row in enumerate(rows):
        try:
            record = schema.model_validate(row)
        except ValidationError as error:
            problems += explain(error, path, node, (name, place), schema, 1, f"{name}, ")
            continue
        key = record.slug if name == "planned" else record.id
        if key in records:
            text = f"{name}: a second record {key!r}; expected each once"
            problems.append(problem(path, line_of(node, (name, place), 1), text))
        records[key] = record
    return records


def compose(path, text, first, problems):
    """The YAML of `text` as nodes that know their lines; None, and a problem, where it is malformed."""
    try:
        return yaml.compose(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = first + (mark.line if mark else 0)
        problems.append(problem(path, line, f"malformed YAML: {getattr(error, 'problem', error)}"))
        return None


def line_of(node, place, first):
    """The line of the value at `place` (keys and indexes), or of the deepest part of it that is there."""
    line = node.start_mark.line
    for part in place:
        if isinstance(node, yaml.MappingNode):
            found = [(key, value) for key, value in node.value if key.value == part]
        elif isinstance(node, yaml.SequenceNode) and isinstance(part, int):
            found = [(value, value) for value in node.value[part : part + 1]]
        else:
            found = []
        if not found:
            break
        line, node = found[0][0].start_mark.line, found[0][1]
    return first + line


def explain(error, path, node, place, schema, first, where):
    """A problem for each mistake that pydantic found, with the line of the key and the nearest known key."""
    for one in error.errors():
        loc = tuple(part for part in one["loc"] if not (isinstance(part, str) and part.startswith("function-")))
        key = ".".join(str(part) for part in loc) or "record"
        known = schema.model_fields if one["type"] == "extra_forbidden" else ()
        received = "" if one["type"] in ("missing", "value_error") else f", received {one['input']!r}"
        text = f"{where}key {key}: {one['msg']}{received}{nearest(str(loc[-1]) if loc else '', known)}"
        yield problem(path, line_of(node, (*place, *loc), first), text)


def schemas():
    """The JSON Schema of each data file, for those who use the data elsewhere."""
    made = {}
    for name, schema in SCHEMAS.items():
        one = {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": f"{name}.yml of Chapter 7: Transformers, CC BY 4.0",
            "type": "object",
            "properties": {name: {"type": "array", "items": {"$ref": f"#/$defs/{schema.__name__}"}}},
            "required": [name],
        }
        inner = schema.model_json_schema()
        one["$defs"] = {**inner.pop("$defs", {}), schema.__name__: inner}
        made[f"schema/{name}.schema.json"] = json.dumps(one, indent=1) + "\n"
    return made
