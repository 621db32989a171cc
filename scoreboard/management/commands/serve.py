"""The web server, the same one for a kitchen table, the browser tests and a public address."""

import os
import signal
import socket
from contextlib import suppress
from ipaddress import ip_network
from pathlib import Path

try:
    import resource
except ImportError:  # on Windows, which has no such limits
    resource = None

import uvicorn
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from uvicorn.config import STARTUP_FAILURE
from uvicorn.supervisors import Multiprocess

SECONDS_TO_FINISH = 2


class Command(BaseCommand):
    help = "Serves Tafelstand to browsers until it is told to stop."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="0.0.0.0 lets phones in")
        parser.add_argument("--port", type=int, default=8000, help="0 takes a free one")
        parser.add_argument("--workers", type=int, default=1, help="processes")

    def handle(self, *, host: str, port: int, workers: int, **options) -> None:
        end_at_once_when_told()
        refuse_unsafe_settings(host)
        refuse_an_old_database()
        refuse_missing_static_files()
        allow_many_connections()
        config = configuration(workers)
        with listen(host, port) as listener:
            self.stdout.write(f"Tafelstand is at {address(listener)} (Ctrl-C stops it)")
            self.stdout.flush()
            serve(config, listener)


def end_at_once_when_told() -> None:
    """What uvicorn raises again once it has finished, or cut off, the pages it was serving.

    Not sys.exit(): that would wait for the thread of a page that was cut off.
    """
    for ending in (signal.SIGTERM, signal.SIGINT):
        signal.signal(ending, lambda *_: os._exit(0))


def refuse_unsafe_settings(host: str) -> None:
    """At home, by plain HTTP, much is fine that a server in the open must not have."""
    if settings.DEBUG and host not in ("127.0.0.1", "localhost", "::1"):
        raise CommandError(
            f"DEBUG shows the inside of this program to everybody who reaches {host}: set it to 0"
        )
    if not settings.PLAIN_HTTP:
        call_command("check", deploy=True, fail_level="WARNING")


def refuse_an_old_database() -> None:
    # A database that does not answer raises OperationalError, for which manage.py has its line.
    executor = MigrationExecutor(connection)
    missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
    connection.close()
    if missing:
        raise CommandError(f"the database lacks {len(missing)} migrations: run manage.py migrate")


def refuse_missing_static_files() -> None:
    # Without the list of hashed names every page would answer 500.
    if not settings.DEBUG and not Path(settings.STATIC_ROOT, "staticfiles.json").exists():
        raise CommandError("the static files are missing: run manage.py collectstatic")


def allow_many_connections() -> None:
    """Each holds a file descriptor, and a process often starts with no more than 1,024."""
    if resource:
        _few, many = resource.getrlimit(resource.RLIMIT_NOFILE)
        with suppress(ValueError, OSError):  # macOS has a lower one of its own, and says no
            resource.setrlimit(resource.RLIMIT_NOFILE, (many, many))


def configuration(workers: int) -> uvicorn.Config:
    proxies = trusted_proxies()
    return uvicorn.Config(
        "scoreboard.asgi:application",
        workers=workers,
        http="httptools",
        ws="none",
        loop="asyncio",  # uvloop was measured no faster here
        lifespan="off",
        # Left to itself uvicorn believes any X-Forwarded-For that comes from this machine.
        proxy_headers=bool(proxies),
        forwarded_allow_ips=proxies,
        # Without a limit it would wait for as long as anybody watches a live page.
        timeout_graceful_shutdown=SECONDS_TO_FINISH,
        server_header=False,
        access_log=False,
        log_config=None,  # Django's LOGGING says where lines go
        log_level="warning",
    )


def trusted_proxies() -> list[str]:
    """The addresses in FORWARDED_ALLOW_IPS, whose word on a visitor's address is taken."""
    value = os.environ.get("FORWARDED_ALLOW_IPS", "")
    proxies = [part.strip() for part in value.split(",") if part.strip()]
    for proxy in proxies:
        if proxy != "*" and not is_address_or_network(proxy):
            # uvicorn would take it for the name of a socket, and quietly trust nobody.
            raise CommandError(
                f"FORWARDED_ALLOW_IPS holds {proxy!r}; set it to addresses such as 10.0.0.2"
            )
    return proxies


def is_address_or_network(text: str) -> bool:
    try:
        ip_network(text)
    except ValueError:
        return False
    return True


def listen(host: str, port: int) -> socket.socket:
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, _, _, _, (found_host, *_) = found[0]
        listener = socket.create_server((found_host, port), family=family, backlog=2048)
        # Head and body of a page go out in two writes; without this the second one waits for
        # word from the browser, 40 ms, on every connection that is kept open.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return listener
    except (OSError, OverflowError) as error:
        number = getattr(error, "errno", 0)
        reason = os.strerror(number) if number > 0 else error
        raise CommandError(
            f"cannot listen on {host}, port {port} ({reason}): choose another --host or --port"
        ) from None


def address(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        host = address_in_the_network()
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def address_in_the_network() -> str:
    """What the phones at the table can type: nobody can visit 0.0.0.0."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for examples; this sends nothing
        except OSError:
            return "localhost"
        return probe.getsockname()[0]


def serve(config: uvicorn.Config, listener: socket.socket) -> None:
    if config.workers == 1:
        uvicorn.Server(config).run(sockets=[listener])
        return
    supervisor = Multiprocess(config, sockets=[listener])
    supervisor.run()
    if any(worker.exitcode == STARTUP_FAILURE for worker in supervisor.processes):
        raise CommandError("the workers could not start: the lines above say why")
