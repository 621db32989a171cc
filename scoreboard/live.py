"""Watchers of a page are told of every change at once, without asking for it.

A change says `tell`, in its transaction. Each process has one `Hub`: on PostgreSQL it listens on a
connection of its own, on SQLite it hears what its own process stored and looks about once a second
for what another one did. What is new is rendered once, packed once, and sent to all; a watcher
costs no thread and no statement. What a channel shows, and how, `asgi.py` hands in.
"""

import asyncio
import json
import logging
import time
import zlib
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass

import psycopg
from django.db import close_old_connections, connection, transaction

log = logging.getLogger(__name__)

NOTICES = "tafelstand_changed"
LOOK_AGAIN = 1.0  # seconds: what another process wrote on SQLite
LOOK_ANYWAY = 15.0  # seconds: links that end, and word that was lost
TRY_AGAIN = 5.0  # seconds: what could not be shown
KEPT_EMPTY = 60.0  # seconds that a channel outlives its last watcher: polls come and go
SIGN_OF_LIFE = 20.0  # seconds of silence after which a proxy may take a stream for dead
MOST_WATCHERS = 20_000
HOUR = 3600
MOST_TRIES = 300  # addresses that nobody watches yet, in an hour from one house
PENALTY = 3.0  # seconds that each further one waits
NOTED_AFTER = 300.0  # seconds after which it is noted anew that something is used

heard_here: list[Callable[[], None]] = []
used_here: set["Key"] = set()  # by pages, since the hub of this process noted it last


