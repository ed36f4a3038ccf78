"""What a run saw and left: if the next one finds all of it as it was, there is nothing to do.

This module imports next to nothing, since loading the others is most of the time of a run without work.
"""

import hashlib
import json
import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
STAMP = os.path.join(ROOT, "build", ".cache", "stamp.json")
READ_BY_EXAMPLES = tuple(os.path.join(ROOT, *parts, "") for parts in (["snippets"], ["docs", "data"]))
LEFT_OUT = ("site", "offline", "__pycache__")
MADE = tuple(os.path.join(ROOT, *parts, "") for parts in (["build"], ["docs", "figures"], ["docs", "downloads"]))


def look():
    """Size and times of every file of the project and of the folders that packages are in; settings as one digest."""
    settings = repr((sys.argv[1:], sys.version, sorted(os.environ.items())))
    seen = {"settings": hashlib.sha256(settings.encode("utf-8", "surrogateescape")).hexdigest()}
    paths = [path for path in sys.path if path != ROOT] + [os.path.join(ROOT, ".git", "logs", "HEAD")]  # the clock
    for folder, folders, files in os.walk(ROOT):
        folders[:] = [name for name in folders if not name.startswith(".") and name not in LEFT_OUT]
        paths += [os.path.join(folder, name) for name in files]
    for path in paths:
        try:
            status = os.stat(path)
        except OSError:
            continue
        seen[path] = [status.st_size, status.st_mtime_ns, status.st_ctime_ns]
    return seen


def changed(before):
    """(names of what is not as the last run without a problem left it, the message of that run)."""
    try:
        with open(STAMP, encoding="utf-8") as file:
            last = json.load(file)
    except (FileNotFoundError, ValueError):
        return set(before), ""
    return _differ(last["seen"], before), last["message"]


def leave(before, message):
    """Note how things are for the next run, unless a source was edited after this run had looked."""
    after = look() | {"settings": before["settings"]}  # this run has settings of its own by now
    if all(name.startswith(MADE) for name in _differ(before, after)):
        unfinished = f"{STAMP}.{os.getpid()}"
        with open(unfinished, "w", encoding="utf-8") as file:
            json.dump({"message": message, "seen": after}, file)
        os.replace(unfinished, STAMP)


def _differ(one, other):
    return {name for name in one.keys() | other.keys() if one.get(name) != other.get(name)}
