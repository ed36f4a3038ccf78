"""The Markdown files that pages include: listings, outputs, figures, tables, cards."""

import html
import os
import re

from snippets._book.concepts import path_to
from snippets._book.project import relative

# Pages stand one folder deep (docs/concepts, docs/reference), and so do the links of what they include.
UP = "../"


def listing(source, text, ident, test):
    """Code with a line above it: its file, the stand-alone copy, and source and test where they are known."""
    parts = [f"`{relative(source.path)}`", f"[run it alone]({UP}downloads/{standalone_name(source)}){{ download }}"]
    repository = os.environ.get("REPO_URL", "").rstrip("/")
    if repository:
        parts.append(f"[source]({repository}/blob/main/{relative(source.path)})")
        parts.append(f"[test]({repository}/blob/main/{test})")
    head = " · ".join(parts) + "\n{ .file }"
    return f'<div class="listing" markdown>\n\n{head}\n\n``` {{ .python #{ident} }}\n{text.strip()}\n```\n\n</div>\n'


def standalone_name(source):
    """The path below docs/downloads: softmax.py for a snippet, softmax/overflow.py for an example."""
    return f"{source.name}.py" if source.concept == source.name else f"{source.key}.py"


def of_snippet(source):
    """One partial for each function."""
    test = f"tests/test_{source.concept}.py"
    return {
        f"{source.concept}/fn.{name}.md": listing(source, text, f"fn-{name}", test)
        for name, text in source.functions.items()
    }


def of_example(source, left):
    """The listing of an example and one partial for each kind of thing it left."""
    test = f"tests/outputs/{source.key}.txt"
    text = re.sub(r'\A(""".*?"""\n+)', "", source.text, flags=re.DOTALL)  # the page says what it is for
    made = {"code": listing(source, text, f"code-{source.name}", test)}
    if left["text"]:
        text = left["text"].rstrip()
        made["out"] = f'<div class="output" id="{source.name}" markdown>\n\n``` text\n{text}\n```\n\n</div>\n'
    if left["table"]:
        anchor = "" if left["text"] else f' id="{source.name}"'
        made["table"] = f'<div class="table"{anchor} tabindex="0" markdown>\n\n{table(left["table"])}\n</div>\n'
    if left["figures"]:
        anchor = "" if left["text"] or left["table"] else f' id="{source.name}"'
        shown = [figure(source, number, one) for number, one in enumerate(left["figures"], 1)]
        made["fig"] = f'<div class="figures"{anchor} markdown>\n\n' + "\n".join(shown) + "\n</div>\n"
    return {f"{source.key}.{kind}.md": text for kind, text in made.items()}


def figure_name(source, number):
    return f"{source.key}-{number}.svg"


def figure(source, number, one):
    """An image with its computed alt text and size, and the numbers of its heatmaps behind it."""
    alt = re.sub(r"([\[\]\\`*_{}<>])", r"\\\1", one["alt"])
    width, height = one["size"]
    image = f"![{alt}]({UP}figures/{figure_name(source, number)}){{ width={width} height={height} loading=lazy }}"
    parts = [f'<div class="figure" markdown>\n\n{image}\n']
    for numbers in one["numbers"]:
        rows = [
            {"query": f"**{escape(name)}**", **{f"{i}": cell for i, cell in enumerate(row)}}
            for name, row in zip(numbers["rows"], numbers["cells"], strict=True)
        ]
        heads = ["", *(escape(name) for name in numbers["columns"])]
        title = f" of {html.escape(numbers['title'])}" if numbers["title"] else ""
        parts.append(
            f'<details markdown><summary>The numbers{title}</summary>\n<div class="table" tabindex="0" markdown>\n\n'
            f"{table(rows, heads, right=True)}\n</div>\n</details>\n"
        )
    return "\n".join(parts) + "\n</div>\n"


def escape(text):
    """Text of a table cell that means only itself."""
    return re.sub(r"([\[\]\\`*_{}<>|#])", r"\\\1", text)


def cell(value):
    """A value as a table shows it: thousands separated, text as it stands."""
    if isinstance(value, bool) or value is None:
        return {True: "yes", False: "no", None: "–"}[value]
    if isinstance(value, int):
        return f"{value:,}"
    return str(value).replace("|", r"\|")


