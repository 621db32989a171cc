#!/usr/bin/env python
import os
import sys

from django.core.management import execute_from_command_line
from django.db import DatabaseError, OperationalError


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scoreboard.settings")
    try:
        execute_from_command_line(sys.argv)
    except DatabaseError as error:
        # A server that is not there, or a file that is none of SQLite's, is the operator's to
        # mend: a line, not a traceback. What the program asked wrongly stays a traceback.
        if type(error) not in (DatabaseError, OperationalError):
            raise
        reason = " ".join(str(error).split())
        sys.exit(f"tafelstand: the database cannot be used ({reason}); check DATABASE_URL")


if __name__ == "__main__":
    main()
