"""The machine behind the pages, run as `python -m snippets`.

cli.py         the command: flags, the order of the steps, what is printed
project.py     where things are; reading, writing and error messages
sources.py     what snippets and examples contain and import, read without running them
runner.py      runs the examples that changed, in Pebble's pool; the cache
worker.py      one example in a process of its own: what it printed, drew, tabulated
outputs.py     compares with tests/outputs, and refreshes it
concepts.py    front matter, the path to a concept, minutes, paper cards
pages.py       checks the pages: includes, formulas, claims
partials.py    the Markdown files that pages include
standalone.py  one file that runs anywhere, for each snippet and example
labs.py        the notebook of a lab that readers download, and when to run a lab again
lab_pages.py   the page of a lab in MkDocs; lab_backend.py brings its figures; jupyter/ has settings for both
formulas.py    Markdown extension: LaTeX to MathML
hook.py        MkDocs calls the command before each build
new.py         `make new`: a page, snippet, example and test from templates/
summary.py     what a pull request changes for readers, for CI
stamp.py       what a run saw and left: if all is as it was, the next has nothing to do
bench.py       `make bench`
"""
