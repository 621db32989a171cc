"""Several phones at the same moment, really: threads, each with a connection of its own."""

import re
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection
from django.urls import reverse

from scoreboard.actions.players import NameTaken, rename_player
from scoreboard.actions.rounds import RoundTaken, SessionOver
from scoreboard.actions.sessions import SessionChanged, rematch
from scoreboard.actions.sharing import share_session
from scoreboard.models import GameSession, Member, Player, ShareLink
from scoreboard.queries.score_sheet import ScoreSheet
from tests.scoreboard.people import (
    a_key,
    browser_of,
    close,
    correct,
    later,
    play,
    remove,
    reopen,
    start,
)
from tests.scoreboard.readback import assert_caches_true, fresh, totals

PHONES = 8

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*jobs: Callable[[], object]) -> list[object]:
    """What each job gave, or the exception that ended it."""
    barrier = Barrier(len(jobs))

    def run(job: Callable[[], object]) -> object:
        try:
            barrier.wait(timeout=20)
            return job()
        except Exception as ending:
            return ending
        finally:
            connection.close()

    with ThreadPoolExecutor(len(jobs)) as phones:
        return list(phones.map(run, jobs))


def kinds(outcomes: list[object]) -> Counter:
    return Counter(
        type(outcome) if isinstance(outcome, Exception) else "done" for outcome in outcomes
    )


def test_eight_phones_record_the_same_round_and_one_is_first(game):
    jobs = [
        lambda points=points: play(game, "Anna", number=1, Bram=points, Cees=7)
        for points in range(20, 20 + PHONES)
    ]
    assert kinds(at_once(*jobs)) == {"done": 1, RoundTaken: PHONES - 1}
    assert game.rounds.count() == 1
    assert fresh(game).version == 2
    assert_caches_true(game)


def test_one_entry_sent_eight_times_is_stored_once(game):
    key = a_key()
    jobs = [lambda: play(game, "Anna", number=1, entry_key=key, Bram=20, Cees=7)] * PHONES
    assert kinds(at_once(*jobs)) == {"done": PHONES}
    assert (game.rounds.count(), fresh(game).version) == (1, 2)
    assert_caches_true(game)


def test_eight_phones_with_each_its_own_round_store_eight(game):
    """Each tries again as the page proposes, until its round is in."""

    def until_stored() -> None:
        while True:
            try:
                play(game, "Anna", Bram=1, Cees=7)
                return
            except RoundTaken:
                continue

    assert kinds(at_once(*[until_stored] * PHONES)) == {"done": PHONES}
    assert game.rounds.count() == PHONES
    assert totals(game)["Anna"] == 8 * PHONES
    assert_caches_true(game)


def test_recording_while_another_round_is_corrected(game):
    first = play(game, "Anna", Bram=20, Cees=7)
    outcomes = at_once(
        lambda: play(game, "Bram", number=2, Anna=30, Cees=7),
        lambda: correct(first, "Cees", Anna=3, Bram=4),
    )
    assert kinds(outcomes) == {"done": 2}
    assert totals(game) == {"Anna": 0, "Bram": 37, "Cees": 7}
    assert_caches_true(game)


def test_one_round_corrected_from_eight_stale_pages_is_corrected_once(game):
    row = play(game, "Anna", Bram=20, Cees=7)
    seen = fresh(game).version
    jobs = [
        lambda points=points: correct(row, "Anna", seen_version=seen, Bram=points, Cees=7)
        for points in range(30, 30 + PHONES)
    ]
    assert kinds(at_once(*jobs)) == {"done": 1, RoundTaken: PHONES - 1}
    assert_caches_true(game)


def test_one_round_removed_by_eight_phones_is_removed_once(game):
    rows = [play(game, "Anna", Bram=points, Cees=7) for points in (10, 20, 30)]
    seen = fresh(game).version
    jobs = [lambda: remove(rows[0], seen_version=seen)] * PHONES
    assert kinds(at_once(*jobs)) == {"done": 1, RoundTaken: PHONES - 1}
    assert [row.pk for row in game.rounds.all()] == [rows[1].pk, rows[2].pk]
    assert_caches_true(game)


def test_the_round_that_wins_is_recorded_while_somebody_closes(game):
    outcomes = at_once(
        lambda: play(game, "Anna", number=1, Bram=400, Cees=100), lambda: close(game)
    )
    assert kinds(outcomes) in ({"done": 2}, {"done": 1, SessionOver: 1})
    assert_caches_true(game)


def test_everything_at_once(game):
    rows = [play(game, "Anna", Bram=points, Cees=7) for points in (10, 20, 30)]
    outcomes = at_once(
        lambda: play(game, "Bram", number=4, Anna=5, Cees=7),
        lambda: play(game, "Cees", number=4, Anna=5, Bram=7),
        lambda: correct(rows[0], "Bram", Anna=5, Cees=7),
        lambda: correct(rows[2], "Bram", Anna=5, Cees=7),
        lambda: remove(rows[1]),
        lambda: close(game),
        lambda: reopen(game),
        lambda: rematch_of(game, game.playgroup.members.get(), a_key()),
    )
    assert set(kinds(outcomes)) <= {"done", RoundTaken, SessionOver, SessionChanged}
    assert_caches_true(game)


