"""`manage.py serve` as an operator meets it: a process, its one line, and its end."""

import asyncio
import http.client
import os
import resource
import signal
import socket
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing

import pytest

from scoreboard.management.commands.serve import configuration
from tests.conftest import PROJECT
from tests.databases import url_of_test_database

pytestmark = pytest.mark.usefixtures("static_files")


def refusal(*arguments: str, **environment: str) -> str:
    """What it says when it does not serve, which must be one line."""
    done = subprocess.run(
        [sys.executable, "manage.py", "serve", "--port", "0", *arguments],
        cwd=PROJECT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=30,
    )
    assert (done.returncode, done.stdout) == (1, "")
    (line,) = done.stderr.splitlines()
    return line


@pytest.fixture
def served(django_db_setup, start_server):
    """Starts a server on the test database, with the arguments and the environment given."""

    def serve(*arguments: str, **environment: str):
        return start_server(*arguments, DATABASE_URL=url_of_test_database(), **environment)

    return serve


def connect(server) -> http.client.HTTPConnection:
    return http.client.HTTPConnection(server.url.removeprefix("http://"), timeout=10)


def status(server, path: str, **headers: str) -> int:
    line = connect(server)
    line.request("GET", path, headers={name.replace("_", "-"): headers[name] for name in headers})
    answer = line.getresponse()
    answer.read()
    line.close()
    return answer.status


def test_refuses_a_database_that_was_not_migrated(tmp_path):
    line = refusal(DATABASE_URL=f"sqlite:///{tmp_path}/new.sqlite3")
    assert line.startswith("CommandError: the database lacks ")
    assert line.endswith("migrations: run manage.py migrate")


def test_refuses_a_database_that_does_not_answer():
    line = refusal(DATABASE_URL="postgresql://nobody@127.0.0.1:1/nothing")
    assert "the database cannot be used" in line
    assert line.endswith("check DATABASE_URL")


@pytest.mark.parametrize(
    "url", ["mysql://localhost/scores", "postgresql://[half/scores", "scores.sqlite3"]
)
def test_refuses_a_database_url_that_means_nothing(url):
    assert "DATABASE_URL is not understood" in refusal(DATABASE_URL=url)


def test_refuses_to_go_without_a_secret_key():
    assert "SECRET_KEY is missing" in refusal(SECRET_KEY="")


@pytest.fixture
def safe(monkeypatch) -> dict[str, str]:
    """The environment of a server in the open."""
    # Set for browser tests, and no server may have it.
    monkeypatch.delenv("DJANGO_ALLOW_ASYNC_UNSAFE", raising=False)
    return {
        "PLAIN_HTTP": "0",
        "DEBUG": "0",
        "SECRET_KEY": "aB3$xY7!" * 8,
        "ALLOWED_HOSTS": "scores.example.org",
        "EMAIL_URL": "smtp://mail.example.org",
    }


