"""The pages of papers, claims and glossary: all that is there, once, with the right pages; BibTeX that can be read."""

import datetime
import re
from collections import Counter
from types import SimpleNamespace

import markdown
import pytest
from bs4 import BeautifulSoup
from hypothesis import given
from hypothesis import strategies as st
from test_faults import problems_of

from snippets._book import facts, reference
from snippets._book.concepts import Chapter, Concept, load_concepts
from snippets._book.pages import EXTENSIONS, read_pages
from snippets._book.project import CONCEPTS, DOCS

PAGE = "docs/concepts/softmax.md"
GLOSSARY = "docs/data/glossary.yml"
REAL = {name: facts.load(name, []) for name in facts.SCHEMAS}
LABEL = "[Established · section 2](#a){.claim .established}"


def rendered(text):
    return BeautifulSoup(markdown.markdown(text, extensions=EXTENSIONS), "html.parser")


def paper(**changes):
    given = {"id": "a2020", "title": "A title", "authors": ["Ada Lovelace"], "year": 2020, "venue": "A venue"}
    given |= {"arxiv": "2001.00001", "contribution": "It adds.", "how_to_read": "Read it.", "minutes": 20}
    given |= {"tags": ["softmax"], "confirmed": True, "verified": "2026-01-02", "checked": "The record."}
    return facts.Paper.model_validate(given | changes)


# BibTeX

ESCAPED = re.compile(r"\\([&%_#$])")


def fields_of(entry):
    """(key, fields) of a BibTeX entry in the one form that is written; anything else fails."""
    first, *lines, last = entry.split("\n")
    assert last == "}"
    fields = {}
    for line in lines:
        name, value = re.fullmatch(r"  ([a-z]+) = \{(.*)\},", line).groups()
        assert name not in fields
        depth = 0
        for sign in re.sub(r"\\.", "", value):
            depth += (sign == "{") - (sign == "}")
            assert depth >= 0, line
        assert depth == 0, line
        if name not in ("url", "doi", "eprint"):
            assert re.search(r"[&%_#$\\]", ESCAPED.sub("", value)) is None, line
            value = ESCAPED.sub(r"\1", value)
        fields[name] = value
    return re.fullmatch(r"@misc\{([\w:-]+),", first)[1], fields


@pytest.mark.parametrize("one", REAL["papers"].values(), ids=lambda one: one.id)
def test_bibtex_of_a_paper_says_what_the_record_says(one):
    key, fields = fields_of(reference.bibtex(one))
    assert key == one.id
    assert fields["title"] == f"{{{one.title}}}"
    assert (fields["year"], fields["note"]) == (str(one.year), one.venue)
    assert (fields.get("eprint"), fields.get("doi"), fields.get("url")) == (one.arxiv, one.doi, one.url)
    assert ("archiveprefix" in fields) == (one.arxiv is not None)
    names = fields["author"].split(" and ")
    assert len(names) == len(one.authors)
    assert "others" not in names[:-1]
    for name, author in zip(names, one.authors, strict=True):
        if author.startswith("et al"):
            assert name == "others"
        else:
            assert author.startswith(name.strip("{}"))
            assert re.search(r"[,()]", name) is None  # a comma would part last and first name


def test_bibtex_of_one_paper():
    """Literal."""
    one = paper(
        title="50% of A & B_1",
        authors=["Ada Lovelace", "A Lab (team list)", "et al. (12 authors)"],
        venue="C #4",
        url="https://example.org/a_b%20c",
    )
    assert reference.bibtex(one).split("\n") == [
        "@misc{a2020,",
        r"  title = {{50\% of A \& B\_1}},",
        "  author = {Ada Lovelace and {A Lab} and others},",
        "  year = {2020},",
        r"  note = {C \#4},",
        "  eprint = {2001.00001},",
        "  archiveprefix = {arXiv},",
        "  url = {https://example.org/a_b%20c},",
        "}",
    ]


@given(st.text(alphabet="ab&%_#$ ", min_size=1))
def test_special_characters_come_back(title):
    """Property."""
    assert fields_of(reference.bibtex(paper(title=title)))[1]["title"] == f"{{{title}}}"


def test_bibtex_on_the_page_is_the_entry():
    """Also after the page is rendered: nothing in it is taken for Markdown."""
    page = rendered(reference.papers_page(REAL["papers"], {}, None))
    shown = [block.get_text().strip() for block in page.find_all("pre")]
    assert sorted(shown) == sorted(map(reference.bibtex, REAL["papers"].values()))
    cards = page.select("div.paper")
    assert sorted(card.h2["id"] for card in cards) == sorted(REAL["papers"])


# Papers: age and backlinks

OLD = "Not checked for 18 months."


