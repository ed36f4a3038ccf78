"""The search of the site: what readers type leads to the right section, and the index holds what they search for."""

import json
import re
from urllib.parse import urlsplit

import pytest
from built import SITE

# As readers type it, and where that must lead: a page, or page#section. With several, one of them is enough.
QUESTIONS = {
    # concept pages
    "why sqrt d_k": ["concepts/scaled-dot-product-attention/#root"],
    "why divide by sqrt(d_k)?": ["concepts/scaled-dot-product-attention/#root"],
    "scaled dot-product": ["concepts/scaled-dot-product-attention/"],
    "What is a causal mask?": ["concepts/scaled-dot-product-attention/#mask"],
    "softmax overflow nan": ["concepts/softmax/#pitfalls"],
    "softmax temperature": ["concepts/softmax/#see"],
    "query key value": ["concepts/attention/#idea"],
    "does word order matter": ["concepts/self-attention/#order"],
    "what is entropy": ["concepts/probability/#see", "reference/glossary/#entropy"],
    "embedding lookup table": ["concepts/embeddings/"],
    "cosine similarity": ["concepts/dot-product/#code", "reference/glossary/#cosine"],
    "split heads": ["concepts/multi-head-attention/#split-and-join"],
    "how many heads": ["concepts/multi-head-attention/#how-many"],
    "what does a head attend to": ["concepts/multi-head-attention/#see"],
    "what if i remove a head": ["concepts/multi-head-attention/#removed", "reference/misconceptions/#removal"],
    "kv cache size": ["concepts/multi-head-attention/#kv-cache"],
    "kv-cache": ["concepts/multi-head-attention/#kv-cache"],
    "mha vs mqa": ["concepts/multi-head-attention/#kv-cache"],
    # names in code
    "split_heads": ["concepts/multi-head-attention/#split-and-join"],
    "causal_mask": ["concepts/self-attention/#order"],
    "multi_head_attention(": ["concepts/multi-head-attention/#whole-layer"],
    "d_k": ["reference/notation/#sizes"],
    # labs
    "switch off a head": ["labs/take-the-layer-apart/#switch-a-head-off"],
    # reference pages
    "pytorch mask true or false": ["reference/masks/#polarity"],
    "head that looks at the previous token": ["reference/heads/"],
    "d_model divided by heads": ["reference/misconceptions/#width"],
    "are attention weights an explanation": ["reference/papers/#jain2019"],
    "attention is all you need": ["reference/papers/#vaswani2017"],
    "vaswani 2017": ["reference/papers/#vaswani2017"],
    "attention sink": ["reference/glossary/#attention-sink"],
    "compared with onnx": ["reference/checks/#onnx"],
    # contributing
    "add a concept": ["contributing/#add-a-concept"],
}
RESULTS = 3  # among which the right section must be
QUERY = '[data-md-component="search-query"]'
ITEM = "li.md-search-result__item"


def asked(page, base, question):
    """What the search box shows for a question: for each result its page and, if it is best, its section."""
    box = page.locator(QUERY)
    box.fill("")
    box.press("Backspace")  # the search listens to keys
    page.locator(ITEM).first.wait_for(state="detached")
    box.fill(question[:-1])
    box.press(question[-1])
    page.locator(f"{ITEM}, .md-search-result__meta:text('No matching')").first.wait_for()
    # Other sections of a page are folded below "more on this page": who looks for them has to know that.
    links = "item => [...item.querySelectorAll('a')].filter(a => !a.closest('details')).map(a => a.href)"
    return [
        [re.sub(r"\?h=[^#]*", "", link).removeprefix(base) for link in item.evaluate(links)]
        for item in page.locator(ITEM).all()[:RESULTS]
    ]


@pytest.fixture(scope="module")
def home(chromium, base):
    page = chromium.new_page()
    page.goto(base)
    page.locator(QUERY).click()
    yield page
    page.close()


def check(page, base, question):
    shown = asked(page, base, question)
    assert {link for result in shown for link in result} & set(QUESTIONS[question]), (
        f'The search for "{question}" shows first: {shown}. Expected: {" or ".join(QUESTIONS[question])}. What helps: '
        "a heading that names the thing as readers do; 'search: boost:' in the front matter of a page."
    )


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_question_finds_its_section(home, base, question):
    check(home, base, question)


def test_enter_opens_the_best_section(open_page, base):
    page = open_page()
    asked(page, base, "split_heads")
    page.keyboard.press("Enter")
    page.wait_for_url("**/concepts/multi-head-attention/**#split-and-join")
    page.locator("h3#split-and-join").wait_for()
    place = "element => Math.round(element.getBoundingClientRect().top)"
    page.wait_for_function(f"0 <= ({place})(document.querySelector('#split-and-join')) && scrollY > 0")


def test_a_question_finds_its_section_in_firefox(open_page, base):
    page = open_page(browser="firefox")
    page.locator(QUERY).click()
    check(page, base, "why sqrt d_k")


@pytest.fixture(scope="module")
def index():
    return json.loads((SITE / "search" / "search_index.json").read_text(encoding="utf-8"))


def test_the_index_leads_to_sections_that_are_there(index):
    locations = [entry["location"] for entry in index["docs"]]
    assert len(locations) == len(set(locations))
    missing = []
    for location in locations:
        parts = urlsplit(location)
        page = (SITE / parts.path / "index.html").read_text(encoding="utf-8")
        if parts.fragment and f'id="{parts.fragment}"' not in page:
            missing.append(location)
    assert not missing


def test_the_index_leaves_out_what_is_not_prose(index):
    """Outputs, programs of examples, numbers of heatmaps, BibTeX, the cards that reference/papers has anyway."""
    text = "\n".join(entry["text"] for entry in index["docs"])
    left = {
        "numbers of a heatmap": re.findall(r"(?:\d\.\d\d ){5}", text),
        "BibTeX": re.findall(r"archiveprefix|@misc\{\w+\d{4}\w*,\n  title = \{\{", text),
        "a program of an example": re.findall(r"snippets/examples/\w+/\w+\.py</code> · run it alone", text),
        "a card of a paper, twice": re.findall(r"facts verified \d{4}-\d\d-\d\d", text),
    }
    assert {what: found[:3] for what, found in left.items() if found} == {}, (
        "The search index holds what nobody searches for: does the element carry data-search-exclude, "
        "and does no text follow an inner element of the same name?"
    )


def test_the_pages_do_not_show_what_the_search_leaves_out():
    """The attribute is taken from the pages once it has been read."""
    assert [str(page) for page in SITE.rglob("*.html") if "data-search-" in page.read_text(encoding="utf-8")] == []
