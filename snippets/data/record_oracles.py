"""The oracle matrix: each implementation of the layer against each reference, and the largest difference.

    python -m snippets.data.record_oracles            writes snippets/data/recorded/oracles.json
    python -m snippets.data.record_oracles --check    computes anew, with what is installed, and compares

The stand-alone file is the one that readers download: run `python -m snippets` first. Only these need other packages:

    pip install onnx==1.23.2 torch==2.13.0
"""

import runpy
import sys
import warnings

import numpy as np

from snippets.data import record_onnx, record_torch, recording
from snippets.data.record_catches import layer_by_the_equation

WHAT = (
    "difference: the largest one between the outputs Y and weights A of an implementation and of a reference, over all "
    "draws, relative where a value is larger than 1. The loop from the equation counts in float64 from the same "
    "numbers; ONNX (its reference implementation, the whole layer as a graph) and PyTorch (nn.MultiheadAttention) have "
    "the dtype of the row."
)
SEED, COUNT = 11, 60
KINDS = ("none", "causal", "padding", "boolean", "causal and padding")
DTYPES = {"float32": 5e-6, "float64": 1e-13}  # and how large a difference may be
DOWNLOAD = recording.SNIPPETS.parent / "docs" / "downloads" / "multi_head_attention.py"


def draws(dtype):
    kinds = [(record_torch.CALLS[1], mask, dtype, 1) for mask in KINDS]
    found = [record_torch.Draw(SEED, n, kinds[n % len(kinds)], record_torch.LARGE) for n in range(COUNT)]
    for draw in found:
        draw.bias = False  # the layer of the chapter has none
    return found


def arguments(draw):
    """What a layer of the chapter is given: X, weights, n_heads, X_kv, mask (batch, n_queries, n_keys)."""
    have = draw.arrays
    weights = [have[f"W_{name}"] for name in "QKVO"]
    return have["X"], *weights, draw.n_heads, have["X_kv"], None if draw.mask is None else draw.mask[:, 0]


# Implementations


def implementations():
    chapter = recording.functions()

    def grouped(X, W_Q, W_K, W_V, W_O, n_heads, X_kv, mask):
        Q, K, V = (chapter.split_heads(T, n_heads) for T in (X @ W_Q, X_kv @ W_K, X_kv @ W_V))
        Z, A = chapter.grouped_queries(Q, K, V, n_heads, None if mask is None else mask[:, None])
        return chapter.join_heads(Z) @ W_O, A

    return {
        "loop over heads": chapter.multi_head_attention_loop,
        "batched": chapter.multi_head_attention,
        "einsum": chapter.multi_head_attention_einsum,
        "stand-alone file": runpy.run_path(str(DOWNLOAD))["multi_head_attention"],
        "grouped, n_kv_heads = n_heads": grouped,
    }


# References: (Y, A) of a draw


def equation(draw):
    X, *weights, n_heads, X_kv, mask = arguments(draw)
    X, X_kv, *weights = (M.astype(np.float64) for M in (X, X_kv, *weights))
    masks = [None] * len(X) if mask is None else mask
    each = [layer_by_the_equation(X[b], *weights, n_heads, X_kv[b], masks[b]) for b in range(len(X))]
    return tuple(np.stack(parts) for parts in zip(*each, strict=True))


def onnx(draw):
    """Three products, the operator Attention and the last product as one graph."""
    from onnx import helper
    from onnx.reference import ReferenceEvaluator

    X, W_Q, W_K, W_V, W_O, n_heads, X_kv, mask = arguments(draw)
    inputs = {"X": X, "X_kv": X_kv, "W_Q": W_Q, "W_K": W_K, "W_V": W_V, "W_O": W_O}
    if mask is not None:
        inputs["mask"] = mask[:, None]
    of = {"Q": "X", "K": "X_kv", "V": "X_kv"}
    nodes = [helper.make_node("MatMul", [tokens, f"W_{name}"], [name]) for name, tokens in of.items()]
    options = {"q_num_heads": n_heads, "kv_num_heads": n_heads, "qk_matmul_output_mode": 3}
    given = ["Q", "K", "V", "mask" if mask is not None else ""]
    nodes.append(helper.make_node("Attention", given, ["Z", "", "", "A"], **options))
    nodes.append(helper.make_node("MatMul", ["Z", "W_O"], ["Y"]))
    kinds = {name: helper.np_dtype_to_tensor_dtype(array.dtype) for name, array in inputs.items()}
    takes = [helper.make_tensor_value_info(name, kinds[name], array.shape) for name, array in inputs.items()]
    gives = [helper.make_tensor_value_info(name, kinds["X"], None) for name in ("Y", "A")]
    graph = helper.make_graph(nodes, "layer", takes, gives)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 24)], ir_version=11)
    return tuple(ReferenceEvaluator(model).run(["Y", "A"], inputs))


def pytorch(draw):
    return record_torch.of_torch(draw, draw.dtype)


REFERENCES = {"equation": equation, "ONNX": onnx, "PyTorch": pytorch}
NEEDS = {"ONNX": record_onnx, "PyTorch": record_torch}


def versions():
    """The version of each reference, None where it is not installed."""
    return {name: NEEDS[name].version() if name in NEEDS else "" for name in REFERENCES}


def rows_of(references):
    """The rows of the matrix, with the columns of these references."""
    made = implementations()
    rows = []
    for name, tolerance in DTYPES.items():
        here = draws(getattr(np, name))
        right = {one: [REFERENCES[one](draw) for draw in here] for one in references}
        for implementation, function in made.items():
            row = {"implementation": implementation, "dtype": name, "difference": {}}
            got = [function(*arguments(draw)) for draw in here]
            for one in references:
                open_ = np.zeros((99, 99), bool)
                pairs = [
                    (a, b, draw)
                    for left, expected, draw in zip(got, right[one], here, strict=True)
                    for a, b in zip(left, expected, strict=True)
                ]
                off = max(record_torch.error(a, b, open_[: draw.batch, : draw.n_queries]) for a, b, draw in pairs)
                if not off <= tolerance:
                    raise ValueError(f"{implementation} and {one} differ by {off:.2g} in {name}")
                row["difference"][one] = float(f"{off:.1e}")
            rows.append(row)
    return rows


def alike(old, new):
    """Equal but for the last digits, which another processor may round otherwise: within a factor of ten."""
    if [row["implementation"] for row in old] != [row["implementation"] for row in new]:
        return False
    pairs = [(a["difference"][k], b["difference"][k]) for a, b in zip(old, new, strict=True) for k in b["difference"]]
    return all(max(pair) <= 10 * min(pair) + 1e-15 for pair in pairs)


def main(arguments_):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the libraries
        found = versions()
        present = [name for name, version in found.items() if version is not None]
        if arguments_ == ["--check"]:
            same = alike(recording.read("oracles")["rows"], rows_of(present))
            print(f"{', '.join(present)}: " + ("agree with the file" if same else "differ from the file"))
            return int(not same)
        missing = [name for name in REFERENCES if name not in present]
        if missing:
            print(f"not installed: {', '.join(missing)}", file=sys.stderr)
            return 2
        head = {"what": WHAT, "tools": {k: v for k, v in found.items() if v}, "numpy": np.__version__}
        head |= {"draws": COUNT, "date": recording.today(), "command": "python -m snippets.data.record_oracles"}
        recording.write("oracles", head, rows_of(present))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
