"""What other libraries make of a mask, asked of the libraries themselves.

    python -m snippets.data.record_masks                  writes snippets/data/recorded/masks.json
    python -m snippets.data.record_masks --check          asks anew and compares, writes nothing
    python -m snippets.data.record_masks --check PyTorch  the same for one of them

Only making the file needs the libraries:

    pip install torch==2.13.0 onnx==1.23.2 onnxruntime==1.32.0 keras==3.15.1

With --check alone, those that are not installed are left out.
"""

import argparse
import datetime
import importlib.metadata
import importlib.util
import json
import os
import sys
import tempfile
import time
import warnings
from pathlib import Path

import numpy as np

FILE = Path(__file__).parent / "recorded" / "masks.json"
WHAT = (
    "weights: what was passed as the mask, and the weights of the query that came back. Three keys with "
    "scores ln 1, ln 2 and ln 5, float32; without a mask the weights are 0.125 0.25 0.625. Causal: 2 queries "
    "and 5 keys with equal scores, and for each query a 1 for every key that gets weight."
)
PASSED = {
    "True, False, False": [[True, False, False]],
    "0, -inf, -inf": [[0, -np.inf, -np.inf]],
    "1, 0, 0": [[1, 0, 0]],
}
# Masks that leave no key; the boolean one depends on which way round the library reads True.
NO_KEY = {"no key, boolean": None, "no key, -inf": [[-np.inf] * 3], "no key, -1e9": [[-1e9] * 3]}
ALL = "causal, 2 queries, 5 keys"
CACHED = "causal, 2 queries, 2 keys after 3 in the cache"
EXTERNAL = "causal, 2 queries, 5 keys, nonpad_kv_seqlen 5"


def masked(call):
    """{what is passed: weights} of call(Q, K, mask): with unit vectors as values, that is the output."""
    scores, unit = np.log(np.array([[1, 2, 5]], np.float32)), np.eye(3, dtype=np.float32)
    Q = scores * np.float32(3**0.5)  # the libraries divide by √3
    weights = {}
    for name, mask in (PASSED | NO_KEY).items():
        if mask is None:
            mask = [[weights["True, False, False"] != "1 0 0"] * 3]
        mask = np.array(mask)
        mask = mask if mask.dtype == bool else mask.astype(np.float32)
        row = np.asarray(call(Q, unit, mask), np.float64)[0]
        weights[name] = " ".join(
            "NaN" if np.isnan(x) else np.format_float_positional(round(x, 4), trim="-") for x in row
        )
    return weights


def causal(name, call):
    """{name: which keys have weight} of call(Q, K), 2 queries and 5 keys with equal scores."""
    rows = np.asarray(call(np.zeros((2, 5), np.float32), np.eye(5, dtype=np.float32)))
    return {name: " ".join("".join(str(int(weight > 0)) for weight in row) for row in rows)}


# One generator a library. Each yields the call, its argument, the mode it is in, {what is passed: weights},
# the text of its documentation, and what that says (None: not a word).


def pytorch():
    import torch
    from torch.nn.attention.bias import causal_lower_right
    from torch.nn.attention.flex_attention import create_block_mask, flex_attention

    function = torch.nn.functional.scaled_dot_product_attention

    def four(array):
        return torch.from_numpy(array)[None, None]  # (1 sequence, 1 head, n_tokens, width)

    def sdpa(Q, K, mask=None, **options):
        mask = torch.from_numpy(mask) if isinstance(mask, np.ndarray) else mask
        return function(four(Q), four(K), four(K), mask, **options)[0, 0]

    def flex(Q, K, mask):
        mask = torch.from_numpy(mask)
        if mask.dtype == torch.bool:
            blocks = create_block_mask(lambda batch, head, i, j: mask[i, j], 1, 1, *mask.shape, "cpu")
            return flex_attention(four(Q), four(K), four(K), block_mask=blocks)[0, 0]

        def add(score, batch, head, i, j):
            return score + mask[i, j]

        return flex_attention(four(Q), four(K), four(K), score_mod=add)[0, 0]

    def layer(argument, need_weights, gradients):
        """Two equal heads; biases, self-attention and batch_first too, without which it has no fast path."""

        def call(Q, K, mask):
            unit, Q, mask = torch.eye(6), torch.from_numpy(Q), torch.from_numpy(mask)
            W_Q = torch.block_diag(*[Q.expand(3, 3)] * 2)  # whichever token asks, its query is Q
            one = torch.nn.MultiheadAttention(6, 2, batch_first=True).eval()
            with torch.no_grad():
                for parameter in one.parameters():
                    parameter.zero_()
                one.in_proj_weight.copy_(torch.cat([W_Q.T, unit, unit]))
                one.out_proj.weight.copy_(unit)
            mask = {"attn_mask": mask.expand(3, 3)} if argument == "attn_mask" else {argument: mask}
            X = torch.eye(3).repeat(1, 2)[None]  # the unit vectors once for each head
            with torch.set_grad_enabled(gradients):
                return one(X, X, X, need_weights=need_weights, **mask)[0][0, :, :3].detach()

        return masked(call)

    name, docs = "scaled_dot_product_attention", function.__doc__
    says = "True indicates that the element *should* take part in attention."
    yield name, "attn_mask", "", masked(sdpa), docs, says
    says = "The attention masking has the form of the upper left causal bias"
    found = causal(ALL, lambda Q, K: sdpa(Q, K, is_causal=True))
    yield name, "is_causal=True", "", found, docs, says
    found = causal(ALL, lambda Q, K: sdpa(Q, K, causal_lower_right(*Q.shape)))
    says = "the inclusive values are aligned to the lower right corner of the matrix."
    yield name, "attn_mask=causal_lower_right(2, 5)", "", found, causal_lower_right.__doc__, says
    says = "which attention connections are allowed (True) or masked out (False)."
    docs = create_block_mask.__doc__
    yield "flex_attention", "block_mask or score_mod", "", masked(flex), docs, says
    docs = torch.nn.MultiheadAttention.forward.__doc__
    says = "a ``True`` value indicates that the corresponding position is not allowed to attend."
    for need_weights, gradients, mode in (
        (True, True, "need_weights=True"),
        (False, True, "need_weights=False"),
        (False, False, "need_weights=False, fast path"),
    ):
        weights = layer("attn_mask", need_weights, gradients)
        yield "nn.MultiheadAttention", "attn_mask", mode, weights, docs, says
    says = "a ``True`` value indicates that the corresponding ``key`` value will be ignored"
    weights = layer("key_padding_mask", True, True)
    yield "nn.MultiheadAttention", "key_padding_mask", "need_weights=True", weights, docs, says


