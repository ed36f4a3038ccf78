"""The names of docs/data/notation.yml are those of the snippets and of the concept pages."""

import ast
import difflib
import functools
import re
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
RECORDS = yaml.safe_load((ROOT / "docs" / "data" / "notation.yml").read_text(encoding="utf-8"))["notation"]
KNOWN = [record["name"] for record in RECORDS]
HELPERS = ("plots", "records", "running_example", "__init__", "__main__")  # not of a concept
SNIPPETS = [path for path in sorted((ROOT / "snippets").glob("*.py")) if path.stem not in HELPERS]
EXAMPLES = sorted((ROOT / "snippets" / "examples").glob("*/*.py"))
PAGES = sorted((ROOT / "docs" / "concepts").glob("*.md"))
FIELDS = ["name", "kind", "shape", "meaning", "paper", "pytorch", "onnx"]


def read(path):
    return path.read_text(encoding="utf-8")


def unknown(name, place):
    """One line that says where an unknown name is and which known one is nearest."""
    close = difflib.get_close_matches(name, KNOWN, n=1, cutoff=0.5)
    nearest = f" (did you mean {close[0]}?)" if close else ""
    return f"{place} {name} is not in docs/data/notation.yml{nearest}"


def parameters(text):
    """(line, function, parameter) of each public function of a module."""
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            arguments = node.args
            for one in [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]:
                yield one.lineno, node.name, one.arg


def wrong_parameters(path, text):
    return [
        unknown(name, f"{path}:{line}: function {function}, parameter")
        for line, function, name in parameters(text)
        if name not in KNOWN
    ]


def names_in_code_and_formulas(text):
    """(line, name) of each n_…, d_… or W_… in inline code, fences and formulas of a page."""
    text = re.sub(r"\A---\n.*?\n---\n", lambda found: "\n" * found[0].count("\n"), text, flags=re.DOTALL)
    spans = re.compile(r"```.*?```|`[^`\n]+`|\$\$.*?\$\$|\$[^$\n]+\$", re.DOTALL)
    for span in spans.finditer(text):
        plain = re.sub(r"\\(?:text|mathrm)\{(\w+)\}", r"\1", span[0])  # d_\text{model} -> d_model
        plain = re.sub(r"_\{(\w+)\}", r"_\1", plain)
        for found in re.finditer(r"(?<![\w\\])[ndW]_\w+", plain):
            yield text.count("\n", 0, span.start()) + plain.count("\n", 0, found.start()) + 1, found[0]


def wrong_words(path, text):
    return [
        unknown(name, f"{path}:{line}: the name")
        for line, name in names_in_code_and_formulas(text)
        if name not in KNOWN
    ]


@functools.cache
def names_in_use():
    """Every name in the code of snippets and examples and on the concept pages."""
    used = {name for path in PAGES for _, name in names_in_code_and_formulas(read(path))}
    for path in [*SNIPPETS, *EXAMPLES]:
        text = read(path)
        used |= {name for _, _, name in parameters(text)}
        used |= {node.id for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name)}
    return used


# The file


@pytest.mark.parametrize("record", RECORDS, ids=[str(record.get("name")) for record in RECORDS])
def test_record_is_well_formed(record):
    assert list(record) == FIELDS
    assert record["kind"] in {"size", "array", "parameter", "argument"}
    assert record["meaning"]
    needs_shape = record["kind"] in {"array", "parameter"}
    assert bool(record["shape"]) == needs_shape
    sizes = {one["name"] for one in RECORDS if one["kind"] == "size"}
    assert set(re.findall(r"\w+", record["shape"] or "")) <= sizes


def test_names_are_unique():
    assert sorted(KNOWN) == sorted(set(KNOWN))


# The names that are used


@pytest.mark.parametrize("path", SNIPPETS, ids=lambda path: path.stem)
def test_parameters_of_snippets_are_known(path):
    assert wrong_parameters(path.relative_to(ROOT).as_posix(), read(path)) == []


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_names_on_concept_pages_are_known(path):
    assert wrong_words(path.relative_to(ROOT).as_posix(), read(path)) == []


@pytest.mark.parametrize("name", KNOWN)
def test_each_name_is_used(name):
    assert name in names_in_use(), f"docs/data/notation.yml: no snippet, example or concept page uses {name}"


# The checks themselves, on planted faults


def test_an_unknown_parameter_is_named_with_its_place():
    text = "import numpy\n\n\ndef split(X, n_head):\n    return X\n\n\ndef _own(foo):\n    return foo\n"
    expected = "f.py:4: function split, parameter n_head is not in docs/data/notation.yml"
    assert wrong_parameters("f.py", text) == [f"{expected} (did you mean n_heads?)"]


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("the width `d_modle` of", "d_modle (did you mean d_model?)"),
        (r"the width $d_\text{modle}$ of", "d_modle (did you mean d_model?)"),
        (r"$$ Z\, W_Out^{(i)} $$", "W_Out"),
        ("`n_head // 2`", "n_head (did you mean n_heads?)"),
    ],
)
def test_an_unknown_word_is_named_with_its_place(line, name):
    text = f"---\ntitle: d_wrong `d_wrong`\n---\n\nn_wrong and {line}\n"
    (message,) = wrong_words("page.md", text)
    name, _, nearest = name.partition(" ")
    assert message.startswith(f"page.md:5: the name {name} is not in docs/data/notation.yml")
    assert message.endswith(nearest)


def test_known_words_pass_however_they_are_set():
    text = r"`d_model`, $d_\text{model}$, $W_Q^{(i)}$, $W_{O}$, $\sqrt{d_k}$, $QK^\top$, `(n_tokens, d_v)`"
    names = ["d_model", "d_model", "W_Q", "W_O", "d_k", "n_tokens", "d_v"]
    assert [name for _, name in names_in_code_and_formulas(text)] == names
    assert wrong_words("page.md", text) == []
