"""The facts in docs/data: one schema a file, checked with the line of each mistake, published beside the data."""

import datetime
import json
import re
from typing import Annotated, ClassVar, Literal, get_args

import yaml
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, model_validator
from pydantic_core import PydanticCustomError

from snippets._book.project import DATA, nearest, problem, read_text

SLUG = r"[a-z][a-z0-9]*(-[a-z0-9]+)*"  # lower-case words joined by hyphens
Slug = Annotated[str, Field(pattern=f"^{SLUG}$")]
Text = Annotated[str, Field(min_length=1)]
Count = Annotated[int, Field(ge=1)]


def _has_come(day):
    if day > datetime.date.today():
        message = "expected a day that has come, received {day}"
        raise PydanticCustomError("value_error", message, {"day": str(day)})
    return day


Day = Annotated[datetime.date, Field(strict=False), AfterValidator(_has_come)]  # not strict: it arrives as text


class Record(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)  # "20" is no number: others read the data, too


class Paper(Record):
    id: Annotated[str, Field(pattern=r"^[a-z0-9_]+$")]
    title: Text
    authors: Annotated[list[Text], Field(min_length=1)]
    year: Annotated[int, Field(ge=1900)]
    venue: Text
    arxiv: Annotated[str, Field(pattern=r"^\d\d(0[1-9]|1[0-2])\.\d{4,5}$")] | None = None
    doi: Annotated[str, Field(pattern=r"^10\.\d{4,}/\S+$")] | None = None
    url: Annotated[str, Field(pattern=r"^https://\S+$")] | None = None
    contribution: Text
    how_to_read: Text
    minutes: Count
    tags: list[Text]
    confirmed: bool
    verified: Day
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

    @model_validator(mode="after")
    def _paper_has_a_key(self):
        if (self.kind == "paper") != (self.paper is not None):
            raise ValueError("expected paper, a key of papers.yml, for kind: paper, and for nothing else")
        return self


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


class Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
    """Leaves dates as text: the schema reads them, and says where one is impossible."""

    yaml_implicit_resolvers: ClassVar = {
        first: [one for one in known if one[0] != "tag:yaml.org,2002:timestamp"]
        for first, known in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }


def read_yaml(path, text, first, problems, loader=Loader):
    """(data, nodes that know their lines) of a text whose first line is line `first` of the file.

    (None, None), and a problem, where it is malformed.
    """
    try:
        data, node = yaml.load(text, loader), yaml.compose(text, loader)
    except yaml.YAMLError as error:
        # What is not closed is noticed only later; the mistake is where it was opened.
        opened = re.search("flow|quoted", getattr(error, "context", None) or "")
        mark = getattr(error, "context_mark" if opened else "problem_mark", None)
        strange = None if mark else yaml.reader.Reader.NON_PRINTABLE.search(text)  # such as a PDF leaves in a copy
        line = first + (mark.line if mark else text.count("\n", 0, strange.start() if strange else 0))
        reason = " ".join(str(getattr(error, "problem", None) or getattr(error, "reason", error)).split())
        problems.append(problem(path, line, f"malformed YAML: {reason}"))
        return None, None
    for key in _second_keys(node):
        problems.append(problem(path, first + key.start_mark.line, f"the key {key.value} is there twice"))
    return data, node


def _second_keys(node):
    """The nodes of keys that their mapping has already; YAML would keep the last value without a word."""
    open_, seen = [node], set()
    while open_:
        one = open_.pop()
        if id(one) in seen or not isinstance(one, yaml.CollectionNode):  # in seen: an alias
            continue
        seen.add(id(one))
        keys = set()
        for key, value in one.value if isinstance(one, yaml.MappingNode) else ():
            if key.value in keys:
                yield key
            keys.add(key.value)
            open_.append(value)
        open_ += one.value if isinstance(one, yaml.SequenceNode) else ()


def load(name, problems):
    """The records of docs/data/<name>.yml by their id (or slug), None for one that has a mistake.

    None instead of records where the file as a whole cannot be read.
    """
    path, schema = DATA[0] / f"{name}.yml", SCHEMAS[name]
    if not path.is_file():
        problems.append(problem(path, 1, f"expected a file with the key {name}, found no file"))
        return None
    text = read_text(path, problems)
    if text is None:
        return None
    before = len(problems)
    data, node = read_yaml(path, text, 1, problems)
    if node is None and len(problems) > before:
        return None
    rows = data.get(name) if isinstance(data, dict) else None
    if not isinstance(rows, list):
        problems.append(problem(path, 1, f"expected {name}: and a list of records, received {str(rows)[:40]}"))
        return None
    records = {}
    key_name = "slug" if name == "planned" else "id"
    for place, row in enumerate(rows):
        try:
            record = schema.model_validate(row)
        except ValidationError as error:
            record = None
            problems += explain(error, path, node, (name, place), schema, 1, f"{name}, ")
        key = row.get(key_name) if isinstance(row, dict) else None
        if not isinstance(key, str):
            continue  # reported already
        if key in records:
            text = f"{name}: a second record {key!r}; expected each {key_name} once"
            problems.append(problem(path, line_of(node, (name, place), 1), text))
        records[key] = record
    return records


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
        loc = one["loc"]
        key = ".".join(str(part) for part in loc) or "record"
        known = fields_at(schema, loc[:-1]) if one["type"] == "extra_forbidden" else ()
        received = "" if one["type"] in ("missing", "value_error") else f", received {one['input']!r}"
        message = one["msg"].removeprefix("Value error, ")
        text = f"{where}key {key}: {message}{received}{nearest(str(loc[-1]) if loc else '', known)}"
        yield problem(path, line_of(node, (*place, *loc), first), text)


def fields_at(schema, place):
    """The names of the fields of the record at `place` in a schema."""
    for part in place:
        if isinstance(part, str):
            inner = schema.model_fields[part].annotation
            while not (isinstance(inner, type) and issubclass(inner, BaseModel)):
                inner = get_args(inner)[0]
            schema = inner
    return schema.model_fields


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
