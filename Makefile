# Two commands matter: `make run` starts everything, `make test` tests everything.

# The first Python on the path that is new enough; or say PYTHON=/path/to/python.
PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11; do \
	if $$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then echo $$python; break; fi; done)
VENV := .venv
BIN := $(VENV)/bin
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes
PYTEST := $(BIN)/python -m pytest
SOAK_SEEDS ?= 200
# `make test TESTS=tests/games` runs a part, ARGS adds options.
TESTS ?= tests
ARGS ?=

.PHONY: run install install-dev test soak check format bench lock clean

run: install
	@exec $(BIN)/python -m eclipse_site.run

install: $(VENV)/.installed
install-dev: $(VENV)/.installed-dev

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed." >&2; exit 1; }
	$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); exit 1; }

$(VENV)/.installed: requirements.txt | $(BIN)/python
	$(INSTALL) -r requirements.txt
	@touch $@

$(VENV)/.installed-dev: requirements.txt requirements-dev.txt | $(BIN)/python
	$(INSTALL) -r requirements-dev.txt
	@touch $@ $(VENV)/.installed

test: install-dev
	$(PYTEST) -n auto -m "not soak" $(ARGS) $(TESTS)

soak: install-dev
	SOAK_SEEDS=$(SOAK_SEEDS) $(PYTEST) -n auto -m soak $(ARGS) $(TESTS)

# What `manage.py check --deploy` must be content with; no server is asked.
PRODUCTION := DJANGO_SETTINGS_MODULE=eclipse_site.settings.production ALLOWED_HOSTS=games.example.org \
	DATABASE_URL=postgres://127.0.0.1/eclipse REDIS_URL=redis://127.0.0.1 \
	SEED_KEY=MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=
TESTING := DJANGO_SETTINGS_MODULE=eclipse_site.settings.test

check: install-dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(TESTING) $(BIN)/python -W ignore::RuntimeWarning manage.py makemigrations --check --dry-run
	$(PRODUCTION) SECRET_KEY=$$($(BIN)/python -c 'import secrets; print(secrets.token_urlsafe(50))') \
		$(BIN)/python manage.py check --deploy --fail-level WARNING

format: install-dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: install-dev
	$(BIN)/python -m tests.bench $(ARGS)

# Pins every package with the hashes of its files, for all systems and Pythons from 3.11 on.
COMPILE := $(BIN)/uv --no-config pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-emit-find-links --custom-compile-command "make lock" pyproject.toml
lock: | $(BIN)/python
	@test -x $(BIN)/uv || $(BIN)/python -m pip install --quiet uv
	$(COMPILE) --output-file requirements.txt $(ARGS)
	$(COMPILE) --extra dev --constraint requirements.txt --output-file requirements-dev.txt $(ARGS)

clean:
	rm -rf $(VENV) staticfiles .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
