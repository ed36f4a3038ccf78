"""`make matrix`: site and tests on every Python that is present, and with the oldest NumPy and Matplotlib.

Each has an environment of its own below .venv-matrix/, and a copy of the project there, so that nothing of the
working copy is touched. Outputs are compared exactly, as in CI.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / ".venv-matrix"
VERSIONS = ("3.11", "3.12", "3.13", "3.14")
OLDEST = ROOT / ".ci" / "oldest.txt"
GENERATED = {ROOT / name for name in ("site", "offline", "build", "docs/figures", "docs/downloads")}
LEFT_OUT = shutil.ignore_patterns(".git", ".venv*", "__pycache__", ".*_cache", ".hypothesis")
QUICK = ("--ignore=tests/book", "--ignore=tests/site")
ASK = "import sys; print('.'.join(map(str, sys.version_info[:3])))"
LIBRARIES = "import numpy, matplotlib; print(numpy.__version__, matplotlib.__version__)"


def left_out(folder, names):
    return LEFT_OUT(folder, names) | {name for name in names if Path(folder, name) in GENERATED}


def interpreters():
    """{version as 3.12: command} of those that start."""
    found = {}
    for version in VERSIONS:
        for name in (f"python{version}", "python3", sys.executable):
            command = shutil.which(name)
            if command and answer(command, ASK).startswith(f"{version}."):
                found[version] = command
                break
    return found


def answer(command, program):
    """What a program prints, nothing if it fails: a shim may stand there for a Python that is not installed."""
    done = subprocess.run([command, "-c", program], capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else ""


def environment_of(name, command, constraints):
    """The Python of an environment with the packages of the lock, or with older ones of the constraints."""
    folder = FOLDER / name
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    pip = [python, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    steps = [
        [command, "-m", "venv", "--clear", folder],
        [*pip, "install", "--require-hashes", "--requirement", ROOT / "requirements.txt"],
    ]
    if constraints:  # onnx needs a newer NumPy; what asks for it is skipped there
        steps += [[*pip, "uninstall", "--yes", "onnx", "ml-dtypes"], [*pip, "install", "--requirement", constraints]]
    for step in steps:
        done = subprocess.run(step, capture_output=True, text=True, check=False)
        if done.returncode:
            sys.exit(f"{name}: {step} failed\n{done.stdout}{done.stderr}")
    return python


def run(python, copy, *arguments):
    """(whether it succeeded, its last line, seconds)"""
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "BOOK_"))}
    environment = kept | {"CI": "true", "PYTHONUTF8": "1", "PYTHONPATH": str(copy), "NO_MKDOCS_2_WARNING": "1"}
    environment["GIT_CEILING_DIRECTORIES"] = str(copy.parent)  # the copy is no checkout
    start = time.perf_counter()
    with open(copy.parent / f"{arguments[1]}.log", "w", encoding="utf-8") as log:
        done = subprocess.run([python, *arguments], cwd=copy, env=environment, stdout=log, stderr=log, check=False)
    lines = (copy.parent / f"{arguments[1]}.log").read_text(encoding="utf-8").strip().splitlines()
    return done.returncode == 0, lines[-1] if lines else "", time.perf_counter() - start


def try_out(name, command, constraints, quick):
    """One row of the table."""
    python = environment_of(name, command, constraints)
    copy = FOLDER / name / "project"
    shutil.copytree(ROOT, copy, ignore=left_out)
    built, last, seconds = run(python, copy, "-m", "mkdocs", "build", "--strict")
    row = {"environment": name, "Python": answer(python, ASK), "NumPy, Matplotlib": answer(python, LIBRARIES)}
    row["site"] = f"built in {seconds:.0f} s" if built else f"FAILED: {last}"
    good, last, seconds = run(python, copy, "-m", "pytest", "-q", "-p", "no:cacheprovider", *(QUICK if quick else ()))
    counts = re.sub(r"=+ ?| in [\d.]+s.*", "", last)
    row["tests"] = f"{counts} in {seconds:.0f} s" if good else f"FAILED: {counts}"
    return row, built and good


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="python -m snippets._book.matrix", description=__doc__.split("\n")[0])
    parser.add_argument("--quick", action="store_true", help="without tests/book and tests/site")
    parser.add_argument("names", nargs="*", help="only these: 3.11 to 3.14, oldest")
    options = parser.parse_args(arguments)
    commands = interpreters()
    plan = [(version, command, None) for version, command in commands.items()]
    plan += [("oldest", next(iter(commands.values())), OLDEST)]
    rows, good = [], True
    for name, command, constraints in plan:
        if not options.names or name in options.names:
            print(f"{name}: {command}", flush=True)
            row, passed = try_out(name, command, constraints, options.quick)
            rows.append(row)
            good &= passed
    for version in VERSIONS:
        if version not in commands and not options.names:
            rows.append({"environment": version, "Python": "not present"})
    keys = list(rows[0]) if rows else []
    widths = {key: max(len(key), *(len(row.get(key, "")) for row in rows)) for key in keys}
    for row in [dict(zip(keys, keys, strict=True)), *rows]:
        print("  ".join(row.get(key, "–").ljust(widths[key]) for key in keys).rstrip())
    print(f"Logs are in {FOLDER.relative_to(ROOT)}/<environment>/.")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
