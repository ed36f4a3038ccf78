"""Markdown extension: the formulas that arithmatex finds become MathML, so that no script sets them."""

from html import unescape

from markdown.extensions import Extension
from markdown.treeprocessors import Treeprocessor
from math_core import LatexError, LatexToMathML


class WrongFormula(ValueError):
    """A formula that cannot be set: its LaTeX, and why."""

    def __init__(self, latex, reason):
        super().__init__(f"wrong formula {' '.join(latex.split())}: {reason}")
        self.latex, self.reason = latex, reason


class MathML(Treeprocessor):
    def __init__(self, md, wrong):
        super().__init__(md)
        self.wrong = wrong

    def run(self, root):
        converter = LatexToMathML(fancy_error=False)
        for element in root.iter():
            if "arithmatex" in element.get("class", "").split():
                display = element.tag == "div"
                latex = element.text.strip()[2:-2].strip()  # less \( \) or \[ \]
                latex = unescape(latex) if display else latex  # arithmatex escapes & < > in blocks only
                try:
                    mathml = converter.convert_with_local_state(latex, displaystyle=display)
                except LatexError as error:
                    if self.wrong is None:
                        raise WrongFormula(latex, error) from None
                    self.wrong.append(WrongFormula(latex, error))
                    continue
                element.text = self.md.htmlStash.store(mathml)


class Formulas(Extension):
    """wrong: a list that receives each WrongFormula; without it the first is raised."""

    def __init__(self, wrong=None):
        super().__init__()
        self.wrong = wrong

    def extendMarkdown(self, md):
        md.treeprocessors.register(MathML(md, self.wrong), "mathml", 15)  # after arithmatex has marked the formulas


def makeExtension(**settings):
    return Formulas(**settings)
