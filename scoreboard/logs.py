"""What is written in the log."""

import logging
import re
import time

TOKEN = re.compile(r"/(s|back|join)/[^/\s?'\"]+")


class WithoutTokens(logging.Formatter):
    """The address of a link is its key: whoever reads the log must not have it."""

    def format(self, record: logging.LogRecord) -> str:
        return TOKEN.sub(r"/\1/…", super().format(record))


class NotAgainAtOnce(logging.Filter):
    """Where no file descriptor is left, asyncio says so two thousand times a second."""

    pause = 10.0  # seconds

    def __init__(self) -> None:
        super().__init__()
        self.said: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        if record.name != "asyncio":
            return True
        first, now = record.getMessage().partition("\n")[0], time.monotonic()
        self.said = {text: until for text, until in self.said.items() if until > now}
        is_new = first not in self.said
        self.said.setdefault(first, now + self.pause)
        return is_new
