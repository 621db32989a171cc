"""What is written in the log."""

import logging
import re

TOKEN = re.compile(r"/(s|back|join)/[^/\s?'\"]+")


class WithoutTokens(logging.Formatter):
    """The address of a link is its key: whoever reads the log must not have it."""

    def format(self, record: logging.LogRecord) -> str:
        return TOKEN.sub(r"/\1/…", super().format(record))
