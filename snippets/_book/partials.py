"""The Markdown files that pages include: listings, outputs, figures, tables."""

import os
import re

from snippets._book.project import relative

# Pages stand one folder deep (docs/concepts, docs/reference), and so do the links of what they include.
UP = "../"
# What the search of the site leaves out. Its parser takes the first end tag of the same name for the end of the
# exclusion: so this stands on elements in which no text follows an inner element of their own kind.
UNSEARCHED = "data-search-exclude"


def listing(source, text, ident, test, searched):
    """Code with a line above it: its file, the stand-alone copy, and source and test where they are known."""
    parts = [f"`{relative(source.path)}`", f"[run it alone]({UP}downloads/{standalone_name(source)}){{ download }}"]
    repository = os.environ.get("REPO_URL", "").rstrip("/")
    if repository:
        parts.append(f"[source]({repository}/blob/main/{relative(source.path)})")
        parts.append(f"[test]({repository}/blob/main/{test})")
    head = " · ".join(parts) + "\n{ .file }"
    marks = fence(text)
    code = f"{marks} {{ .python #{ident} }}\n{text.strip()}\n{marks}"
    search = "" if searched else f" {UNSEARCHED}"
    return f'<div class="listing"{search} markdown>\n\n{head}\n\n{code}\n\n</div>\n'


def fence(text):
    """A line of backticks that no line of the text can end."""
    return "`" * max(3, 1 + max(map(len, re.findall("`+", text)), default=0))


def standalone_name(source):
    """The path below docs/downloads: softmax.py for a snippet, softmax/overflow.py for an example."""
    return f"{source.name}.py" if source.concept == source.name else f"{source.key}.py"


def of_snippet(source):
    """One partial for each function."""
    test = f"tests/test_{source.concept}.py"
    return {
        f"{source.concept}/fn.{name}.md": listing(source, text, f"fn-{name}", test, searched=True)
        for name, text in source.functions.items()
    }


def of_example(source, left):
    """The listing of an example and one partial for each kind of thing it left."""
    test = f"tests/outputs/{source.key}.txt"
    text = re.sub(r'\A(""".*?"""\n+)', "", source.text, flags=re.DOTALL)  # the page says what it is for
    made = {"code": listing(source, text, f"code-{source.name}", test, searched=False)}
    if left["text"]:
        made["out"] = printed(left["text"], f' id="{source.name}"')
    if left["table"]:
        anchor = "" if left["text"] else f' id="{source.name}"'
        words = any(re.search("[a-z]{3}", str(value)) for row in left["table"] for value in row.values())
        search = "" if words else f" {UNSEARCHED}"
        made["table"] = f'<div class="table"{anchor}{search} markdown>\n\n{table(left["table"])}\n</div>\n'
    if left["figures"]:
        anchor = "" if left["text"] or left["table"] else f' id="{source.name}"'
        shown = [figure(source, number, one) for number, one in enumerate(left["figures"], 1)]
        made["fig"] = figures(shown, anchor)
        if len(shown) > 1:  # each by itself too: fig-1, fig-2, …
            made |= {f"fig-{number}": text for number, text in enumerate(shown, 1)}
    return {f"{source.key}.{kind}.md": text for kind, text in made.items()}


def printed(text, anchor=""):
    marks = fence(text)
    return f'<div class="output"{anchor} {UNSEARCHED} markdown>\n\n{marks} text\n{text.rstrip()}\n{marks}\n\n</div>\n'


def figures(shown, anchor=""):
    return f'<div class="figures"{anchor} markdown>\n\n' + "\n".join(shown) + "\n</div>\n"


def left_out(source, name):
    """A note in place of the partial `name` of an example that did not run, with the anchor that links expect."""
    anchor = f"code-{source.name}" if name.endswith(".code.md") else source.name
    text = f"`{source.key}` did not run: this is a preview of one page, by `make serve ONLY=…`."
    return f'<div class="output" id="{anchor}" markdown>\n\n*{text}*\n\n</div>\n'


def figure_name(source, number):
    return f"{source.key}-{number}.svg"


def figure(source, number, one):
    """An image with its computed alt text and size, and the numbers of its heatmaps behind it."""
    alt = escape(one["alt"])
    width, height = one["size"]
    image = f"![{alt}]({UP}figures/{figure_name(source, number)}){{ width={width} height={height} loading=lazy }}"
    parts = [f'<div class="figure" markdown>\n\n{image}\n']
    maps = one["numbers"]
    if maps:
        title = f" of {escape(maps[0]['title'])}" if len(maps) == 1 and maps[0]["title"] else ""
        parts.append(f"<details {UNSEARCHED} markdown><summary>The numbers{title}</summary>\n")
        parts += [numbers_of(one, titled=len(maps) > 1) for one in maps]
        parts.append("</details>\n")
    return "\n".join(parts) + "\n</div>\n"


def numbers_of(heatmap, titled):
    """The table behind one heatmap: a row for each query."""
    rows = [
        {"query": f"**{escape(name)}**", **{f"{i}": cell for i, cell in enumerate(row)}}
        for name, row in zip(heatmap["rows"], heatmap["cells"], strict=True)
    ]
    heads = [escape(heatmap["title"]) if titled else "query", *(escape(name) for name in heatmap["columns"])]
    return f'<div class="table" markdown>\n\n{table(rows, heads, right=True)}\n</div>\n'


def escape(text):
    """Text that means only itself, in a table cell too: what Markdown, HTML or a formula could read, by number."""
    return re.sub(r"[\[\]\\`*_{}<>|#$&~!\"\n]", lambda found: f"&#{ord(found[0])};", text)


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
    heads = heads or [cell(column) for column in columns]
    number = [all(isinstance(row[c], int | float) or row[c] is None for row in rows) for c in columns]
    align = ["---:" if is_number or (right and i) else "---" for i, is_number in enumerate(number)]
    lines = [heads, align, *([cell(row[column]) for column in columns] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"
