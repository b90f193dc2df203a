# Needs Python 3.11 or newer, make, and the package registries. `make` alone lists the targets.

.DEFAULT_GOAL := help
.NOTPARALLEL:
MAKEFLAGS += --no-print-directory

# The tests run what is installed in .venv, whatever the shell that called make is set up for.
unexport PYTHONPATH PYTHONHOME VIRTUAL_ENV
export PIP_DISABLE_PIP_VERSION_CHECK := 1

PY := .venv/bin/python
CODE := $(wildcard src protocol/src tests examples bench)
JOBS ?= 2
SEED ?= 2026
# Empty: three are drawn from the commit and the day.
SEEDS ?=

.PHONY: help venv demo demo-seeds test check format-check lint types imports tests coverage gate wheels fmt docs bench soak lock clean

help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-12s %s\n", $$1, $$2}'

venv: ## make .venv from the hashed requirements, or bring it up to date
	@.ci/venv

demo: venv ## rescue a made-up messy old agent and measure the result (SEED=2026)
	@$(PY) examples/old_agent/demo.py --seed $(SEED)

demo-seeds: venv ## the demo on three seeds that nobody has looked at; fails below a floor (SEEDS="…" names them)
	@seeds="$(SEEDS)"; \
	if [ -z "$$seeds" ]; then \
		for n in 1 2 3; do \
			seeds="$$seeds $$(printf '%s %s %s' "$$(git rev-parse HEAD 2>/dev/null)" "$$(date -u +%F)" $$n | cksum | cut -d ' ' -f 1)"; \
		done; \
	fi; \
	for seed in $$seeds; do \
		printf '\n== demo, seed %s (again: make demo SEED=%s)\n' $$seed $$seed; \
		$(PY) examples/old_agent/demo.py --seed $$seed --floor || exit 1; \
	done

test: check tests gate wheels ## everything CI checks: format, lint, types, layers, tests, retrieval, wheels

check: format-check lint types imports ## format, lint, types and layers, without the tests (make -k check: all of them)

format-check: venv
	@printf '\n== format\n'; $(PY) -m ruff format --check --output-format concise $(CODE)

lint: venv
	@printf '\n== lint\n'; $(PY) -m ruff check --output-format concise $(CODE)

types: venv
	@printf '\n== types\n'; $(PY) -m mypy $(CODE)

imports: venv
	@printf '\n== who imports whom\n'; .venv/bin/lint-imports --no-logo

tests: venv ## the tests alone (ARGS="…" is handed to pytest)
	@printf '\n== tests\n'; $(PY) -m pytest -n $(JOBS) --durations=10 $(ARGS)

coverage: venv ## the tests with branch coverage, which takes half as long again
	@$(PY) -m pytest -n $(JOBS) --cov --cov-report=term $(ARGS)

gate: venv ## recall on the shipped questions: words alone, and with the default embedder
	@printf '\n== retrieval\n'
	@.venv/bin/satchel bench retrieval --data bench/data/madial --embedder none --gate 0.50
	@.venv/bin/satchel bench retrieval --data bench/data/madial --embedder use --gate 0.65

wheels: venv ## build both wheels, install them into an empty environment, and remember and recall there
	@printf '\n== wheels\n'; rm -rf build/wheels build/bare build/home; mkdir -p build/home
	@$(PY) -m pip wheel -qq --no-index --no-deps --no-build-isolation --wheel-dir build/wheels ./protocol .
	@$(PY) -m venv build/bare
	@build/bare/bin/python -m pip install -qq --require-hashes -r requirements/run.txt
	@build/bare/bin/python -m pip install -qq --no-index --no-deps build/wheels/*.whl
	@build/bare/bin/python -m pip check
	@build/bare/bin/satchel --version
	@HOME="$(CURDIR)/build/home"; SATCHEL_STORE="sqlite:///$$HOME/notes.db"; export HOME SATCHEL_STORE; \
		build/bare/bin/satchel remember "Green tea goes with the afternoon." --json > build/home/written.json && \
		build/bare/bin/satchel recall "tea" --json > build/home/found.json && \
		grep -q "Green tea" build/home/found.json && echo "a bare install remembers and recalls"

fmt: venv ## format, and mend what lint can mend
	@$(PY) -m ruff format $(CODE)
	@$(PY) -m ruff check --fix $(CODE)

docs: venv ## check the pages: links, and blocks that must run
	@$(PY) -m pytest tests/docs

bench: venv ## measure speed and memory (FULL=1: a million records; PEERS=1: beside other tools; PAGE=1: into the docs)
	@for name in bulk latency reading forgetting batches vectors checkup chatgpt schema keyed surfaces $(if $(PEERS),peers); do \
		printf '\n== %s\n' $$name; \
		$(PY) -m bench.$$name $(if $(FULL),--full) $(if $(PAGE),--page docs/benchmarks.md) \
			--json build/bench/results/$$name.json || exit 1; \
	done

soak: venv ## the tests that take minutes, and the properties with many more examples
	@$(PY) -m pytest -n $(JOBS) -m "soak or not soak" --hypothesis-profile=soak $(ARGS)

lock: ## resolve requirements/*.txt anew from pyproject.toml and requirements/*.in
	@.ci/lock

clean: ## remove everything that make made
	@rm -rf .venv build dist demo-out htmlcov .coverage .coverage.* .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	@find src protocol tests examples bench -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true