def onnx_operator(run):
    """The operator Attention, carried out by run(model, inputs)."""
    import onnx
    from onnx import helper

    def attention(Q, K, mask=None, n_cached=0, n_valid=None, **attributes):
        Q, K = Q[None, None], K[None, None]
        inputs = {"Q": Q, "K": K[:, :, n_cached:], "V": K[:, :, n_cached:]}
        if mask is not None:
            inputs["attn_mask"] = mask
        if n_cached:
            inputs |= {"past_key": K[:, :, :n_cached], "past_value": K[:, :, :n_cached]}
        if n_valid:
            inputs["nonpad_kv_seqlen"] = np.array([n_valid])
        kinds = {name: helper.np_dtype_to_tensor_dtype(array.dtype) for name, array in inputs.items()}
        order = ["Q", "K", "V", "attn_mask", "past_key", "past_value", "nonpad_kv_seqlen"]
        given = [name if name in inputs else "" for name in order]
        outputs = ["Y", "present_key", "present_value"] if n_cached else ["Y"]
        node = helper.make_node("Attention", given, outputs, **attributes)
        value_info = helper.make_tensor_value_info
        takes = [value_info(name, kinds[name], array.shape) for name, array in inputs.items()]
        gives = [value_info(name, kinds["Q"], None) for name in outputs]
        graph = helper.make_graph([node], "attention", takes, gives)
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 25)], ir_version=11)
        return run(model, inputs)[0][0, 0]

    docs = onnx.defs.get_schema("Attention", 25).doc
    says = "a value of `True` indicates that the element should take part in attention"
    yield "Attention", "attn_mask", "", masked(attention), docs, says
    found = causal(ALL, lambda Q, K: attention(Q, K, is_causal=1))
    found |= causal(CACHED, lambda Q, K: attention(Q, K, n_cached=3, is_causal=1))
    found |= causal(EXTERNAL, lambda Q, K: attention(Q, K, n_valid=5, is_causal=1))
    yield "Attention", "is_causal=1", "", found, docs, "query `i` attends key `j` iff `j <= i + offset`"


def onnx_reference():
    from onnx.reference import ReferenceEvaluator

    yield from onnx_operator(lambda model, inputs: ReferenceEvaluator(model).run(["Y"], inputs))


def onnx_runtime():
    import onnxruntime

    def run(model, inputs):
        session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
        return session.run(["Y"], inputs)

    for *row, docs, _ in onnx_operator(run):
        yield *row, docs, None  # the words are those of ONNX


