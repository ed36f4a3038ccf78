"""The same tree under another builder: Zensical, which reads mkdocs.yml but runs no hook and no mkdocs-jupyter.

Each page is compared with that of MkDocs, part by part. What may differ stands in DIFFERENCES, with the reason. Any
other difference means that a page, or what it includes, uses something that only one of the two builders has.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
from difflib import SequenceMatcher
from fnmatch import fnmatch
from functools import cache
from importlib.util import find_spec
from itertools import zip_longest
from urllib.parse import unquote, urljoin, urlsplit

import pytest
from bs4 import BeautifulSoup
from built import PAGES, ROOT, SITE, address, each_page

from snippets._book.project import clock

# Page or file (* is any text), part, why. An entry fails a test as soon as nothing differs there: then take it out.
NO_JUPYTER = "only mkdocs-jupyter runs a lab; Zensical publishes its source instead, and links lead there"
DIFFERENCES = [
    ("labs/*/", "page", NO_JUPYTER),
    ("labs/*.py", "file", NO_JUPYTER),
    ("figures/labs/*.svg", "file", NO_JUPYTER),
]

# What each builder brings along for its own theme and search.
OF_THE_BUILDER = ("assets/images/", "assets/javascripts/", "assets/stylesheets/", "search", "sitemap.xml")
START = urlsplit(os.environ.get("SITE_URL", "")).path.rstrip("/") + "/"  # the links of 404.html begin with it
SHOWN = 3  # differences of a part: one mistake often makes many


@pytest.fixture(scope="module")
def other(tmp_path_factory, missing):
    """The site as Zensical builds it after `python -m snippets`: in a copy, since it writes beside mkdocs.yml only."""
    if not find_spec("zensical"):
        missing("Zensical is not installed: 'make test' does it")
    copy = tmp_path_factory.mktemp("other") / "project"
    for name in ("docs", "snippets", "tests", "build/.cache/examples"):  # without the last, all examples would run
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("mkdocs.yml", "pyproject.toml"):
        shutil.copy(ROOT / name, copy)
    for made in ("figures", "downloads"):
        shutil.rmtree(copy / "docs" / made)
    environment = {**os.environ, "PYTHONPATH": str(copy), "PYTHONUTF8": "1"}
    environment["SOURCE_DATE_EPOCH"] = clock() or "0"  # the copy has no commits
    for command in (["snippets"], ["zensical", "build", "--strict"]):
        command = [sys.executable, "-m", *command]
        done = subprocess.run(command, cwd=copy, env=environment, capture_output=True, encoding="utf-8", check=False)
        if done.returncode:
            plain = re.sub(r"\x1b\[[0-9;]*m", "", done.stdout + done.stderr)  # no colours
            said, _, trace = plain.partition("Traceback")
            said += "\n".join(trace.splitlines()[-1:])
            pytest.fail(f"without MkDocs, 'python {' '.join(command[1:])}' fails:\n{said}", pytrace=False)
    return copy / "site"


@each_page
def test_page_is_the_same_under_zensical(path, other):
    name = address(path)
    page = other / path.relative_to(SITE)
    wrong = []
    if not page.is_file():
        if not reason(name, "page"):
            wrong.append("page: Zensical makes none; is it a Markdown file below docs/?")
    elif reason(name, "page"):
        wrong.append("page: Zensical has it, so take its entry out of DIFFERENCES")
    else:
        received = parts(page, other)
        for part, expected in parts(path, SITE).items():
            differences = list(compare(expected, received[part]))
            if not reason(name, part):
                wrong += [f"{part}: {one}" for one in differences[:SHOWN]]
                wrong += [f"{part}: and {len(differences) - SHOWN} more"] if len(differences) > SHOWN else []
            elif not differences:
                wrong.append(f"{part}: nothing differs, so take the entry out of DIFFERENCES")
    if wrong:
        head = f"/{name} differs between MkDocs (site/, which 'make site' builds: expected) and Zensical (received)"
        pytest.fail("\n  ".join([head, *wrong]), pytrace=False)


def test_files_are_the_same_under_zensical(other):
    """Figures, downloads, data, our style sheets, scripts and fonts; and no page that MkDocs does not have."""
    here, there = files(SITE), files(other)
    differ = sorted(name for name in here.keys() | there.keys() if here.get(name) != there.get(name))
    kinds = {(True, True): "other bytes", (True, False): "only under MkDocs", (False, True): "only under Zensical"}
    wrong = [f"{name}: {kinds[name in here, name in there]}" for name in differ if not reason(name, "file")]
    for pattern, part, _ in DIFFERENCES:
        if part == "file" and not any(fnmatch(name, pattern) for name in differ):
            wrong.append(f"{pattern}: nothing differs, so take the entry out of DIFFERENCES")
    assert not wrong, "\n".join(wrong)


def test_each_listed_difference_names_a_page():
    names = [address(path) for path in PAGES]
    of_pages = [(pattern, part) for pattern, part, _ in DIFFERENCES if part != "file"]
    assert [one for one in of_pages if not any(fnmatch(name, one[0]) for name in names)] == []


def reason(name, part):
    """Why this may differ, or None."""
    return next((why for pattern, of, why in DIFFERENCES if of == part and fnmatch(name, pattern)), None)


def files(folder):
    """The digest of each file that comes from this repository. A page is compared in parts, and only named here."""
    found = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
    found = {name: path for name, path in found.items() if not name.startswith(OF_THE_BUILDER)}
    pages = {name for name in found if name.endswith(".html")}
    digests = {name: digest(found[name]) for name in found.keys() - pages}
    return digests | {name: "a page" for name in pages if not reason(name.removesuffix("index.html"), "page")}


@cache
def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()[:12]


@cache
def read(path):
    """A page, which `parts` takes apart, and the ids that it has."""
    page = BeautifulSoup(path.read_text(encoding="utf-8"), "html.parser")
    return page, {element["id"] for element in page.find_all(id=True)}


def parts(path, folder):
    """What a page consists of, as lists of texts that can be compared and shown."""
    page, _ = read(path)
    article = page.article

    def leads_to(link):
        return target(link, address(path, folder), folder)

    def linked(elements):
        return [f"{words(a)} -> {leads_to(a['href'])}" for a in elements]

    def of_contents(a):
        return a.find_parent(class_="md-nav--secondary")

    menu = page.find_all("a", class_="md-nav__link")
    made = {
        "title": [page.title.text, *(meta["content"] for meta in page.find_all("meta", {"name": "description"}))],
        "address": [f"{one['rel'][0]}: {leads_to(one['href'])}" for one in page.find_all(rel=["canonical", "edit"])],
        "navigation": linked(a for a in menu if not of_contents(a)),
        "table of contents": linked(a for a in menu if of_contents(a)),
        "previous and next": linked(page.find_all("a", class_="md-footer__link")),
    }
    for of_the_theme in article.find_all(id="__skip") + article.find_all(class_="md-content__button"):
        of_the_theme.decompose()
    made |= {
        "headings": [f"{one.name} #{one.get('id')} {words(one)}" for one in article.find_all(["h1", "h2", "h3", "h4"])],
        "links": linked(article.find_all("a", href=True)),
        "figures": [
            f"{one.get('alt')} ({one.get('width')} x {one.get('height')}) {leads_to(one['src'])}"
            for one in article.find_all("img")
        ],
        # A mark stays where a formula or a block of code was, so that text and structure tell its place.
        "formulas": [str(one.replace_with("[formula]")) for one in article.find_all("math")],
        "structure": [tag(one) for one in article.find_all(True)],
        "code": [one.replace_with("[code]").get_text() for one in article.find_all("pre")],
    }
    made["text"] = [" ".join(line.split()) for line in article.get_text().splitlines() if line.strip()]
    return made


def words(element):
    return " ".join(element.get_text().split())


def tag(element):
    """Its name and attributes, less where it leads: that is compared as a link or figure."""
    rest = {name: value for name, value in element.attrs.items() if name not in ("href", "src")}
    return f"<{element.name}{''.join(f' {name}={value!r}' for name, value in sorted(rest.items()))}>"


def target(link, base, folder):
    """Where a link leads, from the root of the site, and what is there: a page with this anchor, a file, nothing."""
    url = urlsplit(urljoin(f"http://site{START}{base}", link))
    if url.netloc != "site":
        return link
    name = unquote(url.path).removeprefix(START)
    file = folder / name
    file = file / "index.html" if file.is_dir() else file
    if not file.is_file():
        found = "no such file"
    elif reason(source := f"{name.removesuffix('.py').rstrip('/')}/", "page"):
        return f"/{source}"  # a lab here, and its source there
    elif file.suffix == ".html":
        found = "found" if unquote(url.fragment) in {"", *read(file)[1]} else "no such anchor"
    else:
        found = f"bytes {digest(file)}"
    return f"/{name}{'#' if url.fragment else ''}{url.fragment} ({found})"


def compare(expected, received):
    """Each difference between two lists of texts, cut to the place where it is."""
    if expected == received:
        return
    for kind, a, b, c, d in SequenceMatcher(None, expected, received, autojunk=False).get_opcodes():
        for pair in zip_longest(expected[a:b], received[c:d]) if kind != "equal" else ():
            letters = zip_longest(*(text or "" for text in pair))
            place = next((n for n, (one, other) in enumerate(letters) if one != other), 0)
            one, other = ("nothing" if text is None else repr(text[max(0, place - 40) : place + 80]) for text in pair)
            yield f"expected {one}, received {other}"
