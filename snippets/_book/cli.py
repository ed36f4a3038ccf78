"""The command `python -m snippets`: every step from the sources to what the pages include."""

import argparse
import hashlib
import os
import sys
import tomllib

from snippets._book import (
    cards,
    chapter_map,
    facts,
    labs,
    numbers,
    outputs,
    partials,
    reference,
    runner,
    stamp,
    standalone,
)
from snippets._book.concepts import INCLUDE, Chapter, check_keys, load_concepts
from snippets._book.pages import check_blanks, check_glossary, check_pages, read_pages
from snippets._book.project import (
    BUILD,
    CONCEPTS,
    DOCS,
    DOWNLOADS,
    FIGURES,
    ROOT,
    SHOWN_WIDTH,
    clock,
    nearest,
    problem,
    read_text,
    relative,
    write_folder,
)
from snippets._book.rules import check_rules
from snippets._book.sources import Book


def main(arguments=None, before=None):
    """The exit code. before: the state of the project, to be noted where nothing is wrong."""
    options = _options(arguments)
    problems, warnings = [], []
    known = {name: facts.load(name, problems) for name in facts.SCHEMAS}
    concepts = load_concepts(known["planned"], problems)
    check_keys(concepts, known, problems)
    check_glossary(concepts, known["glossary"], problems)
    described = Chapter() if problems else concepts  # a card or a path cannot be made from half of the facts
    book = Book(problems)
    check_rules(book, described, known["planned"], problems)
    _check_shown(book, problems)
    chosen = _choose(options.only, book, problems)
    results, digests, ran = _run(_runnable(chosen, book, problems), book, problems, options)
    if not (options.only or options.update_outputs):
        outputs.compare(book, results, warnings if options.lenient else problems)
    texts = read_pages(problems)
    made, files = _make(book, results, texts, described, known)
    left_out = _left_out(book, chosen) if options.only and options.lenient else {}
    made |= left_out
    check_pages(texts, made, _not_made(book, chosen, results, described), concepts, known, problems)
    writing = options.lenient or options.update_outputs
    if len(results) == len(book.examples):
        for path, text in texts.items():
            numbers.check_numbers(path, text, book, results, warnings if writing else problems)
    check_blanks(book, warnings if writing else problems, each=not writing)
    if problems:
        return _fail(problems)
    if options.update_outputs:
        outputs.update(results, partly=bool(options.only))
    for warning in sorted(warnings):
        print(f"warning: {warning}", file=sys.stderr)
    _write(made, files, results, book, concepts, digests, partly=bool(options.only))
    other = f"; {len(left_out)} outputs of other pages are left out" if left_out else ""
    print(f"{len(results)} examples: {ran} run, {len(results) - ran} from the cache{other}")
    if before and not (options.only or options.force or options.update_outputs or warnings):
        stamp.leave(before, f"{len(results)} examples: 0 run, {len(results)} from the cache")
    return 0


def _options(arguments):
    parser = argparse.ArgumentParser(prog="python -m snippets", description="Run the examples of the chapter.")
    parser.add_argument("--jobs", type=_positive(int), default=os.cpu_count() or 1, help="examples at a time")
    parser.add_argument("--force", action="store_true", help="run every example, whatever the cache holds")
    parser.add_argument("--only", metavar="CONCEPT[/NAME]", help="run just these examples")
    parser.add_argument("--timeout", type=_positive(float), default=60, help="seconds an example may take (60)")
    parser.add_argument("--update-outputs", action="store_true", help="refresh tests/outputs for review")
    parser.add_argument("--lenient", action="store_true", help="of outputs not reviewed and of blanks, only warn")
    return parser.parse_args(arguments)


def _positive(kind):
    def convert(text):
        value = kind(text)
        if not value > 0:  # nan is not, either
            raise argparse.ArgumentTypeError(f"expected a number above 0, received {text}")
        return value

    convert.__name__ = kind.__name__
    return convert


def _fail(problems):
    """Every failure at once, one a line."""
    for one in sorted(set(problems)):
        print(one, file=sys.stderr)
    count = len(set(problems))
    print(f"{count} problem{'s' if count > 1 else ''}; nothing was published", file=sys.stderr)
    return 1


def _choose(only, book, problems):
    if not only:
        return list(book.examples.values())
    only = only.replace("-", "_").strip("/")
    shown = _lacking([CONCEPTS / f"{only.replace('_', '-')}.md"], book)
    chosen = [
        source
        for key, source in book.examples.items()
        if key == only or source.concept == only or key in shown.values()
    ]
    if not chosen:
        known = {*book.examples, *(source.concept for source in book.examples.values())}
        problems.append(problem(ROOT / "snippets" / "examples", 1, f"no examples {only!r}{nearest(only, known)}"))
    return chosen


def _lacking(pages, book):
    """What these pages include of examples and nobody has made here yet: the names, with the example of each."""
    names = [name for path in pages if path.is_file() for name in INCLUDE.findall(read_text(path, []) or "")]
    keys = {name: name.split(".")[0] for name in names if not (BUILD / name).is_file()}
    return {name: key for name, key in keys.items() if key in book.examples}


