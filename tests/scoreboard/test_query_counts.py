"""Every page asks the database as often with three of everything as with one, and with thirty."""

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.scoreboard.addresses import Evening, all_patterns
from tests.scoreboard.people import close, correct, later, play, start
from tests.scoreboard.readback import fresh

# Statements for each page, whatever there is to show: who is asking takes 1 or 2 of them.
STATEMENTS = {
    "home": 5,
    "sessions": 6,
    "new-session": 6,
    "players": 3,
    "player": 4,
    "board": 4,
    "history": 4,
    "record": 4,
    "correct": 5,
    "remove": 4,
    "close": 4,
    "agreement": 8,
    "read-cards": 2,
    "share": 3,
    "shared": 3,
    "editions": 3,
    "edition": 2,
    "cards": 3,
    "new-edition": 2,
    "change-edition": 2,
}
NO_TABLE_OF_OURS = {"health", "language", "manifest", "offline", "rules", "worker"}
ONLY_POSTED = {"demo", "leave-demo", "reopen", "rename", "rematch", "revoke", "hide-edition"}
# The same for changes, savepoints among them.
SENT = {
    "record": 13,
    "correct": 14,
    "remove": 16,
    "close": 12,
    "agreement": 20,
    "rematch": 17,
}


def an_evening(owner, size: int) -> Evening:
    """`size` older sessions and rounds, each round corrected once; up to twelve at the table."""
    for number in range(size):
        older = start(owner, f"Anna P{number}", at=later(-2000 - number))
        play(older, "Anna", **{f"P{number}": 20})
        close(older)
    names = ["Anna", "Bram", *(f"P{number}" for number in range(size - 1))][:12]
    game = start(owner, " ".join(names), target=1_000_000)
    hands = {name: str(place % 9 + 1) for place, name in enumerate(names[1:])}
    for _ in range(size):
        row = play(game, "Anna", **hands)
        correct(row, "Anna", **hands | {"Bram": "wild"})
    return Evening.of(fresh(game))


def statements(ask) -> int:
    with CaptureQueriesContext(
        connection,
    ) as captured:
        assert ask().status_code in (200, 302)
    return len(captured)


def test_every_page_is_in_the_table():
    names = {pattern.name for pattern in all_patterns()}
    assert names == set(STATEMENTS) | NO_TABLE_OF_OURS | ONLY_POSTED


@pytest.mark.parametrize("size", [1, 3, 30])
def test_a_page_asks_the_database_as_often_however_much_there_is(phone, owner, size):
    evening = an_evening(owner, size)
    asked = {}
    for name in STATEMENTS:
        cache.clear()
        asked[name] = statements(lambda name=name: phone.get(evening.address(name)))
    assert asked == STATEMENTS


@pytest.mark.parametrize("size", [1, 3, 30])
def test_a_change_takes_as_many_statements_however_much_there_is(phone, owner, size):
    evening = an_evening(owner, size)
    losers = range(1, evening.game.seats.count())
    hands = {f"cards-{position}": str(position % 9 + 1) for position in losers}
    asked = {}
    for name in SENT:
        sent = evening.sent_to(name)
        if name in ("record", "correct"):
            sent = {word: sent[word] for word in sent if "points" not in word} | hands
        if name in ("remove", "close", "agreement"):
            sent["seen_version"] = fresh(evening.game).version
        asked[name] = statements(lambda n=name, s=sent: phone.post(evening.address(n), s))
    assert asked == SENT


def test_a_shared_page_that_was_just_shown_takes_one_statement(client, owner):
    address = an_evening(owner, 1).address("shared")
    client.get(address)
    assert statements(lambda: client.get(address)) == 1


def test_the_owner_looking_at_the_shared_page_makes_no_difference(phone, owner):
    evening = an_evening(owner, 1)
    phone.get(evening.address("shared"))
    assert statements(lambda: phone.get(evening.address("shared"))) == 1
