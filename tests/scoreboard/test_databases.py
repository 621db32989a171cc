"""Is what the tests run on what Tafelstand runs on? And does it leave nothing behind?"""

import re
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from django.contrib.sessions.models import Session
from django.db import connection, transaction
from django.utils import timezone

from tests.conftest import PROJECT

pytestmark = pytest.mark.django_db(transaction=True)


def answer(query: str) -> object:
    with connection.cursor() as cursor:
        cursor.execute(query)
        return cursor.fetchone()[0]


def test_the_tests_run_on_the_database_that_was_asked_for(pytestconfig):
    assert connection.vendor == pytestconfig.getoption("database")


def test_another_thread_sees_what_is_committed():
    Session.objects.create(session_key="seen", expire_date=timezone.now())
    seen = []

    def look() -> None:
        seen.extend(Session.objects.values_list("session_key", flat=True))
        connection.close()

    thread = threading.Thread(target=look)
    thread.start()
    thread.join()
    assert seen == ["seen"]


def test_the_database_is_the_one_that_people_have():
    {"sqlite": is_a_sqlite_file, "postgresql": is_a_postgresql_server}[connection.vendor]()


def is_a_sqlite_file() -> None:
    """With a write-ahead log, foreign keys, and one that writes at a time from its very start."""
    assert Path(connection.settings_dict["NAME"]).is_file()
    assert answer("PRAGMA journal_mode") == "wal"
    assert answer("PRAGMA foreign_keys") == 1
    other = sqlite3.connect(connection.settings_dict["NAME"], timeout=0)
    with transaction.atomic(), pytest.raises(sqlite3.OperationalError, match="locked"):
        other.execute("BEGIN IMMEDIATE")
    other.close()


def is_a_postgresql_server() -> None:
    assert answer("SELECT version()").startswith("PostgreSQL ")
    assert answer("SELECT current_database()").startswith("test_")


def test_a_thrown_away_server_goes_even_when_its_user_is_killed():
    lines = [
        "from tests.postgres import running_postgres",
        "with running_postgres() as url:",
        "    print(url, flush=True)",
        "    input()",
    ]
    with subprocess.Popen(
        [sys.executable, "-c", "\n".join(lines)],
        cwd=PROJECT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as user:
        folder = Path(re.search("host=([^&]+)", user.stdout.readline())[1])
        assert (folder / "data" / "postmaster.pid").exists()
        user.kill()
    end = time.monotonic() + 10
    while folder.exists() and time.monotonic() < end:
        time.sleep(0.05)
    assert not folder.exists()