def _left_out(book, chosen):
    """For `make serve ONLY=…`: a note in place of what other pages include of examples that never ran here."""
    ran = {source.key for source in chosen}
    lacking = _lacking(DOCS.rglob("*.md"), book)
    notes = {name: partials.left_out(book.examples[key], name) for name, key in lacking.items() if key not in ran}
    if not (BUILD / "numbers.md").is_file():
        notes["numbers.md"] = "This preview of one page measures nothing.\n"
    return notes


def _runnable(sources, book, problems):
    """The examples that parse, and all that they import does."""
    wrong = {one.path for one in problems}
    return [one for one in sources if wrong.isdisjoint(relative(s.path) for s in [one, *book.needed(one)])]


def _not_made(book, chosen, results, described):
    """How the names begin that this run does not make: to include one is no mistake of the page."""
    names = [f"{one.key}." for one in chosen if one.key not in results]
    others = [book.examples[key] for key in book.examples.keys() - {one.key for one in chosen}]
    # They were made before, or are missed.
    made = [path for one in others for path in (BUILD / one.concept).glob(f"{one.name}.*.md")]
    names += [path.relative_to(BUILD).as_posix() for path in made]
    names += [f"{name}/fn." for name, source in book.snippets.items() if not source.text]
    names += ["numbers.md"] if len(results) < len(book.examples) else []  # it tells about all pages
    if not described:
        names += [f"{path.stem.replace('-', '_')}/{kind}." for path in CONCEPTS.glob("*.md") for kind in cards.KINDS]
        names += reference.NAMES
    return tuple(names)


def _check_shown(book, problems):
    for source in book.labs.values():
        labs.check(source, problems)
    for source in [*book.snippets.values(), *book.examples.values()]:
        for number, line in enumerate(source.lines, 1):
            width = len(line.rstrip("\n"))
            if width > SHOWN_WIDTH:
                text = f"a page shows {SHOWN_WIDTH} characters a line, this one has {width}"
                problems.append(problem(source.path, number, text))


def _run(chosen, book, problems, options):
    """Run with a progress bar on a terminal, with plain lines elsewhere."""
    settings = {"jobs": options.jobs, "timeout": options.timeout, "force": options.force}
    if not sys.stderr.isatty():

        def report(number, total, key):
            print(f"[{number}/{total}] {key}", flush=True)

        return runner.run_examples(chosen, book, problems, report=report, **settings)
    import click  # only a terminal needs it

    with click.progressbar(length=len(chosen), label="examples", file=sys.stderr) as bar:

        def show(number, total, _):
            bar.update(len(chosen) - total + number - bar.pos)  # the cache has the rest

        done = runner.run_examples(chosen, book, problems, report=show, **settings)
        bar.update(len(chosen) - bar.pos)
        return done


def _make(book, results, texts, concepts, known):
    """All texts that pages include, and all files that readers download, by name."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        version = tomllib.load(file)["project"]["version"]
    made, files = {}, {}

    def page(source):
        site = os.environ.get("SITE_URL", "").rstrip("/")
        slug = source.concept.replace("_", "-")
        folder = {"reference": "reference", "labs": f"labs/{source.name}"}.get(slug, f"concepts/{slug}")
        return f"{site}/{folder}/" if site else f"the chapter's page {folder}"

    for source in book.snippets.values():
        made |= partials.of_snippet(source)
        files[partials.standalone_name(source)] = standalone.bundle(source, book, None, page(source), version)
    for key, left in results.items():
        source = book.examples[key]
        made |= partials.of_example(source, left)
        files[partials.standalone_name(source)] = standalone.bundle(source, book, left, page(source), version)
    for name, source in book.labs.items():
        files[f"labs/{name}.ipynb"] = labs.notebook(source, book, page(source), version)
    made["labs.digest"] = labs.digest(book)
    for concept in concepts.values():
        if concept.meta:
            made |= cards.of_concept(concept, concepts, known, version)
    if concepts:
        made |= reference.make(texts, concepts, known, clock())
        if len(results) == len(book.examples):
            made["numbers.md"] = numbers.measure(texts.values(), book, results)
        files |= facts.schemas()
    made |= cards.of_chapter(concepts)
    made["map.md"] = chapter_map.draw(concepts)[0]
    return made, files


def _write(made, files, results, book, concepts, digests, partly):
    figures = {
        partials.figure_name(book.examples[key], number): one["svg"]
        for key, left in results.items()
        for number, one in enumerate(left["figures"], 1)
    }
    if not (partly and (DOWNLOADS / "SHA256SUMS").is_file()):
        sums = [f"{hashlib.sha256(text.encode()).hexdigest()}  {name}" for name, text in sorted(files.items())]
        files["SHA256SUMS"] = "\n".join(sums) + "\n"
    figures["chapter-map.svg"] = chapter_map.draw(concepts)[1]
    for folder, texts in ((BUILD, made), (FIGURES, figures), (DOWNLOADS, files)):
        write_folder(folder, texts, partly)  # partly: the other examples keep what they left before
    if not partly:
        runner.prune(digests)
