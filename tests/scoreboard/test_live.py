"""Who watches a shared page is told of what is new, by the real server."""

import asyncio
import http.client
import json
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing

import pytest

from scoreboard import live
from scoreboard.actions.players import rename_player
from scoreboard.actions.sharing import revoke_link, share_session
from scoreboard.models import ShareLink
from tests.databases import url_of_test_database
from tests.scoreboard.people import EVENING, later, own_playgroup, play, someone, start
from tests.scoreboard.readback import fresh

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("static_files"),
]
A_MOMENT = 3.0  # seconds; on SQLite it takes one to see what another process stored


@pytest.fixture(scope="module")
def server(django_db_setup, start_server):
    server = start_server(DATABASE_URL=url_of_test_database())
    yield server
    server.stop()


@pytest.fixture
def game():
    game = start(own_playgroup())
    play(game, "Anna", Bram=20, Cees=7)
    return fresh(game)


@pytest.fixture
def link(game):
    return share_session(game=game, by=someone(game), at=EVENING)


class Watcher:
    """A browser's EventSource, as far as it matters here."""

    def __init__(self, server, link, *, language="en", **headers) -> None:
        self.line = http.client.HTTPConnection(server.url.removeprefix("http://"), timeout=A_MOMENT)
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        self.line.request(
            "GET",
            f"/live{link.get_absolute_url()}?language={language}",
            headers={"Accept": "text/event-stream"} | headers,
        )
        self.answer = self.line.getresponse()
        self.status = self.answer.status

    def next(self) -> dict[str, str]:
        """The next event; signs of life are passed over."""
        told: dict[str, str] = {}
        while True:
            line = self.answer.readline().decode().rstrip("\n")
            if not line and told.get("event") == "still":
                told = {}
            elif not line and told:
                return told
            word, found, value = line.partition(": ")
            if found and word:
                told[word] = value
            elif line.endswith(":") and line != ":":
                told[line[:-1]] = ""

    def page(self) -> str:
        return json.loads(self.next()["data"])["html"]

    def is_over(self) -> bool:
        return self.answer.read() == b""


@pytest.fixture
def watch(server):
    """Opens watchers, and closes them after the test."""
    with ExitStack() as ending:

        def watch(link, **given) -> Watcher:
            watcher = Watcher(server, link, **given)
            ending.callback(watcher.answer.close)
            ending.callback(watcher.line.close)
            return watcher

        yield watch


def ask(server, path: str, method: str = "GET") -> tuple[int, bytes]:
    line = http.client.HTTPConnection(server.url.removeprefix("http://"), timeout=A_MOMENT)
    with closing(line):
        line.request(method, path)
        answer = line.getresponse()
        return answer.status, answer.read()


def poll(server, link, seen: str = "") -> tuple[int, bytes]:
    return ask(server, f"/live{link.get_absolute_url()}?language=en&seen={seen}")


def test_what_is_stored_is_shown(server, watch, game, link):
    watcher = watch(link)
    assert ">27<" in watcher.page()
    play(game, "Bram", Anna=50, Cees=9)
    page = watcher.page()
    assert ">59<" in page
    assert "someone else?" not in page  # nothing of what only members may do


def test_two_languages_have_two_channels(server, watch, game, link):
    dutch, english = watch(link, language="nl"), watch(link)
    assert "deelt" in dutch.page()
    assert "deals" in english.page()
    assert "deals" in watch(link, language="xx").page()


def test_a_name_that_changes_is_shown(server, watch, game, link):
    watcher = watch(link)
    watcher.page()
    rename_player(player=game.seats.first().player, name="Annelies")
    assert "Annelies" in watcher.page()


def test_a_link_that_is_taken_back_shows_nothing_any_more(server, watch, game, link):
    watcher = watch(link)
    watcher.page()
    revoke_link(link=link, at=later(600))
    assert watcher.next()["event"] == "gone"
    assert watcher.is_over()
    assert watch(link).status == 404
    assert poll(server, link) == (404, b"")


def test_a_link_that_never_was_is_answered_like_one_taken_back(server, watch, game, link):
    link.seed = "made up"
    assert watch(link).status == 404
    assert poll(server, link) == (404, b"")


def test_whoever_comes_back_is_told_only_what_they_missed(server, watch, game, link):
    mark = watch(link).next()["id"]
    again = watch(link, Last_Event_ID=mark)
    play(game, "Bram", Anna=50, Cees=9)
    assert ">59<" in again.page()  # the first thing that comes, and not what it had
    late = watch(link, Last_Event_ID=mark)
    assert ">59<" in late.page()


