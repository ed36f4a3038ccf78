"""Runs the examples whose inputs changed, each in a fresh process; the rest comes from the cache."""

import hashlib
import json
import multiprocessing
import os
import platform
import re
import signal
import sys
import tempfile
from functools import cache
from importlib.metadata import version
from pathlib import Path

from snippets._book.project import BUILD, ROOT, problem, relative, write_if_changed
from snippets._book.sources import data_file

CACHE = BUILD / ".cache" / "examples"
MACHINE = ("worker.py", "runner.py")  # what an example leaves depends on these files, not on the others


def digest_of(source, book):
    """One name for all that the result of an example depends on."""
    digest = hashlib.sha256()
    parts = [*_versions()]
    paths = [Path(__file__).with_name(name) for name in MACHINE]
    needed = book.needed(source)
    paths += [module.path for module in needed]
    paths += sorted({data_file(key[0]) for one in [source, *needed] for key, _ in one.data})
    parts += [_digest_of_file(path) for path in paths]
    digest.update("\n".join([*parts, relative(source.path), source.text]).encode())
    return digest.hexdigest()


@cache  # many examples share one
def _digest_of_file(path):
    return f"{path.name}:{hashlib.sha256(path.read_bytes()).hexdigest()}"


@cache  # reading them takes as long as all the rest of a digest
def _versions():
    return platform.python_version(), version("numpy"), version("matplotlib")


def run_examples(sources, book, problems, jobs, timeout, force=False, report=None):
    """What each example left, by key; examples that fail are reported in `problems`.

    report: called with (number done, number to run, key) as results arrive.
    """
    results, digests, missing = {}, {}, []
    for source in sources:
        digests[source.key] = digest_of(source, book)
        entry = None if force else _read(digests[source.key])
        if entry is None:
            missing.append(source)
        else:
            results[source.key] = entry
    for source, left in _run(missing, jobs, timeout, report):
        if "error" in left:
            problems.append(problem(source.path, left["line"], left["error"]))
        else:
            # Written whole and under a name made from its inputs: a killed run leaves only valid entries.
            write_if_changed(CACHE / f"{digests[source.key]}.json", json.dumps(left, ensure_ascii=False))
            results[source.key] = left
    return results, set(digests.values()), len(missing)


def prune(kept):
    """Drop cache entries that no example of this run uses, and what killed runs left unfinished."""
    for path in CACHE.iterdir() if CACHE.is_dir() else ():
        if path.stem not in kept:
            path.unlink()


def _read(digest):
    try:
        return json.loads((CACHE / f"{digest}.json").read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError):  # ValueError: not JSON, or not even text
        return None


def _run(sources, jobs, timeout, report):
    """Yield (source, what it left), in the order of the sources."""
    if not sources:
        return
    import pebble  # here, so that a run with nothing to do starts at once

    pebble.CONSTS.sleep_unit = 0.01  # how often the pool looks for finished processes; its default is 0.1 s
    _fix_environment()
    with tempfile.TemporaryDirectory() as folder:
        traces = [os.path.join(folder, f"{number}.txt") for number in range(len(sources))]
        workers = min(jobs, len(sources))
        with pebble.ProcessPool(max_workers=workers, max_tasks=1, context=_context()) as processes:
            unfinished = list(sources)

            def finished(_):
                # The pool would start a process for each one that ends, up to the last; those that find nothing
                # to do take time from the others, and complain when they start while the pool is closed.
                unfinished.pop()
                processes._pool_manager.worker_manager.workers_number = min(workers, len(unfinished))

            futures = []
            for source, trace in zip(sources, traces, strict=True):
                future = processes.schedule(_run_in_worker, args=(str(source.path), timeout, trace))
                future.add_done_callback(finished)
                futures.append(future)
            for number, (source, future, trace) in enumerate(zip(sources, futures, traces, strict=True), 1):
                try:
                    left = future.result()
                except KeyboardInterrupt:
                    processes.stop()
                    raise
                except pebble.ProcessExpired as error:
                    left = _of_ended(error.exitcode, trace, source.path, timeout)
                if report:
                    report(number, len(sources), source.key)
                yield source, left


def _run_in_worker(*args):
    from snippets._book import worker  # only here: it loads Matplotlib, which this process never needs

    return worker.run(*args)


def _of_ended(code, trace, path, timeout):
    """The error of an example whose process ended: the line is in the stack that was written, if one was."""
    try:
        stack = Path(trace).read_text(encoding="utf-8", errors="replace")
    except FileNotFoundError:
        stack = ""
    if stack.startswith("Timeout"):
        error = f"TimeoutError: still running after {timeout:g} s"
    elif code < 0:
        error = f"ProcessExpired: the process was ended by {signal.Signals(-code).name}"
    else:
        error = f"ProcessExpired: the process ended itself with exit code {code}"
    # Only the end of the path: the stack is written in ASCII, whatever letters the project's folder has.
    found = re.search(rf"\b{re.escape(path.parent.name)}.{re.escape(path.name)}\", line (\d+)", stack)
    return {"error": error, "line": int(found[1]) if found else 1}


def start_server():
    """Let the process that the examples are forked from load NumPy and Matplotlib, while this one does other work."""
    _fix_environment()
    if _context().get_start_method() == "forkserver":
        from multiprocessing import forkserver  # Windows has none

        forkserver.ensure_running()


def _context():
    """Fork from a warm server where the system can; Windows starts each process anew."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["pebble", "snippets._book.runner", "snippets._book.worker"])
    return context


def _fix_environment():
    """What the processes inherit: the same hashes and thread count each time, and these snippets first."""
    os.environ.update(PYTHONHASHSEED="0", OPENBLAS_NUM_THREADS="1", OMP_NUM_THREADS="1", MKL_NUM_THREADS="1")
    os.environ.update(PYTHONUTF8="1", PYTHONDONTWRITEBYTECODE="1")
    if str(ROOT) not in os.environ.get("PYTHONPATH", "").split(os.pathsep):
        paths = [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
        os.environ["PYTHONPATH"] = os.pathsep.join(paths)
    if str(ROOT) not in sys.path:
        sys.path.insert(0, str(ROOT))
