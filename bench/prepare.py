"""The part that needs Django, in a process of its own since its settings name one database.

`python -m bench.prepare fill` or `quick` makes a database ready and prints the plan as JSON;
`python -m bench.prepare check` looks again afterwards and prints what is there;
`python -m bench.prepare demo` makes one with the demo, and prints its main pages.
"""

import io
import json
import sqlite3
import sys

import django
from django.core.management import call_command
from django.db import connection


def prepare(quick: bool) -> dict:
    from bench.fill import FULL, QUICK, fill
    from bench.plan import plan

    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    member = fill(QUICK if quick else FULL)
    tidy()
    return {**plan(member), "database": database_in_words(), **look()}


def prepare_demo() -> dict:
    from bench.plan import demo_plan

    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    call_command("demo", stdout=io.StringIO())
    return demo_plan()


def look() -> dict:
    from bench.check import amounts, check_a_sample

    check_a_sample()
    return {"amounts": amounts()}


def tidy() -> None:
    """What PostgreSQL does by itself within a minute, and would do while we measure."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE")


def database_in_words() -> str:
    if connection.vendor == "sqlite":
        return f"SQLite {sqlite3.sqlite_version}"
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('server_version'), current_setting('fsync')")
        version, fsync = cursor.fetchone()
    return f"PostgreSQL {version}" + (", without fsync" if fsync == "off" else "")


if __name__ == "__main__":
    django.setup()
    what = sys.argv[1]
    if what == "demo":
        print(json.dumps(prepare_demo()))
    else:
        print(json.dumps(look() if what == "check" else prepare(quick=what == "quick")))
