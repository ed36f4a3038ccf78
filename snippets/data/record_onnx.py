"""The cases that ONNX ships for its operator Attention, put to the functions of the chapter.

    python -m snippets.data.record_onnx            writes snippets/data/recorded/onnx.json
    python -m snippets.data.record_onnx --check    asks anew and compares, writes nothing

Every implementation of the operator is tried on these cases. The package makes inputs and expected outputs in memory:

    pip install onnx==1.23.2

How a case is put to functions that have no option of its kind:

- packed input (batch, n_tokens, n_heads * d_head) goes to multi_head_attention as it is, with identities for the
  weights; for the others it is cut into heads here, without split_heads;
- causal, valid lengths and windows are boolean masks;
- a mask of numbers is added to the scores: 0 and -inf alone are a boolean mask; other numbers become columns of
  Q and K, since [Q * scale, 1] [K, M]^T = Q K^T * scale + M;
- attend_with_cache gets causal cases one token after the other.
"""

import importlib.metadata
import importlib.util
import sys
import warnings
from dataclasses import dataclass

import numpy as np

from snippets.data import recording

WHAT = (
    "One row for each backend case of the ONNX operator Attention: the functions of the chapter that gave its "
    "output, what was done to put it to them, what of it was not compared, and why a case cannot be expressed."
)
INPUTS = ("Q", "K", "V", "attn_mask", "past_key", "past_value", "nonpad_kv_seqlen")
OUTPUTS = ("Y", "present_key", "present_value", "qk_matmul_output")
SCORES = "scores before the softmax, which the functions do not return"
STEPS = 2.0**-9, 2.0**-6  # two units of the last digit of float16, and of bfloat16 as ONNX allows


@dataclass
class Case:
    name: str
    attributes: dict
    inputs: dict
    outputs: dict


def version():
    """The version of the package, None where it is not installed."""
    return importlib.metadata.version("onnx") if importlib.util.find_spec("onnx") else None


