"""The Markdown files that pages include: listings, outputs, figures, tables, cards."""

import html
import os
import re

from snippets._book.concepts import path_to
from snippets._book.project import relative

# Pages stand one folder deep (docs/concepts, docs/reference), and so do the links of what they include.
UP = "../"


def links(source, test):
    """The line below a listing: the stand-alone file, and the source and its test where the repository is known."""
    parts = [f"[Run it alone]({UP}downloads/{standalone_name(source)}){{ download }}"]
    repository = os.environ.get("REPO_URL", "").rstrip("/")
    if repository:
        parts.append(f"[source]({repository}/blob/main/{relative(source.path)})")
        parts.append(f"[test]({repository}/blob/main/{test})")
    return " · ".join(parts) + "\n{ .under }\n"


def standalone_name(source):
    """The path below docs/downloads: softmax.py for a snippet, softmax/overflow.py for an example."""
    return f"{source.name}.py" if source.concept == source.name else f"{source.key}.py"


def code(text, ident, title):
    return f'``` {{ .python #{ident} title="{title}" }}\n{text.strip()}\n```\n'


def of_snippet(source):
    """One partial for each function."""
    test = f"tests/test_{source.concept}.py"
    return {
        f"{source.concept}/fn.{name}.md": code(text, f"fn-{name}", relative(source.path)) + "\n" + links(source, test)
        for name, text in source.functions.items()
    }


def of_example(source, left):
    """The listing of an example and one partial for each kind of thing it left."""
    test = f"tests/outputs/{source.key}.txt"
    listing = re.sub(r'\A(""".*?"""\n+)', "", source.text, flags=re.DOTALL)  # the page says what it is for
    made = {"code": code(listing, f"code-{source.name}", relative(source.path)) + "\n" + links(source, test)}
    if left["text"]:
        made["out"] = f"``` {{ .text .output #{source.name} }}\n{left['text'].rstrip()}\n```\n"
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


def path(concept, concepts):
    steps = path_to(concept.slug, concepts)
    lines = []
    for number, step in enumerate(steps, 1):
        if step is concept:
            lines.append(f"{number}. **{step.title}** · this page")
        elif step.planned:
            lines.append(f"{number}. {step.title} · planned")
        else:
            lines.append(f"{number}. [{step.title}]({step.slug}.md) · {step.minutes} min")
    return "\n".join(lines) + "\n"


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
        f"About {paper['minutes']} min · {' · '.join(identifiers)} · facts verified {paper['verified']}.{note}\n\n</div>\n"
    )
