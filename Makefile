# make demo    describe, check, load and move a four-bar mechanism; writes four_bar.html, its moving page, and four_bar.png
# make test    all checks and tests, as the continuous integration runs them
# make quick   of every file the short tests, three minutes on two cores once kernels are compiled; tests/durations.json says which
# make lint    formatting, types, layers
# make format  what can be put right automatically
# make docs    the documentation site in docs/_build/html, built without a network
# make fuzz    random files, mechanisms, events and inputs, SECONDS=60 of each; a failure is printed with its seed
# make wheels  the package and its compiled kernels for this platform as wheels in dist/; make demo WHEEL=1 installs the kernels
# make bench   timings against other engines, as tables, JSON and a figure
# make durations   runs all tests and writes tests/durations.json, by which make quick chooses
#
# Every target makes its own environment in .venv first; `make PYTHON=python3.12 …` chooses the interpreter.

PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
VENV := .venv
BIN := $(VENV)/bin
JOBS ?= 2
SECONDS ?= 60
SEED ?= 0

# Mirrors hiccup: what is fetched is asked for again.
install = @for try in 1 2 3; do \
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-input --retries 10 $(1) && exit 0; \
	echo 'pip install $(1) failed'" ($$try of 3)"; sleep 5; done; exit 1

# Threaded BLAS on small matrices is slower than one thread, and the test workers share the cores.
export OMP_NUM_THREADS = 1
export OPENBLAS_NUM_THREADS = 1
export MKL_NUM_THREADS = 1

.PHONY: demo test quick durations lint format prewarm unit purepython fuzz docs kernels wheels bench clean

demo: $(VENV)/.installed $(if $(WHEEL),kernels)
	@$(BIN)/python examples/02_four_bar.py

# Compiled kernels that make wheels has left in dist/; without them the demo is interpreted at first.
kernels: $(VENV)/.installed
	@test -n "$(wildcard dist/linkwork_kernels-*.whl)" || { echo "dist/ holds no compiled kernels: make wheels builds them"; exit 1; }
	$(call install,--no-deps --no-index --force-reinstall $(wildcard dist/linkwork_kernels-*.whl))

# Kernels are compiled while the tools of the tests are installed and types are checked.
test: $(VENV)/.installed
	$(MAKE) -j2 lint prewarm
	$(MAKE) unit
	$(MAKE) purepython

lint: $(VENV)/.installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/pyright
	$(BIN)/lint-imports --no-cache
	$(BIN)/python tests/budget.py

format: $(VENV)/.installed-dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# Compiles what the tests share, so that parallel workers find it in the cache. By its path: the package may be being installed again.
prewarm: $(VENV)/.installed
	PYTHONPATH=src $(BIN)/python tests/prewarm.py || echo "not prewarmed: the tests compile what they need"

unit: $(VENV)/.installed-dev
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal

# The tests of at most some tenths of a second and the shortest of every other file (tests/quick.py); files that were never measured as a whole.
quick: $(VENV)/.installed-dev
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal --quick

# As unit, and writes the seconds of every test; prints what it wrote and what make quick will run. After make prewarm, on a machine that does nothing else.
durations: $(VENV)/.installed-dev
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal --write-durations

# The same kernels as plain Python: they can be debugged and measured for coverage.
purepython: $(VENV)/.installed-dev
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -n $(JOBS) --dist worksteal -m purepython

# make fuzz SECONDS=3600 SEED=7 KINDS="files mechanisms"; the kinds are files, mechanisms, events and inputs.
fuzz: $(VENV)/.installed-dev
	$(BIN)/python -m tests.fuzz $(KINDS) --seconds $(SECONDS) --seed $(SEED)

# Warnings are errors. Notebook pages and examples run on this machine; nothing is fetched.
docs: $(VENV)/.installed-docs
	$(BIN)/python -m sphinx -W --keep-going -q -d docs/_build/doctrees docs docs/_build/html
	@echo "open docs/_build/html/index.html"

wheels: $(VENV)/.installed
	$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps -w dist .
	$(BIN)/python packaging/build_kernels.py

bench: $(VENV)/.installed-bench
	$(BIN)/python -m benchmarks

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "linkwork needs Python 3.11 or newer; none was found (make PYTHON=/path/to/python3 …)"; exit 1; }
	$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); exit 1; }

$(VENV)/.installed: pyproject.toml | $(BIN)/python
	$(call install,--no-compile -e ".[plot]")
	@touch $@

$(VENV)/.installed-dev: pyproject.toml | $(VENV)/.installed
	$(call install,--no-compile -e ".[dev]")
	@touch $@

$(VENV)/.installed-bench: pyproject.toml | $(BIN)/python
	$(call install,-e ".[bench]")
	@touch $@

$(VENV)/.installed-docs: pyproject.toml | $(BIN)/python
	$(call install,-e ".[docs]")
	@touch $@ $(VENV)/.installed

clean:
	rm -rf $(VENV) build docs/_build dist .pytest_cache .ruff_cache .hypothesis benchmarks/results
