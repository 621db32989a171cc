"""Sends the planned requests and measures: `python -m bench.load` reads a job, prints figures.

A process of its own with nothing in it but sockets and a clock, so that it takes as little as
possible of the machine that it measures. Slices of the empty view and of the page take turns:
whatever else the machine does at the time, it does to both.
"""

import gzip
import json
import os
import re
import selectors
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import cycle, repeat
from math import ceil
from pathlib import Path
from time import perf_counter, process_time
from urllib.parse import urlencode

TIMEOUT = 20
ENDLESS = 1_000_000
WARMING_SLICES = 4
PACKED = re.compile(rb"\r\ncontent-encoding: gzip", re.IGNORECASE)
LENGTH = re.compile(rb"\r\ncontent-length: (\d+)\r\n", re.IGNORECASE)
TOKEN = re.compile(rb'name="csrfmiddlewaretoken" value="([^"]+)"')
TOKEN_COOKIE = re.compile(rb"\r\nset-cookie: (csrftoken=[^;]+)", re.IGNORECASE)
BROWSER = (
    "User-Agent: Mozilla/5.0 (bench)",
    "Accept: text/html,application/xhtml+xml",
    "Accept-Encoding: gzip, deflate",
    "Accept-Language: en-GB,en;q=0.9,nl;q=0.8",
)


class WrongAnswer(Exception):
    """The server did not answer as planned, so that nothing can be said about its speed."""


@dataclass(frozen=True)
class Request:
    sent: bytes
    status: bytes
    shows: tuple[bytes, ...] = ()

    def check(self, answer: bytes) -> None:
        right = answer.startswith(b"HTTP/1.1 " + self.status)
        answer = unpacked(answer)
        if not right or not all(part in answer for part in self.shows):
            asked = self.sent.split(b"\r\n", 1)[0].decode()
            raise WrongAnswer(f"{asked}: {answer[:300]!r}, wanted {self.status!r} {self.shows!r}")


def unpacked(answer: bytes) -> bytes:
    """Pages come compressed, as they do to a browser."""
    head, end, body = answer.partition(b"\r\n\r\n")
    return head + end + gzip.decompress(body) if PACKED.search(head) else answer


