"""Loaded by pytest before Django: gives the run a database of its own, and settings for tests.

Being early is why this is a plugin (`-p tests.databases`) and no conftest.py: pytest-django reads
scoreboard.settings, hence the environment, before it lets pytest look for any conftest.py.
"""

import os
import signal
import sqlite3
import tempfile
from contextlib import ExitStack
from urllib.parse import urlsplit

import psycopg
import pytest
from django.db import connection

from tests.postgres import NoServerError, running_postgres

FOR_TESTS = {
    "SECRET_KEY": "only-for-tests",
    "PLAIN_HTTP": "1",
    # Playwright runs an event loop in the tests' own thread, where Django fears to block it.
    "DJANGO_ALLOW_ASYNC_UNSAFE": "true",
}
# What a developer has set for the real thing must not change what is tested.
NOT_FOR_TESTS = [
    "ALLOWED_HOSTS",
    "CSRF_TRUSTED_ORIGINS",
    "DEBUG",
    "DEFAULT_TIME_ZONE",
    "EMAIL_FROM",
    "EMAIL_URL",
    "FORWARDED_ALLOW_IPS",
]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--database",
        choices=["sqlite", "postgresql"],
        default="sqlite",
        help="the database to test on; for postgresql a server is started for this run, "
        "unless DATABASE_URL names one",
    )


@pytest.hookimpl(tryfirst=True)  # before pytest-django's own, which reads the settings
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    options = early_config.known_args_namespace
    answers_only = options.help or options.version
    # Told to stop, pytest shall end its fixtures too, as it does on Ctrl-C: some are processes.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    ending = ExitStack()
    early_config.add_cleanup(ending.close)
    for name in NOT_FOR_TESTS:
        os.environ.pop(name, None)
    os.environ.update(FOR_TESTS)
    if options.database == "sqlite" or answers_only:
        folder = ending.enter_context(tempfile.TemporaryDirectory(prefix="tafelstand-"))
        os.environ["DATABASE_URL"] = f"sqlite:///{folder}/test.sqlite3"
    elif not os.environ.get("DATABASE_URL", "").startswith(("postgresql://", "postgres://")):
        try:
            os.environ["DATABASE_URL"] = ending.enter_context(running_postgres())
        except NoServerError as reason:
            raise pytest.UsageError(f"--database postgresql: {reason}") from None


def url_of_test_database() -> str:
    """For a process of its own, such as the server: DATABASE_URL of the database in use."""
    url = os.environ["DATABASE_URL"]
    if connection.vendor == "sqlite":
        return url
    return urlsplit(url)._replace(path=f"/{connection.settings_dict['NAME']}").geturl()


def database_in_words() -> str:
    if connection.vendor == "sqlite":
        return f"SQLite {sqlite3.sqlite_version}, in a file"
    with psycopg.connect(os.environ["DATABASE_URL"]) as server:
        return f"PostgreSQL {server.info.parameter_status('server_version')}"


def pytest_report_header() -> str:
    return f"database: {database_in_words()}"


def pytest_terminal_summary(terminalreporter) -> None:
    terminalreporter.write_line(f"These tests ran on {database_in_words()}.")
