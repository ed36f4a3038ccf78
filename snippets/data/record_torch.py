"""Random configurations of attention, computed by PyTorch, and the same by the functions of the chapter.

    python -m snippets.data.record_torch                writes snippets/data/recorded/torch.json
    python -m snippets.data.record_torch --check        asks PyTorch anew and compares, writes nothing
    python -m snippets.data.record_torch --live 420     other and larger draws, the chapter against PyTorch

Only these need PyTorch; tests compare the chapter with the file.

    pip install torch==2.13.0

Drawn are batch, lengths, heads, widths, mask, dtype, biases and magnitude: 60, for queries and keys, is a score at
which a plain exp overflows. PyTorch computes in float64 from the numbers in their dtype. A float64 result may be off by
1e-10. A float32 result may be off by the largest of 2e-6, eight times the error of PyTorch's own float32, and two units
of the last digit of the largest score, since exp makes of an error of the score a relative error of the weight. All are
relative where a value is larger than 1.
"""

import importlib.metadata
import importlib.util
import sys

import numpy as np

from snippets.data import recording

WHAT = (
    "Outputs of PyTorch for inputs that snippets/data/record_torch.py draws, in float64. call: "
    "scaled_dot_product_attention (Y) or nn.MultiheadAttention with copied weights (Y and A). allowed: how far off a "
    "result may be. null: NaN, in the row of a query that may attend to nothing. input: the sum of the first "
    "array that is drawn, to notice another random generator."
)
CALLS = ("scaled_dot_product_attention", "nn.MultiheadAttention")
MASKS = ("none", "causal", "padding", "boolean", "added", "causal and padding", "no key")
DTYPES = (np.float32, np.float64)
MAGNITUDES = (1, 8, 60)
SEED, LIVE_SEED = 7, 2017
EACH = 2  # draws of a kind in the file
SMALL = {"heads": (1, 2, 3, 4), "widths": (1, 2, 3, 5), "batch": 2, "tokens": 5}
LARGE = {"heads": (1, 2, 3, 4, 8), "widths": (1, 2, 4, 5, 8, 16), "batch": 3, "tokens": 9}
# The layer of the chapter takes boolean masks alone.
KINDS = [
    (call, mask, dtype, magnitude)
    for call in CALLS
    for mask in MASKS
    for dtype in DTYPES
    for magnitude in MAGNITUDES
    if (call, mask) != (CALLS[1], "added")
]


def version():
    """The version of PyTorch, None where it is not installed."""
    found = importlib.util.find_spec("torch")
    return importlib.metadata.version("torch").partition("+")[0] if found else None


