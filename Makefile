# Everything a person or CI runs. Needs Python 3.11 or newer, make, and a package index.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PORT ?= 8000

.PHONY: help demo test quick test-rest test-all lint bench openapi site messages requirements clean

help:  ## List what make can do
	@grep -E '^[a-z-]+:.*##' Makefile | sed 's/:.*## /\t/' | expand -t 16

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Python 3.11 or newer is needed; $$($(PYTHON) --version) was found. Say which with: make PYTHON=python3.12 …"; exit 1; }
	@$(PYTHON) -m venv $(VENV) || \
	  { echo "Python's venv module is missing. On Debian: apt-get install python3-venv. Then try again."; rm -rf $(VENV); exit 1; }

$(VENV)/.run: requirements.txt | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.txt
	@touch $@

$(VENV)/.dev: requirements-dev.txt | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.txt
	@touch $@ $(VENV)/.run

demo: $(VENV)/.run  ## Run the whole service on SQLite, with two bots playing: http://127.0.0.1:8000 (PORT=…)
	@$(BIN)/python manage.py demo --port $(PORT)

test: $(VENV)/.dev  ## Lint, types, layers, and every class of test: 5 to 8 minutes on two cores
	@BIN=$(BIN) .ci/test

quick: $(VENV)/.dev  ## Lint, types, rules and pure tests: a minute
	@BIN=$(BIN) .ci/test quick

test-rest: $(VENV)/.dev  ## What `make test` leaves out: all cases, both databases, a newer Python
	@BIN=$(BIN) .ci/test rest

test-all: test test-rest  ## Everything: 40 minutes

lint: $(VENV)/.dev  ## Lint, types and layers only
	@BIN=$(BIN) .ci/test lint

bench: $(VENV)/.dev  ## Measure speed; each figure is a ratio to a reference of the same run
	@$(BIN)/python -m tests.benchmarks

openapi: $(VENV)/.dev  ## Regenerate docs/openapi.json, docs/schemas, verifier.js and the copies in clients/python
	$(BIN)/python -m config.openapi_file
	$(BIN)/python -m replay.file_schemas
	$(BIN)/python clients/python/generate.py

site: $(VENV)/.dev  ## The manuals as a site in var/site/html; fails when a link leads nowhere
	$(BIN)/python .ci/site

messages: $(VENV)/.dev  ## Collect and compile the Japanese texts of pages and models; list those that are missing
	$(BIN)/python -m config.messages

requirements: $(VENV)/.dev  ## Pin the dependencies of pyproject.toml again
	$(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	$(BIN)/uv pip compile pyproject.toml --generate-hashes --universal --python-version 3.11 --no-emit-index-url --upgrade -q -o requirements.txt
	$(BIN)/uv pip compile requirements-s3.in -c requirements.txt --no-emit-package django --no-emit-package asgiref --no-emit-package sqlparse --generate-hashes --universal --python-version 3.11 --no-emit-index-url --upgrade -q -o requirements-s3.txt
	$(BIN)/uv pip compile pyproject.toml --group dev -c requirements.txt -c requirements-s3.txt --generate-hashes --universal --python-version 3.11 --no-emit-index-url --upgrade -q -o requirements-dev.txt

clean:  ## Delete the environment and the demo's data
	rm -rf $(VENV) $(VENV)-* var
