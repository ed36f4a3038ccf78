"""What the reference pages include: every paper, every claim, every term, with the pages that use them."""

import datetime
import re

from snippets._book.concepts import CLAIM, FENCE, LABELS, split_page
from snippets._book.pages import INLINE_CODE, TERM, blank
from snippets._book.partials import UNSEARCHED, escape
from snippets._book.project import CONCEPTS

BLOCK = re.compile(r"\n\s*\n|\n(?=\s*(?:[-*+>|]|#+|\d+\.)\s)")  # a paragraph, list item or table row begins
MARK = re.compile(r"^(?:#+ .*(?:\n|$)|(?:[-*+>|]|\d+\.)\s+)")
SENTENCE = re.compile(r"(?<=[.!?:])[*_)\"”]*\s+(?=[A-Z*\[(\"“$`])")
NAMES = ("papers.md", "claims.md", "glossary.md", "terms.md")
STALE = 548  # days after which facts count as unchecked: 18 months


def make(texts, concepts, facts, epoch):
    """The partials of the reference pages. texts: the Markdown pages by path. epoch: the clock of the build."""
    pages, papers_used, terms_used = [], {}, {}
    for path, text in texts.items():
        concept = concepts.get(path.stem) if path.parent == CONCEPTS else None
        if concept:
            title, link, updated = concept.title, f"../concepts/{path.name}", concept.meta.updated
            keys = set(concept.meta.papers.all)
        elif path.parent.name == "reference":
            about = dict(re.findall(r"^(title|updated): (.*)$", split_page(text)[0], re.MULTILINE))
            title, link, updated = about.get("title", path.stem), path.name, about.get("updated", "no date")
            keys = set(re.findall(r"\(papers\.md#([\w-]+)\)", text))
        else:
            continue
        pages.append((title, link, text, updated))
        for used, names in ((papers_used, keys), (terms_used, set(TERM.findall(_without_code(text))))):
            for name in names:
                used.setdefault(name, []).append(f"[{title}]({link})")
    return {
        "papers.md": papers_page(facts["papers"], papers_used, today(epoch)),
        "claims.md": claims_page(pages),
        "glossary.md": glossary_page(facts["glossary"], concepts, terms_used),
        "terms.md": term_links(facts["glossary"]),
    }


def papers_page(papers, used, today):
    """All papers with BibTeX and the pages that name them. used: page titles and links by paper key."""
    parts = []
    for paper in sorted(papers.values(), key=lambda one: (one.year, one.id)):
        pages = ", ".join(used.get(paper.id, ())) or "no page yet"
        checked = f"Checked {paper.verified}: {paper.checked}"
        if today and (today - paper.verified).days > STALE:
            checked = f"**Not checked for 18 months.** {checked}"
        lines = [
            '<div class="paper" markdown>',
            f'## {escape(paper.title)} {{ #{paper.id} data-toc-label="{_short(paper)}" }}',
            f"{', '.join(paper.authors)} · {paper.year} · {escape(paper.venue)} · {' · '.join(identifiers(paper))}",
            paper.contribution,
            f"*How to read it.* {paper.how_to_read} About {paper.minutes} min.",
            f"Used on: {pages}. Tags: {', '.join(paper.tags)}.",
            f"<details {UNSEARCHED} markdown><summary>Sources, BibTeX</summary>\n\n{checked}\n{_doubts(paper)}\n"
            f"``` bibtex\n{bibtex(paper)}\n```\n\n</details>",
            "</div>",
        ]
        parts.append("\n\n".join(lines))
    return "\n\n".join(parts) + "\n"


def _short(paper):
    """A name for the table of contents, where titles are too long: the first author's last name, and the year."""
    return f"{paper.authors[0].split(' (')[0].split()[-1]} {paper.year}"


def _doubts(paper):
    parts = [f"Not confirmed: {'; '.join(paper.unconfirmed)}." if paper.unconfirmed else "", paper.note or ""]
    return "".join(f"\n{part}\n" for part in parts if part)


def identifiers(paper):
    """Markdown links of what identifies a paper."""
    links = []
    if paper.arxiv:
        links.append(f"[arXiv {paper.arxiv}](https://arxiv.org/abs/{paper.arxiv})")
    if paper.doi:
        links.append(f"[doi {paper.doi}](https://doi.org/{paper.doi})")
    if paper.url:
        links.append(f"[{paper.url.split('/')[2]}]({paper.url})")
    return links


