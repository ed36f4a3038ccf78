"""`make bench`: what the machine costs, as ratios to a bare `mkdocs build` of the same finished pages.

Whole processes are measured, in turns, on generated projects. Each time is divided by that of a bare build just
before it, so that a machine that is busy for a while is so for both. The check alone, `python -m snippets` with one
page edited, is measured on chapters of up to 1,000 concepts, as what it costs for each of them.
"""

import argparse
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from snippets._book.concepts import INCLUDE
from snippets._book.pages import SECTIONS
from snippets._book.project import BUILD, DOCS, DOWNLOADS, FIGURES, ROOT, SNIPPETS, write_if_changed

MKDOCS = [sys.executable, "-m", "mkdocs", "build", "--strict"]
AIMS = {"cold": 5, "warm": 1.2, "example edited": 2, "page edited": 1.3}
EDITS = {
    "example edited": ("snippets/examples/topic_01/example_1.py", "# Edited.\n"),
    "page edited": ("docs/concepts/topic-01.md", "\nEdited.\n"),
}
PER_PAGE = 5
SNIPPET = """\
import numpy as np

def weights_{page}(S):
    return np.exp(S) / np.exp(S).sum(axis=-1, keepdims=True)
"""
EXAMPLE = """\
import numpy as np

from snippets.plots import heatmap
from snippets.topic_{page} import weights_{page}

TOKENS = ["the", "cat", "sat", "down"]
A = weights_{page}(np.random.default_rng({number}).normal(size=(4, 4)))
print(A.round(3))
heatmap(A, TOKENS).set_label(f"Weights {number}: the largest of all is {{A.max():.2f}}.")
TABLE = [{{"token": t, "largest": f"{{a.max():.2f}}"}} for t, a in zip(TOKENS, A)]
"""
PAGE = """\
---
{{title: Topic {page}, description: A generated page., objectives: [read weights, find the largest], difficulty: 1,
importance: optional, depth: know about, requires: [], papers: {{essential: []}}, authors: [Us], updated: 2026-01-01}}
---

# Topic {page}

--8<-- "topic_{page}/card.md"
"""
SECTION = """
## The {name} {{ #{name} }}

The weights $a_{{ij}} = e^{{s_{{ij}}}} / \\sum_k e^{{s_{{ik}}}}$ of a row sum to 1.
"""


