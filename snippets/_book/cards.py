"""The Markdown files that tell about a page: card, path, papers, other explanations, how to cite it."""

import os
from urllib.parse import quote

from snippets._book.partials import UNSEARCHED, escape
from snippets._book.reference import identifiers

KINDS = ("card", "objectives", "path", "leads", "papers", "explanations", "about")

CITE = """\
@misc{{{key},
  title = {{{title}}},
  author = {{{authors}}},
  year = {{{year}}},
  note = {{Chapter 7: Transformers, version {version}, page updated {updated}}}{url}
}}
"""


def of_concept(concept, concepts, facts, version):
    """What a page includes about itself."""
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
        f"{folder}/leads.md": leads(concept, concepts),
        f"{folder}/papers.md": paper_cards(meta.papers, facts["papers"]),
        f"{folder}/explanations.md": explanation_cards(meta.explanations, facts["explanations"]),
        f"{folder}/about.md": about(concept, version),
    }


def of_chapter(concepts):
    """The reading list of the home page."""
    lines = []
    for number, concept in enumerate(concepts.order, 1):
        if concept.planned:
            lines.append(f"{number}. {concept.title} <small>planned</small>")
        else:
            facts = f"{concept.meta.importance} · {concept.meta.depth} · {concept.minutes} min"
            link = f"[{concept.title}](concepts/{concept.slug}.md)"
            lines.append(f"{number}. **{link}** <small>{facts}</small><br>{concept.meta.description}")
    return {"chapter.md": '<div class="chapter" markdown>\n\n' + "\n".join(lines) + "\n\n</div>\n"}


def path(concept, concepts):
    steps = concepts.path_to(concept.slug)
    lines = []
    for number, step in enumerate(steps, 1):
        if step is concept:
            lines.append(f"{number}. **{step.title}** <small>this page</small>")
        elif step.planned:
            lines.append(f"{number}. {step.title} <small>planned</small>")
        else:
            lines.append(f"{number}. [{step.title}]({step.slug}.md) <small>{step.minutes} min</small>")
    before = [step for step in steps if step is not concept]
    total = sum(step.minutes for step in before if not step.planned)
    unwritten = sum(step.planned for step in before)
    if before:
        note = f"Before this page: {total} min" if total else "Before this page"
        note += f", {unwritten} of {len(before)} pages still planned" if unwritten else ""
        lines += ["", f"{note}.", "{ .note }"]
    return f'<div class="path" {UNSEARCHED} markdown>\n\n' + "\n".join(lines) + "\n\n</div>\n"


def leads(concept, concepts):
    """The concepts that need this one."""
    after = concepts.leads[concept.slug]
    names = [f"{one.title} (planned)" if one.planned else f"[{one.title}]({one.slug}.md)" for one in after]
    return f"This leads to: {', '.join(names)}.\n" if names else "Nothing in this chapter needs it yet.\n"


def paper_cards(keys, papers):
    parts = []
    for title, chosen in (("Essential", keys.essential), ("Further", keys.further)):
        if chosen:
            parts.append(f"**{title}**\n{{ .kind }}\n")
            parts += [paper_card(papers[key]) for key in chosen]
    return "\n".join(parts)


def paper_card(paper):
    names = ", ".join(paper.authors[:3]) + (" and others" if len(paper.authors) > 3 else "")
    note = f" Not confirmed: {'; '.join(paper.unconfirmed)}." if paper.unconfirmed else ""
    return (
        f'<div class="paper" id="{paper.id}" {UNSEARCHED} markdown>\n\n'
        f"**{escape(paper.title)}**\n\n{names} · {paper.year} · {escape(paper.venue)}\n\n{paper.contribution}\n\n"
        f"*How to read it.* {paper.how_to_read}\n\n"
        f"About {paper.minutes} min · {' · '.join(identifiers(paper))} · [BibTeX](../reference/papers.md#{paper.id}) · "
        f"facts verified {paper.verified}.{note}\n\n</div>\n"
    )


def explanation_cards(keys, explanations):
    """Posts, courses and tools that explain the same thing, with what they are good for."""
    lines = []
    for key in keys:
        one = explanations[key]
        lines.append(f"- [{one.title}]({one.url}), {one.authors}. {one.good_for} {one.mind}".rstrip())
    return "\n".join(lines) + "\n"


def about(concept, version):
    """Who wrote the page and when, what was corrected, how to cite it, where to report a mistake."""
    meta = concept.meta
    repository = os.environ.get("REPO_URL", "").rstrip("/")
    site = os.environ.get("SITE_URL", "").rstrip("/")
    parts = [f"By {', '.join(meta.authors)}. Updated {meta.updated}. Text CC BY 4.0, code MIT.\n"]
    if repository:
        page = quote(f"{concept.slug}: ")
        issue = f"{repository}/issues/new?template=wrong-fact.yml&title={page}"
        edit = f"{repository}/edit/main/docs/concepts/{concept.slug}.md"
        parts.append(f"[Report a mistake]({issue}) · [Edit this page]({edit})\n")
    else:
        parts.append("To report a mistake, open an issue in the repository that this site was built from.\n")
    if meta.changes:
        changes = "\n".join(f"- {change.date}: {change.text}" for change in meta.changes)
        parts.append(f"<details markdown><summary>Changes</summary>\n\n{changes}\n\n</details>\n")
    cite = CITE.format(
        key=concept.slug.replace("-", "") + str(meta.updated.year),
        title=meta.title,
        authors=" and ".join(f"{{{name}}}" for name in meta.authors),
        year=meta.updated.year,
        version=version,
        updated=meta.updated,
        url=f",\n  url = {{{site}/concepts/{concept.slug}/}}" if site else "",
    )
    parts.append(f"<details markdown><summary>Cite this page</summary>\n\n``` text\n{cite}```\n\n</details>\n")
    return '<div class="about" markdown>\n\n' + "\n".join(parts) + "\n</div>\n"
