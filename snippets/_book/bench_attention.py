"""`make bench`, second part: the forms of the layer against each other, and against PyTorch where it is installed.

All on one thread and in one process, in turns, so that a machine that is busy for a while is so for all. float32.
PyTorch is nn.MultiheadAttention with weights asked for, which does not fuse its steps, as NumPy cannot.
"""

import argparse
import importlib
import importlib.util
import os
import statistics
import subprocess
import sys
import time

# n_tokens, d_model, n_heads: the running example, a paragraph, the size of the 2017 paper, and a long text
SIZES = ((3, 4, 2), (64, 128, 4), (512, 512, 8), (2048, 512, 8))
THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")
AIM = 2  # batched / PyTorch at n = 512


def layers(n_tokens, d_model, n_heads):
    """The forms as functions without arguments, by name."""
    import numpy as np

    from snippets.multi_head_attention import multi_head_attention, multi_head_attention_loop
    from snippets.split_and_join import multi_head_attention_einsum

    rng = np.random.default_rng(0)
    X = rng.normal(size=(n_tokens, d_model)).astype(np.float32)
    weights = [(rng.normal(size=(d_model, d_model)) / d_model**0.5).astype(np.float32) for _ in range(4)]
    found = {
        "batched": lambda: multi_head_attention(X, *weights, n_heads)[0],
        "loop": lambda: multi_head_attention_loop(X, *weights, n_heads)[0],
        "einsum": lambda: multi_head_attention_einsum(X, *weights, n_heads)[0],
    }
    if importlib.util.find_spec("torch"):
        found["PyTorch"] = pytorch(X, weights, n_heads)
    right = found["loop"]()
    for name, function in found.items():
        assert np.allclose(function(), right, atol=1e-4), name
    return found


def pytorch(X, weights, n_heads):
    import torch

    torch.set_num_threads(1)
    layer = torch.nn.MultiheadAttention(X.shape[1], n_heads, bias=False, batch_first=True).eval()
    tokens = torch.from_numpy(X)[None]
    W_Q, W_K, W_V, W_O = (torch.from_numpy(W) for W in weights)
    layer.in_proj_weight.data.copy_(torch.cat([W_Q.T, W_K.T, W_V.T]))
    layer.out_proj.weight.data.copy_(W_O.T)

    def run():
        with torch.no_grad():
            return layer(tokens, tokens, tokens, need_weights=True, average_attn_weights=False)[0][0].numpy()

    return run


def seconds_of(function, at_least):
    """Seconds for one call, of as many as take at_least together."""
    calls, start = 0, time.perf_counter()
    while not calls or time.perf_counter() - start < at_least:
        function()
        calls += 1
    return (time.perf_counter() - start) / calls


def measure(sizes, rounds, at_least):
    """Print one line for each size: the time of the batched form, and its ratio to each other one."""
    import numpy as np

    there = "PyTorch " + importlib.import_module("torch").__version__ if importlib.util.find_spec("torch") else ""
    print(f"one thread, float32, NumPy {np.__version__}{', ' * bool(there)}{there}; medians of {rounds} rounds")
    print(f"{'n_tokens':>8}{'d_model':>8}{'heads':>6}{'batched':>12}  relative to the time of another")
    for size in sizes:
        found = layers(*size)
        times = {name: [] for name in found}
        for _ in range(rounds):
            for name, function in found.items():
                times[name].append(seconds_of(function, at_least))
        ratios = []
        for name in list(found)[1:]:
            ratio = statistics.median(a / b for a, b in zip(times["batched"], times[name], strict=True))
            aim = f" (aim ≤ {AIM})" if name == "PyTorch" and size[0] == 512 else ""
            ratios.append(f"batched / {name} {ratio:.2f}{aim}")
        fastest = statistics.median(times["batched"]) * 1000
        print(f"{size[0]:8}{size[1]:8}{size[2]:6}{fastest:9.3f} ms  {', '.join(ratios)}", flush=True)


def main(arguments=None):
    name = "python -m snippets._book.bench_attention"
    parser = argparse.ArgumentParser(prog=name, description=__doc__.split("\n")[0])
    parser.add_argument("--quick", action="store_true", help="one short round of two sizes: does it work?")
    parser.add_argument("--measure", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.measure:
        measure(*((SIZES[:2], 1, 0.0) if options.quick else (SIZES, 9, 0.1)))
        return 0
    # the number of threads is read when NumPy is loaded
    command = [sys.executable, "-m", "snippets._book.bench_attention", "--measure", *["--quick"] * options.quick]
    return subprocess.run(command, env=os.environ | dict.fromkeys(THREADS, "1"), check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