def test_where_no_stream_comes_through_one_may_ask(server, watch, game, link):
    status, body = poll(server, link)
    told = json.loads(body)
    assert status == 200
    assert ">27<" in told["html"]
    assert poll(server, link, told["mark"]) == (204, b"")
    play(game, "Bram", Anna=50, Cees=9)
    end = time.monotonic() + A_MOMENT
    while (answer := poll(server, link, told["mark"]))[0] == 204:
        assert time.monotonic() < end
        time.sleep(0.05)
    assert ">59<" in json.loads(answer[1])["html"]


def test_only_looking_is_answered(server, link):
    assert ask(server, f"/live{link.get_absolute_url()}", "POST") == (404, b"")
    for path in ("/live/s/", "/live/sessions/1/", "/live/"):
        assert ask(server, path) == (404, b"")


def test_a_browser_takes_the_stream_packed(server, watch, game, link):
    watcher = watch(link, Accept_Encoding="gzip")
    assert watcher.answer.headers["Content-Encoding"] == "gzip"
    assert "no-store" in watcher.answer.headers["Cache-Control"]
    unpack = live.zlib.decompressobj(31)
    text = b""
    while b"\n\n" not in text:
        text += unpack.decompress(watcher.answer.read1())
    assert b">27<" in text
    play(game, "Bram", Anna=50, Cees=9)
    while text.count(b"\n\n") < 2:
        text += unpack.decompress(watcher.answer.read1())
    assert b">59<" in text


# --- the hub by itself ----------------------------------------------------------------------------


def in_a_loop(evening):
    """In a thread of its own: browser tests that ran before leave a loop running in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(evening())).result()


class Wire:
    """One watcher's end: what it was sent, and whether it is still there."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.leaves = asyncio.Event()

    async def receive(self) -> dict:
        await self.leaves.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: dict) -> None:
        self.sent.append(message.get("body", b""))

    def events(self) -> list[bytes]:
        return [piece for piece in self.sent if piece.startswith(b"id:")]


def test_a_watcher_costs_no_look_of_its_own(monkeypatch):
    """Five hundred watchers, ten changes: the database is asked for each change, not for each."""
    monkeypatch.setattr(live, "used_here", set())
    stored, asked, noted = {"n": 1}, {"look": 0, "marks": 0}, []

    def look(key) -> live.Showing:
        asked["look"] += 1
        return live.Showing(str(stored["n"]), {"html": str(stored["n"])})

    def marks(keys) -> dict:
        asked["marks"] += 1
        return dict.fromkeys(keys, str(stored["n"]))

    async def evening() -> list[Wire]:
        hub, wires = live.Hub(look, marks, noted.append), [Wire() for _ in range(500)]
        watching = [
            asyncio.create_task(
                live.stream(hub, ("t", "en"), "", packs=False, receive=w.receive, send=w.send)
            )
            for w in wires
        ]
        for _ in range(10):
            while not all(wire.events() for wire in wires):
                await asyncio.sleep(0.01)
            stored["n"] += 1
            hub.heard.set()
            newest = f'"html": "{stored["n"]}"'.encode()
            while not all(newest in wire.events()[-1] for wire in wires):
                await asyncio.sleep(0.01)
        assert hub.watchers == 500
        for wire in wires:
            wire.leaves.set()
        await asyncio.gather(*watching)
        assert hub.watchers == 0
        await hub.stop()
        return wires

    wires = in_a_loop(evening)
    assert {len(wire.events()) for wire in wires} == {11}
    assert asked["look"] == 11
    assert noted == [{("t", "en")}]
    assert asked["marks"] <= 40  # a change each, and the looks of a slow machine


def test_who_tries_many_addresses_waits_and_no_watcher_does(monkeypatch):
    monkeypatch.setattr(live, "MOST_TRIES", 3)
    monkeypatch.setattr(live, "PENALTY", 1.0)
    looked_up = []

    def look(key) -> live.Showing | None:
        looked_up.append(key)
        return live.Showing("1", {}) if key == ("right",) else None

    async def seconds(hub, *words: str) -> float:
        begun = time.monotonic()
        for word in words:
            await hub.admit((word,), "192.0.2.1")
            assert bool(await hub.channel((word,))) == (word == "right")
        return time.monotonic() - begun

    async def evening() -> list[float]:
        hub = live.Hub(look, lambda keys: dict.fromkeys(keys, "1"), lambda keys: None)
        took = [
            await seconds(hub, "right", "a", "b"),
            await seconds(hub, "c", "d"),
            await seconds(hub, *["right"] * 50),
        ]
        await hub.stop()
        return took

    few, many, watching = in_a_loop(evening)
    assert few < 1 < 2 <= many
    assert watching < 1
    assert looked_up == [("right",), ("a",), ("b",), ("c",), ("d",)]