def test_a_paper_is_marked_after_18_months():
    """Literal: 2 January 2026 and 548 days are 4 July 2027."""
    one = {"a2020": paper(), "b2020": paper(id="b2020", verified="2026-01-03")}
    marked = []
    for day in (None, datetime.date(2027, 7, 4), datetime.date(2027, 7, 5), datetime.date(2027, 7, 6)):
        text = reference.papers_page(one, {}, day)
        marked.append([card.h2["id"] for card in rendered(text).select("div.paper") if OLD in card.get_text()])
    assert marked == [[], [], ["a2020"], ["a2020", "b2020"]]
    assert "Checked 2026-01-02: The record." in reference.papers_page(one, {}, None)


def test_real_papers_are_marked_in_2028_and_not_in_2026_or_without_a_clock():
    papers = {key: one for key, one in REAL["papers"].items() if one.verified.year <= 2026}
    assert len(papers) >= 57
    assert reference.papers_page(papers, {}, datetime.date(2028, 12, 31)).count(OLD) == len(papers)
    assert OLD not in reference.papers_page(papers, {}, datetime.date(2026, 12, 1))
    assert OLD not in reference.papers_page(papers, {}, None)


@pytest.mark.parametrize(
    ("clock", "old"), [(None, False), ("1767312000", False), ("1830297600", True)], ids=["none", "2026", "2028"]
)
def test_clock_of_the_build_decides(project, clock, old):
    (project.root / "build/papers.md").unlink()
    assert project.ran(SOURCE_DATE_EPOCH=clock) == []
    assert (OLD in project.read("build/papers.md")) == old


@pytest.mark.parametrize(
    ("epoch", "day"), [("", None), (None, None), ("0", datetime.date(1970, 1, 1)), ("86399", datetime.date(1970, 1, 1))]
)
def test_day_of_a_clock(epoch, day):
    assert reference.today(epoch) == day


def made_of(pages, terms=()):
    """The partials of reference pages for a chapter of these pages: {path below docs: text}."""
    concepts, texts = Chapter(), {DOCS / path: text for path, text in pages.items()}
    for path in texts:
        if path.parent == CONCEPTS:
            keys = re.findall(r"papers: (\S+)", texts[path])
            meta = SimpleNamespace(papers=SimpleNamespace(all=keys), updated="2026-01-02")
            concepts[path.stem] = Concept(path.stem, path.stem.capitalize(), [], meta)
    concepts["later"] = Concept("later", "Later", [])
    papers = {name: paper(id=name) for name in ("a2020", "b2020", "c2020")}
    return reference.make(texts, concepts, {"papers": papers, "glossary": {one.id: one for one in terms}}, "")


def test_a_paper_names_the_pages_that_use_it():
    made = made_of(
        {
            "concepts/one.md": "papers: a2020\n\nSee [b](../reference/papers.md#b2020).\n",
            "concepts/two.md": "papers: a2020\npapers: b2020\n",
            "reference/heads.md": "---\ntitle: All heads\n---\n[a](papers.md#a2020), [a](papers.md#a2020)\n",
            "index.md": "[c](reference/papers.md#c2020) (papers.md#c2020)\n",
        }
    )
    page = rendered(made["papers.md"])
    used = {card.h2["id"]: re.search(r"Used on: (.*?)\. Tags", card.get_text())[1] for card in page.select("div.paper")}
    assert used == {"a2020": "One, Two, All heads", "b2020": "Two", "c2020": "no page yet"}
    links = {link.get_text(): link["href"] for link in page.select("div:has(> #a2020) a[href$='.md']")}
    assert links == {"One": "../concepts/one.md", "Two": "../concepts/two.md", "All heads": "heads.md"}


# Claims

