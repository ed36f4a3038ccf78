"""The functions of the chapter on the cases that ONNX ships for its operator Attention."""

import datetime
import re
from collections import Counter

import numpy as np
import pytest

from snippets.data import record_onnx, recording

RECORD = recording.read("onnx")
ROWS = {row["case"]: row for row in RECORD["rows"]}
if record_onnx.version() is None:
    pytest.skip(f"needs onnx (pip install onnx=={RECORD['version']})", allow_module_level=True)
CASES = {case.name: case for case in record_onnx.read_cases()}
CHAPTER = recording.functions()
as_recorded = pytest.mark.skipif(
    record_onnx.version() != RECORD["version"], reason=f"the file is about onnx {RECORD['version']}"
)


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_every_function_that_can_express_the_case_gives_its_output(case):
    if record_onnx.problem_of(case):
        assert list(ROWS.get(case.name, {"functions": []})["functions"]) == []
        return
    found = {name: record_onnx.compare(case, *left)[0] for name, _, *left in record_onnx.answers(case, CHAPTER)}
    assert found
    assert {name: off for name, off in found.items() if off > 1} == {}


@as_recorded
def test_the_record_is_what_the_cases_give():
    assert [record_onnx.row_of(case, CHAPTER) for case in CASES.values()] == RECORD["rows"]


@as_recorded
def test_the_record_says_how_it_was_made_and_counts_right():
    head = record_onnx.head_of(RECORD["rows"])
    measured = ("cases", "passed", "by function", "what", "tool", "command", "version")
    assert {key: RECORD[key] for key in measured} == {key: head[key] for key in measured}
    assert list(RECORD) == [*head, "rows"]
    assert datetime.date.fromisoformat(RECORD["date"])
    assert re.findall(r"onnx==([\d.]+)", record_onnx.__doc__) == [RECORD["version"]]
    text = (recording.RECORDED / "onnx.json").read_text(encoding="utf-8")
    assert recording.text_of({k: v for k, v in RECORD.items() if k != "rows"}, RECORD["rows"]) == text


def test_a_case_passes_or_has_a_reason():
    assert Counter(bool(row["cannot"]) for row in ROWS.values()) == {False: 82, True: 11}
    assert all(bool(row["functions"]) != bool(row["cannot"]) for row in ROWS.values())
    assert all("softcap" in case.attributes for case in CASES.values() if ROWS[case.name]["cannot"])


def test_each_function_has_cases():
    expected = {"attention", "grouped_queries", "attend_with_cache", "multi_head_attention"}
    expected |= {"multi_head_attention_loop", "multi_head_attention_einsum"}
    assert {name for row in ROWS.values() for name in row["functions"]} == expected


# The comparison itself: wrong answers have to be seen


@pytest.mark.parametrize(
    ("name", "wrong", "fails"),
    [
        ("attention", lambda Y, A, *rest: (Y * 1.01, A), {"attention", "grouped_queries"}),
        ("attention", lambda Y, A, *rest: (Y * np.nan, A), {"attention", "grouped_queries"}),
        ("attention", lambda Y, A, *rest: (Y[..., :1, :], A), {"attention", "grouped_queries"}),
        ("grouped_queries", lambda Y, A, *rest: (Y[:, ::-1], A), {"grouped_queries"}),
        ("multi_head_attention", lambda Y, A, *rest: (Y[..., ::-1], A), {"multi_head_attention"}),
        ("multi_head_attention_loop", lambda Y, A, *rest: (-Y, A), {"multi_head_attention_loop"}),
        ("attend_with_cache", lambda Y, A, cache: (Y * 1.01, A, cache), {"attend_with_cache"}),
    ],
)
def test_a_wrong_answer_is_noticed(name, wrong, fails):
    changed = recording.functions()
    right = getattr(changed, name)

    def spoilt(*arguments):
        return wrong(*right(*arguments))

    vars(changed)[name] = spoilt
    if name == "attention":  # of which the others are made; this object holds their own copies
        def grouped(Q, K, V, n_kv_heads, *rest):
            return spoilt(Q, *(np.repeat(M, Q.shape[1] // n_kv_heads, axis=1) for M in (K, V)), *rest)

        changed.grouped_queries = grouped
    failed = set()
    for case in CASES.values():
        if not record_onnx.problem_of(case):
            for one, _, *left in record_onnx.answers(case, changed):
                if record_onnx.compare(case, *left)[0] > 1:
                    failed.add(one)
    assert failed == fails
    assert name in failed


def test_weights_are_compared_where_a_case_has_them():
    case = CASES["23_fullymasked_qk_matmul_output_mode3_zero"]
    ((_, _, Y, A, _), *_) = record_onnx.answers(case, CHAPTER)
    assert record_onnx.compare(case, Y, A, None)[0] <= 1
    assert record_onnx.compare(case, Y, A + 0.1, None)[0] > 1
