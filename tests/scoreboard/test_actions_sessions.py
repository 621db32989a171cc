"""Starting a session, a rematch, closing it and taking it up again; and links to it."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from django.contrib.messages import get_messages
from django.urls import reverse

import rules
from scoreboard.actions.playgroups import join_demo, leave_demo, start_playgroup
from scoreboard.actions.sessions import NewSession, SetupRefused, rematch
from scoreboard.models import GameSession, Guest, Player, Right
from scoreboard.queries.score_sheet import ScoreSheet
from tests.scoreboard.people import (
    EVENING,
    a_key,
    close,
    correct,
    later,
    play,
    remove,
    reopen,
    start,
)
from tests.scoreboard.readback import (
    assert_caches_true,
    everything_stored,
    folded,
    fresh,
    totals,
    winners,
)
from tests.scoreboard.test_agreement import change, joiner, seat


def at_the_table(game: GameSession) -> list[str]:
    return [seat.player.name for seat in game.seats.select_related("player")]


def dealer(game: GameSession) -> str:
    sheet = ScoreSheet(fresh(game))
    return sheet.names[sheet.standings.next_dealer]


def again(game: GameSession, by, key: str = "") -> GameSession:
    return rematch(sheet=ScoreSheet(fresh(game)), key=key or a_key(), by=by, at=later(300))


def test_a_session_has_its_seats_in_order_and_its_line_of_history(game, owner):
    assert at_the_table(game) == ["Anna", "Bram", "Cees"]
    change = game.changes.get()
    assert (change.what, change.version, change.by, change.at) == ("started", 1, owner, EVENING)
    assert_caches_true(game)


def test_started_twice_with_one_key_it_is_one_session(owner):
    key = a_key()
    first = start(owner, key=key)
    before = everything_stored()
    assert start(owner, key=key) == first
    assert everything_stored() == before


def test_the_same_people_are_known_again_in_any_case(owner):
    start(owner, "Anna Bram")
    game = start(owner, "BRAM anna Cees")
    assert at_the_table(game) == ["Bram", "Anna", "Cees"]
    assert Player.objects.count() == 3


def test_new_people_get_marks_that_differ(owner):
    start(owner, " ".join(f"P{number}" for number in range(12)))
    assert sorted(Player.objects.values_list("mark", flat=True)) == list(range(12))


@pytest.mark.parametrize(
    ("names", "agreed", "code"),
    [
        ("Anna", {}, "too-few-seats"),
        ("", {}, "too-few-seats"),
        ("Anna anna", {}, "duplicate-seat"),
        ("Weiß Bram WEISS", {}, "duplicate-seat"),
        ("Anna Bram", {"target": 0}, "bad-target"),
        ("Anna Bram", {"target": -500}, "bad-target"),
        ("Anna Bram", {"target": 1_000_001}, "bad-target"),
        ("Anna Bram", {"target": 10**30}, "bad-target"),
        ("Anna Bram", {"card_points": {"wild": -1}}, "bad-number"),
        ("Anna Bram", {"card_points": {"joker": 5}}, "unknown-card"),
    ],
)
def test_what_cannot_be_agreed_is_refused_and_nothing_is_stored(owner, names, agreed, code):
    before = everything_stored()
    with pytest.raises(SetupRefused) as refused:
        start(owner, names, **agreed)
    assert code in [problem.code for problem in refused.value.problems]
    assert everything_stored() == before


def test_everything_that_is_wrong_is_said_at_once():
    found = NewSession(names=["Anna", "Anna", ""], target=0).problems()
    assert {problem.code for problem in found} == {"bad-target", "duplicate-seat", "unknown-seat"}


@pytest.mark.parametrize("target", [1, 1_000_000, None])
def test_the_smallest_and_the_largest_target_and_none(owner, target):
    game = start(owner, target=target)
    play(game, "Anna", Bram=1, Cees=0)
    assert folded(game).finished == (target == 1)
    assert_caches_true(game)


def test_exactly_500_ends_it(game):
    play(game, "Anna", Bram=400, Cees=99)
    assert not folded(game).finished
    play(game, "Anna", Bram=1, Cees=0)
    assert totals(game)["Anna"] == 500
    assert winners(game) == ["Anna"]


def test_the_option_of_the_box_counts(owner):
    game = start(owner, "Anna Bram", card_points={"wild": 20})
    play(game, "Anna", Bram="wild +4")
    assert totals(game)["Anna"] == 70


def test_a_released_edition_is_found_under_every_key_that_is_stored(game):
    assert rules.find_edition(game.edition).key == "classic-108"


def test_who_deals_first_was_agreed_and_then_it_goes_round(owner):
    game = start(owner, first_dealer="Cees")
    assert dealer(game) == "Cees"
    row = play(game, "Anna", Bram=20, Cees=7)
    assert dealer(game) == "Anna"
    remove(row)
    assert dealer(game) == "Cees"


def test_a_rematch_has_the_same_people_and_the_same_agreement(owner):
    game = start(owner, target=300, card_points={"wild": 20}, name="Friday")
    play(game, "Anna", Bram=200, Cees=100)
    second = again(game, owner)
    assert second.pk != game.pk
    assert at_the_table(second) == at_the_table(game)
    for agreed in ("target", "card_points", "edition", "name"):
        assert getattr(second, agreed) == getattr(game, agreed)
    assert (second.started_at, second.closed_at) == (later(300), None)
    assert totals(second) == {"Anna": 0, "Bram": 0, "Cees": 0}
    assert_caches_true(second)


@pytest.mark.parametrize(("rounds", "deals"), [(0, "Bram"), (1, "Cees"), (2, "Anna")])
def test_in_a_rematch_the_deal_goes_on(owner, rounds, deals):
    game = start(owner, first_dealer="Bram")
    for _ in range(rounds):
        play(game, "Anna", Bram=20, Cees=7)
    close(game)
    assert dealer(again(game, owner)) == deals


def test_in_a_rematch_the_deal_goes_on_from_the_last_round_that_counted(owner, game):
    first = play(game, "Anna", Bram=20, Cees=7)
    play(game, "Anna", Bram=20, Cees=7)
    correct(first, "Anna", Bram=400, Cees=100)
    assert dealer(again(game, owner)) == "Bram"


def test_two_taps_on_rematch_start_one(game, owner):
    key = a_key()
    assert again(game, owner, key) == again(game, owner, key)
    assert GameSession.objects.count() == 2


def test_a_rematch_after_a_renaming_has_the_same_people(game, owner):
    anna = Player.objects.get(name="Anna")
    anna.name = "Annelies"
    anna.save()
    assert at_the_table(again(game, owner)) == ["Annelies", "Bram", "Cees"]
    assert Player.objects.count() == 3


def test_at_bedtime_the_best_total_so_far_wins(game):
    play(game, "Anna", Bram=20, Cees=7)
    close(game, at=later(60))
    assert winners(game) == ["Anna"]
    assert fresh(game).closed_at == later(60)
    assert_caches_true(game)


def test_a_tie_at_closing_is_shared(game):
    play(game, "Anna", Bram=20, Cees=7)
    play(game, "Bram", Anna=20, Cees=7)
    close(game)
    assert winners(game) == ["Anna", "Bram"]
    assert [seat.cached_rank for seat in game.seats.all()] == [1, 1, 3]
    assert_caches_true(game)


def test_closed_without_a_round_nobody_has_won(game):
    close(game, at=later(5))
    assert winners(game) == []
    assert fresh(game).cached_ended_at == later(5)
    assert_caches_true(game)


@pytest.mark.parametrize("how", ["won", "closed"])
def test_closing_what_is_finished_changes_nothing(game, how):
    play(game, "Anna", Bram=400 if how == "won" else 4, Cees=100)
    if how == "closed":
        close(game)
    before = everything_stored()
    close(game, at=later(999))
    assert everything_stored() == before


def test_taken_up_again_it_is_played_on(game):
    play(game, "Anna", Bram=20, Cees=7)
    close(game)
    reopen(game)
    assert fresh(game).closed_at is None
    assert not folded(game).finished
    play(game, "Bram", Anna=20, Cees=8)
    assert totals(game)["Bram"] == 28
    assert_caches_true(game)


@pytest.mark.parametrize("how", ["open", "won"])
def test_what_was_not_closed_is_not_taken_up_again(game, how):
    play(game, "Anna", Bram=400 if how == "won" else 4, Cees=100)
    before = everything_stored()
    reopen(game)
    assert everything_stored() == before


def test_a_new_playgroup_belongs_to_whoever_began(db):
    member = start_playgroup(time_zone="America/Los_Angeles", at=EVENING)
    assert member.right == Right.OWN
    assert member.playgroup.time_zone == "America/Los_Angeles"


@pytest.mark.parametrize("sent", ["", "Mars/Olympus", "../etc/passwd", "europe/amsterdam"])
def test_a_time_zone_that_nobody_knows_is_the_server_s(db, settings, sent):
    settings.DEFAULT_TIME_ZONE = "Europe/Brussels"
    assert start_playgroup(time_zone=sent, at=EVENING).playgroup.time_zone == "Europe/Brussels"


def test_who_leaves_the_demo_leaves_what_was_recorded(owner, game):
    visitor = join_demo(playgroup=owner.playgroup, at=EVENING)
    assert visitor.right == Right.SCORE
    played = start(visitor, "Dirk Els")
    leave_demo(member=visitor)
    assert not Guest.objects.filter(pk=visitor.guest.pk).exists()
    assert fresh(played).changes.get().by is None


def test_one_key_with_something_else_agreed_is_another_session(owner):
    """Back on the phone, one more player or another target, and Start again."""
    key = a_key()
    first = start(owner, "Anna Bram", key=key)
    assert start(owner, "Anna Bram", key=key) == first
    with_more = start(owner, "Anna Bram Cees", key=key)
    elsewhere = start(owner, "Anna Bram", key=key, target=700)
    assert len({first.pk, with_more.pk, elsewhere.pk}) == 3
    assert with_more.seats.count() == 3
    assert elsewhere.target == 700


def test_a_rematch_pressed_on_two_phones_is_one(owner):
    game = start(owner, "Anna Bram")
    play(game, "Anna", Bram=500)
    again = [
        rematch(sheet=ScoreSheet(fresh(game)), key=a_key(), by=owner, at=later(300 + phone))
        for phone in (1, 2)
    ]
    assert again[0] == again[1] != game
    play(again[0], "Bram", Anna=20)
    third = rematch(sheet=ScoreSheet(fresh(game)), key=a_key(), by=owner, at=later(400))
    assert third not in (game, *again)


# --- a rematch of any session ---------------------------------------------------------------------


def test_a_rematch_has_all_of_what_was_agreed(owner):
    agreed = {
        "edition": "no-mercy-168",
        "decks": 2,
        "missing_cards": ("red 7",),
        "card_points": {"0": 10},
        "scoring": "everyone-keeps",
        "target": 700,
        "max_rounds": 3,
        "ties": "play-on",
        "house_rules": ("jump-in", "no-action-finish"),
        "start_points": {"Bram": 40},
    }
    game = start(owner, **agreed)
    play(game, "Anna", Bram=20, Cees=700)
    second = again(game, owner)
    setups = [ScoreSheet(fresh(each)).setup for each in (game, second)]
    bram = Player.objects.get(name="Bram").key
    assert setups[1] == replace(setups[0], first_dealer=bram)
    assert_caches_true(second)


def test_a_rematch_keeps_the_teams(owner):
    teams = {"Anna": "A", "Bram": "B", "Cees": "A", "Daan": "B"}
    game = start(owner, "Anna Bram Cees Daan", teams=teams)
    play(game, "Anna", Bram=20, Daan=7)
    # Without Cees the teams would not be equal any more.
    game.seats.filter(player__name="Cees").update(to_round=1)
    close(game)
    second = again(game, owner)
    seats = second.seats.select_related("player")
    assert {seat.player.name: seat.team for seat in seats} == teams


def own_edition() -> dict:
    table = Path(rules.__file__).parent / "editions" / "classic-108.json"
    return {**json.loads(table.read_text()), "key": "ours", "target": 250}


def test_a_rematch_keeps_the_edition_of_ones_own_as_it_was(owner):
    table = own_edition()
    game = start(owner, edition="ours@1", edition_table=table, target=250)
    play(game, "Anna", Bram=200, Cees=100)
    phones = [again(game, owner) for _ in range(2)]
    assert phones[0] == phones[1] != game
    assert (phones[0].edition, phones[0].edition_table) == ("ours@1", table)


def test_who_joined_late_starts_the_rematch_like_everybody_and_who_left_is_not_in_it(owner):
    game = start(owner, start_points={"Anna": 30})
    play(game, "Anna", Bram=20, Cees=7)
    change(game, seats=(seat(game, "Cees", to_round=1),))
    change(game, joining=(joiner("Daan", from_round=2, start_points=120),))
    play(game, "Anna", Bram=400, Daan=50)
    second = again(game, owner)
    assert totals(second) == {"Anna": 30, "Bram": 0, "Daan": 0}
    assert {seat.from_round for seat in second.seats.all()} == {1}


def test_who_went_home_with_the_last_round_is_not_in_the_rematch(game, owner):
    play(game, "Anna", Bram=20, Cees=7)
    change(game, seats=(seat(game, "Cees", to_round=1),))
    close(game)
    assert at_the_table(again(game, owner)) == ["Anna", "Bram"]


def test_who_would_have_gone_home_later_is_in_the_rematch(game, owner):
    change(game, seats=(seat(game, "Cees", to_round=2),))
    play(game, "Anna", Bram=400, Cees=100)
    assert at_the_table(again(game, owner)) == ["Anna", "Bram", "Cees"]


def test_when_nearly_all_have_left_the_rematch_has_everybody(game, owner):
    play(game, "Anna", Bram=20, Cees=7)
    change(game, seats=tuple(seat(game, name, to_round=1) for name in ("Bram", "Cees")))
    close(game)
    assert at_the_table(again(game, owner)) == ["Anna", "Bram", "Cees"]


def test_in_a_rematch_the_deal_passes_over_who_left(game, owner):
    play(game, "Anna", Bram=20, Cees=7)
    play(game, "Anna", Bram=20, Cees=7)
    change(game, seats=(seat(game, "Cees", to_round=2),))
    close(game)
    # It would have been the turn of Cees.
    assert dealer(again(game, owner)) == "Anna"


def test_a_rematch_of_a_session_whose_target_was_changed_has_the_new_one(game, owner):
    play(game, "Anna", Bram=200, Cees=110)
    change(game, target=300)
    assert again(game, owner).target == 300


def test_a_rematch_that_cannot_be_is_answered_with_a_sentence(phone, owner):
    game = start(owner, start_points={"Anna": 30})
    close(game)
    # As no page stores it, but an older version or a hand in the database may have.
    GameSession.objects.filter(pk=game.pk).update(target=20)
    before = everything_stored()
    response = phone.post(reverse("rematch", args=[game.pk]), {"key": a_key()})
    assert (response.status_code, response.url) == (302, reverse("new-session"))
    told = [str(message) for message in get_messages(response.wsgi_request)]
    assert told == ["Anna: start points are a whole number from 0 to below 20."]
    assert everything_stored() == before
