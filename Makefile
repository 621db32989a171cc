# Every command people type. What was done before is not done again: see the stamps in .venv/.
PYTHON3 ?= python3
HOST ?= 127.0.0.1
PORT ?= 8000
UV ?= $(firstword $(wildcard .venv/bin/uv) uv)

PYTHON := .venv/bin/python
INSTALL = $(PYTHON) -m pip install --quiet --disable-pip-version-check --require-hashes -r
# As at a table at home: no HTTPS, and a key of this folder's own.
# The shell gives way to Python by exec, so that whoever stops make stops Python.
KEY = SECRET_KEY="$$(cat var/secret-key)"
MANAGE = export PLAIN_HTTP=1 $(KEY); exec $(PYTHON) manage.py
# Phones call this machine by its address in the network, which may be any.
HOSTS = $(if $(filter-out 127.% localhost ::1,$(HOST)),export ALLOWED_HOSTS="$${ALLOWED_HOSTS:-*}";)
# As on a server; the database is one that nobody misses.
DEPLOYED = export DEBUG=0 PLAIN_HTTP=0 ALLOWED_HOSTS=tafelstand.example EMAIL_URL=console: $(KEY) \
	DATABASE_URL="sqlite:///$(CURDIR)/var/check.sqlite3"; exec $(PYTHON) manage.py
PYTEST = $(PYTHON) -m pytest --output var/test-results

.PHONY: setup run test test-sqlite test-postgresql bench lighthouse pictures lock messages check \
	check-style check-types check-imports check-templates check-migrations check-translations \
	check-deployment check-rules
.NOTPARALLEL:
.DELETE_ON_ERROR:

setup: .venv/.run var/secret-key
	@echo "Bringing the database up to date"
	@$(MANAGE) migrate --verbosity 0
	@echo "Collecting the style sheets and scripts"
	@$(MANAGE) collectstatic --no-input --verbosity 0
	@$(MANAGE) demo

run: setup
	@$(HOSTS) $(MANAGE) serve --host $(HOST) --port $(PORT)

test: test-sqlite test-postgresql

test-sqlite: .venv/.test .venv/.chromium
	@echo "Testing on SQLite"
	@$(PYTEST) --database sqlite

test-postgresql: .venv/.test .venv/.chromium
	@echo "Testing on PostgreSQL; the rules know of no database, so they are left out"
	@$(PYTEST) --database postgresql --ignore tests/rules

bench: .venv/.test
	@$(PYTHON) -m bench

lighthouse: .venv/.test .venv/.chromium
	@command -v npx >/dev/null || { echo "Node with npm is missing: on Debian, apt install npm"; exit 1; }
	@$(PYTHON) -m bench.lighthouse

pictures: .venv/.test .venv/.chromium
	@$(PYTHON) -m docs.pictures

check: check-style check-types check-imports check-templates check-migrations check-translations \
	check-deployment check-rules

check-style: .venv/.dev
	@echo "Checking the style"
	@.venv/bin/ruff check && .venv/bin/ruff format --check

check-types: .venv/.dev
	@echo "Checking the types"
	@.venv/bin/mypy

check-imports: .venv/.dev
	@echo "Checking who imports whom"
	@.venv/bin/lint-imports

check-templates: .venv/.dev
	@echo "Checking the templates"
	@.venv/bin/djlint --lint --quiet templates
	@git ls-files templates | xargs .venv/bin/djade --check --target-version 5.2

check-migrations: .venv/.dev var/secret-key
	@echo "Checking that no migration is missing"
	@$(DEPLOYED) makemigrations --check --dry-run

check-translations: .venv/.dev
	@echo "Checking the translations"
	@$(PYTEST) --quiet tests/scoreboard/test_translations.py

check-deployment: .venv/.dev var/secret-key
	@echo "Checking the settings that a server would have"
	@$(DEPLOYED) check --deploy --fail-level WARNING

check-rules: .venv/.dev
	@echo "Checking that the tests of the rules take every branch"
	@.venv/bin/coverage run --branch --source=rules -m pytest --quiet tests/rules
	@.venv/bin/coverage report --fail-under=100 --skip-covered

# make lock UPGRADE=--upgrade takes the newest versions that requirements/*.in allow.
lock:
	@command -v $(UV) >/dev/null || { echo "uv is missing: .venv/bin/pip install uv"; exit 1; }
	@for set in run test dev; do \
		echo "Locking requirements/$$set.txt"; \
		$(UV) pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header \
			--no-annotate $(UPGRADE) requirements/$$set.in --output-file requirements/$$set.txt || exit 1; \
	done

# Finished by polib, as the test that compares does: gettext's own compiler gives other bytes, and
# its header tells when and by whom, which differs from one run to the next.
define FINISH_MESSAGES
import pathlib, polib
for path in pathlib.Path("scoreboard/locale").rglob("*.po"):
    catalogue = polib.pofile(str(path), wrapwidth=0)
    for name in ("Report-Msgid-Bugs-To", "POT-Creation-Date", "PO-Revision-Date", "Last-Translator"):
        catalogue.metadata.pop(name, None)
    catalogue.save()
    catalogue.save_as_mofile(str(path.with_suffix(".mo")))
endef
export FINISH_MESSAGES

messages: .venv/.dev var/secret-key
	@command -v xgettext >/dev/null || { echo "gettext is missing: on Debian, apt install gettext"; exit 1; }
	@$(MANAGE) makemessages --locale nl --add-location file --no-wrap --no-obsolete \
		--ignore .venv --ignore var --ignore tests --ignore bench
	@$(PYTHON) -c "$$FINISH_MESSAGES"

$(PYTHON):
	@command -v $(PYTHON3) >/dev/null || { echo "$(PYTHON3) is missing: install Python 3.11 or newer"; exit 1; }
	@$(PYTHON3) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer" \
		"is needed, and $(PYTHON3) is older; name another: make $(MAKECMDGOALS) PYTHON3=python3.12"; exit 1; }
	@$(PYTHON3) -c 'import ensurepip, venv' 2>/dev/null || { echo "$(PYTHON3) has no venv module:" \
		"on Debian and Ubuntu, apt install python3-venv"; exit 1; }
	@echo "Making a virtual environment in .venv"
	@$(PYTHON3) -m venv .venv

.venv/.%: requirements/%.txt | $(PYTHON)
	@echo "Installing $<"
	@$(INSTALL) $<
	@touch $@

.venv/.chromium: | .venv/.test
	@echo "Looking for a Chromium for the browser tests"
	@for name in "$$CHROMIUM" chromium-headless-shell chromium chromium-browser google-chrome; do \
		command -v "$$name" && exit 0; done; \
	echo "There is none; trying to fetch Playwright's"; \
	.venv/bin/playwright install --only-shell chromium >/dev/null 2>&1 \
		&& .venv/bin/python -c 'from playwright.sync_api import sync_playwright as s; s().start().chromium.launch()' \
		&& exit 0; \
	[ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && echo "That failed; installing Debian's" \
		&& apt-get update --quiet=2 && apt-get install --yes --quiet=2 chromium-headless-shell >/dev/null && exit 0; \
	echo "No Chromium could be had: install chromium, or set CHROMIUM to the path of one"; exit 1
	@touch $@

var/secret-key: | $(PYTHON)
	@echo "Making a secret key in var/secret-key"
	@mkdir -p var
	@umask 077; $(PYTHON) -c 'import secrets; print(secrets.token_urlsafe(50))' >$@