class Draw:
    """One configuration: sizes, arrays, mask."""

    def __init__(self, seed, number, kind, limits):
        rng = np.random.default_rng([seed, number])
        self.call, self.mask_kind, self.dtype, self.magnitude = kind
        self.n_heads = int(rng.choice(limits["heads"]))
        self.d_head = int(rng.choice(limits["widths"]))
        self.batch = int(rng.integers(1, limits["batch"] + 1))
        self.n_queries = int(rng.integers(1, limits["tokens"] + 1))
        same = self.mask_kind.startswith("causal") or rng.random() < 0.5
        self.n_keys = self.n_queries if same else int(rng.integers(1, limits["tokens"] + 1))
        divisors = [n for n in range(1, self.n_heads + 1) if self.n_heads % n == 0]
        self.n_kv_heads = int(rng.choice(divisors)) if self.call == CALLS[0] else self.n_heads
        self.bias = bool(rng.random() < 0.5) and self.call == CALLS[1]
        self.mask, self.added = self._masks(rng)
        self.arrays = self._attention(rng) if self.call == CALLS[0] else self._layer(rng)

    def _masks(self, rng):
        """A boolean mask (batch, 1, n_queries, n_keys) and added numbers, each None where there is none."""
        batch, n_queries, n_keys = self.batch, self.n_queries, self.n_keys
        mask, added = np.ones((batch, 1, n_queries, n_keys), bool), None
        if self.mask_kind == "none":
            return None, None
        if "causal" in self.mask_kind:
            mask &= np.tri(n_queries, n_keys, dtype=bool)
        if "padding" in self.mask_kind:
            mask &= np.arange(n_keys) < rng.integers(1, n_keys + 1, (batch, 1, 1, 1))
        if self.mask_kind in ("boolean", "added", "no key"):
            mask &= rng.random(mask.shape) < 0.6
            np.put_along_axis(mask, rng.integers(0, n_keys, (batch, 1, n_queries, 1)), True, -1)
        if self.mask_kind == "no key":
            closed = rng.random((batch, 1, n_queries, 1)) < 0.4
            closed[0, 0, rng.integers(0, n_queries)] = True
            mask &= ~closed
        if self.mask_kind == "added":
            added = rng.normal(0, 1, mask.shape).astype(self.dtype)
        return mask, added

    def _attention(self, rng):
        size = self.magnitude**0.5 * (8 if self.magnitude > 30 else 1)
        shape = {"Q": (self.n_heads, self.n_queries), "K": (self.n_kv_heads, self.n_keys)}
        shape["V"] = shape["K"]
        arrays = {name: rng.normal(size=(self.batch, *two, self.d_head)) for name, two in shape.items()}
        arrays["Q"], arrays["K"] = arrays["Q"] * size, arrays["K"] * size
        return {name: array.astype(self.dtype) for name, array in arrays.items()}

    def _layer(self, rng):
        d_model = self.n_heads * self.d_head
        arrays = {"X": rng.normal(size=(self.batch, self.n_queries, d_model)) * self.magnitude}
        itself = self.n_queries == self.n_keys and rng.random() < 0.7
        X_kv = rng.normal(size=(self.batch, self.n_keys, d_model)) * self.magnitude
        arrays["X_kv"] = arrays["X"] if itself else X_kv
        for name in "QKVO":
            arrays[f"W_{name}"] = rng.normal(size=(d_model, d_model)) / d_model**0.5
        for name in "QKVO" if self.bias else "":
            arrays[f"b_{name}"] = rng.normal(size=d_model)
        return {name: array.astype(self.dtype) for name, array in arrays.items()}

    def largest_score(self):
        """At most: the longest query times the longest key of any head, scaled."""
        if self.call == CALLS[0]:
            Q, K = self.arrays["Q"], self.arrays["K"]
        else:
            Q, K = (
                (self.arrays[tokens] @ self.arrays[f"W_{name}"]).reshape(self.batch, -1, self.n_heads, self.d_head)
                for tokens, name in (("X", "Q"), ("X_kv", "K"))
            )
        longest = [np.sqrt((M.astype(np.float64) ** 2).sum(axis=-1)).max() for M in (Q, K)]
        return float(longest[0] * longest[1] / self.d_head**0.5)

    @property
    def sizes(self):
        return [self.batch, self.n_heads, self.n_kv_heads, self.n_queries, self.n_keys, self.d_head]

    @property
    def closed(self):
        """Queries that may attend to nothing: (batch, n_queries)."""
        mask = np.ones((self.batch, 1, self.n_queries, 1), bool) if self.mask is None else self.mask
        return ~mask.any(axis=-1)[:, 0]


def draws(seed, count, limits):
    """count draws, or EACH of every kind."""
    count = count or EACH * len(KINDS)
    return [Draw(seed, number, KINDS[number % len(KINDS)], limits) for number in range(count)]


def of_torch(draw, dtype):
    """(Y, A) of PyTorch in one dtype; A is None for the function, which returns no weights."""
    import torch

    def tensor(array):
        return torch.from_numpy(np.array(array, dtype if array.dtype != bool else bool))

    have = {name: tensor(array) for name, array in draw.arrays.items()}
    mask = None if draw.mask is None else np.where(draw.mask, 0 if draw.added is None else draw.added, -np.inf)
    with torch.no_grad():
        if draw.call == CALLS[0]:
            options = {"attn_mask": mask if mask is None else tensor(mask)}
            if draw.mask_kind == "causal":
                options = {"is_causal": True}
            if draw.n_kv_heads < draw.n_heads:
                options["enable_gqa"] = True
            function = torch.nn.functional.scaled_dot_product_attention
            return function(have["Q"], have["K"], have["V"], **options).numpy(), None
        d_model = draw.n_heads * draw.d_head
        kind = getattr(torch, np.dtype(dtype).name)
        layer = torch.nn.MultiheadAttention(d_model, draw.n_heads, bias=draw.bias, batch_first=True, dtype=kind).eval()
        layer.in_proj_weight.copy_(torch.cat([have[f"W_{name}"].T for name in "QKV"]))
        layer.out_proj.weight.copy_(have["W_O"].T)
        if draw.bias:
            layer.in_proj_bias.copy_(torch.cat([have[f"b_{name}"] for name in "QKV"]))
            layer.out_proj.bias.copy_(have["b_O"])
        options = {}
        if draw.mask_kind == "padding":  # here True means ignore
            options["key_padding_mask"] = tensor(~draw.mask[:, 0, 0])
        elif mask is not None:
            options["attn_mask"] = tensor(np.repeat(mask, draw.n_heads, axis=1).reshape(-1, *mask.shape[-2:]))
        Y, A = layer(have["X"], have["X_kv"], have["X_kv"], need_weights=True, average_attn_weights=False, **options)
        return Y.numpy(), A.numpy()


