"""`make bench`: how fast Tafelstand answers, beside an empty view of the same server."""

import argparse
import json
import os
import platform
import secrets
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path

from bench import deck as deck_check
from bench import rules_check
from bench.report import load_line, memory_line, table, watched_line, worker_line
from bench.server import Server, running_server
from tests.postgres import NoServerError, running_postgres

ROOT = Path(__file__).resolve().parent.parent
DATABASES = ("sqlite", "postgresql")
# What a developer has set for the real thing must not change what is measured.
NOT_HERE = (
    *("CSRF_TRUSTED_ORIGINS", "DEBUG", "DEFAULT_TIME_ZONE", "EMAIL_FROM", "EMAIL_URL"),
    "FORWARDED_ALLOW_IPS",
)
AT_ONCE = 8
SLICES, SLICE_SECONDS = 12, 0.25
WATCHERS, QUICK_WATCHERS = 2000, 100
QUICK_ROUNDS, QUICK_SESSIONS = 50, 50
QUICK_SLICES, QUICK_SLICE_SECONDS = 2, 0.1


def main() -> None:
    options = arguments()
    os.chdir(ROOT)
    print(machine(options.workers), flush=True)
    print(f"\n{of_the_rules(options.quick)}", flush=True)
    for name in options.database or DATABASES:
        try:
            with database(name) as url:
                print(f"\n{bench(url, options)}", flush=True)
        except NoServerError as reason:
            print(f"\n{name}: not measured ({reason})")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a small one, to see that it runs")
    parser.add_argument("--database", action="append", choices=DATABASES, help="only this one")
    parser.add_argument("--workers", type=int, choices=(1, 2), default=usual_workers())
    return parser.parse_args()


def usual_workers() -> int:
    """Two, unless the load generator and the database would then take the time of one."""
    return 2 if (os.cpu_count() or 1) >= 4 else 1


def machine(workers: int) -> str:
    packages = ", ".join(f"{name} {version(name)}" for name in ("Django", "uvicorn", "a2wsgi"))
    return (
        f"Tafelstand, served by {workers} worker process{'es' if workers > 1 else ''}; "
        f"{AT_ONCE} connections at once\n"
        f"Python {platform.python_version()}, {packages}; "
        f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores"
    )


def of_the_rules(quick: bool) -> str:
    """The deck check, and the command that checks a file: no server and no database."""
    deck = deck_check.measure(QUICK_ROUNDS) if quick else deck_check.measure()
    file = rules_check.measure(QUICK_SESSIONS) if quick else rules_check.measure()
    return f"{deck_check.table(deck)}\n\n{file}"


@contextmanager
def database(name: str) -> Iterator[str]:
    if name == "postgresql":
        with running_postgres() as url:
            yield url
        return
    with tempfile.TemporaryDirectory(prefix="tafelstand-bench-") as folder:
        yield f"sqlite:///{folder}/bench.sqlite3"


def bench(url: str, options: argparse.Namespace) -> str:
    begun = time.monotonic()
    env = environment(url)
    plan = told(env, "bench.prepare", "quick" if options.quick else "fill")
    filled = time.monotonic() - begun
    with running_server(env, options.workers) as server:
        measured = told(env, "bench.load", sent=job(server, plan, options.quick))
        memory = server.memory()
    with running_server(env, options.workers) as server:
        crowd = {
            **job(server, plan, options.quick),
            "watchers": QUICK_WATCHERS if options.quick else WATCHERS,
        }
        watched = told(env, "bench.watchers", sent=crowd)
    stored = told(env, "bench.prepare", "check")["amounts"]["rounds"] - plan["amounts"]["rounds"]
    sent = measured["record"]["sent"] + watched["rounds"]
    if stored != sent:
        sys.exit(f"bench: {sent} rounds were sent and accepted, {stored} are stored")
    amounts = ", ".join(f"{number:,} {name}" for name, number in plan["amounts"].items())
    if options.quick:
        amounts += " (quick: too few requests to judge the goals by)"
    return "\n".join(
        (
            f"{plan['database']}: {amounts}, filled in {filled:.0f} s",
            table(plan, measured),
            f"{sent} rounds were recorded, and are stored; a sample is as the rules fold it",
            memory_line(memory),
            worker_line(measured),
            load_line(measured),
            watched_line(watched),
            f"took {time.monotonic() - begun:.0f} s",
        )
    )


def environment(url: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in NOT_HERE}
    return kept | {
        "DATABASE_URL": url,
        "DJANGO_SETTINGS_MODULE": "bench.settings",
        "SECRET_KEY": secrets.token_urlsafe(50),
        "PLAIN_HTTP": "1",
        "ALLOWED_HOSTS": "127.0.0.1",
    }


def job(server: Server, plan: dict, quick: bool) -> dict:
    return {
        "port": server.port,
        "worker_pids": server.worker_pids,
        "plan": plan,
        "slices": QUICK_SLICES if quick else SLICES,
        "slice_seconds": QUICK_SLICE_SECONDS if quick else SLICE_SECONDS,
        "at_once": AT_ONCE,
    }


def told(env: dict[str, str], module: str, *words: str, sent: dict | None = None) -> dict:
    """What another process of ours answers, in JSON."""
    done = subprocess.run(
        [sys.executable, "-m", module, *words],
        input=json.dumps(sent),
        stdout=subprocess.PIPE,
        env=env,
        text=True,
    )
    if done.returncode:
        sys.exit(f"bench: {module} failed: the lines above say why")
    return json.loads(done.stdout)


if __name__ == "__main__":
    main()
