"""Where things are, how files are read and written, and what an error looks like."""

import difflib
import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SNIPPETS = ROOT / "snippets"
EXAMPLES = SNIPPETS / "examples"
OUTPUTS = ROOT / "tests" / "outputs"
DOCS = ROOT / "docs"
CONCEPTS = DOCS / "concepts"
DATA = (DOCS / "data", SNIPPETS / "data")
BUILD = ROOT / "build"  # partials, cache: never published
FIGURES = DOCS / "figures"
DOWNLOADS = DOCS / "downloads"
SHOWN_WIDTH = 88  # a shown line that is longer scrolls sideways on the page


@dataclass(frozen=True, order=True)
class Problem:
    """One thing that is wrong, at a place that a reader of the message can open."""

    path: str
    line: int
    text: str

    def __str__(self):
        return f"{self.path}:{self.line}: {self.text}"


def clock():
    """Seconds since 1970 as text: SOURCE_DATE_EPOCH, or else the last commit, or else nothing (no git, no commit)."""
    if os.environ.get("SOURCE_DATE_EPOCH"):
        return os.environ["SOURCE_DATE_EPOCH"]
    try:
        done = subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, encoding="utf-8")
    except FileNotFoundError:
        return ""
    return done.stdout.strip()


def relative(path):
    """The path as messages show it: from the project's root, with forward slashes."""
    return Path(path).relative_to(ROOT).as_posix()


def problem(path, line, text):
    return Problem(relative(path), line, text)


def nearest(name, known):
    """' (did you mean …?)' with the closest known name, or nothing."""
    close = difflib.get_close_matches(name, list(known), n=1, cutoff=0.5)
    return f" (did you mean {close[0]}?)" if close else ""


def read_text(path, problems):
    """A text file of the project, None if it is not UTF-8; reports that and Windows line ends."""
    data = path.read_bytes()
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        byte = data[error.start]
        problems.append(problem(path, line, f"expected UTF-8 text, received byte 0x{byte:02x}"))
        return None
    if "\r" in text:
        line = text.count("\n", 0, text.index("\r")) + 1
        problems.append(problem(path, line, "expected Unix line ends, received a carriage return"))
    return text.replace("\r\n", "\n")


def write_if_changed(path, text):
    """Write whole or not at all, and leave equal files alone, so that a watching server sees no change."""
    data = text.encode("utf-8")
    if path.is_file() and path.read_bytes() == data:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        unfinished.write_bytes(data)
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


def write_folder(folder, files, partly=False):
    """Make `folder` hold exactly `files` (a dict from relative path to text); the cache stays as it is.

    partly: whatever else is there stays, too.
    """
    for name, text in files.items():
        write_if_changed(folder / name, text)
    kept = {folder / name for name in files}
    for path in sorted(folder.rglob("*"), reverse=True) if not partly else ():
        if path.relative_to(folder).parts[0] == ".cache":
            continue
        if path.is_dir():
            if not any(path.iterdir()):
                path.rmdir()
        elif path not in kept:
            path.unlink()