def generate(size, per_page=PER_PAGE):
    """The files of a project with `size` examples that differ from this one's, by path."""
    pages = [f"{number:02}" for number in range(1, size // per_page + 1)]
    nav = "".join(f"  - concepts/topic-{page}.md\n" for page in pages)
    settings = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    settings = re.sub(r"^  - mkdocs-jupyter:.*\n(?: {4}.*\n)+", "", settings, flags=re.MULTILINE)  # there are no labs
    settings = re.sub(r"^nav:\n(?:[ #].*\n)+", f"nav:\n  - index.md\n{nav}", settings, flags=re.MULTILINE)
    texts = {"mkdocs.yml": settings, "docs/index.md": "# Map\n"}
    texts |= {f"docs/data/{path.name}": f"{path.stem}: []\n" for path in DOCS.glob("data/*.yml")}
    for page in pages:
        text = PAGE.format(page=page)
        for number, name in enumerate(SECTIONS, 1):
            text += SECTION.format(name=name)
            if number <= per_page:
                key = f"topic_{page}/example_{number}"
                texts[f"snippets/examples/{key}.py"] = EXAMPLE.format(page=page, number=number)
                text += "".join(f'\n--8<-- "{key}.{kind}.md"\n' for kind in ("code", "out", "fig", "table"))
        texts[f"docs/concepts/topic-{page}.md"] = text
        texts[f"snippets/topic_{page}.py"] = SNIPPET.format(page=page)
        texts[f"tests/test_topic_{page}.py"] = ""  # a page without a test is an error
    return texts


def generate_chapter(size):
    """The same for `size` concepts with an example each, of which number n requires and imports number n // 2."""
    texts = generate(size, per_page=1)
    for number in range(2, size + 1):
        own, other = f"{number:02}", f"{number // 2:02}"
        page, snippet = f"docs/concepts/topic-{own}.md", f"snippets/topic_{own}.py"
        texts[page] = texts[page].replace("requires: []", f"requires: [topic-{other}]")
        texts[snippet] = f"from snippets.topic_{other} import weights_{other}\n{texts[snippet]}"
    return texts


def lay_out(texts, root):
    """Write these files, and run all examples once."""
    for path in (SNIPPETS / "_book", DOCS / "assets", DOCS / ".theme"):
        shutil.copytree(path, root / path.relative_to(ROOT))
    for path in ("pyproject.toml", *(f"snippets/{n}.py" for n in ("__init__", "__main__", "records", "plots"))):
        shutil.copy(ROOT / path, root / path)
    for name, text in texts.items():
        write_if_changed(root / name, text)
    run([sys.executable, "-m", "snippets", "--update-outputs"], root)


def edit(root, what):
    name, text = EDITS[what]
    (root / name).write_text((root / name).read_text(encoding="utf-8") + text, encoding="utf-8")


class Project:
    """A generated project, and beside it the bare one: its pages with every include resolved, and no hook."""

    def __init__(self, folder, size):
        self.size, self.root, self.bare = size, folder / f"{size}", folder / f"{size}-bare"
        lay_out(generate(size), self.root)
        self.build(ran=0)
        shutil.copytree(self.root, self.bare, ignore=shutil.ignore_patterns("site"))
        for path in [self.bare / "mkdocs.yml", *self.bare.glob("docs/concepts/*.md")]:
            text = re.sub(r"^hooks:\n(?:[ #].*\n)+", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
            text = INCLUDE.sub(lambda name: (self.bare / "build" / name[1]).read_text(encoding="utf-8"), text)
            write_if_changed(path, text)
        run(MKDOCS, self.bare)
        live, bare = ({p.relative_to(r): p.read_bytes() for p in r.rglob("*.html")} for r in (self.root, self.bare))
        if live != bare:
            sys.exit("the bare build gives other pages")

    def build(self, ran):
        """Seconds of one build with the hook, which must run exactly `ran` examples."""
        seconds, printed = run(MKDOCS, self.root)
        if f"{self.size} examples: {ran} run" not in printed:
            sys.exit(f"expected {ran} examples to run\n{printed}")
        return seconds

    def measure(self, what):
        """Seconds of one of AIMS, or of the examples alone: each in a new Python, two at a time as in the pool."""
        if what == "fresh processes":
            files = sorted(self.bare.rglob("downloads/*/example_*.py"))
            start = time.perf_counter()
            with ThreadPoolExecutor(os.cpu_count()) as threads:
                list(threads.map(lambda file: run([sys.executable, file], self.bare / "build"), files))
            return time.perf_counter() - start
        if what == "cold":
            for path in (BUILD, FIGURES, DOWNLOADS):
                shutil.rmtree(self.root / path.relative_to(ROOT))
        elif what in EDITS:
            edit(self.root, what)
        return self.build(ran={"cold": self.size, "example edited": 1}.get(what, 0))


def check(root, size):
    """Seconds of the whole check after a page was edited: no example runs, no site is built."""
    edit(root, "page edited")
    seconds, printed = run([sys.executable, "-m", "snippets"], root)
    if f"{size} examples: 0 run" not in printed:
        sys.exit(f"expected no example to run\n{printed}")
    return seconds


def run(command, folder):
    """(Seconds, what it printed); ends the bench where the command fails."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("BOOK_", "PYTHONPATH"))}
    environment |= {"PYTHONUTF8": "1", "NO_MKDOCS_2_WARNING": "1", "SOURCE_DATE_EPOCH": "0"}
    start = time.perf_counter()
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, encoding="utf-8")
    if done.returncode:
        sys.exit(f"{command} failed\n{done.stdout}{done.stderr}")
    return time.perf_counter() - start, done.stdout + done.stderr


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="python -m snippets._book.bench", description=__doc__.split("\n")[0])
    parser.add_argument("--quick", action="store_true", help="one round of 5 to 20 examples: does it work?")
    quick = parser.parse_args(arguments).quick
    small, *larger = (5, 10) if quick else (50, 100, 200)
    chapters = (5, 10, 20) if quick else (50, 200, 1000)
    rows, took = {}, {}
    with tempfile.TemporaryDirectory() as folder:
        projects = {size: Project(Path(folder), size) for size in (small, *larger)}
        for number in range(1, 2 if quick else 6):
            for size in projects if number <= 3 else [small]:  # the larger ones take long
                for what in [*AIMS, "fresh processes"] if size == small else ["cold", "warm"]:
                    bare = run(MKDOCS, projects[size].bare)[0]
                    took[what, size] = seconds = projects[size].measure(what)
                    print(f"round {number}, {size} examples: {what} {seconds:.2f} s, bare {bare:.2f} s", flush=True)
                    rows.setdefault(f"{what}, {size} examples", []).append(seconds / bare)
                    if size != small:
                        growth = seconds / size / (took[what, small] / small)
                        rows.setdefault(f"{what}, an example: of {size} / of {small}", []).append(growth)
            cold, fresh = took["cold", small], took["fresh processes", small]
            rows.setdefault(f"cold / fresh processes, {small} examples", []).append(cold / fresh)
        roots = {size: Path(folder) / f"chapter-{size}" for size in chapters}
        for size, root in roots.items():
            lay_out(generate_chapter(size), root)
        for number in range(1, 2 if quick else 6):
            for size, root in roots.items():
                took["check", size] = seconds = check(root, size)
                each, first = seconds / size, took["check", chapters[0]] / chapters[0]
                print(f"round {number}, {size} concepts: check {seconds:.2f} s, {1000 * each:.1f} ms each", flush=True)
                if size != chapters[0]:
                    rows.setdefault(f"check, a concept: of {size} / of {chapters[0]}", []).append(each / first)
    print(f"\n{'ratio, to a bare build unless named':40}{'median':>8}{'min':>8}{'max':>8}{'aim ≤':>8}")
    for label, ratios in rows.items():
        aim = AIMS.get(label.removesuffix(f", {small} examples"), "–")
        print(f"{label:40}{statistics.median(ratios):8.2f}{min(ratios):8.2f}{max(ratios):8.2f}{aim:>8}")


if __name__ == "__main__":
    main()