def test_who_comes_while_the_others_are_asked_about_is_not_sent_away():
    asking = threading.Event()

    def marks(keys) -> dict:
        asking.wait(A_MOMENT)
        return dict.fromkeys(keys, "1")

    async def evening() -> live.Channel | None:
        hub = live.Hub(lambda key: live.Showing("1", {}), marks, lambda keys: None)
        await hub.channel(("first",))
        refreshing = asyncio.create_task(hub.refresh())
        await asyncio.sleep(0.05)
        late = await hub.channel(("late",))
        asking.set()
        await refreshing
        await hub.stop()
        return late

    assert in_a_loop(evening).showing == live.Showing("1", {})


def test_a_page_that_cannot_be_shown_holds_up_no_other(caplog):
    stored = {"a": "1", "b": "1", "c": "1"}

    def look(key) -> live.Showing | None:
        if key == ("a",) and stored["a"] == "broken":
            raise ValueError("cannot be shown")
        return live.Showing(stored[key[0]], {}) if stored.get(key[0]) else None

    def marks(keys) -> dict:
        return {key: stored[key[0]] for key in keys if stored.get(key[0])}

    async def evening() -> dict[str, str | None]:
        hub = live.Hub(look, marks, lambda keys: None)
        channels = {word: await hub.channel((word,)) for word in stored}
        stored.update(a="broken", b="2", c=None)
        for _ in range(3):
            await hub.refresh()
        await hub.stop()
        return {word: one.showing and one.showing.mark for word, one in channels.items()}

    assert in_a_loop(evening) == {"a": "1", "b": "2", "c": None}
    assert len([record for record in caplog.records if record.exc_info]) == 1


def test_what_could_not_be_shown_once_is_tried_again(monkeypatch, caplog):
    monkeypatch.setattr(live, "TRY_AGAIN", 0.05)
    stored, falls = {"n": "1"}, []

    def look(key) -> live.Showing:
        if stored["n"] == "2" and len(falls) < 2:
            falls.append(key)
            raise ValueError("the database was away")
        return live.Showing(stored["n"], {})

    async def evening() -> str:
        hub = live.Hub(look, lambda keys: dict.fromkeys(keys, stored["n"]), lambda keys: None)
        channel = await hub.channel(("a",))
        stored["n"] = "2"
        end = time.monotonic() + A_MOMENT
        while channel.showing.mark != "2" and time.monotonic() < end:
            await hub.refresh()
            await asyncio.sleep(0.01)
        await hub.stop()
        return channel.showing.mark

    assert in_a_loop(evening) == "2"
    assert len(falls) == 2


def test_who_watches_does_not_wait_until_it_is_noted(monkeypatch):
    monkeypatch.setattr(live, "used_here", set())
    stored, noting, goes_on = {"n": "1"}, threading.Event(), threading.Event()

    def note(keys) -> None:
        noting.set()
        goes_on.wait(A_MOMENT)

    def look(key) -> live.Showing:
        return live.Showing(stored["n"], {})

    async def evening() -> str:
        hub = live.Hub(look, lambda keys: dict.fromkeys(keys, stored["n"]), note)
        channel = await hub.channel(("a",))
        live.use(("a",))
        hub.heard.set()
        while not noting.is_set():
            await asyncio.sleep(0.01)
        stored["n"] = "2"
        hub.heard.set()
        end = time.monotonic() + A_MOMENT / 2
        while channel.showing.mark != "2" and time.monotonic() < end:
            await asyncio.sleep(0.01)
        goes_on.set()
        await hub.stop()
        return channel.showing.mark

    assert in_a_loop(evening) == "2"


def test_that_a_link_is_used_is_noted_by_the_server_in_its_own_time(server, watch, game, link):
    another = share_session(game=game, by=someone(game), at=EVENING, names="first")
    watch(link).page()
    assert ask(server, f"{another.get_absolute_url()}session.csv")[0] == 200
    play(game, "Bram", Anna=50, Cees=9)
    end = time.monotonic() + A_MOMENT
    while ShareLink.objects.filter(last_used_at=None).exists():
        assert time.monotonic() < end
        time.sleep(0.05)