class Line:
    """One kept connection, with one request at a time on it."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=TIMEOUT)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def send(self, request: Request) -> None:
        self.request, self.received, self.wanted = request, b"", 0
        self.sent_at = perf_counter()
        self.socket.sendall(request.sent)

    def is_answered(self) -> bool:
        """Reads what has come; True once it is the whole answer, and the right one."""
        part = self.socket.recv(1 << 18)
        if not part:
            raise WrongAnswer("the server closed the connection")
        self.received += part
        if not self.wanted and (head := self.received.find(b"\r\n\r\n")) > 0:
            length = LENGTH.search(self.received, 0, head + 2)
            if length is None:
                raise WrongAnswer(f"an answer without a length: {self.received[:300]!r}")
            self.wanted = head + 4 + int(length[1])
        return 0 < self.wanted <= len(self.received)

    def ask(self, request: Request) -> bytes:
        self.send(request)
        while not self.is_answered():
            pass
        request.check(self.received)
        return unpacked(self.received)


@contextmanager
def connected(port: int, number: int) -> Iterator[list[Line]]:
    """For one run only: the server hangs up on lines that say nothing for five seconds."""
    lines = [Line(port) for _ in range(number)]
    try:
        yield lines
    finally:
        for line in lines:
            line.socket.close()


@dataclass
class Tally:
    """What the slices of one kind came to."""

    worker_pids: list[int]
    times: list[float] = field(default_factory=list)
    seconds: float = 0
    busy: float = 0
    worker_busy: float = 0

    def figures(self) -> dict[str, float]:
        return {
            "requests": len(self.times),
            "per_second": len(self.times) / self.seconds,
            "median": percentile(self.times, 50),
            "p99": percentile(self.times, 99),
            "busy": self.busy / self.seconds,
            "worker_time": self.worker_busy / len(self.times),
        }


def percentile(times: list[float], share: int) -> float:
    return sorted(times)[ceil(len(times) * share / 100) - 1]


def processor_seconds(pids: list[int]) -> float:
    """What these processes used of a processor until now; nothing where only Linux tells it."""
    ticks = 0
    for pid in pids:
        # The program's name comes before, in brackets, and may have spaces of its own.
        told = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        ticks += int(told[11]) + int(told[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def slice_of(
    lines: list[Line], requests: Iterator[Request], seconds: float, most: int, tally: Tally
) -> None:
    """Each line sends its next request as soon as it has its answer, until the time is over."""
    worker_before = processor_seconds(tally.worker_pids)
    begun, busy_before = perf_counter(), process_time()
    with selectors.DefaultSelector() as waiting:
        sent = 0
        for line in lines:
            line.send(next(requests))
            waiting.register(line.socket, selectors.EVENT_READ, line)
            sent += 1
        while waiting.get_map():
            ready = waiting.select(TIMEOUT)
            if not ready:
                raise WrongAnswer(f"no answer within {TIMEOUT} seconds")
            for key, _ in ready:
                line = key.data
                if not line.is_answered():
                    continue
                now = perf_counter()
                tally.times.append(now - line.sent_at)
                line.request.check(line.received)
                if now - begun < seconds and sent < most:
                    line.send(next(requests))
                    sent += 1
                else:
                    waiting.unregister(line.socket)
    tally.seconds += perf_counter() - begun
    tally.busy += process_time() - busy_before
    tally.worker_busy += processor_seconds(tally.worker_pids) - worker_before


@dataclass(frozen=True)
class Job:
    port: int
    plan: dict
    slices: int
    slice_seconds: float
    at_once: int
    worker_pids: list[int]
    watchers: int = 0

    def head(self, method: str, path: str, *more: str) -> str:
        host = f"Host: 127.0.0.1:{self.port}"
        return "\r\n".join((f"{method} {path} HTTP/1.1", host, *BROWSER, *more)) + "\r\n\r\n"

    def get(self, path: str, cookie: str = "", shows: tuple[str, ...] = ()) -> Request:
        more = (f"Cookie: {cookie}",) if cookie else ()
        shows = tuple(part.encode() for part in shows)
        return Request(self.head("GET", path, *more).encode(), b"200", shows)

    def post(self, entry: dict, cookie: str, token: str) -> Request:
        body = urlencode({"csrfmiddlewaretoken": token, **entry["fields"]}).encode()
        head = self.head(
            "POST",
            entry["path"],
            f"Origin: http://127.0.0.1:{self.port}",
            f"Cookie: {cookie}",
            "Content-Type: application/x-www-form-urlencoded",
            f"Content-Length: {len(body)}",
        )
        leads_to = f"\r\nlocation: {entry['leads_to']}\r\n".encode()
        return Request(head.encode() + body, b"302", (leads_to,))


def measure(job: Job) -> dict:
    cookie = job.plan["cookie"]
    pages, measured = job.plan["pages"], {}
    for name in ("shared", "shared-first", "board", "board-first", "player"):
        signed_in = "" if name.startswith("shared") else cookie
        requests = [job.get(page["path"], signed_in, page["shows"]) for page in pages[name]]
        empty = job.get(job.plan["empty"], signed_in)
        if name.endswith("-first"):
            measured[name] = turns(job, empty, iter(requests), len(requests))
        else:
            measured[name] = turns(job, empty, cycle(requests))
    # Last, since what is recorded makes the boards longer.
    measured["record"] = measure_recording(job, cookie)
    return measured


def measure_recording(job: Job, cookie: str) -> dict:
    with connected(job.port, 1) as (line,):
        page = line.ask(job.get(job.plan["form"], cookie))
    token = TOKEN.search(page)[1].decode()
    both = f"{cookie}; {TOKEN_COOKIE.search(page)[1].decode()}"
    entries = job.plan["pages"]["record"]
    requests = [job.post(entry, both, token) for entry in entries]
    empty = job.get(job.plan["empty"], both)
    return turns(job, empty, iter(requests), len(requests))


def turns(job: Job, empty: Request, page: Iterator[Request], in_all: int = ENDLESS) -> dict:
    """One at a time, for the time that each takes, and several at once, for how many go through."""
    most = in_all // (2 * job.slices + WARMING_SLICES)
    # Unmeasured: templates are compiled and connections to the database opened.
    with connected(job.port, job.at_once) as lines:
        unmeasured = Tally([])
        for _ in range(WARMING_SLICES):
            slice_of(lines, page, job.slice_seconds, most, unmeasured)
    sent = len(unmeasured.times)
    measured = {}
    for way, number in (("alone", 1), ("together", job.at_once)):
        tallies = {kind: Tally(job.worker_pids) for kind in ("empty", "page")}
        with connected(job.port, number) as lines:
            for _ in range(job.slices):
                slice_of(lines, repeat(empty), job.slice_seconds, ENDLESS, tallies["empty"])
                slice_of(lines, page, job.slice_seconds, most, tallies["page"])
        measured[way] = {kind: tally.figures() for kind, tally in tallies.items()}
        sent += len(tallies["page"].times)
    return {**measured, "sent": sent}


if __name__ == "__main__":
    print(json.dumps(measure(Job(**json.load(sys.stdin)))))
