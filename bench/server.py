"""The app as production serves it, and the memory of its workers."""

import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ADDRESS = re.compile(r"http://127\.0\.0\.1:(\d+)/")
KILOBYTE = 1024


class NotServed(Exception):
    """Why the server did not start, in its own words."""


@dataclass(frozen=True)
class Server:
    pid: int
    port: int
    workers: int

    @property
    def worker_pids(self) -> list[int]:
        """One worker is the server itself, several are its children; only Linux tells."""
        if not Path("/proc/self/smaps_rollup").exists():
            return []
        if self.workers == 1:
            return [self.pid]
        children = Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split()
        return [int(pid) for pid in children if is_worker(int(pid))]

    def memory(self) -> list["Memory"]:
        return [memory_of(pid) for pid in self.worker_pids]


@dataclass(frozen=True)
class Memory:
    """In bytes; `share` counts what processes have in common only once."""

    resident: int
    share: int


@contextmanager
def running_server(env: Mapping[str, str], workers: int) -> Iterator[Server]:
    process = subprocess.Popen(
        [sys.executable, "manage.py", "serve", "--port", "0", "--workers", str(workers)],
        stdout=subprocess.PIPE,
        env=env,
        text=True,
    )
    with process:
        try:
            found = ADDRESS.search(process.stdout.readline())
            if found is None:
                raise NotServed("the server did not start: the lines above say why")
            yield Server(process.pid, int(found[1]), workers)
        finally:
            process.terminate()


def is_worker(pid: int) -> bool:
    """Python has a child of its own beside them, which tracks what they share."""
    return b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()


def memory_of(pid: int) -> Memory:
    told = Path(f"/proc/{pid}/smaps_rollup").read_text()
    kilobytes = dict(re.findall(r"^(Rss|Pss): +(\d+) kB$", told, re.MULTILINE))
    return Memory(*(int(kilobytes[kind]) * KILOBYTE for kind in ("Rss", "Pss")))
