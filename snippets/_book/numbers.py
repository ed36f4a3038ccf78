"""The net for numbers in prose: each must be a number that the page's own examples or data produced.

In scope are decimals, and whole numbers from 100 on, outside code, formulas, links and headings. Free are years,
numbers of sections, tables, figures, equations, versions and layers, and sentences that carry a source label.
A number passes if rounding a number of an output, a shown listing or a data table of the page gives it, also
times 100 before a percent sign. It is a net, not a proof: `measure` tells how much it lets through.
"""

import json
import re
from bisect import bisect_left

from snippets._book.concepts import CLAIM, FENCE, INCLUDE, split_page
from snippets._book.outputs import as_text
from snippets._book.pages import INLINE_CODE, blank
from snippets._book.project import problem
from snippets.records import records

NUMBER = re.compile(r"(?<![\w.,])(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+\.\d+|\d{3,})(?![\w]|\.\d|,\d{3})(\s?%)?")
ANY_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?(?:e[-+]?\d+)?")
FREE_BEFORE = re.compile(
    r"(?:sections?|tables?|figures?|equations?|versions?|arxiv|python|numpy|pytorch|keras|onnx|matplotlib|mkdocs"
    r"|material|doi|rows?|chapters?|apache|mit|cc by)\s*[-\w.,]*\s*(?:(?:to|and|–|-)\s*)?$",
    re.IGNORECASE,
)
MANY = 1000  # a data table with more numbers than this would let anything pass


def in_scope(text):
    """(line, number as written, value, decimals, whether a percent sign follows) of each number to be checked."""
    _, body, first = split_page(text)
    for pattern in (FENCE, INCLUDE, re.compile(r"\$\$.*?\$\$", re.DOTALL), re.compile(r"^#.*$", re.MULTILINE)):
        body = pattern.sub(blank, body)
    body = re.sub(r"\$[^$\n]+\$|<[^>]*>", blank, INLINE_CODE.sub(blank, body))
    for start, sentence in _sentences(body):
        if CLAIM.search(sentence):
            continue
        plain = re.sub(r"\]\([^)]*\)|\]\[[^\]]*\]|\{[^}]*\}|https?://\S+", blank, sentence)
        for found in NUMBER.finditer(plain):
            written, percent = found.groups()
            value = float(written.replace(",", ""))
            year = re.fullmatch(r"(19|20)\d\d", written)
            if year or FREE_BEFORE.search(plain[: found.start()]):
                continue
            decimals = len(written.split(".")[1]) if "." in written else 0
            line = first + body.count("\n", 0, start + found.start())
            yield line, written, value, decimals, bool(percent)


def _sentences(body):
    """(position, text) of each sentence; a paragraph, list item or table row ends one too."""
    start = 0
    # A full stop before a label does not end the sentence, which the label belongs to; what follows the label does.
    full_stop = rf"[.!?:]\)?(?:\s*{CLAIM.pattern})*(?=\s+[A-Z*(\[\"])(?!\s*\[(?:Est|Mea|Int|Con))"
    for end in re.finditer(full_stop + r"|\n\s*\n|\n(?=\s*[-*|\d])|\Z", body):
        if end.end() > start:
            yield start, body[start : end.end()]
        start = end.end()


def evidence(text, book, results):
    """All numbers that the examples and data of a page hold, sorted."""
    found, names = set(), set(INCLUDE.findall(text))
    for key in {name.split(".")[0] for name in names} & results.keys():
        source = book.examples[key]
        found |= _numbers(as_text(results[key]))
        if f"{key}.code.md" in names:
            found |= _numbers(source.text)
        for one in [source, *book.needed(source)]:
            for asked, _ in one.data:
                values = _numbers(json.dumps(records(*asked), default=str))
                found |= values if len(values) <= MANY else set()
    return sorted(found)


def _numbers(text):
    return {float(number.replace(",", "").rstrip(",") or 0) for number in ANY_NUMBER.findall(text)}


def known(value, decimals, percent, found):
    """Whether a number of `found` gives this one by rounding."""
    factor = 100 if percent else 1
    return _near(value, decimals, found) or (percent and _near(value / factor, decimals + 2, found))


def _near(value, decimals, found):
    half = 0.5 * 10.0**-decimals + 1e-9
    place = bisect_left(found, value - half)
    return place < len(found) and found[place] <= value + half


def check_numbers(path, text, book, results, problems):
    """Report each number of a page that nothing on the page produced."""
    found = evidence(text, book, results)
    for line, written, value, decimals, percent in in_scope(text):
        if not known(value, decimals, percent, found):
            sign = "%" if percent else ""
            factors = (1, 100) if percent else (1,)
            close = min(found, key=lambda one: min(abs(one * factor - value) for factor in factors), default=None)
            hint = "" if close is None else f"; the nearest number there is {close:g}"
            text_ = f"{written}{sign} is in no output, listing or data table of this page{hint}"
            problems.append(problem(path, line, text_))


def measure(texts, book, results):
    """How good the net is on these pages, as Markdown: what of one-digit errors, planted one at a time, it notices."""
    numbers = pages = planted = noticed = 0
    for text in texts:
        found = evidence(text, book, results)
        scope = list(in_scope(text))
        pages += bool(scope)
        for _, written, _, decimals, percent in scope:
            numbers += 1
            for place, digit in enumerate(written):
                for other in "0123456789":
                    if digit.isdigit() and other != digit and not (place == 0 and other == "0"):
                        wrong = float((written[:place] + other + written[place + 1 :]).replace(",", ""))
                        planted += 1
                        noticed += not known(wrong, decimals, percent, found)
    share = f"{noticed / planted:.1%}" if planted else "none"
    return (
        f"In this build {numbers} numbers on {pages} pages are in its scope. Of {planted:,} wrong ones, made by "
        f"changing one digit at a time, it notices {share}.\n"
    )
