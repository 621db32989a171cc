"""Several phones change the people of one playgroup at the same moment, really."""

import pytest
from django.urls import reverse

from scoreboard.actions.merging import SatTogether, merge_players, undo_merge
from scoreboard.actions.players import (
    NameTaken,
    NotThere,
    SomebodyElse,
    add_player,
    remove_player,
    rename_player,
    take_as_oneself,
)
from scoreboard.models import Account, GameSession, Merge, Player, Seat
from tests.scoreboard.people import a_key, account_of, browser_of, later, start
from tests.scoreboard.readback import Page, assert_caches_true, totals
from tests.scoreboard.test_concurrency import PHONES, at_once, kinds
from tests.scoreboard.test_merging import merge, person

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def twins(owner) -> GameSession:
    start(owner, "Anna Bram")
    return start(owner, "Anne Dirk")


def add(owner, name: str, key: str = "") -> Player:
    return add_player(playgroup=owner.playgroup, name=name, key=key or a_key(), at=later(1))


def nobody_is_lost() -> None:
    """No seat belongs to a row that is gone, and nobody stands twice in one session."""
    assert not Seat.objects.exclude(player__merged_into=None).exists()
    assert not GameSession.objects.exclude(first_dealer__merged_into=None).exists()
    assert not Player.objects.exclude(merged_into__merged_into=None).exists()
    for game in GameSession.objects.all():
        assert_caches_true(game)


def test_one_name_added_by_eight_phones_is_one_person(game, owner):
    outcomes = at_once(*[lambda: add(owner, "Fay")] * PHONES)
    assert kinds(outcomes) == {"done": 1, NameTaken: PHONES - 1}


def test_one_tap_sent_eight_times_adds_one_person(game, owner):
    key = a_key()
    assert kinds(at_once(*[lambda: add(owner, "Fay", key)] * PHONES)) == {"done": PHONES}
    assert Player.objects.filter(name="Fay").count() == 1


def test_eight_phones_make_the_same_two_one(twins, owner):
    outcomes = at_once(*[lambda: merge("Anna", "Anne", owner)] * PHONES)
    assert kinds(outcomes) == {"done": 1, NotThere: PHONES - 1}
    assert Merge.objects.count() == 1
    nobody_is_lost()


def test_two_phones_make_them_one_in_both_directions(twins, owner):
    anna, anne = person("Anna"), person("Anne")
    outcomes = at_once(
        lambda: merge_players(kept=anna, gone=anne, by=owner, at=later(1)),
        lambda: merge_players(kept=anne, gone=anna, by=owner, at=later(1)),
    )
    assert kinds(outcomes) == {"done": 1, NotThere: 1}
    nobody_is_lost()


def test_a_merge_while_a_session_starts_with_both(twins, owner):
    outcomes = at_once(lambda: merge("Anna", "Anne", owner), lambda: start(owner, "Anna Anne Bram"))
    assert kinds(outcomes)["done"] == 1
    together = GameSession.objects.filter(seats__player__name="Anne")
    assert isinstance(outcomes[0], SatTogether) == together.filter(seats__position=2).exists()
    nobody_is_lost()


def test_rounds_are_recorded_while_people_are_merged_and_made_two_again(twins, owner):
    phone = browser_of(owner)

    def record() -> None:
        for _ in range(8):
            page = Page(phone.get(reverse("record", args=[twins.pk]))).sent
            sent = page | {"winner": "1", "points-0": "20"}
            assert phone.post(reverse("record", args=[twins.pk]), sent).status_code == 302

    def back_and_forth() -> None:
        for _ in range(4):
            undo_merge(merge=merge("Anna", "Anne", owner), at=later(2))

    outcomes = at_once(back_and_forth, record)
    assert kinds(outcomes) == {"done": 2}
    assert totals(twins) == {"Anne": 0, "Dirk": 160}
    nobody_is_lost()


def test_undone_on_eight_phones_it_is_undone_once(twins, owner):
    made = merge("Anna", "Anne", owner)
    outcomes = at_once(*[lambda: undo_merge(merge=made, at=later(2))] * PHONES)
    assert kinds(outcomes) == {"done": PHONES}
    assert twins.seats.get(position=0).player == person("Anne")
    nobody_is_lost()


def test_an_undo_while_somebody_takes_the_name(twins, owner):
    made = merge("Anna", "Anne", owner)
    outcomes = at_once(
        lambda: undo_merge(merge=made, at=later(2)),
        lambda: rename_player(player=person("Bram"), name="anne"),
    )
    assert kinds(outcomes) == {"done": 1, NameTaken: 1}
    assert Player.objects.filter(name_key="anne", merged_into=None).count() == 1


def test_removed_while_they_sit_down_somebody_is_kept(owner, game):
    fay = add(owner, "Fay")
    at_once(lambda: remove_player(player=fay), lambda: start(owner, "Fay Anna"))
    assert Seat.objects.filter(player__name="Fay").count() == 1


def test_two_accounts_that_are_the_same_person_at_once(game):
    accounts = [account_of(f"a{number}") for number in range(4)]
    anna = person("Anna")
    jobs = [
        lambda account=account: take_as_oneself(player=anna, account=account)
        for account in accounts
    ]
    assert kinds(at_once(*jobs)) == {"done": 1, SomebodyElse: 3}
    assert Account.objects.exclude(players=None).count() == 1
