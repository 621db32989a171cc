"""Many watchers of one session, a round every second: how soon does each see it?

`python -m bench.watchers` reads a job and prints figures. The time runs from the moment at which
the round is sent until a watcher has all of the new page, so the storing is in it.
"""

import asyncio
import json
import sys
import zlib
from dataclasses import dataclass, field
from time import perf_counter

from bench.load import TOKEN, TOKEN_COOKIE, Job, Line, percentile
from bench.server import memory_of

OPENED_AT_ONCE = 50
PATIENCE = 20
HEAD = (
    "GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAccept: text/event-stream\r\n"
    "Accept-Encoding: gzip\r\n\r\n"
)


@dataclass
class Crowd:
    """What all the watchers saw of the round that is on its way."""

    there: int = 0
    sent_at: float = 0
    times: list[float] = field(default_factory=list)
    all_times: list[float] = field(default_factory=list)

    def sees(self) -> None:
        self.times.append(perf_counter() - self.sent_at)


async def watcher(port: int, path: str, crowd: Crowd) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(HEAD.format(path=path, port=port).encode())
    await reader.readuntil(b"\r\n\r\n")
    unpack, text, is_first = zlib.decompressobj(31), b"", True
    while size := int((await reader.readuntil(b"\r\n")).strip(), 16):
        text += unpack.decompress(await reader.readexactly(size))
        await reader.readexactly(2)
        while b"\n\n" in text:
            event, _, text = text.partition(b"\n\n")
            if not event.startswith(b"id:"):
                continue
            if is_first:
                is_first, crowd.there = False, crowd.there + 1
            else:
                crowd.sees()


async def until(is_so, what: str) -> None:
    end = perf_counter() + PATIENCE
    while not is_so():
        if perf_counter() > end:
            sys.exit(f"bench: {what} did not happen within {PATIENCE} seconds")
        await asyncio.sleep(0.01)


class Recorder:
    """The phone at the table: one line, kept open, that records the next round."""

    def __init__(self, job: Job, form: str) -> None:
        self.job = job
        self.line = Line(job.port)
        page = self.line.ask(job.get(form, job.plan["cookie"]))
        self.token = TOKEN.search(page)[1].decode()
        self.cookie = f"{job.plan['cookie']}; {TOKEN_COOKIE.search(page)[1].decode()}"

    def record(self, entry: dict) -> None:
        self.line.ask(self.job.post(entry, self.cookie, self.token))

    def statements(self) -> int:
        answer = self.line.ask(self.job.get(self.job.plan["statements"]))
        return int(answer.rpartition(b"\r\n\r\n")[2])


async def measure(job: Job) -> dict:
    watched, number = job.plan["watched"], job.watchers
    crowd, before = Crowd(), [memory_of(pid).share for pid in job.worker_pids]
    tasks = []
    for place in range(number):
        tasks.append(asyncio.create_task(watcher(job.port, watched["live"], crowd)))
        if place % OPENED_AT_ONCE == OPENED_AT_ONCE - 1:
            await asyncio.sleep(0.02)
    await until(lambda: crowd.there == number, "that all watchers are there")
    after = [memory_of(pid).share for pid in job.worker_pids]
    recorder = Recorder(job, watched["form"])
    loop = asyncio.get_running_loop()
    statements = []
    for entry in watched["entries"]:
        crowd.times, begun = [], perf_counter()
        counted = await loop.run_in_executor(None, recorder.statements)
        crowd.sent_at = perf_counter()
        await loop.run_in_executor(None, recorder.record, entry)
        await until(lambda: len(crowd.times) == number, "that all watchers see the round")
        statements.append(await loop.run_in_executor(None, recorder.statements) - counted)
        crowd.all_times += crowd.times
        await asyncio.sleep(max(0, begun + 1 - perf_counter()))
    for task in tasks:
        task.cancel()
    return {
        "watchers": number,
        "rounds": len(watched["entries"]),
        "median": percentile(crowd.all_times, 50),
        "p99": percentile(crowd.all_times, 99),
        "kilobytes": (sum(after) - sum(before)) / number / 1024 if before else None,
        "statements": max(statements),
    }


if __name__ == "__main__":
    print(json.dumps(asyncio.run(measure(Job(**json.load(sys.stdin))))))
