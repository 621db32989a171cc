import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection

PROJECT = Path(__file__).resolve().parent.parent
SECONDS_TO_START = 20


@pytest.fixture(scope="session")
def django_db_modify_db_settings() -> None:
    """On SQLite a file, with the real settings, that threads and a server can share.

    Django would take one in memory, which has no WAL and is seen by one process only. The name of
    the throw-away file will do. On PostgreSQL Django's test_… beside the named one is right.
    """
    if connection.vendor == "sqlite":
        connection.settings_dict["TEST"]["NAME"] = Path(connection.settings_dict["NAME"])


@pytest.fixture(scope="session")
def static_files() -> None:
    """The server's pages name their style sheet by a hash of it, which collecting finds out."""
    call_command("collectstatic", interactive=False, verbosity=0)


@dataclass
class ServerProcess:
    """The real entry, running as it does in production."""

    process: subprocess.Popen
    log: Path
    url: str = ""

    def wait_for_url(self) -> None:
        """It tells its address once it listens; what comes before its workers are up, waits."""
        end = time.monotonic() + SECONDS_TO_START
        while self.process.poll() is None and time.monotonic() < end:
            if address := re.search(r"http://\S+(?=/ )", self.log.read_text()):
                self.url = address[0]
                return
            time.sleep(0.05)
        pytest.fail(f"the server did not start:\n{self.log.read_text()}", pytrace=False)

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(timeout=10)
        finally:
            self.process.kill()


@pytest.fixture(scope="session")
def start_server(
    static_files: None, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[..., ServerProcess]]:
    """A function that starts `manage.py serve` on a free port: arguments, then environment."""
    with ExitStack() as ending:

        def start(*arguments: str, **environment: str) -> ServerProcess:
            log = tmp_path_factory.mktemp("server") / "log"
            with log.open("w") as output:
                process = subprocess.Popen(
                    [sys.executable, "manage.py", "serve", "--port", "0", *arguments],
                    cwd=PROJECT,
                    env={**os.environ, **environment},
                    stdout=output,
                    stderr=subprocess.STDOUT,
                )
            server = ServerProcess(process, log)
            ending.callback(server.stop)
            server.wait_for_url()
            return server

        yield start
