# Every target sets up .venv by itself; `make` alone lists the targets.
# Another interpreter: make serve PYTHON=python3.13

PYTHON ?= python3
VENV_PYTHON := .venv/bin/python
PIP_INSTALL := -m pip install --quiet --disable-pip-version-check

# All text files are UTF-8, whatever the locale says.
export PYTHONUTF8 := 1
# The theme's end of life is told once, in the README, and not in every build.
export NO_MKDOCS_2_WARNING := 1

.PHONY: help serve new check outputs test site offline links lint bench matrix lock clean

help:  ## list the targets
	@sed -n 's/^\([a-z]*\):.*  ## /  make \1\t/p' Makefile

# While a page is being written a warning stops nothing.
serve: .venv/.stamp  ## run the examples, build the site, serve it with live reload (ONLY=my-idea: the examples of that page)
	$(if $(ONLY),BOOK_ONLY='$(ONLY)') $(VENV_PYTHON) -m mkdocs serve --no-strict

new: .venv/.stamp  ## begin a concept: make new CONCEPT=my-idea, and REQUIRES="…" if it is not planned
	@$(VENV_PYTHON) -m snippets._book.new $(if $(REQUIRES),--requires $(REQUIRES)) -- '$(CONCEPT)'

check: lint  ## the quick checks: no site is built, no browser started
	$(VENV_PYTHON) -m snippets
	$(VENV_PYTHON) -m pytest --ignore=tests/site --ignore=tests/book

outputs: .venv/.stamp  ## run the examples and accept what they print into tests/outputs/ (review the diff)
	$(VENV_PYTHON) -m snippets --update-outputs

test: lint site .venv/.browsers  ## lint, build the site and run all tests, those in a browser where one is found
	$(VENV_PYTHON) -m pytest

site: .venv/.stamp  ## the same into site/, without serving; a warning is an error
	$(VENV_PYTHON) -m mkdocs build --strict

offline: .venv/.stamp  ## a copy in offline/ that opens from disk: double-click its index.html
	OFFLINE=true SITE_URL= $(VENV_PYTHON) -m mkdocs build --strict --site-dir offline

# The offline copy has a file for each page, so no server is needed.
links: offline .venv/links/.stamp  ## ask other sites whether the pages that ours link to are still there
	.venv/links/bin/python -m linkcheck --config .ci/links.ini offline/index.html

lint: .venv/.stamp  ## ruff
	$(VENV_PYTHON) -m ruff check .

bench: .venv/.stamp  ## measure the machine against a bare build, and the forms of attention against each other
	$(VENV_PYTHON) -m snippets._book.bench
	$(VENV_PYTHON) -m snippets._book.bench_attention

matrix:  ## site and tests on every Python 3.11 to 3.14 that is present, and with the oldest NumPy and Matplotlib
	"$(PYTHON)" -m snippets._book.matrix $(ARGS)

# The lock is made for all platforms and for Python 3.11 and newer. It keeps the versions that it has,
# unless pyproject.toml asks otherwise or LOCK_FLAGS=--upgrade is given.
lock:  ## write the requirements files from pyproject.toml
	"$(PYTHON)" -m venv .venv/uv
	.venv/uv/bin/python $(PIP_INSTALL) uv==0.13.9
	.venv/uv/bin/python -m uv pip compile --quiet pyproject.toml --group docs --group test --group lint \
	    --universal --python-version 3.11 --fork-strategy fewest --generate-hashes \
	    --no-emit-index-url --no-emit-find-links --custom-compile-command 'make lock' \
	    $(LOCK_FLAGS) --output-file requirements.txt
	.venv/uv/bin/python -m uv pip compile --quiet --group browsers --constraints requirements.txt \
	    --universal --python-version 3.11 --fork-strategy fewest --generate-hashes \
	    --no-emit-index-url --no-emit-find-links --custom-compile-command 'make lock' \
	    $(LOCK_FLAGS) --output-file requirements-browsers.txt
	.venv/uv/bin/python -m uv pip compile --quiet --group links \
	    --universal --python-version 3.11 --generate-hashes \
	    --no-emit-index-url --no-emit-find-links --custom-compile-command 'make lock' \
	    $(LOCK_FLAGS) --output-file .ci/links.txt

clean:  ## remove everything generated, except .venv
	rm -rf build site offline docs/figures docs/downloads .cache .hypothesis .pytest_cache .ruff_cache .venv-matrix

# The stamp is written last: a set-up that was interrupted starts again from nothing. The .pth file makes
# `snippets` importable from any folder. Its path is relative, and so plain ASCII: Python 3.11 does not start
# in the C locale with another (which is what an editable install writes when the folder's name has an accent).
.venv/.stamp: requirements.txt
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	    { echo 'Python 3.11 or newer is needed, and "$(PYTHON)" is missing or older.'; \
	      echo 'Name another interpreter, for example: make serve PYTHON=python3.13'; exit 1; }
	@"$(PYTHON)" -c 'import ensurepip, venv' || \
	    { echo '"$(PYTHON)" has no venv module. On Debian and Ubuntu: apt install python3-venv'; exit 1; }
	@echo 'Setting up .venv from requirements.txt. This happens once and takes a minute or two.'
	@rm -rf .venv
	@"$(PYTHON)" -m venv .venv
	@$(VENV_PYTHON) $(PIP_INSTALL) --require-hashes --requirement requirements.txt
	@$(VENV_PYTHON) -c 'import os, sysconfig; site = sysconfig.get_path("purelib"); \
	    open(os.path.join(site, "chapter.pth"), "w").write(os.path.relpath(".", site))'
	@touch $@

# What tests/site needs beyond that: a driver for browsers, and the other builder. It is as large as all the rest.
.venv/.browsers: requirements-browsers.txt .venv/.stamp
	@$(VENV_PYTHON) $(PIP_INSTALL) --require-hashes --requirement requirements-browsers.txt
	@touch $@

.venv/links/.stamp: .ci/links.txt .venv/.stamp
	@"$(PYTHON)" -m venv .venv/links
	@.venv/links/bin/python $(PIP_INSTALL) --require-hashes --requirement .ci/links.txt
	@touch $@