def rematch_of(game: GameSession, by: Member, key: str) -> GameSession:
    return rematch(sheet=ScoreSheet(fresh(game)), key=key, by=by, at=later(300))


def test_a_rematch_tapped_on_eight_phones_with_one_page_is_one(game, owner):
    key = a_key()
    outcomes = at_once(*[lambda: rematch_of(game, owner, key)] * PHONES)
    assert kinds(outcomes) == {"done": PHONES}
    assert len({again.pk for again in outcomes}) == 1
    assert GameSession.objects.count() == 2


def test_sessions_with_the_same_new_names_at_once_know_the_same_people(owner):
    jobs = [lambda: start(owner, "Dirk Els Fay")] * PHONES
    assert kinds(at_once(*jobs)) == {"done": PHONES}
    assert Player.objects.count() == 3
    assert sorted(Player.objects.values_list("mark", flat=True)) == [0, 1, 2]


def test_two_people_who_take_the_same_name_at_once(game):
    anna, bram = Player.objects.filter(name__in=["Anna", "Bram"]).order_by("name")
    outcomes = at_once(
        lambda: rename_player(player=anna, name="Alex"),
        lambda: rename_player(player=bram, name="ALEX"),
    )
    assert kinds(outcomes) == {"done": 1, NameTaken: 1}
    assert Player.objects.filter(name_key="alex").count() == 1


def test_a_renaming_and_a_new_person_of_that_name_at_once(game, owner):
    anna = Player.objects.get(name="Anna")
    outcomes = at_once(
        lambda: rename_player(player=anna, name="Alex"), lambda: start(owner, "alex Bram")
    )
    assert kinds(outcomes) in ({"done": 2}, {"done": 1, NameTaken: 1})
    assert Player.objects.filter(name_key="alex").count() == 1


def test_a_session_shared_by_eight_taps_has_one_link(game, owner):
    jobs = [lambda: share_session(game=game, by=owner, at=later(1))] * PHONES
    outcomes = at_once(*jobs)
    assert kinds(outcomes) == {"done": PHONES}
    assert len({link.token for link in outcomes}) == 1
    assert ShareLink.objects.count() == 1


# --- through the pages ----------------------------------------------------------------------------


def test_two_quick_taps_on_store_store_once_and_both_lead_to_the_board(game, owner):
    address = reverse("record", args=[game.pk])
    sent = {"winner": "0", "points-1": "20", "points-2": "7", "seen_version": "1"}
    phones = [browser_of(owner) for _ in range(PHONES)]
    jobs = [lambda phone=phone: phone.post(address, sent | {"key": "k" * 12}) for phone in phones]
    answers = at_once(*jobs)
    assert [answer.status_code for answer in answers] == [302] * PHONES
    assert game.rounds.count() == 1


def test_eight_phones_with_the_same_round_and_all_but_one_are_told(game, owner):
    address = reverse("record", args=[game.pk])
    sent = {"winner": "0", "points-1": "20", "points-2": "7", "seen_version": "1"}
    phones = [browser_of(owner) for _ in range(PHONES)]
    jobs = [lambda phone=phone: phone.post(address, sent | {"key": a_key()}) for phone in phones]
    answers = at_once(*jobs)
    assert Counter(answer.status_code for answer in answers) == {302: 1, 409: PHONES - 1}
    assert game.rounds.count() == 1


def test_watching_while_rounds_are_recorded_shows_whole_rounds(game, owner):
    phone = browser_of(owner)
    address = game.get_absolute_url()

    def watch() -> None:
        for _ in range(10):
            board = phone.get(address).content.decode()
            played = len(re.findall(r"Correct round \d+", board))
            totals = [int(total) for total in re.findall(r'"points">(\d+)<', board)]
            assert max(totals) == 27 * played

    def record() -> None:
        for number in range(1, 6):
            play(game, "Anna", number=number, Bram=20, Cees=7)

    assert kinds(at_once(watch, record)) == {"done": 2}


def test_whoever_opens_a_round_while_another_is_removed_gets_that_round_or_none(game, owner):
    """Its number changes under the page; its hands must stay its own."""
    rows = [play(game, "Anna", Bram=points, Cees=7) for points in range(11, 19)]
    last = rows[-1]
    phone = browser_of(owner)

    def look(name: str) -> None:
        for _ in range(12):
            page = phone.get(reverse(name, args=[game.pk, last.pk]))
            assert page.status_code == 200
            assert "18" in page.content.decode()

    def take_away() -> None:
        for row in rows[:-1]:
            remove(row)

    jobs = (lambda: look("correct"), lambda: look("remove"), take_away)
    assert kinds(at_once(*jobs)) == {"done": 3}
    assert fresh(game).rounds.get() == last