CLAIMS = {
    "one sentence": (f"The weights sum to 1 {LABEL}.", ["The weights sum to 1"]),
    "label after the full stop": (f"The weights sum to 1. {LABEL} And so on.", ["The weights sum to 1"]),
    "two labels in one sentence": (
        f"Eight are good {LABEL}, and sixteen tie {LABEL}.",
        ["Eight are good", "sixteen tie"],
    ),
    "two labels side by side": (f"It is disputed {LABEL} {LABEL}.", ["It is disputed", "It is disputed"]),
    "two labels after the full stop": (f"It is so. {LABEL} {LABEL}", ["It is so", "It is so"]),
    "a sentence before": (f"Nobody knows. It is so {LABEL}.", ["It is so"]),
    "a question before": (f"Who knows? It is so! We do {LABEL}.", ["We do"]),
    "a sentence that begins with a formula": (f"It is so. $W_Q$ has rows {LABEL}.", ["$W_Q$ has rows"]),
    "a sentence that begins with code": (f"It is so. `W_Q` has rows {LABEL}.", ["`W_Q` has rows"]),
    "a sentence that begins with a quote": (f'"So." "Why?" Yes {LABEL}.', ["Yes"]),
    "a decimal": (f"It costs 0.4 to 0.7 BLEU {LABEL}.", ["It costs 0.4 to 0.7 BLEU"]),
    "bold before": (f"**If you build.** It is so {LABEL}.", ["It is so"]),
    "after a colon": (f"Two facts: *the first* is so {LABEL}.", ["*the first* is so"]),
    "two lines": (f"It is\nso {LABEL}.", ["It is so"]),
    "two paragraphs": (f"It is so {LABEL}.\n\nIt is not {LABEL}.", ["It is so", "It is not"]),
    "a paragraph before": (f"a word without an end\n\nIt is so {LABEL}.", ["It is so"]),
    "a heading before": (f"## Known\nIt is so {LABEL}.", ["It is so"]),
    "list": (f"- It is so {LABEL}\n- it is not {LABEL}", ["It is so", "it is not"]),
    "list of which one has a label": (f"- without a label\n- it is so {LABEL}", ["it is so"]),
    "numbered list": (f"1. without a label\n2. it is so {LABEL}", ["it is so"]),
    "table": (f"| a |\n| --- |\n| It is so {LABEL} |\n| It is not {LABEL} |", ["It is so", "It is not"]),
    "quotation": (f"> It is so {LABEL}.", ["It is so"]),
    "folded text": (f"<details markdown><summary>More</summary>\n\nIt is so {LABEL}.\n\n</details>", ["It is so"]),
    "folded code": (f"<details markdown><summary>How</summary>\n\n``` markdown\nSo {LABEL}.\n```\n\n</details>", []),
    "code in a line": (f"Write `{LABEL}` after it.", []),
    "code before": (f"Write `[a](#b){{.claim}}`. It is so {LABEL}.", ["It is so"]),
    "other links": ("It is [so](#a){.other} and [so](#b).", []),
}


@pytest.mark.parametrize("case", CLAIMS)
def test_sentences_of_claims(case):
    text, expected = CLAIMS[case]
    found = list(reference.claims_of(f"Some words.\n\n{text}\n"))
    assert [sentence for *_, sentence in found] == expected
    assert {one[:3] for one in found} <= {("established", "Established · section 2", "#a")}


def test_claims_page_lists_by_label_with_page_source_and_date():
    """Literal: two pages, two labels; links in a sentence of another page would lead astray there."""
    made = made_of(
        {
            "concepts/one.md": f"The [weights][g:weight] of a [row](#row) sum to 1 {LABEL}.\n",
            "reference/heads.md": "---\ntitle: All heads\nupdated: 2026-02-03\n---\n\n"
            "some agree [Contested · A, abstract](papers.md#a2020){ .claim .contested }.\n",
            "contributing.md": f"No claim of the chapter {LABEL}.\n",
        }
    )
    page = rendered(made["claims.md"])
    titles = [one.get_text() for one in page.find_all("h2")]
    assert titles == ["Established", "Measured here", "Interpretation", "Contested", "Convention"]
    listed = {one["id"]: one.find_next_sibling("div") for one in page.find_all("h2")}
    texts = {label: [item.get_text() for item in one.find_all("li")] for label, one in listed.items()}
    assert texts["established"] == ["The weights of a row sum to 1 a, section 2 · One, 2026-01-02"]
    assert texts["contested"] == ["Some agree a2020, A, abstract · All heads, 2026-02-03"]
    assert all(
        listed[label].get_text().strip() == "None yet." for label in ("measured", "interpretation", "convention")
    )
    links = {label: [link["href"] for link in one.find_all("a")] for label, one in listed.items()}
    assert links["established"] == ["../concepts/one.md#a", "../concepts/one.md"]
    assert links["contested"] == ["papers.md#a2020", "heads.md"]


def real_pages():
    concepts = load_concepts(REAL["planned"], [])
    texts = read_pages([])
    made = reference.make(texts, concepts, REAL, "")
    return {path: rendered(text.split("\n---\n", 1)[-1]) for path, text in texts.items()}, concepts, made


def test_every_claim_of_the_chapter_is_listed_once():
    """Counted in the rendered pages; the claims page is read from their Markdown."""
    pages, concepts, made = real_pages()
    expected = Counter()
    for path, page in pages.items():
        for claim in page.select("a.claim"):
            link = f"../concepts/{path.name}" if path.parent == CONCEPTS else path.name
            source = claim["href"] if not claim["href"].startswith("#") else link + claim["href"]
            kind = next(name for name in claim["class"] if name != "claim")
            if path.stem in concepts or path.parent != CONCEPTS:  # a page with a mistake has no claims yet
                expected[kind, source, link] += 1
    received = Counter()
    page = rendered(made["claims.md"])
    for heading in page.find_all("h2"):
        for item in heading.find_next_sibling("div").find_all("li"):
            source, link = (one["href"] for one in item.select("small a"))
            received[heading["id"], source, link] += 1
    assert received == expected
    assert sum(received.values()) > 30


