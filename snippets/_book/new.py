"""`make new CONCEPT=my-idea`: page, snippet, example and test of a new concept, from the files in templates/.

The templates are the concept my-idea: they run, and pass every check but the one for blanks, [[write: …]].
All files are written, or none.
"""

import argparse
import datetime
import json
import keyword
import re
import sys
import unicodedata

import yaml

from snippets._book.concepts import PLANNED, Chapter, Concept, load_concepts
from snippets._book.facts import SLUG, load
from snippets._book.project import (
    CONCEPTS,
    EXAMPLES,
    OUTPUTS,
    ROOT,
    SNIPPETS,
    nearest,
    problem,
    read_text,
    relative,
    write_if_changed,
)
from snippets._book.sources import HELPERS, parse

TEMPLATES = SNIPPETS / "_book" / "templates"
MKDOCS = ROOT / "mkdocs.yml"
FORM = re.compile(SLUG)
LONGEST = 32  # its import then stands on one line of the page
# A reader saves the stand-alone file as <name>.py, which would hide the module that NumPy or Matplotlib looks for.
MODULES = {*sys.stdlib_module_names, "numpy", "matplotlib", "yaml", "pytest", "hypothesis", "snippets"}
RESERVED = {*HELPERS, "data", "examples", "index", "labs", "reference"}
WINDOWS = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))}
NAV_ENTRY = re.compile(r"^(\s+)- .*?\bconcepts/([\w-]+)\.md")

NEXT = """\
1. make serve ONLY={slug}   shows the page while you write, with its own examples run anew
2. replace every [[write: …]]; make check lists those that are left
3. make outputs   accepts what the examples print now: look at the diff of tests/outputs/
4. make check     the quick checks, also of your test; make test runs all of them
5. open a pull request; docs/contributing.md tells what each message means"""


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="python -m snippets._book.new", description="Begin a new concept.")
    parser.add_argument("concept", help="lower-case words joined by hyphens, such as my-idea")
    parser.add_argument("--requires", nargs="*", metavar="CONCEPT", help="what to understand first")
    options = parser.parse_args(arguments)
    problems = []
    texts = texts_of(options.concept, options.requires, problems)
    if not problems:
        made = {path: "changed" if path.is_file() else "made" for path in texts}
        try:
            write_all(texts)
        except OSError as error:
            problems.append(f"{error.filename or 'write'}: {error.strerror}")
    for one in problems:
        print(one, file=sys.stderr)
    if problems:
        print("nothing was written", file=sys.stderr)
        return 1
    for path, how in made.items():
        print(f"{how:7}  {relative(path)}")
    print(f"\n{NEXT.format(slug=options.concept)}")
    return 0


def texts_of(slug, requires, problems):
    """The text of each file to write, by path; what stands against it is reported in `problems`."""
    _check_name(slug, problems)
    if problems:
        return {}
    plans = load("planned", problems)
    concepts, planned = load_concepts(plans, problems), (plans or {}).get(slug)
    module = slug.replace("-", "_")
    has_snippet = bool(planned) and (SNIPPETS / f"{module}.py").is_file()
    texts = {
        CONCEPTS / f"{slug}.md": "my-idea.md",
        SNIPPETS / f"{module}.py": "my_idea.py",
        EXAMPLES / module / "by_hand.py": "by_hand_of_snippet.py" if has_snippet else "by_hand.py",
        ROOT / "tests" / f"test_{module}.py": "test_my_idea.py",
        OUTPUTS / module / "by_hand.txt": "by_hand.txt",
    }
    if has_snippet:  # written and tested ahead of its page
        del texts[SNIPPETS / f"{module}.py"], texts[ROOT / "tests" / f"test_{module}.py"]
    for path in texts:
        if path.exists():
            problems.append(problem(path, 1, f"expected a new concept, received {slug}, and this file exists"))
    _check_requires(slug, requires or [], concepts, problems)
    if problems:
        return {}
    title = planned.title if planned else slug.replace("-", " ").capitalize()
    if requires is None and planned:
        requires = planned.requires
    for path, name in texts.items():
        text = (TEMPLATES / name).read_text(encoding="utf-8")
        texts[path] = text.replace("my-idea", slug).replace("my_idea", module).replace("My idea", title)
    page = CONCEPTS / f"{slug}.md"
    texts[page] = _with_facts(texts[page], title, requires)
    if has_snippet:
        _use_functions(texts, page, module, problems)
    texts[MKDOCS] = _with_nav_entry(slug, Chapter(concepts | {slug: Concept(slug, title, requires or [])}), problems)
    if planned:
        texts[PLANNED] = _without_plan(slug)
    return texts


def write_all(texts):
    """Write all of the files; where one cannot be written, leave everything as it was."""
    before = {path: path.read_bytes() if path.is_file() else None for path in texts}
    folders = {folder for path in texts for folder in path.parents if not folder.exists()}
    try:
        for path, text in texts.items():
            write_if_changed(path, text)
    except BaseException:
        for path, data in before.items():
            if data is not None:
                write_if_changed(path, data.decode("utf-8"))
            elif path.is_file():
                path.unlink()
        for folder in sorted(folders, reverse=True):
            if folder.is_dir():
                folder.rmdir()
        raise