def error(got, expected, closed):
    """The largest error, relative where a value is larger than 1; rows where PyTorch has NaN are left out.

    closed: (batch, n_queries), the rows that may be left out.
    """
    got, expected = np.asarray(got, np.float64), np.asarray(expected, np.float64)
    if got.shape != expected.shape:
        return np.inf
    left_out = np.isnan(expected) & (closed[:, :, None] if expected.ndim == 3 else closed[:, None, :, None])
    off = np.abs(np.where(left_out, 0, got - expected)) / np.maximum(1, np.abs(np.where(left_out, 0, expected)))
    return float(off.max()) if np.isfinite(off).all() else np.inf


def expected_of(draw):
    """(Y, A, allowed) of PyTorch."""
    Y, A = of_torch(draw, np.float64)
    allowed = 1e-10
    if draw.dtype == np.float32:
        pairs = zip(of_torch(draw, np.float32), (Y, A), strict=True)
        own = max(error(low, high, draw.closed) for low, high in pairs if high is not None)
        allowed = max(2e-6, 8 * own, 2 * float(np.finfo(np.float32).eps) * draw.largest_score())
    return Y, A, allowed


def answers(draw, chapter):
    """Each function of the chapter that can express a draw: (name, Y, A); A None where PyTorch has none."""
    have = draw.arrays
    if draw.call == CALLS[0]:
        Q, K, V, scale = have["Q"], have["K"], have["V"], None
        if draw.added is not None:  # numbers that are added to the scores, as columns of Q and K
            M = np.repeat(draw.added.swapaxes(-1, -2), draw.n_kv_heads, axis=1)
            unit = np.broadcast_to(np.eye(draw.n_queries, dtype=draw.dtype), (*Q.shape[:2], *[draw.n_queries] * 2))
            Q = np.concatenate([Q * draw.dtype(draw.d_head**-0.5), unit], axis=-1)
            K, scale = np.concatenate([K, M], axis=-1), 1
        mask = chapter.causal_mask(draw.n_queries) if draw.mask_kind == "causal" else draw.mask
        yield "grouped_queries", chapter.grouped_queries(Q, K, V, draw.n_kv_heads, mask, scale)[0], None
        if draw.n_kv_heads == draw.n_heads:
            yield "attention", chapter.attention(Q, K, V, mask, scale)[0], None
            if draw.mask_kind == "causal":
                cache, rows = None, []
                for t in range(draw.n_queries):
                    one = (M[:, :, t : t + 1] for M in (Q, K, V))
                    Y, _, cache = chapter.attend_with_cache(*one, cache)
                    rows.append(Y)
                yield "attend_with_cache", np.concatenate(rows, axis=2), None
        return
    X, X_kv = have["X"], have["X_kv"]
    weights = [have[f"W_{name}"] for name in "QKVO"]
    if draw.bias:  # as one more row of each matrix, for one more column of ones
        X, X_kv = (np.concatenate([M, np.ones_like(M[..., :1])], axis=-1) for M in (X, X_kv))
        weights[:3] = [np.vstack([W, have[f"b_{name}"]]) for W, name in zip(weights[:3], "QKV", strict=True)]
    mask = chapter.causal_mask(draw.n_queries) if draw.mask_kind == "causal" else draw.mask
    mask = mask if mask is None or mask.ndim == 2 else mask[:, 0]
    for name in ("multi_head_attention", "multi_head_attention_loop", "multi_head_attention_einsum"):
        Y, A = getattr(chapter, name)(X, *weights, draw.n_heads, X_kv, mask)
        yield name, Y + have["b_O"] if draw.bias else Y, A


