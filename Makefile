# Everything a developer does, one line each. Every target sets up what it needs in .venv.
#   make demo [SET=path.als]   the main job, end to end, on the embedded Live
#   make test                  the whole suite
#   make lint bench wheel      style and types; ratios and gates; a wheel in dist/
# Without make, the `python -m` lines in README.md do the same.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin
RUST := $(shell find rust -name '*.rs') rust/Cargo.toml Cargo.toml Cargo.lock

.PHONY: demo test lint bench wheel clean

demo: $(VENV)/.built
	$(BIN)/python -m countin demo $(SET)

test: $(VENV)/.built $(VENV)/.test
	cargo test --quiet --package countin-core
	$(BIN)/python -m pytest $(ARGS)

lint: $(VENV)/.built $(VENV)/.test $(VENV)/.lint $(VENV)/.bench
	$(BIN)/ruff format --check python tests benches docs
	$(BIN)/ruff check python tests benches docs
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/pyright
	cargo fmt --check
	cargo clippy --quiet --all-targets --all-features --package countin-core -- --deny warnings

bench: $(VENV)/.built $(VENV)/.bench
	$(BIN)/python -m benches $(ARGS)

wheel: $(VENV)/.base
	$(BIN)/maturin build --release --out dist

clean:
	rm -rf $(VENV) dist target

$(VENV)/.base:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet 'pip>=25.1' 'maturin>=1.9,<2'
	touch $@

$(VENV)/.built: $(VENV)/.base pyproject.toml $(RUST)
	$(BIN)/maturin develop --release --quiet
	touch $@

$(VENV)/.test $(VENV)/.lint $(VENV)/.bench: $(VENV)/.%: $(VENV)/.base pyproject.toml
	$(BIN)/python -m pip install --quiet --group $*
	touch $@
