"""The machine behind the pages, run as `python -m snippets`.

The command
  cli.py          flags, the order of the steps, what is printed
  stamp.py        what a run saw and left: if all is as it was, the next has nothing to do
  project.py      where things are; reading, writing and error messages

What there is
  sources.py      what snippets and examples contain and import, read without running them
  facts.py        the data files of docs/data: their schemas
  concepts.py     front matter of the pages, what a concept requires, the reading order

What is run
  runner.py       runs the examples that changed, in Pebble's pool; the cache
  worker.py       one example in a process of its own: what it printed, drew, tabulated
  outputs.py      compares with tests/outputs, and refreshes it

What is checked
  rules.py        partners of one name, imports along the path, names used once, the order of nav
  pages.py        includes, claims, terms, sections, formulas, blanks
  numbers.py      numbers in the text of a page

What is made
  partials.py     listings, outputs, figures and tables, for pages to include
  cards.py        what a page tells about itself: card, path, papers, how to cite
  reference.py    what the reference pages include: papers, claims, glossary
  chapter_map.py  the graph on the home page
  standalone.py   one file that runs anywhere, for each snippet and example
  labs.py         the notebook of a lab that readers download, and when to run a lab again
  lab_pages.py    the page of a lab in MkDocs; lab_backend.py brings its figures; jupyter/ has settings for both
  formulas.py     Markdown extension: LaTeX to MathML
  hook.py         MkDocs calls the command before each build

For those who work on it
  new.py          `make new`: a page, snippet, example and test from templates/
  social.py       the picture beside a link to the chapter, docs/assets/social.png
  summary.py      what a pull request changes for readers, for CI
  matrix.py       `make matrix`: other versions of Python, NumPy and Matplotlib
  bench.py        `make bench`; bench_attention.py is its part on the snippets
"""