def differences(draw, expected, chapter):
    """(name of the function, error as a multiple of what is allowed) for each function that can express it.

    expected: (Y, A, allowed). A query that may attend to nothing has to have zeros: PyTorch's layer has NaN there.
    """
    Y_right, A_right, allowed = expected
    for name, Y, A in answers(draw, chapter):
        off = error(Y, Y_right, draw.closed)
        if A_right is not None:
            off = max(off, error(A, A_right, draw.closed))
        if A_right is not None and draw.closed.any():
            zeros = draw.arrays["b_O"] if draw.bias else 0
            empty = np.swapaxes(A, 1, 2)[draw.closed], Y[draw.closed] - zeros
            off = max(off, *(float(np.abs(M).max()) if np.isfinite(M).all() else np.inf for M in empty))
        yield name, off / allowed


def flat(array):
    """Numbers of an array in twelve digits, NaN as None."""
    return [None if np.isnan(x) else float(f"{x:.12g}") for x in array.ravel().tolist()]


def row_of(draw, expected):
    Y, A, allowed = expected
    names = ("batch", "n_heads", "n_kv_heads", "n_queries", "n_keys", "d_head")
    row = {"call": draw.call, "mask": draw.mask_kind, "dtype": np.dtype(draw.dtype).name}
    row |= {"magnitude": draw.magnitude, "bias": draw.bias, "sizes": dict(zip(names, draw.sizes, strict=True))}
    row |= {"input": checksum(draw), "allowed": float(f"{allowed:.3g}"), "Y": flat(Y)}
    return row | ({} if A is None else {"A": flat(A)})


def checksum(draw):
    return float(f"{next(iter(draw.arrays.values())).sum(dtype=np.float64):.6g}")


def expected_in(row):
    """(Y, A, allowed) as a row of the file has them."""
    of = row["sizes"]
    heads = of["batch"], of["n_heads"], of["n_queries"]
    of_layer = of["batch"], of["n_queries"], of["n_heads"] * of["d_head"]
    Y = np.array(row["Y"], float).reshape((*heads, of["d_head"]) if row["call"] == CALLS[0] else of_layer)
    A = np.array(row["A"], float).reshape(*heads, of["n_keys"]) if "A" in row else None
    return Y, A, row["allowed"]


def live(count):
    """How many comparisons with PyTorch there were and by which multiple of what is allowed the worst was off."""
    chapter, found = recording.functions(), []
    for draw in draws(LIVE_SEED, count, LARGE):
        found += [off for _, off in differences(draw, expected_of(draw), chapter)]
    return len(found), max(found)


def main(arguments):
    if version() is None:
        print("not installed: torch", file=sys.stderr)
        return 2
    if arguments[:1] == ["--live"]:
        number, worst = live(int(arguments[1]))
        print(f"{number} comparisons, the largest error is {worst:.2g} of what is allowed")
        return int(worst > 1)
    here = draws(SEED, None, SMALL)
    rows = [row_of(draw, expected_of(draw)) for draw in here]
    if arguments == ["--check"]:
        old = recording.read("torch")["rows"]
        wrong = [number for number, pair in enumerate(zip(old, rows, strict=True)) if not alike(*pair)]
        print(f"{len(rows)} draws agree" if not wrong else f"draws that differ from the file: {wrong}")
        return int(bool(wrong))
    head = {"what": WHAT, "tool": "PyTorch", "version": version(), "numpy": np.__version__, "date": recording.today()}
    number, worst = live(420)
    head |= {"command": "python -m snippets.data.record_torch", "live comparisons": number}
    head["live, largest error as part of what is allowed"] = float(f"{worst:.1g}")
    recording.write("torch", head, rows)
    return 0


def alike(old, new):
    """Two rows are the same but for the last digits of Y and A, and for what is allowed."""
    numbers = ("Y", "A", "allowed")
    if {k: v for k, v in old.items() if k not in numbers} != {k: v for k, v in new.items() if k not in numbers}:
        return False
    pairs = [[np.array(one[k], float) for one in (old, new)] for k in ("Y", "A") if k in old]
    return all(np.allclose(*pair, rtol=1e-10, atol=1e-11, equal_nan=True) for pair in pairs)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