def read_cases():
    """All cases, less those that repeat another one with the operator expanded into simpler ones."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from onnx import helper, numpy_helper
        from onnx.backend.test.loader import load_model_tests

        tests = load_model_tests(kind="node")

    def named(names, given, tensors):
        arrays = [numpy_helper.to_array(t) if hasattr(t, "SerializeToString") else np.asarray(t) for t in tensors]
        return dict(zip([names[i] for i, one in enumerate(given) if one], arrays, strict=True))

    cases = []
    for test in tests:
        if test.name.startswith("test_attention") and "_expanded" not in test.name:
            node = test.model.graph.node[0]
            attributes = {one.name: helper.get_attribute_value(one) for one in node.attribute}
            (inputs, outputs), *others = test.data_sets
            assert not others
            name = test.name.removeprefix("test_attention_").removeprefix("test_attention")
            both = named(INPUTS, node.input, inputs), named(OUTPUTS, node.output, outputs)
            cases.append(Case(name, attributes, *both))
    return sorted(cases, key=lambda case: case.name)


def cut(X, n_heads):
    """(batch, n_tokens, n_heads * d_head) -> (batch, n_heads, n_tokens, d_head)"""
    heads = np.array_split(X, n_heads, axis=-1)
    return np.stack(heads, axis=1)


def packed(Z):
    """The other way round."""
    return np.concatenate(list(np.moveaxis(Z, 1, 0)), axis=-1)


def problem_of(case):
    """Why the functions cannot express a case, or nothing."""
    return "softcap: the functions have no cap for scores" if case.attributes.get("softcap") else ""


class Question:
    """A case as arrays with a head axis, one boolean mask and one array of added numbers."""

    def __init__(self, case):
        have, options = case.inputs, case.attributes
        self.case, self.how = case, []
        self.half = have["Q"].dtype.name in ("float16", "bfloat16")
        Q, K, V = (self.wide(have[name]) for name in "QKV")
        self.is_packed = Q.ndim == 3
        if self.is_packed:
            self.packed = Q, K, V
            Q = cut(Q, options["q_num_heads"])
            K, V = (cut(M, options["kv_num_heads"]) for M in (K, V))
        self.new = K, V
        self.past = None
        if "past_key" in have:
            self.past = self.wide(have["past_key"]), self.wide(have["past_value"])
            K, V = (np.concatenate(pair, axis=2) for pair in zip(self.past, (K, V), strict=True))
        self.n_cached = 0 if self.past is None else self.past[0].shape[2]
        self.Q, self.K, self.V = Q, K, V
        self.scale = options.get("scale", Q.shape[-1] ** -0.5)
        self.n_kv_heads = K.shape[1]
        self.causal = bool(options.get("is_causal"))

    def wide(self, array):
        """bfloat16 is no type of NumPy; sums of float16 are left to float32, as ONNX does."""
        if self.half and array.dtype.kind in "fV":
            self.how = ["in float32, rounded"]
            return array.astype(np.float32)
        return array

    def masks(self, causal_mask):
        """The boolean mask (None: all open) and the added numbers (None: no such)."""
        have, options = self.case.inputs, self.case.attributes
        (batch, _, n_queries, _), n_keys = self.Q.shape, self.K.shape[2]
        parts, added = [], None
        offset = np.full((batch, 1, 1, 1), self.n_cached)
        i, j = np.arange(n_queries)[:, None], np.arange(n_keys)
        if "nonpad_kv_seqlen" in have:
            lengths = have["nonpad_kv_seqlen"].reshape(-1, 1, 1, 1)
            parts.append(j < lengths)
            offset = lengths - n_queries
            self.how.append("valid lengths as mask")
        if self.causal and "nonpad_kv_seqlen" in have:
            parts.append(j <= i + offset)
        elif self.causal:
            n_new = max(n_queries, n_keys - self.n_cached)
            parts.append(causal_mask(n_new, self.n_cached)[:n_queries, :n_keys])
        left, right = (options.get(f"{side}_window_size", -1) for side in ("left", "right"))
        if left >= 0 or right >= 0:
            gap = i + offset - j
            parts.append((gap <= left if left >= 0 else True) & (-gap <= right if right >= 0 else True))
            self.how.append("window as mask")
        if "attn_mask" in have:
            mask = self.wide(have["attn_mask"])
            missing = 0 if mask.shape[-1] == 1 else n_keys - mask.shape[-1]
            filler = False if mask.dtype == bool else -np.inf
            mask = np.pad(mask, [(0, 0)] * (mask.ndim - 1) + [(0, missing)], constant_values=filler)
            if mask.dtype == bool:
                parts.append(mask)
            else:
                parts.append(mask > -np.inf)
                added = np.where(mask > -np.inf, mask, 0).astype(mask.dtype)
                if not added.any():
                    added = None
                self.how.append("mask of numbers as columns" if added is not None else "0 and −inf as boolean")
        if not parts:
            return None, added
        mask = parts[0]
        for part in parts[1:]:
            mask = mask & part
        return mask, added


def widened(question, added):
    """Q, K, V; Q and K with more columns, so that their product has the added numbers, too. The scale is then 1."""
    Q, K, V = question.Q, question.K, question.V
    (batch, n_heads, n_queries, _), n_keys = Q.shape, K.shape[2]
    if added.ndim > 2 and added.shape[-3] > 1:  # another one for each head, which shared keys cannot hold
        K, V = (np.repeat(M, n_heads // M.shape[1], axis=1) for M in (K, V))
    M = np.broadcast_to(added, (batch, K.shape[1], n_queries, n_keys)).swapaxes(-1, -2)
    unit = np.broadcast_to(np.eye(n_queries, dtype=Q.dtype), (batch, n_heads, n_queries, n_queries))
    scale = Q.dtype.type(question.scale)
    return np.concatenate([Q * scale, unit], axis=-1), np.concatenate([K, M], axis=-1), V


def answers(case, chapter):
    """Each function of the chapter that can express a case, with what it gives: (name, how, Y, A, cache).

    chapter: the functions as attributes. Heads have an axis of their own in Y and A.
    """
    question = Question(case)
    mask, added = question.masks(chapter.causal_mask)
    how, Q, K, V = question.how, question.Q, question.K, question.V
    n_heads, scale = Q.shape[1], question.scale
    if added is not None:
        Q, K, V = widened(question, added)
        scale = 1
    n_kv_heads = K.shape[1]
    if n_kv_heads == n_heads:
        yield "attention", how, *chapter.attention(Q, K, V, mask, scale), None
    if question.n_kv_heads == n_kv_heads:
        yield "grouped_queries", how, *chapter.grouped_queries(Q, K, V, n_kv_heads, mask, scale), None
    d_k, d_v = Q.shape[-1], V.shape[-1]
    one_mask = mask is None or mask.ndim < 3 or (mask.ndim == 4 and mask.shape[1] == 1)
    if n_kv_heads == n_heads and added is None and one_mask:
        mask_of_layer = mask[:, 0] if mask is not None and mask.ndim == 4 else mask
        if question.is_packed and question.past is None:
            X, *both = question.packed
        else:
            X, *both = (packed(M) for M in (Q, K, V))
        X_kv = np.concatenate(both, axis=-1)  # its left half holds the keys, its right half the values
        one = np.eye(X_kv.shape[-1], dtype=X.dtype)
        W_Q = np.eye(n_heads * d_k, dtype=X.dtype) * X.dtype.type(scale * d_k**0.5)
        weights = W_Q, one[:, : n_heads * d_k], one[:, n_heads * d_k :], np.eye(n_heads * d_v, dtype=X.dtype)
        for name in ("multi_head_attention", "multi_head_attention_loop", "multi_head_attention_einsum"):
            Y, A = getattr(chapter, name)(X, *weights, n_heads, X_kv, mask_of_layer)
            yield name, how, cut(Y, n_heads), A, None
    alone = not {"attn_mask", "nonpad_kv_seqlen"} & case.inputs.keys()
    alone &= case.attributes.get("left_window_size", -1) < 0 and case.attributes.get("right_window_size", -1) < 0
    if question.causal and alone and question.new[0].shape[2] >= Q.shape[2]:
        Q_scaled = Q * Q.dtype.type(scale * d_k**0.5)
        cache, rows = question.past, []
        if cache is not None:
            cache = tuple(np.repeat(M, n_heads // M.shape[1], axis=1) for M in cache)
        new = [np.repeat(M, n_heads // M.shape[1], axis=1) for M in question.new]
        for t in range(Q.shape[2]):
            one = (M[:, :, t : t + 1] for M in (Q_scaled, *new))
            Y, A, cache = chapter.attend_with_cache(*one, cache)
            rows.append((Y, A))
        Y = np.concatenate([Y for Y, _ in rows], axis=2)
        A = np.concatenate([np.pad(A, [(0, 0)] * 3 + [(0, K.shape[2] - A.shape[3])]) for _, A in rows], axis=2)
        complete = new[0].shape[2] == Q.shape[2] and n_kv_heads == n_heads
        yield "attend_with_cache", [*how, "token by token"], Y, A, cache if complete else None


def difference(got, expected):
    """The largest difference in multiples of what ONNX allows: agreement is at most 1."""
    kind = expected.dtype.name
    if got.shape != expected.shape:
        return np.inf
    rtol = {"float16": STEPS[0], "bfloat16": STEPS[1]}.get(kind, 1e-3)
    got, expected = (M.astype(np.float64) for M in (got.astype(expected.dtype), expected))
    ratio = np.abs(got - expected) / (1e-7 + rtol * np.abs(expected))
    return float(ratio.max()) if np.isfinite(ratio).all() else np.inf


def compare(case, Y, A, cache):
    """(largest difference in multiples of what is allowed, what was not compared)."""
    expected, mode = case.outputs, case.attributes.get("qk_matmul_output_mode", 0)
    found = [difference(packed(Y) if expected["Y"].ndim == 3 else Y, expected["Y"])]
    if "qk_matmul_output" in expected and mode == 3:
        found.append(difference(A, expected["qk_matmul_output"]))
    if cache is not None and "present_key" in expected:
        found += [difference(cache[0], expected["present_key"]), difference(cache[1], expected["present_value"])]
    return max(found), SCORES if "qk_matmul_output" in expected and mode != 3 else ""


def row_of(case, chapter):
    """The row of one case. Raises ValueError if a function disagrees."""
    row = {"case": case.name, "functions": [], "how": [], "not compared": "", "cannot": problem_of(case)}
    if row["cannot"]:
        return row
    for name, how, *left in answers(case, chapter):
        off, row["not compared"] = compare(case, *left)
        if off > 1:
            raise ValueError(f"{case.name}: {name} differs by {off:.3g} times what is allowed")
        row["functions"].append(name)
        row["how"] += [one for one in how if one not in row["how"]]
    return row


def head_of(rows):
    """What the file says of itself. The counts are those that the site shows."""
    names = sorted({name for row in rows for name in row["functions"]})
    return {
        "what": WHAT,
        "tool": "ONNX",
        "version": version(),
        "numpy": np.__version__,
        "date": recording.today(),
        "command": "python -m snippets.data.record_onnx",
        "cases": len(rows),
        "passed": sum(bool(row["functions"]) for row in rows),
        "by function": {name: sum(name in row["functions"] for row in rows) for name in names},
    }


def main(arguments):
    if version() is None:
        print("not installed: onnx", file=sys.stderr)
        return 2
    rows = [row_of(case, recording.functions()) for case in read_cases()]
    if arguments == ["--check"]:
        same = recording.read("onnx")["rows"] == rows
        print(f"{len(rows)} cases " + ("agree" if same else "differ from the file"))
        return int(not same)
    recording.write("onnx", head_of(rows), rows)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
