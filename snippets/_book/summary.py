"""What a change means for readers, as Markdown: CI shows it for each pull request.

`python -m snippets._book.summary BASE` compares the checked-out commit with the commit BASE: which pages differ,
and the diff of what the examples leave. It only reads.
"""

import argparse
import re
import subprocess
import sys

from snippets._book.project import ROOT

HOW = {"A": "new", "D": "removed", "M": "changed", "T": "changed"}
LONGEST = 60_000  # characters of the diff; GitHub refuses a summary of more than a megabyte


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="python -m snippets._book.summary", description=__doc__.split("\n")[0])
    parser.add_argument("base", help="the commit to compare with, such as HEAD^1 or main")
    base = parser.parse_args(arguments).base
    try:
        print(summary(base), end="")
    except subprocess.CalledProcessError as error:
        print(f"BASE: expected a commit, received {base!r}: {error.stderr.strip()}", file=sys.stderr)
        return 1
    return 0


def summary(base):
    pages = _changed(base, "docs/*.md", "docs/labs/*.py")
    outputs = _changed(base, "tests/outputs")
    rows = [f"| {_code(path)} | {HOW.get(how, how)} |" for how, path in pages]
    parts = ["## Pages\n", "| page | |\n| --- | --- |\n" + "\n".join(rows) if rows else "No page changes."]
    parts += ["\n## What examples leave\n"]
    if not outputs:
        return "\n".join([*parts, "No reviewed output changes.\n"])
    parts += [f"- {_code(path)}: {HOW.get(how, how)}" for how, path in outputs]
    diff = _git("diff", "--no-renames", "--no-color", "--no-ext-diff", f"{base}..HEAD", "--", "tests/outputs")
    cut = f"\n… {len(diff) - LONGEST:,} more characters" if len(diff) > LONGEST else ""
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", diff)), default=0))  # one that no output can end
    return "\n".join([*parts, f"\n{fence}diff", diff[:LONGEST].rstrip("\n") + cut, f"{fence}\n"])


def _changed(base, *paths):
    """(letter, path) of each file below `paths` that differs."""
    listed = _git("diff", "--no-renames", "--name-status", "-z", f"{base}..HEAD", "--", *paths).split("\0")
    return list(zip(listed[0:-1:2], listed[1::2], strict=True))


def _git(*arguments):
    command = ["git", *arguments]
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, encoding="utf-8", errors="replace").stdout


def _code(name):
    """A file name that a stranger chose: shown, and not read as Markdown or HTML."""
    return "<code>" + re.sub(r"[^A-Za-z0-9./-]", lambda found: f"&#{ord(found[0])};", name) + "</code>"


if __name__ == "__main__":
    sys.exit(main())