@pytest.mark.parametrize(
    ("unsafe", "told"),
    [
        ({"SECRET_KEY": "short"}, "SECRET_KEY has less than 50 characters"),
        ({"ALLOWED_HOSTS": "*"}, "ALLOWED_HOSTS lets any name through"),
        ({"ALLOWED_HOSTS": ".example.org"}, "ALLOWED_HOSTS lets any name through"),
        ({"EMAIL_URL": ""}, "EMAIL_URL is missing"),
    ],
)
def test_refuses_to_be_an_unsafe_server(django_db_setup, safe, unsafe, told):
    done = subprocess.run(
        [sys.executable, "manage.py", "serve", "--port", "0"],
        cwd=PROJECT,
        env={**os.environ, **safe, "DATABASE_URL": url_of_test_database(), **unsafe},
        capture_output=True,
        text=True,
        timeout=30,
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert told in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr


def test_refuses_to_show_its_inside_to_the_network(django_db_setup):
    line = refusal("--host", "0.0.0.0", DEBUG="1", DATABASE_URL=url_of_test_database())
    assert "DEBUG" in line


def test_serves_where_it_is_safe(safe, served):
    assert status(served(**safe), "/health/", Host="scores.example.org") == 200


def test_refuses_a_proxy_whose_address_it_cannot_know(django_db_setup):
    line = refusal(FORWARDED_ALLOW_IPS="nginx", DATABASE_URL=url_of_test_database())
    assert "FORWARDED_ALLOW_IPS holds 'nginx'" in line


def test_refuses_a_port_that_is_taken(django_db_setup):
    with socket.create_server(("127.0.0.1", 0)) as other:
        taken = str(other.getsockname()[1])
        line = refusal("--port", taken, DATABASE_URL=url_of_test_database())
    assert f"port {taken} (Address already in use)" in line


@pytest.mark.parametrize(
    ("workers", "ending"), [("1", signal.SIGINT), ("2", signal.SIGTERM)], ids=["Ctrl-C", "SIGTERM"]
)
def test_ends_soon_and_quietly_while_somebody_is_connected(served, workers, ending):
    server = served("--workers", workers)
    visitor = connect(server)
    visitor.request("GET", "/health/")
    assert visitor.getresponse().read() == b"ok"

    told = time.monotonic()
    server.process.send_signal(ending)
    assert server.process.wait(timeout=10) == 0
    assert time.monotonic() - told < 4
    visitor.close()
    assert server.log.read_text() == f"Tafelstand is at {server.url}/ (Ctrl-C stops it)\n"
    with pytest.raises(ConnectionRefusedError):
        connect(server).connect()


def test_takes_more_connections_than_it_was_started_for(served):
    open_here = max(int(number) for number in os.listdir("/dev/fd"))
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    few = open_here + 50
    resource.setrlimit(resource.RLIMIT_NOFILE, (few, hard))
    try:
        server = served()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    with ExitStack() as ending:
        for _ in range(few + 10):
            visitor = ending.enter_context(closing(connect(server)))
            visitor.request("GET", "/health/")
            assert visitor.getresponse().read() == b"ok"
    assert "out of system resource" not in server.log.read_text()


HERE = {"ALLOWED_HOSTS": "127.0.0.1"}


def test_does_not_believe_a_visitor_who_says_to_have_come_by_https(safe, served):
    server = served(**safe | HERE)
    assert status(server, "/nothing/", X_Forwarded_Proto="https") == 301


def test_believes_the_proxy_it_was_told_of(safe, served):
    server = served(**safe | HERE, FORWARDED_ALLOW_IPS="127.0.0.1")
    assert status(server, "/nothing/", X_Forwarded_Proto="https") == 404


def address_seen_behind(monkeypatch, proxies: str) -> str:
    """The visitor's address for the pages, after a request from 127.0.0.1 that names another."""
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", proxies)
    seen = []

    async def pages(scope, receive, send) -> None:
        seen.append(scope["client"][0])

    config = configuration(workers=1)
    config.app = pages
    config.load()
    forged = [(b"x-forwarded-for", b"203.0.113.9")]
    request = {"type": "http", "client": ("127.0.0.1", 5), "scheme": "http", "headers": forged}
    # In a thread of its own: after a browser test Playwright's loop still runs in this one.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, config.loaded_app(request, None, None)).result()
    return seen[0]


@pytest.mark.parametrize("proxies", ["", "10.0.0.2, 10.1.0.0/16"])
def test_does_not_believe_a_forged_address(monkeypatch, proxies):
    assert address_seen_behind(monkeypatch, proxies) == "127.0.0.1"


@pytest.mark.parametrize("proxies", ["127.0.0.1", "127.0.0.0/8", "*"])
def test_takes_the_address_from_a_proxy_it_was_told_of(monkeypatch, proxies):
    assert address_seen_behind(monkeypatch, proxies) == "203.0.113.9"
