"""What the log says, and how often."""

import io
import logging
import logging.config
import time

import pytest

from scoreboard.logs import NotAgainAtOnce


@pytest.fixture
def log(settings):
    """Set up as the server is, into a text."""
    text = io.StringIO()
    console = settings.LOGGING["handlers"]["console"]
    handlers = {"console": {**console, "stream": text}}
    root = {"handlers": ["console"], "level": "WARNING"}
    described = {**settings.LOGGING, "handlers": handlers, "root": root, "loggers": {}}
    before = logging.root.handlers[:]
    logging.config.dictConfig(described)
    yield text
    logging.root.handlers[:] = before


def test_what_asyncio_says_without_end_is_said_now_and_then(log, monkeypatch):
    monkeypatch.setattr(NotAgainAtOnce, "pause", 0.2)
    for _ in range(100):
        logging.getLogger("asyncio").error("socket.accept() out of system resource\nsocket: 7")
    logging.getLogger("asyncio").error("something else")
    assert log.getvalue().count("out of system resource") == 1
    assert "something else" in log.getvalue()
    time.sleep(0.25)
    logging.getLogger("asyncio").error("socket.accept() out of system resource\nsocket: 7")
    assert log.getvalue().count("out of system resource") == 2


def test_what_others_say_is_always_said(log):
    for _ in range(3):
        logging.getLogger("django.request").error("the same")
    assert log.getvalue().count("the same") == 3
