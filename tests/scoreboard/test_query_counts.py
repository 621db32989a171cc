"""Every page asks the database as often with three of everything as with one, and with thirty."""

import datetime

import pytest
from django.core.cache import caches
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoreboard.actions.accounts import keep
from scoreboard.actions.invitations import invite
from scoreboard.actions.playgroups import start_playgroup
from scoreboard.actions.sharing import share_session
from scoreboard.models import Right
from tests.scoreboard.addresses import OF_SIGNING_IN, Evening, all_patterns
from tests.scoreboard.people import (
    account_of,
    browser_of,
    close,
    correct,
    later,
    member_beside,
    play,
    start,
)
from tests.scoreboard.readback import fresh

# Statements for each page, whatever there is to show: who is asking takes 1 or 2 of them.
STATEMENTS = {
    "home": 6,
    "sessions": 6,
    "new-session": 6,
    "players": 3,
    "player": 5,
    "merge": 4,
    "board": 4,
    "history": 5,
    "record": 4,
    "correct": 6,
    "remove": 4,
    "close": 4,
    "agreement": 8,
    "read-cards": 2,
    "share": 3,
    "link": 4,
    "links": 4,
    "keep-score": 3,
    "shared": 3,
    "tv": 3,
    "shared-json": 3,
    "shared-csv": 3,
    "shared-qr": 1,
    "shared-picture": 3,
    "editions": 3,
    "edition": 2,
    "cards": 3,
    "new-edition": 2,
    "change-edition": 2,
    "group": 7,
    "member": 5,
    "hand-over": 3,
    "invite": 4,
    "invitation": 4,
    "leave-group": 3,
    "delete-group": 6,
    "join": 5,
    "account": 4,
    "come-back": 6,
    "file": 8,
}
NO_TABLE_OF_OURS = {"health", "language", "manifest", "offline", "rules", "worker"}
ONLY_POSTED = {
    *("demo", "leave-demo", "reopen", "rename", "rematch", "revoke", "hide-edition"),
    *("name-group", "call-me", "remove-member", "revoke-invitation", "switch", "begin-group"),
    *("hide", "remove-player", "me", "undo-merge", "give-up"),
    *("take-along", "renew-secret", "renew-link"),
}
# Where an account asks for something else than a guest, or a guest for nothing.
OF_ACCOUNTS = {"account": 4, "come-back": 3, "delete-account": 6, "player": 7}
# The same whoever looks.
OF_NOBODY = {
    "shared",
    "tv",
    "shared-json",
    "shared-csv",
    "shared-qr",
    "shared-picture",
}
# By a link that this browser took up: it, the link and the session take 3 of them.
BY_LINK = {
    "board": 5,
    "cards": 4,
    "record": 5,
    "correct": 5,
    "remove": 5,
    "close": 5,
    "read-cards": 3,
}
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
    at_home_elsewhere_too(owner, size)
    return Evening.of(fresh(game))


def at_home_elsewhere_too(owner, size: int) -> None:
    """`size` other members, invitations, and playgroups of one's own."""
    for number in range(size):
        member_beside(owner, Right.SCORE, f"Member {number}")
        start_playgroup(time_zone="UTC", at=later(-number), guest=owner.guest)
        invite(
            by=owner,
            right=Right.SEE,
            is_single_use=True,
            ends_at=None,
            at=later(-number - 1),
        )
    for number, game in enumerate(owner.playgroup.sessions.all()[:size]):
        ends_at = timezone.now() + datetime.timedelta(days=number + 1)
        for of in (game, None):
            share_session(game=of, by=owner, at=later(0), ends_at=ends_at)


def statements(ask) -> int:
    with CaptureQueriesContext(
        connection,
    ) as captured:
        assert ask().status_code in (200, 302)
    return len(captured)


def asked_of(phone, evening: Evening, names) -> dict[str, int]:
    """Each page as it is when nothing of it is kept."""
    asked = {}
    for name in names:
        caches["pages"].clear()
        asked[name] = statements(lambda name=name: phone.get(evening.address(name)))
    return asked


def test_every_page_is_in_the_table():
    names = {pattern.name for pattern in all_patterns()}
    assert names == {*STATEMENTS, *OF_ACCOUNTS} | NO_TABLE_OF_OURS | ONLY_POSTED | OF_SIGNING_IN


@pytest.mark.parametrize("size", [1, 3, 30])
def test_a_page_asks_the_database_as_often_however_much_there_is(phone, owner, size):
    evening = an_evening(owner, size)
    assert asked_of(phone, evening, STATEMENTS) == STATEMENTS


@pytest.mark.parametrize("size", [1, 3, 30])
def test_for_an_account_it_is_one_more_to_know_who_it_is(owner, size):
    evening = an_evening(owner, size)
    account = account_of("anna")
    keep(guest=owner.guest, account=account)
    owner.refresh_from_db()
    phone = browser_of(owner)
    phone.get("/")  # the first visit is noted
    expected = {name: number + (name not in OF_NOBODY) for name, number in STATEMENTS.items()}
    assert asked_of(phone, evening, expected | OF_ACCOUNTS) == expected | OF_ACCOUNTS


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
    # On PostgreSQL one more tells the other processes, whose watchers wait.
    telling = connection.vendor == "postgresql"
    assert asked == {name: number + telling for name, number in SENT.items()}


def test_a_shared_page_that_was_just_shown_takes_one_statement(client, owner):
    address = an_evening(owner, 1).address("shared")
    client.get(address)
    assert statements(lambda: client.get(address)) == 1


def test_the_owner_looking_at_the_shared_page_makes_no_difference(phone, owner):
    evening = an_evening(owner, 1)
    phone.get(evening.address("shared"))
    assert statements(lambda: phone.get(evening.address("shared"))) == 1


@pytest.mark.parametrize("size", [1, 3, 30])
def test_by_a_link_it_costs_as_much_however_much_there_is(owner, size):
    evening = an_evening(owner, size)
    phone = browser_of(None)
    phone.post(evening.address("keep-score"))
    assert asked_of(phone, evening, BY_LINK) == BY_LINK


@pytest.mark.parametrize("size", [1, 3, 30])
def test_a_link_to_all_sessions_costs_as_much_however_many_there_are(client, owner, size):
    an_evening(owner, size)
    link = share_session(game=None, by=owner, at=later(0), names="first")
    game = owner.playgroup.sessions.last()
    # The link, how many there are, the newest versions; the sessions, their seats and people, and
    # everybody, since two of one first name are numbered alike in each session.
    assert statements(lambda: client.get(link.get_absolute_url())) == 7
    assert statements(lambda: client.get(link.get_absolute_url())) == 4
    assert statements(lambda: client.get(link.address_of(game))) == 5
    assert statements(lambda: client.get(link.address_of(game))) == 3