def _check_name(slug, problems):
    ascii_only = unicodedata.normalize("NFKD", slug).encode("ascii", "ignore").decode()
    near = re.sub(r"[^a-z0-9]+", "-", ascii_only.lower()).lstrip("-0123456789").rstrip("-")
    if not FORM.fullmatch(slug):
        problems.append(
            "CONCEPT: expected lower-case words of a to z and 0 to 9, joined by hyphens, such as my-idea; "
            f"received {slug!r}{nearest(slug.lower(), [near] if near else [])}"
        )
        return
    module = slug.replace("-", "_")
    if len(slug) > LONGEST:
        problems.append(f"CONCEPT: expected at most {LONGEST} characters, received {len(slug)}: {slug}")
    if keyword.iskeyword(module) or module in WINDOWS:
        where = "a word of Python" if keyword.iskeyword(module) else "no file name on Windows"
        problems.append(f"CONCEPT: expected a name for a module, received {slug}, which is {where}")
    elif module in MODULES:
        problems.append(
            f"CONCEPT: expected a name that no Python module has, received {slug}: "
            f"a copied {module}.py would hide the module of that name from NumPy"
        )
    elif module in RESERVED:
        problems.append(f"CONCEPT: expected the name of a concept, received {slug}, which names a part of the book")


def _check_requires(slug, requires, concepts, problems):
    for one in requires:
        if one not in concepts:
            problems.append(f"REQUIRES: expected concepts, received {one!r}{nearest(one, concepts)}")
        elif any(slug == step.slug for step in concepts.path_to(one)):
            problems.append(f"REQUIRES: expected what comes before {slug}, received {one}, which requires {slug}")


def _with_facts(page, title, requires):
    """The page with its title, what it requires (None: a blank), and today's date."""
    written = title if re.fullmatch(r"[\w -]+", title) else json.dumps(title, ensure_ascii=False)
    page = page.replace(f"title: {title}", f"title: {written}", 1)
    if requires is not None:
        page = re.sub(r"^requires: .*$", f"requires: [{', '.join(requires)}]", page, count=1, flags=re.MULTILINE)
    return re.sub(r"^updated: .*$", f"updated: {datetime.date.today()}", page, count=1, flags=re.MULTILINE)


def _use_functions(texts, page, module, problems):
    """Page and example of a snippet that is there already: its functions by their names."""
    source = parse(SNIPPETS / f"{module}.py", module, module, problems)
    functions = [name for name in source.functions if not name.startswith("_")]
    if not functions:
        problems.append(problem(source.path, 1, "expected a function to show on the page, found none"))
        return
    shown = "\n\n".join(f'--8<-- "{module}/fn.{name}.md"' for name in functions)
    texts[page] = texts[page].replace(f'--8<-- "{module}/fn.{module}.md"', shown)
    example = EXAMPLES / module / "by_hand.py"
    first = functions[0]
    text = texts[example].replace(f"import {module}", f"import {first}").replace(f"print({module}.", f"print({first}.")
    texts[example], texts[OUTPUTS / module / "by_hand.txt"] = text, f"{first}\n"


def _with_nav_entry(slug, concepts, problems):
    """mkdocs.yml with the page in nav: after the last page that it requires, or else before the first concept."""
    lines = (read_text(MKDOCS, problems) or "").splitlines(keepends=True)
    start = next((number for number, line in enumerate(lines) if line.startswith("nav:")), len(lines))
    end = next((n for n, line in enumerate(lines[start + 1 :], start + 1) if re.match(r"\w", line)), len(lines))
    entries = [(number, NAV_ENTRY.match(lines[number])) for number in range(start, end)]
    entries = [(number, found[1], found[2]) for number, found in entries if found]
    if not entries:
        problems.append(problem(MKDOCS, min(start + 1, len(lines)), "nav: expected pages below concepts/, found none"))
        return ""
    before = {one.slug for one in concepts.path_to(slug)}
    place, indent, _ = entries[0]
    for number, indent_of_one, one in entries:
        if one in before:
            place, indent = number + 1, indent_of_one
    lines.insert(place, f"{indent}- concepts/{slug}.md\n")
    return "".join(lines)


def _without_plan(slug):
    """planned.yml less the entry of `slug`; comments and the other entries stay as they are."""
    text = PLANNED.read_text(encoding="utf-8")
    lines = text.splitlines(keepends=True)
    root = yaml.compose(text, Loader=yaml.SafeLoader)
    rows = next(value for key, value in root.value if key.value == "planned") if root.tag.endswith("map") else root
    for row in rows.value:
        if any((key.value, value.value) == ("slug", slug) for key, value in row.value):
            end = row.value[-1][1].end_mark
            del lines[row.start_mark.line : end.line + (end.column > 0)]
            break
    text = "".join(lines)
    return text if len(rows.value) > 1 else re.sub(r"^planned:", "planned: []", text, flags=re.MULTILINE)


if __name__ == "__main__":
    sys.exit(main())