def tell() -> None:
    """Something that may be watched was changed; to be said in the transaction that does it."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"NOTIFY {NOTICES}")
    else:
        transaction.on_commit(lambda: [hear() for hear in heard_here])


def use(key: "Key") -> None:
    """A page showed this. The hub notes it in its own time: a page that reads waits for nobody."""
    used_here.add(key)


@dataclass(frozen=True)
class Showing:
    """What a channel shows: `mark` tells it from what it showed before."""

    mark: str
    what: dict[str, str]


Key = tuple[str, ...]
Look = Callable[[Key], Showing | None]
Marks = Callable[[Iterable[Key]], dict[Key, str]]
Note = Callable[[Iterable[Key]], None]


@dataclass(eq=False)
class Channel:
    """All who watch the same page in the same language."""

    showing: Showing
    watchers: int = 0
    left_at: float = 0.0
    failed: str | None = ""  # the mark that could not be shown
    try_again_at: float = 0.0

    def __post_init__(self) -> None:
        self.newer = asyncio.get_running_loop().create_future()
        self.show(self.showing)

    def show(self, showing: Showing | None) -> None:
        """None: there is nothing to be seen any more, and everybody is sent away."""
        self.showing = showing
        self.event = event(showing)
        self.packed = packed(self.event)
        told, self.newer = self.newer, asyncio.get_running_loop().create_future()
        told.set_result(None)


def event(showing: Showing | None) -> bytes:
    if showing is None:
        return b"event: gone\ndata:\n\n"
    return f"id: {showing.mark}\ndata: {json.dumps(showing.what)}\n\n".encode()


def packed(text: bytes) -> bytes:
    """A piece of a gzip stream that stands by itself, so that one will do for all watchers."""
    maker = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return maker.compress(text) + maker.flush(zlib.Z_FULL_FLUSH)


STREAM_BEGINS = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"  # of gzip, without name and time


class Hub:
    def __init__(self, look: Look, marks: Marks, note: Note) -> None:
        self.look, self.marks, self.note = look, marks, note
        self.channels: dict[Key, Channel] = {}
        self.opening: dict[Key, asyncio.Task] = {}
        self.watchers = 0
        self.hour, self.tries = 0, Counter[str]()
        # What is new is rendered one by one, by one connection to the database; whoever comes or
        # is noted meanwhile has another, so that no crowd at the door holds up those inside.
        self.thread = ThreadPoolExecutor(1, "live")
        self.door = ThreadPoolExecutor(1, "live-door")
        self.keepers: list[asyncio.Task] = []
        self.noted: dict[Key, float] = {}
        self.noting: asyncio.Task | None = None

    async def admit(self, key: Key, household: str) -> None:
        """Who opens many addresses of which nothing is known waits; nobody else does for it.

        Not refused: somebody else behind the same address may watch what there is.
        """
        if key in self.channels:
            return
        hour = int(time.time()) // HOUR
        if hour != self.hour:
            self.hour, self.tries = hour, Counter[str]()
        self.tries[household] += 1
        if self.tries[household] > MOST_TRIES:
            await asyncio.sleep(PENALTY)

    async def channel(self, key: Key) -> Channel | None:
        """The one that is open, or opened now; None where there is nothing to see."""
        self.start()
        if key not in self.channels:
            if key not in self.opening:
                self.opening[key] = asyncio.create_task(self.open(key))
            await asyncio.shield(self.opening[key])
        return self.channels.get(key)

    async def open(self, key: Key) -> None:
        try:
            if showing := await self.in_thread(self.look, key, at=self.door):
                self.channels[key] = Channel(showing, left_at=time.monotonic())
        finally:
            del self.opening[key]

    async def in_thread(self, work, *given, at: ThreadPoolExecutor | None = None):
        def done():
            close_old_connections()
            try:
                return work(*given)
            finally:
                close_old_connections()

        return await asyncio.get_running_loop().run_in_executor(at or self.thread, done)

    def start(self) -> None:
        if not self.keepers:
            loop = asyncio.get_running_loop()
            self.heard = asyncio.Event()
            self.hear = lambda: loop.call_soon_threadsafe(self.heard.set)
            heard_here.append(self.hear)
            self.keepers = [asyncio.create_task(self.keep())]
            if connection.vendor == "postgresql":
                self.keepers.append(asyncio.create_task(self.listen()))

    async def stop(self) -> None:
        heard_here.remove(self.hear)
        working = [*self.keepers, *filter(None, [self.noting])]
        for task in working:
            task.cancel()
        await asyncio.gather(*working, return_exceptions=True)
        for thread in (self.thread, self.door):
            thread.shutdown(wait=False)

    async def keep(self) -> None:
        """Bring the channels to what is stored, whenever something was heard and now and then."""
        pause = LOOK_AGAIN if connection.vendor == "sqlite" else LOOK_ANYWAY
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self.heard.wait(), pause)
            self.heard.clear()
            self.forget_empty()
            try:
                await self.refresh()
                self.note_use_meanwhile()
            except Exception:  # the database may be away for a while; the watchers stay
                log.exception("live pages could not be brought up to date")
                await asyncio.sleep(LOOK_AGAIN)
                self.heard.set()

    def forget_empty(self) -> None:
        old = time.monotonic() - KEPT_EMPTY
        for key, channel in [*self.channels.items()]:
            if not channel.watchers and channel.left_at < old:
                del self.channels[key]

    async def refresh(self) -> None:
        """One statement for all channels, and one look for each that shows something old."""
        if not self.channels:
            return
        # Those that are asked about, and no others: a channel opened meanwhile has no answer here.
        asked = {**self.channels}
        marks = await self.in_thread(self.marks, [*asked])
        for key, channel in asked.items():
            if self.channels.get(key) is not channel:
                continue
            mark = marks.get(key)
            waits = mark == channel.failed and time.monotonic() < channel.try_again_at
            if mark != channel.showing.mark and not waits:
                await self.bring_to(key, channel, mark)

    async def bring_to(self, key: Key, channel: Channel, mark: str | None) -> None:
        try:
            showing = await self.in_thread(self.look, key) if mark else None
        except Exception:  # of this one alone: the others are not to wait for it
            log.exception("a live page could not be brought up to date")
            channel.failed, channel.try_again_at = mark, time.monotonic() + TRY_AGAIN
            return
        if showing is None:
            self.channels.pop(key, None)
        channel.show(showing)

    def note_use_meanwhile(self) -> None:
        """Those who watch are not to wait for it, nor for those at the door before it."""
        if self.noting is None or self.noting.done():
            self.noting = asyncio.create_task(self.note_use())

    async def note_use(self) -> None:
        """That links are used, by pages and by those who watch."""
        now = time.monotonic()
        self.noted = {key: until for key, until in self.noted.items() if until > now}
        used = {used_here.pop() for _ in range(len(used_here))}
        used |= {key for key, channel in self.channels.items() if channel.watchers}
        if due := used - {*self.noted}:
            self.noted |= dict.fromkeys(due, now + NOTED_AFTER)
            try:
                await self.in_thread(self.note, due, at=self.door)
            except Exception:
                log.exception("that links were used could not be noted")

    async def listen(self) -> None:
        ours = connection.get_connection_params()
        for_django = ("context", "cursor_factory", "prepare_threshold", "server_side_binding")
        wanted = {name: value for name, value in ours.items() if name not in for_django}
        while True:
            try:
                line = await psycopg.AsyncConnection.connect(**wanted, autocommit=True)
                async with line:
                    await line.execute(f"LISTEN {NOTICES}")
                    self.heard.set()  # whatever was said while nobody listened
                    async for _notice in line.notifies():
                        self.heard.set()
            except psycopg.Error:
                await asyncio.sleep(LOOK_AGAIN)


# --- over the wire --------------------------------------------------------------------------------


async def stream(hub: Hub, key: Key, seen: str, *, packs: bool, receive, send) -> None:
    """Server-sent events: what is new now, and from then on; a sign of life in between."""
    channel = await hub.channel(key) if hub.watchers < MOST_WATCHERS else None
    if channel is None:
        return await plain(send, 404, b"")
    await begin(send, 200, b"text/event-stream", packs)
    await say(send, STREAM_BEGINS if packs else b"")
    gone = asyncio.ensure_future(going(receive))
    channel.watchers += 1
    use(key)
    hub.watchers += 1
    try:
        await watch(channel, seen, gone, packs, send)
        await send({"type": "http.response.body", "body": b""})
    finally:
        gone.cancel()
        channel.watchers -= 1
        hub.watchers -= 1
        channel.left_at = time.monotonic()


# An event and no comment: scripts are told nothing of those, and could not tell silence from death.
SILENCE = b"event: still\ndata: here\n\n"
SILENCE_PACKED = packed(SILENCE)


async def going(receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def watch(channel: Channel, seen: str, gone: asyncio.Future, packs: bool, send) -> None:
    """A slow watcher is sent the newest once it is ready for it, and misses what was between."""
    last = channel.showing if channel.showing and channel.showing.mark == seen else None
    if last:
        await say(send, SILENCE_PACKED if packs else SILENCE)  # the browser knows that it is open
    while not gone.done():
        newer = channel.newer
        if channel.showing is not last or last is None:
            last = channel.showing
            await say(send, channel.packed if packs else channel.event)
            if last is None:
                return
            continue
        done, _ = await asyncio.wait(
            {gone, newer}, timeout=SIGN_OF_LIFE, return_when=asyncio.FIRST_COMPLETED
        )
        if not done:
            await say(send, SILENCE_PACKED if packs else SILENCE)


async def poll(hub: Hub, key: Key, seen: str, *, send) -> None:
    """For whoever gets no stream: what is new, or that nothing is."""
    channel = await hub.channel(key)
    if channel is None:
        return await plain(send, 404, b"")
    channel.left_at = time.monotonic()
    use(key)
    if channel.showing.mark == seen:
        return await plain(send, 204, b"")
    about = {"mark": channel.showing.mark, **channel.showing.what}
    await plain(send, 200, json.dumps(about).encode(), b"application/json")


async def begin(send, status: int, kind: bytes, packs: bool) -> None:
    headers = [
        (b"content-type", kind),
        (b"cache-control", b"no-store, no-transform"),
        (b"x-content-type-options", b"nosniff"),
        (b"x-robots-tag", b"noindex"),
        (b"x-accel-buffering", b"no"),
    ]
    if packs:
        headers.append((b"content-encoding", b"gzip"))
    await send({"type": "http.response.start", "status": status, "headers": headers})


async def say(send, piece: bytes) -> None:
    await send({"type": "http.response.body", "body": piece, "more_body": True})


async def plain(send, status: int, body: bytes, kind: bytes = b"text/plain") -> None:
    await begin(send, status, kind, packs=False)
    await send({"type": "http.response.body", "body": body})
