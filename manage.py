#!/usr/bin/env python
import os
import sys

from django.core.management import execute_from_command_line
from django.db import OperationalError


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scoreboard.settings")
    try:
        execute_from_command_line(sys.argv)
    except OperationalError as error:
        # A server that is not there is the operator's to mend: a line, not a traceback.
        reason = " ".join(str(error).split())
        sys.exit(f"tafelstand: the database cannot be used ({reason}); check DATABASE_URL")


if __name__ == "__main__":
    main()
