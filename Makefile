# toolcat: the commands of a working copy. Needs make, Python 3.11 or newer and, for the demo and the tests, Node 20 or newer.

PYTHON ?= python3
VENV ?= .venv
ifeq ($(OS),Windows_NT)
BIN := $(VENV)/Scripts
else
BIN := $(VENV)/bin
endif

# What stands in these files does not matter, when they were made does: an environment older than its pins is brought up to date.
RUN := $(VENV)/.made-run
DEV := $(VENV)/.made-dev
SDK := $(VENV)/.made-sdk
# Every folder with an npm lock of its own; npm writes the hidden lock when an installation is complete.
NODE := $(patsubst %/package-lock.json,%/node_modules/.package-lock.json,$(wildcard examples/demo/package-lock.json tests/*/package-lock.json))
DEMO := examples/demo/node_modules/.package-lock.json
# The hosts that tests really run, each in an environment of its own: they do not agree on versions.
HOSTS := $(patsubst %/package-lock.json,%/node_modules/.package-lock.json,$(wildcard tests/hosts/*/package-lock.json)) \
  $(patsubst tests/hosts/requirements/%.txt,.venv-hosts/%/.made,$(wildcard tests/hosts/requirements/*.txt))
# The real servers that only `make servers` needs: npm packages, and Python ones in an environment of their own (an older SDK).
SERVERS := tests/e2e/servers
SERVERS_NPM := $(SERVERS)/node_modules/.package-lock.json
SERVERS_PIP := .venv-servers/.made
BENCH := benchmarks/.env/node_modules/.package-lock.json

.DEFAULT_GOAL := help
.PHONY: help demo test test-hosts servers lint format types wheel bench fidelity clean clean-all
.DELETE_ON_ERROR:

help: ## Show this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1|\2/p' Makefile | awk -F '|' '{ printf "%-18s %s\n", $$1, $$2 }'

demo: $(SDK) $(DEMO) ## Export the example catalog, and call real MCP servers through it in TypeScript and Python
	@$(BIN)/python examples/demo/demo.py

test: $(DEV) $(NODE) ## Run the tests; ARGS="-k name" goes to pytest
	@$(BIN)/python -m pytest -n 2 $(ARGS)

test-hosts: $(DEV) $(HOSTS) ## Run real code-mode hosts over what is exported for them (heavy: their packages are about 1 GB)
	@TOOLCAT_TEST_HOSTS=1 $(BIN)/python -m pytest -n 2 --dist loadfile tests/hosts $(ARGS)

servers: $(DEV) $(SERVERS_NPM) $(SERVERS_PIP) ## Take snapshots of a dozen real MCP servers, export and compile them
	@TOOLCAT_SERVERS=1 $(BIN)/python -m pytest -q -s tests/e2e/test_live.py -k many $(ARGS)

lint: $(DEV) ## Check style and format
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .

format: $(DEV) ## Mend style and format, as far as a machine can
	@$(BIN)/ruff check --fix-only --quiet .
	@$(BIN)/ruff format .

types: $(DEV) ## Check the package's types
	@$(BIN)/basedpyright

wheel: $(DEV) ## Build from a clean copy, compare with the tree, install into a fresh environment and run
	@$(BIN)/python .ci/wheel.py --install --output dist

bench: $(DEV) $(BENCH) ## Measure against the peers in one run; ARGS="--large --json FILE"
	@$(BIN)/python benchmarks/run.py $(ARGS)

fidelity: $(DEV) ## Put the types to the official JSON Schema suite, beside the peers; ARGS="--no-peers"
	@$(BIN)/python benchmarks/fidelity.py $(ARGS)

clean: ## Remove what was built, exported and cached
	@rm -rf build dist *.egg-info examples/demo/out benchmarks/out .pytest_cache .ruff_cache .hypothesis .import_linter_cache
	@find . -name __pycache__ -not -path './$(VENV)/*' -not -path '*/node_modules/*' -prune -exec rm -rf {} +

clean-all: clean ## Remove the environments too
	@rm -rf $(VENV) .venv-hosts .venv-servers $(SERVERS)/node_modules benchmarks/.env $(dir $(filter tests/hosts/%,$(HOSTS)))
	@rm -rf $(dir $(NODE))

$(RUN): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "toolcat needs Python 3.11 or newer: make PYTHON=/path/to/python" >&2; exit 1; }
	@$(BIN)/python -c 'import pip' 2>/dev/null || $(BIN)/python -m ensurepip >/dev/null 2>&1 || $(PYTHON) -m venv --clear $(VENV)
	@echo "Installing toolcat into $(VENV) (once) ..."
	@$(BIN)/python -m pip install --quiet --quiet --disable-pip-version-check --editable .
	@touch $@

$(DEV): $(RUN)
	@echo "Installing the development tools into $(VENV) (once) ..."
	@$(BIN)/python -m pip install --quiet --quiet --disable-pip-version-check --upgrade 'pip>=25.1'
	@$(BIN)/python -m pip install --quiet --quiet --disable-pip-version-check --group dev
	@touch $@

$(SDK): $(RUN)
	@echo "Installing the MCP Python SDK for the demo into $(VENV) (once) ..."
	@$(BIN)/python -m pip install --quiet --quiet --disable-pip-version-check --upgrade 'pip>=25.1'
	@$(BIN)/python -m pip install --quiet --quiet --disable-pip-version-check --group demo
	@touch $@

.venv-hosts/%/.made: tests/hosts/requirements/%.txt
	@echo "Installing the hosts of $* into .venv-hosts/$* (once) ..."
	@$(PYTHON) -m venv --clear .venv-hosts/$*
	@.venv-hosts/$*/$(notdir $(BIN))/python -m pip install --quiet --quiet --disable-pip-version-check -r $<
	@touch $@

$(NODE) $(SERVERS_NPM) $(filter tests/hosts/%,$(HOSTS)): %/node_modules/.package-lock.json: %/package.json %/package-lock.json
	@node -e 'process.exit(process.versions.node.split(".")[0] < 20 ? 1 : 0)' || { echo "Node 20 or newer is needed" >&2; exit 1; }
	@echo "Installing the npm packages of $* (once) ..."
	@cd $* && npm ci --no-audit --no-fund --no-update-notifier --loglevel error >/dev/null
	@touch $@

$(SERVERS_PIP): $(SERVERS)/requirements.txt
	@echo "Installing Python MCP servers into .venv-servers (once) ..."
	@$(PYTHON) -m venv --clear .venv-servers
	@$(subst $(VENV),.venv-servers,$(BIN))/python -m pip install --quiet --quiet --disable-pip-version-check --requirement $<
	@touch $@

$(BENCH): benchmarks/package.json benchmarks/package-lock.json
	@echo "Installing the peers into benchmarks/.env (once) ..."
	@mkdir -p $(BENCH:/node_modules/.package-lock.json=)
	@cp benchmarks/package.json benchmarks/package-lock.json benchmarks/.env/
	@cd benchmarks/.env && npm ci --no-audit --no-fund --no-update-notifier --loglevel error >/dev/null
	@touch $@
