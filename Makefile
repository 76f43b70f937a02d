# Two commands do everything on a fresh machine with Python 3.11 or newer:
#   make print   every game as PDFs below output/
#   make test    the test suite (make test-all: also the long ones, and those in a browser)
#   make docs    the documentation as a site in output/docs/
# PYTHON=python3.12 make print   chooses another Python.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: print test test-all test-slow test-lowest docs dist bench check verify clean

print: .venv/ready
	$(BIN)/pnp build
	@echo 'Now open a print.pdf, such as output/yes_broccoli/a4/print.pdf: its first page says what to print and how.'

check: .venv/ready
	$(BIN)/pnp check

verify: print
	$(BIN)/pnp verify

test: .venv/ready-dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/pytest -n 2 --dist worksteal

# Also the tests that take long, and those that need Chromium, which are skipped without one.
test-all: test .venv/ready-browser
	$(BIN)/pytest -n 2 --dist worksteal -m "browser or long" -rs tests

# Every generated mistake in the shipped games; takes minutes.
test-slow: .venv/ready-dev
	$(BIN)/pytest -n 2 -m slow tests

# With the lowest versions of all libraries that pyproject.toml allows.
test-lowest: .venv/bin/python
	$(PYTHON) -m venv output/lowest
	$(BIN)/python tests/tools/lowest.py > output/lowest/constraints.txt
	output/lowest/bin/python -m pip install --quiet --constraint output/lowest/constraints.txt --editable '.[dev]'
	output/lowest/bin/python -m pytest -n 2 --dist worksteal

# What goes to a package index: dist/*.whl and dist/*.tar.gz, checked.
dist: .venv/ready-dist
	rm -rf dist
	$(BIN)/python -m hatchling build
	$(BIN)/twine check --strict dist/*

docs: .venv/ready-docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	@echo 'Now open output/docs/README.html'

bench: .venv/ready-bench
	$(BIN)/python -m benchmarks

.venv/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(None if sys.version_info >= (3, 11) else "pnp needs Python 3.11 or newer, this is " + sys.version.split()[0])'
	$(PYTHON) -m venv .venv

# The stamps are renewed when the list of packages changes.
.venv/ready: .venv/bin/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	touch $@

.venv/ready-dev: .venv/bin/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@ .venv/ready

.venv/ready-browser: .venv/bin/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[browser]'
	touch $@

.venv/ready-bench: .venv/bin/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,bench]'
	touch $@

.venv/ready-dist: .venv/bin/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check 'hatchling>=1.25,<2' 'twine>=6,<8'
	touch $@

.venv/ready-docs: .venv/bin/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[docs]'
	touch $@

clean:
	rm -rf .venv output/*/ .pytest_cache .mypy_cache .ruff_cache
