"""The copy button gives the code, the whole code and nothing but the code, without the line end after its last line."""

import ast
import re

import pytest
from built import PAGES, ROOT, address, soup

WITH_CODE = [path for path in PAGES if soup(path).select("article pre > code")]
CLIPBOARD = {"permissions": ["clipboard-read", "clipboard-write"]}

# The blocks of a page, with what is known of each.
BLOCKS = """() => [...document.querySelectorAll("article pre > code")].map((code) => ({
  shown: code.textContent,
  file: code.closest(".listing")?.querySelector(".file code")?.textContent,
  kind: code.closest(".listing, .output")?.classList[0] ?? "other",
  id: code.closest(".listing [id^=fn-], .listing [id^=code-], .output[id]")?.id ?? "",
}))"""
# What each copy button leaves in the clipboard. The first is pressed by the mouse, so that the page may write there.
COPIED = """async () => {
  const copied = [];
  for (const button of document.querySelectorAll("article pre .md-code__button")) {
    await navigator.clipboard.writeText("nothing was copied");
    button.click();
    copied.push(await navigator.clipboard.readText());
  }
  return copied;
}"""


def of_a_listing(file, block):
    """The text that a listing shows: a whole function, or a whole example without its docstring."""
    source = (ROOT / file).read_text(encoding="utf-8")
    tree = ast.parse(source)
    lines = source.splitlines()
    if block.startswith("code-"):
        return "\n".join(lines[tree.body[0].end_lineno :]).strip("\n")
    (found,) = (one for one in tree.body if getattr(one, "name", None) == block.removeprefix("fn-"))
    first = min(one.lineno for one in (found, *found.decorator_list))
    return "\n".join(lines[first - 1 : found.end_lineno])


def of_an_output(block):
    """What the examples of this name print, as it was reviewed."""
    for path in ROOT.glob(f"tests/outputs/*/{block}.txt"):
        yield re.split(r"(?:\A|\n\n)(?=TABLE\n|FIGURE \d+\n)", path.read_text(encoding="utf-8"))[0].rstrip("\n")


def cells(path):
    """The code cells of the lab with this page."""
    text = (ROOT / "docs" / f"{address(path).rstrip('/')}.py").read_text(encoding="utf-8")
    parts = re.split(r"^(# %%.*)\n", text, flags=re.MULTILINE)
    return [code.strip("\n") for head, code in zip(parts[1::2], parts[2::2], strict=True) if "markdown" not in head]


@pytest.mark.parametrize("path", WITH_CODE, ids=lambda path: f"/{address(path)}")
def test_copy_button_gives_the_source(open_page, path):
    page = open_page(address(path), **CLIPBOARD)
    page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")
    blocks = page.evaluate(BLOCKS)
    page.locator("article pre .md-code__button").first.click()
    copies = page.evaluate(COPIED)
    assert len(copies) == len(blocks), f"{len(copies)} copy buttons for {len(blocks)} blocks of code"
    lab = iter(cells(path) if address(path).startswith("labs/") else ())
    for number, (block, copied) in enumerate(zip(blocks, copies, strict=True), 1):
        where = f"block {number} of the page, {block['kind']} {block['id']}"
        assert copied == block["shown"].rstrip("\n"), f"{where}: copied is another text than is shown"
        if block["file"]:
            assert copied == of_a_listing(block["file"], block["id"]), f"{where}: copied differs from {block['file']}"
        elif block["kind"] == "listing":
            assert copied == next(lab), f"{where}: copied differs from the cell of the lab"
        elif block["id"]:
            assert copied in set(of_an_output(block["id"])), f"{where}: copied differs from tests/outputs"
    assert list(lab) == [], "cells of the lab that the page does not show"


def test_copied_code_can_be_pasted_in_each_browser(open_in_each):
    page = open_in_each("concepts/multi-head-attention/")
    page.locator(".listing .md-code__button").first.click()
    page.evaluate("document.body.prepend(document.createElement('textarea'))")
    page.locator("body > textarea").focus()
    page.keyboard.press("ControlOrMeta+v")
    block = page.evaluate(BLOCKS)[0]
    assert page.locator("body > textarea").input_value() == of_a_listing(block["file"], block["id"])