def keras_layers():
    os.environ["KERAS_BACKEND"] = "torch"
    os.environ.setdefault("KERAS_HOME", tempfile.mkdtemp())  # it writes its settings when it is imported
    import keras

    def layer(Q, K, mask=None, scores=False, **options):
        one = keras.layers.MultiHeadAttention(1, len(K), use_bias=False)
        one.build((1, *Q.shape), (1, *K.shape))
        one.set_weights([K[:, None], K[:, None], K[:, None], K[None]])  # K is the unit matrix here
        mask = {} if mask is None else {"attention_mask": mask[None]}
        out = one(Q[None], K[None], K[None], return_attention_scores=scores, **mask, **options)
        return (out[0] if scores else out)[0].detach()

    def function(Q, K, mask):
        kind = "mask" if mask.dtype == bool else "bias"
        four = (array[None, :, None] for array in (Q, K, K))  # (1 sequence, n_tokens, 1 head, width)
        return keras.ops.dot_product_attention(*four, **{kind: mask[None, None]})[0, :, 0]

    docs = keras.layers.MultiHeadAttention.__doc__
    says = "1 indicates attention and 0 indicates no attention."
    for scores in (True, False):
        weights = masked(lambda Q, K, mask, scores=scores: layer(Q, K, mask, scores))
        yield "MultiHeadAttention", "attention_mask", f"return_attention_scores={scores}", weights, docs, says
    found = causal(ALL, lambda Q, K: layer(Q, K, use_causal_mask=True))
    yield "MultiHeadAttention", "use_causal_mask=True", "", found, docs, None
    docs = keras.ops.dot_product_attention.__doc__
    says = "mask where `True` indicates the element should take part in attention."
    yield "ops.dot_product_attention", "mask or bias", "", masked(function), docs, says


# The name of a library, its package, what else has to be installed, and the generator.
TOOLS = {
    "PyTorch": ("torch", (), pytorch),
    "ONNX": ("onnx", (), onnx_reference),
    "ONNX Runtime": ("onnxruntime", ("onnx",), onnx_runtime),
    "Keras": ("keras", ("torch",), keras_layers),
}


def version(tool):
    """The version of a library, None where it or what it needs is not installed."""
    package, others, _ = TOOLS[tool]
    if any(importlib.util.find_spec(name) is None for name in (package, *others)):
        return None
    return importlib.metadata.version(package).partition("+")[0]  # without +cpu


def rows_of(tool):
    """The rows of one library. Raises ValueError if its documentation does not say what the file quotes."""
    rows = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # flex_attention warns that it is slow without torch.compile
        for call, argument, mode, weights, docs, says in TOOLS[tool][2]():
            if says and says not in " ".join(docs.split()):
                raise ValueError(f"{tool}, {call}: its documentation does not say {says!r}")
            row = {"tool": tool, "version": version(tool), "call": call, "argument": argument, "mode": mode}
            rows.append(row | {"weights": weights, "documented": says})
    return rows


def differences(old, new):
    """One line for each entry of the rows that is missing, new or different."""
    problems = []
    names = ("tool", "call", "argument", "mode")
    old, new = ({tuple(row[name] for name in names): row for row in rows} for rows in (old, new))
    for key in [*old, *(new.keys() - old.keys())]:
        if key not in old or key not in new:
            problems.append(f"{', '.join(filter(None, key))}: is in only one of file and script")
            continue
        before, after = (row | row["weights"] for row in (old[key], new[key]))
        for name in sorted((before.keys() | after.keys()) - {"weights"}):
            if before.get(name) != after.get(name):
                text = f"{name!r} is {before.get(name)!r}, measured {after.get(name)!r}"
                problems.append(f"{', '.join(filter(None, key))}: {text}")
    return problems


def text_of(rows):
    """The text of the file: one line for each row."""
    now = int(os.environ.get("SOURCE_DATE_EPOCH", time.time()))
    head = {
        "what": WHAT,
        "tools": {row["tool"]: row["version"] for row in rows},
        "numpy": np.__version__,
        "date": datetime.datetime.fromtimestamp(now, datetime.UTC).date().isoformat(),
        "command": "python -m snippets.data.record_masks",
    }
    lines = [f' "{name}": {json.dumps(value)}' for name, value in head.items()]
    lines.append(' "rows": [\n' + ",\n".join(f"  {json.dumps(row)}" for row in rows) + "\n ]")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def main(arguments=None):
    """Write the file, or compare it. Returns the exit code: 1 for a difference, 2 without a library."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", nargs="*", choices=TOOLS, metavar="TOOL", help="compare, write nothing")
    check = parser.parse_args(arguments).check
    tools = [tool for tool in check or TOOLS if version(tool)]
    missing = [tool for tool in check or TOOLS if tool not in tools]
    if missing:
        print(f"not installed: {', '.join(missing)}", file=sys.stderr)
        if check != []:
            return 2
    rows = [row for tool in tools for row in rows_of(tool)]
    if check is None:
        FILE.write_text(text_of(rows), encoding="utf-8", newline="\n")
        return 0
    old = json.loads(FILE.read_text(encoding="utf-8"))["rows"]
    problems = differences([row for row in old if row["tool"] in tools], rows)
    print("\n".join(problems) or f"{len(rows)} rows agree", file=sys.stderr if problems else sys.stdout)
    return int(bool(problems))


if __name__ == "__main__":
    sys.exit(main())