# Glossary


def test_every_term_of_the_chapter_is_there_once():
    _, concepts, made = real_pages()
    terms = REAL["glossary"]
    page = rendered(made["glossary.md"])
    shown = [term["id"] for term in page.select("div.term h2")]
    assert sorted(shown) == sorted(terms)
    names = [terms[key].term.lower() for key in shown]
    assert names == sorted(names)
    words = Counter(word.lower() for term in terms.values() for word in {term.term, *term.also})
    assert [word for word, count in words.items() if count > 1] == []  # one word, one definition
    definitions = re.findall(r"^\[g:([\w-]+)\]: ", made["terms.md"], re.MULTILINE)
    assert sorted(definitions) == sorted(terms)
    assert {term.introduced for term in terms.values()} <= concepts.keys()


def term(ident="head", **changes):
    given = {"id": ident, "term": ident, "definition": "It looks.", "introduced": "one"}
    return facts.Term.model_validate(given | changes)


def test_a_term_names_the_page_that_introduces_it_and_those_that_use_it():
    pages = {
        "concepts/one.md": "A [head][g:head], [heads][g:head].\n",
        "concepts/two.md": "Write `[a head][g:head]`.\n\n```\n[x][g:head]\n```\n",
        "reference/heads.md": "---\ntitle: All heads\n---\nA [head][g:head].\n",
        "index.md": "A [head][g:head].\n",
    }
    made = made_of(pages, [term(also=["unit", "eye"]), term("norm", introduced="later")])
    texts = {one.h2["id"]: " ".join(one.get_text().split()) for one in rendered(made["glossary.md"]).select("div.term")}
    assert texts == {
        "head": "head It looks. Also: unit, eye. Introduced in One. Used on: One, All heads.",
        "norm": "norm It looks. Introduced in Later (planned).",
    }


@pytest.mark.parametrize(
    "definition", ["It looks.", 'The "eye" of (a) layer.', "a_b, *c* and <d> & 1 < 2.", "Größe; W_O."]
)
def test_link_of_a_term_shows_its_definition(definition):
    page = rendered("Many [heads][g:head].\n\n" + reference.term_links({"head": term(definition=definition)}))
    (link,) = page.find_all("a")
    assert (link.get_text(), link["href"]) == ("heads", "../reference/glossary.md#head")
    assert link["title"] == definition.replace('"', "”")


GIVEN = "glossary:\n- id: weight\n  term: weight\n  definition: It is positive.\n  introduced: softmax\n"


@pytest.fixture
def with_term(project):
    project.write(GLOSSARY, GIVEN)
    project.replace(PAGE, "Scores are not weights.", "Scores are not [weights][g:weight].")
    return project


def test_term_of_the_page_that_introduces_it(with_term):
    assert with_term.ran() == []
    assert "[g:weight]: ../reference/glossary.md#weight" in with_term.read("build/terms.md")


def test_unknown_term(with_term):
    line = with_term.replace(PAGE, "[g:weight]", "[g:weigth]")
    expected = "no term 'weigth' in docs/data/glossary.yml (did you mean weight?)"
    assert problems_of(with_term) == [f"{PAGE}:{line}: {expected}"]


def test_unknown_term_in_code(with_term):
    with_term.replace(PAGE, "Scores are", "Write `[x][g:nothing]`:\n\n```\n[x][g:nothing]\n```\n\nScores are")
    assert with_term.ran() == []


def test_term_before_the_page_that_introduces_it(with_term):
    """softmax comes before shift, which is planned; a page after shift may use the term, and a reference page."""
    with_term.write(GLOSSARY, GIVEN.replace("introduced: softmax", "introduced: shift"))
    with_term.write("docs/reference/papers.md", "# Papers\n\nThe [weights][g:weight].\n")
    line = with_term.read(PAGE)[: with_term.read(PAGE).index("[g:weight]")].count("\n") + 1
    expected = "the term 'weight' is introduced by shift, which comes after softmax"
    assert problems_of(with_term) == [f"{PAGE}:{line}: {expected}"]
    with_term.write(GLOSSARY, GIVEN.replace("introduced: softmax", "introduced: probability"))
    assert with_term.ran() == []


def test_term_introduced_by_no_concept(with_term):
    second = (
        GIVEN.replace("glossary:\n", "")
        .replace("weight", "weights")
        .replace("introduced: softmax", "introduced: sofmax")
    )
    with_term.write(GLOSSARY, GIVEN + second)
    expected = "glossary, term weights: introduced by 'sofmax', which is no concept (did you mean softmax?)"
    assert problems_of(with_term) == [f"{GLOSSARY}:9: {expected}"]