def bibtex(paper):
    """A BibTeX entry; authors that the record counts but does not name become 'and others'."""
    # A group, as in "DeepSeek-AI (team author list)", has no first and last name.
    group = re.compile(r"(.*) \(.*\)")
    names = ["others" if name.startswith("et al") else group.sub(r"{\1}", name) for name in paper.authors]
    fields = {"title": f"{{{paper.title}}}", "author": " and ".join(names), "year": paper.year, "note": paper.venue}
    if paper.arxiv:
        fields |= {"eprint": paper.arxiv, "archiveprefix": "arXiv"}
    fields |= {key: getattr(paper, key) for key in ("doi", "url") if getattr(paper, key)}
    special = str.maketrans({"&": r"\&", "%": r"\%", "_": r"\_", "#": r"\#", "$": r"\$"})
    lines = [
        f"  {key} = {{{value if key in ('url', 'doi', 'eprint') else str(value).translate(special)}}},"
        for key, value in fields.items()
    ]
    return "\n".join([f"@misc{{{paper.id},", *lines, "}"])


def claims_of(text):
    """(kind, label, target, sentence) of each claim in the Markdown of a page.

    A sentence with several labels is cut at them; labels side by side share what is before them. Code has no claims.
    """
    end = 0
    clause = ""
    prose = _without_code(text)
    for found in CLAIM.finditer(text):
        if prose[found.start()] != "[":
            continue
        label, target, attributes = found.groups()
        kind = next((kind for kind in LABELS if f".{kind}" in attributes.split()), "")
        before = BLOCK.split(text[end : found.start()])[-1].strip(" ,;.|\n")
        if before:
            clause = SENTENCE.split(MARK.sub("", before))[-1].replace("\n", " ").removeprefix("and ")
        end = found.end()
        yield kind, label, target, clause


def _without_code(text):
    """The text with blanks for its code, every other character in its place."""
    return INLINE_CODE.sub(blank, FENCE.sub(blank, text))


def claims_page(pages):
    """All claims of the chapter by label. pages: (title, link to the page, text, date of the page)."""
    lines = {kind: [] for kind in (*LABELS, "")}  # "": reported elsewhere
    for title, link, text, updated in pages:
        for kind, label, target, clause in claims_of(text):
            place = f", {label.split('·', 1)[1].strip()}" if "·" in label else ""
            source = f"[{target.split('#')[-1]}]({target if not target.startswith('#') else link + target})"
            words = re.sub(r"\[([^\]]*)\](?:\[[^\]]*\]|\([^)]*\))", r"\1", clause)  # its own links would lead astray
            where = f"{source}{place} · [{title}]({link}), {updated}"
            lines[kind].append(f"- {words[:1].upper()}{words[1:]} <small>{where}</small>")
    parts = []
    for kind in LABELS:
        claims = lines[kind]
        name = "Measured here" if kind == "measured" else kind.capitalize()
        listed = "\n".join(claims) if claims else "None yet."
        parts.append(f'## {name} {{ #{kind} }}\n\n<div class="claims" {UNSEARCHED} markdown>\n\n{listed}\n\n</div>\n')
    return "\n".join(parts)


def glossary_page(terms, concepts, used):
    """Every term once, with the page that introduces it and those that use it."""
    parts = []
    for term in sorted(terms.values(), key=lambda one: one.term.lower()):
        concept = concepts[term.introduced]
        where = f"{concept.title} (planned)" if concept.planned else f"[{concept.title}](../concepts/{concept.slug}.md)"
        also = f" Also: {', '.join(term.also)}." if term.also else ""
        pages = f" Used on: {', '.join(used[term.id])}." if used.get(term.id) else ""
        parts.append(
            f'<div class="term" markdown>\n\n## {escape(term.term)} {{ #{term.id} }}\n\n{term.definition}{also} '
            f"Introduced in {where}.{pages}\n\n</div>"
        )
    return "\n\n".join(parts) + "\n"


def term_links(terms):
    """Link definitions for [words][g:id]: a link to the glossary with the definition as its title."""
    lines = []
    for term in terms.values():
        title = term.definition.replace('"', "”")
        lines.append(f'[g:{term.id}]: ../reference/glossary.md#{term.id} "{title}"')
    return "\n".join(lines) + "\n"


def today(epoch):
    """The day of the build by its clock (seconds since 1970), or None without one."""
    return datetime.datetime.fromtimestamp(int(epoch), datetime.UTC).date() if epoch else None