def table(rows, heads=None, right=False):
    """A Markdown table of a list of dicts; columns of numbers are set to the right."""
    columns = list(rows[0])
    heads = heads or columns
    number = [all(isinstance(row[c], int | float) or row[c] is None for row in rows) for c in columns]
    align = ["---:" if is_number or (right and i) else "---" for i, is_number in enumerate(number)]
    lines = [heads, align, *([cell(row[c]) for c in columns] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"


def of_concept(concept, concepts, papers):
    """card.md, path.md and papers.md of a page."""
    folder = concept.slug.replace("-", "_")
    meta = concept.meta
    card = (
        f'<p class="facts"><span>{meta.importance.capitalize()}</span> <span>{meta.depth}</span> '
        f"<span>{concept.minutes} min</span> <span>difficulty {meta.difficulty} of 5</span></p>\n"
    )
    goals = "\n".join(f"- {goal}" for goal in meta.objectives)
    objectives = f"After this page you can\n{{ .goal }}\n\n{goals}\n"
    return {
        f"{folder}/card.md": card,
        f"{folder}/objectives.md": objectives,
        f"{folder}/path.md": path(concept, concepts),
        f"{folder}/papers.md": paper_cards(meta.papers, papers),
    }


def of_chapter(concepts):
    """The reading list of the home page: every concept after those that it requires."""
    order = []
    for slug in concepts:
        order += [concept for concept in path_to(slug, concepts) if concept not in order]
    lines = []
    for number, concept in enumerate(order, 1):
        if concept.planned:
            lines.append(f"{number}. {concept.title} <small>planned</small>")
        else:
            facts = f"{concept.meta.importance} · {concept.minutes} min"
            link = f"[{concept.title}](concepts/{concept.slug}.md)"
            lines.append(f"{number}. **{link}** <small>{facts}</small><br>{concept.meta.summary}")
    return {"chapter.md": '<div class="chapter" markdown>\n\n' + "\n".join(lines) + "\n\n</div>\n"}


def path(concept, concepts):
    steps = path_to(concept.slug, concepts)
    lines = []
    for number, step in enumerate(steps, 1):
        if step is concept:
            lines.append(f"{number}. **{step.title}** <small>this page</small>")
        elif step.planned:
            lines.append(f"{number}. {step.title} <small>planned</small>")
        else:
            lines.append(f"{number}. [{step.title}]({step.slug}.md) <small>{step.minutes} min</small>")
    return '<div class="path" markdown>\n\n' + "\n".join(lines) + "\n\n</div>\n"


def paper_cards(keys, papers):
    parts = []
    for title, chosen in (("Essential", keys.essential), ("Further", keys.further)):
        if chosen:
            parts.append(f"**{title}**\n{{ .kind }}\n")
            parts += [paper_card(papers[key]) for key in chosen]
    return "\n".join(parts)


def paper_card(paper):
    authors = paper["authors"]
    names = ", ".join(authors[:3]) + (" and others" if len(authors) > 3 else "")
    identifiers = []
    if paper.get("arxiv"):
        identifiers.append(f"[arXiv {paper['arxiv']}](https://arxiv.org/abs/{paper['arxiv']})")
    if paper.get("doi"):
        identifiers.append(f"[doi {paper['doi']}](https://doi.org/{paper['doi']})")
    if paper.get("url"):
        identifiers.append(f"[{paper['url'].split('/')[2]}]({paper['url']})")
    unsure = paper.get("unconfirmed")
    note = f" Not confirmed: {'; '.join(unsure)}." if unsure else ""
    return (
        f'<div class="paper" id="{paper["id"]}" markdown>\n\n'
        f"**{paper['title']}**\n\n{names} · {paper['year']} · {paper['venue']}\n\n{paper['contribution']}\n\n"
        f"*How to read it.* {paper['how_to_read']}\n\n"
        f"About {paper['minutes']} min · {' · '.join(identifiers)} · "
        f"facts verified {paper['verified']}.{note}\n\n</div>\n"
    )
