"""Changing what was agreed while a session runs, or to take it up again."""

from dataclasses import replace

import pytest

import rules
from scoreboard.actions.agreement import Agreement, change_agreement
from scoreboard.actions.rounds import LaterRoundsBroken, RoundTaken
from scoreboard.actions.sessions import SessionChanged, SetupRefused
from scoreboard.models import GameSession, Player, Seat
from scoreboard.queries.score_sheet import ScoreSheet
from tests.scoreboard.people import correct, later, play, someone, start
from tests.scoreboard.readback import (
    assert_caches_true,
    everything_stored,
    folded,
    fresh,
    totals,
    winners,
)
from tests.scoreboard.test_concurrency import at_once, kinds


def sheet_of(game: GameSession) -> ScoreSheet:
    return ScoreSheet(fresh(game))


def agreed_now(game: GameSession) -> Agreement:
    setup = sheet_of(game).setup
    dealer = setup.first_dealer or setup.seats[0].player
    return Agreement(setup.target, setup.max_rounds, dealer)


def seat(game: GameSession, name: str, **told) -> rules.Seat:
    row = game.seats.select_related("player").get(player__name=name)
    return replace(row.in_rules(), **told)


def joiner(name: str, **told) -> rules.Seat:
    return rules.Seat(player=name, **told)


def change(game: GameSession, *, seen_version: int | None = None, **told) -> ScoreSheet:
    """As it stands, but for what is told; `first_dealer` and `taken_back` by name."""
    sheet = sheet_of(game)
    keys = {name: key for key, name in sheet.names.items()}
    if "first_dealer" in told:
        told["first_dealer"] = keys[told["first_dealer"]]
    if "taken_back" in told:
        told["taken_back"] = frozenset(keys[name] for name in told["taken_back"])
    return change_agreement(
        sheet=sheet,
        agreed=replace(agreed_now(game), **told),
        by=someone(game),
        seen_version=sheet.game.version if seen_version is None else seen_version,
        at=later(200),
    )


def lines(game: GameSession) -> list[tuple]:
    """What was changed after the start and the rounds, with how it was and became."""
    others = game.changes.exclude(what__in=["started", "recorded", "corrected", "closed"])
    return list(others.order_by("version").values_list("what", "before", "after"))


# --- each kind of change --------------------------------------------------------------------------


def test_a_lower_target_ends_the_session_earlier_and_later_rounds_stay_marked(game):
    play(game, "Anna", Bram=200, Cees=110)
    play(game, "Bram", Anna=20, Cees=7)
    change(game, target=300)
    assert folded(game).ended_by_round == 1
    assert winners(game) == ["Anna"]
    assert [scored.counts for scored in folded(game).rounds] == [True, False]
    assert lines(game) == [("target", {"target": 500}, {"target": 300})]
    assert fresh(game).cached_ended_at == game.rounds.first().ended_at
    assert_caches_true(game)


def test_a_higher_target_takes_up_a_session_that_had_ended(game):
    play(game, "Anna", Bram=400, Cees=100)
    assert folded(game).finished
    change(game, target=700)
    assert not folded(game).finished
    play(game, "Anna", Bram=100, Cees=100)
    assert winners(game) == ["Anna"]
    assert_caches_true(game)


def test_without_a_target_it_goes_on_until_it_is_closed(game):
    play(game, "Anna", Bram=400, Cees=100)
    change(game, target=None)
    assert not folded(game).finished
    assert lines(game) == [("target", {"target": 500}, {"target": None})]


def test_a_number_of_rounds_ends_it_and_more_of_them_let_it_go_on(game):
    for _ in range(2):
        play(game, "Anna", Bram=20, Cees=7)
    change(game, max_rounds=2)
    assert folded(game).finished
    change(game, max_rounds=3)
    assert not folded(game).finished
    told = [("limit", {"max_rounds": None}, {"max_rounds": 2})]
    assert lines(game) == [*told, ("limit", {"max_rounds": 2}, {"max_rounds": 3})]
    assert_caches_true(game)


def test_who_dealt_first_moves_every_deal(game):
    play(game, "Anna", Bram=20, Cees=7)
    change(game, first_dealer="Cees")
    standings = sheet_of(game).standings
    names = sheet_of(game).names
    assert names[standings.rounds[0].dealer] == "Cees"
    assert names[standings.next_dealer] == "Anna"
    keys = {name: key for key, name in names.items()}
    dealer = [{"first_dealer": keys[name]} for name in ("Anna", "Cees")]
    assert lines(game) == [("dealer", *dealer)]


def test_somebody_joins_with_start_points_in_the_last_seat(game):
    play(game, "Anna", Bram=20, Cees=7)
    change(game, joining=(joiner("Daan", start_points=120, from_round=2),))
    row = game.seats.get(player__name="Daan")
    assert (row.position, row.start_points, row.from_round, row.to_round) == (3, 120, 2, None)
    assert "Daan" not in totals(game)
    play(game, "Daan", Anna=1, Bram=1, Cees=1)
    assert totals(game)["Daan"] == 123
    plain = {"team": None, "start_points": 120, "from_round": 2, "to_round": None}
    assert lines(game) == [("joined", None, {"player": row.player.key} | plain)]
    assert_caches_true(game)


def test_who_joins_is_known_again_whatever_the_case(owner, game):
    start(owner, "Daan Els")
    change(game, joining=(joiner("DAAN"), joiner("Fay")))
    names = [row.player.name for row in game.seats.select_related("player")]
    assert names == ["Anna", "Bram", "Cees", "Daan", "Fay"]
    assert Player.objects.filter(name_key="daan").count() == 1


def test_somebody_goes_home_and_the_others_play_on(game):
    play(game, "Anna", Bram=20, Cees=7)
    change(game, seats=(seat(game, "Cees", to_round=1),))
    assert sheet_of(game).names[folded(game).left[0]] == "Cees"
    play(game, "Bram", Anna=3)
    assert totals(game) == {"Anna": 27, "Bram": 3, "Cees": 0}
    assert [row.cached_has_left for row in game.seats.all()] == [False, False, True]
    ((what, before, after),) = lines(game)
    assert (what, before["to_round"], after["to_round"]) == ("seat", None, 1)
    assert_caches_true(game)


def test_who_went_home_is_back_before_a_round_was_missed(game):
    play(game, "Anna", Bram=20, Cees=7)
    change(game, seats=(seat(game, "Cees", to_round=1),))
    change(game, seats=(seat(game, "Cees", to_round=None),))
    assert folded(game).left == ()
    play(game, "Cees", Anna=3, Bram=4)


def test_start_points_of_somebody_who_plays_are_put_right(game):
    play(game, "Anna", Bram=20, Cees=7)
    change(game, seats=(seat(game, "Bram", start_points=50),))
    assert totals(game)["Bram"] == 50
    assert_caches_true(game)


def test_a_seat_that_played_nothing_is_taken_back_and_may_be_taken_again(game):
    play(game, "Anna", Bram=20, Cees=7)
    change(game, joining=(joiner("Daan", from_round=2),))
    change(game, taken_back=["Daan"])
    assert game.seats.count() == 3
    assert [what for what, *_ in lines(game)] == ["joined", "took-back"]
    change(game, joining=(joiner("Daan", from_round=2),))
    play(game, "Daan", Anna=3, Bram=4, Cees=5)
    assert_caches_true(game)


def test_the_first_seat_deals_when_the_one_before_it_is_taken_back(game):
    change(game, taken_back=["Anna"])
    assert sheet_of(game).names[folded(game).next_dealer] == "Bram"
    assert [what for what, *_ in lines(game)] == ["took-back"]


def test_everything_at_once_is_a_line_and_a_version_for_each(game, owner):
    play(game, "Anna", Bram=20, Cees=7)
    version = fresh(game).version
    change(
        game,
        target=400,
        max_rounds=9,
        first_dealer="Bram",
        seats=(seat(game, "Cees", to_round=1), seat(game, "Bram", start_points=10)),
        joining=(joiner("Daan", from_round=2),),
    )
    kinds_of = [what for what, *_ in lines(game)]
    assert kinds_of == ["target", "limit", "dealer", "seat", "seat", "joined"]
    assert fresh(game).version == version + 6
    assert {line.by for line in game.changes.all()} == {owner}
    assert_caches_true(game)


def test_a_knocked_out_player_is_in_again_when_the_target_rises(owner):
    game = start(owner, scoring="knockout", target=100)
    play(game, "Anna", Bram=100, Cees=20)
    assert len(folded(game).knocked_out) == 1
    change(game, target=200)
    assert folded(game).knocked_out == ()
    play(game, "Bram", Anna=20, Cees=20)
    assert_caches_true(game)


# --- what is refused ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("told", "code", "where"),
    [
        ({"target": 0}, "bad-target", "target"),
        ({"target": 1_000_001}, "bad-target", "target"),
        ({"max_rounds": 0}, "bad-target", "max_rounds"),
        ({"joining": (joiner("Daan", start_points=500),)}, "bad-start-points", "seats[3]"),
        ({"joining": (joiner("Daan", from_round=0),)}, "bad-number", "seats[3].from_round"),
        ({"joining": (joiner("anna"),)}, "duplicate-seat", "seats[3]"),
        ({"joining": (joiner("Daan"), joiner("DAAN"))}, "duplicate-seat", "seats[4]"),
        ({"taken_back": ["Bram", "Cees"]}, "too-few-seats", "seats"),
    ],
)
def test_what_cannot_be_agreed_is_refused_and_nothing_is_stored(game, told, code, where):
    before = everything_stored()
    with pytest.raises(SetupRefused) as refused:
        change(game, **told)
    assert [problem.code for problem in refused.value.problems] == [code]
    assert refused.value.problems[0].where.startswith(where)
    assert everything_stored() == before


def test_all_that_is_wrong_is_said_at_once(game):
    play(game, "Anna", Bram=20, Cees=7)
    with pytest.raises(SetupRefused) as refused:
        change(
            game,
            target=0,
            max_rounds=0,
            seats=(seat(game, "Bram", start_points=-1), seat(game, "Cees", to_round=0)),
        )
    found = {problem.where for problem in refused.value.problems}
    assert found == {"target", "max_rounds", "seats[1].start_points", "seats[2].to_round"}


def test_a_dealer_without_a_seat_is_refused(owner):
    game = start(owner, first_dealer="Cees")
    with pytest.raises(SetupRefused) as refused:
        change(game, first_dealer="Cees", taken_back=["Cees"], joining=(joiner("Daan"),))
    found = [(problem.code, problem.where) for problem in refused.value.problems]
    assert found == [("unknown-seat", "first_dealer")]


def test_nobody_joins_a_game_in_teams(owner):
    teams = {"Anna": "A", "Bram": "B", "Cees": "A", "Daan": "B"}
    game = start(owner, "Anna Bram Cees Daan", teams=teams)
    with pytest.raises(SetupRefused) as refused:
        change(game, joining=(joiner("Els"),))
    assert [problem.code for problem in refused.value.problems] == ["bad-teams"]


def three_rounds(game: GameSession) -> None:
    for _ in range(3):
        play(game, "Anna", Bram=20, Cees=7)


@pytest.mark.parametrize(
    ("told", "numbers"),
    [
        (lambda game: {"seats": (seat(game, "Cees", to_round=1),)}, [2, 3]),
        (lambda game: {"seats": (seat(game, "Cees", from_round=3),)}, [1, 2]),
        (lambda game: {"joining": (joiner("Daan", from_round=3),)}, [3]),
        (lambda game: {"taken_back": ["Cees"]}, [1, 2, 3]),
    ],
    ids=["left earlier", "joined later", "was there before", "taken back"],
)
def test_rounds_that_would_make_no_sense_are_refused_with_their_list(game, told, numbers):
    three_rounds(game)
    before = everything_stored()
    with pytest.raises(LaterRoundsBroken) as broken:
        change(game, **told(game))
    assert broken.value.numbers == numbers
    assert everything_stored() == before


def test_a_seat_that_played_without_a_hand_is_not_taken_back(owner):
    game = start(owner, scoring="round-wins", target=3)
    play(game, "Anna")
    with pytest.raises(LaterRoundsBroken) as broken:
        change(game, taken_back=["Cees"])
    assert broken.value.numbers == [1]


def test_a_target_that_brings_back_a_round_that_makes_no_sense_is_refused(game):
    """Recorded after the end it was looked at less strictly."""
    first = play(game, "Anna", Bram=20, Cees=20)
    play(game, "Anna", Bram=20, Cees=20)
    correct(first, "Anna", Bram=400, Cees=100)
    change(game, seats=(seat(game, "Cees", to_round=1),))
    with pytest.raises(LaterRoundsBroken) as broken:
        change(game, target=600)
    assert broken.value.numbers == [2]


def test_a_page_older_than_the_session_changes_nothing(game):
    seen = fresh(game).version
    play(game, "Anna", Bram=20, Cees=7)
    before = everything_stored()
    with pytest.raises(SessionChanged):
        change(game, seen_version=seen, target=300)
    assert everything_stored() == before


def test_sent_twice_the_second_finds_nothing_to_change(game):
    seen = fresh(game).version
    told = {"target": 300, "joining": (joiner("Daan", start_points=20),)}
    change(game, seen_version=seen, **told)
    before = everything_stored()
    change(game, seen_version=seen, **told)
    assert everything_stored() == before


def test_nothing_changed_is_no_line(game):
    before = everything_stored()
    change(game)
    assert everything_stored() == before


# --- two phones at once ---------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_eight_phones_with_each_its_own_target_and_one_is_first(game):
    seen = fresh(game).version
    jobs = [lambda n=n: change(game, seen_version=seen, target=600 + n) for n in range(8)]
    assert kinds(at_once(*jobs)) == {"done": 1, SessionChanged: 7}
    assert len(lines(game)) == 1
    assert_caches_true(game)


@pytest.mark.django_db(transaction=True)
def test_one_change_sent_eight_times_at_once_is_one_line(game):
    seen = fresh(game).version
    sheets = [sheet_of(game) for _ in range(8)]
    agreed = replace(agreed_now(game), target=300, joining=(joiner("Daan"),))
    jobs = [
        lambda sheet=sheet: change_agreement(
            sheet=sheet, agreed=agreed, by=someone(game), seen_version=seen, at=later(200)
        )
        for sheet in sheets
    ]
    assert kinds(at_once(*jobs)) == {"done": 8}
    assert [what for what, *_ in lines(game)] == ["target", "joined"]
    assert Player.objects.filter(name="Daan").count() == 1
    assert_caches_true(game)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("turn", range(6))
def test_one_changes_the_target_while_another_lets_somebody_join(game, turn):
    seen = fresh(game).version
    outcomes = at_once(
        lambda: change(game, seen_version=seen, target=600),
        lambda: change(game, seen_version=seen, joining=(joiner("Daan"),)),
        lambda: play(game, "Anna", number=1, Bram=20, Cees=7),
    )
    # One at a time, and nobody waits for the other for ever.
    expected = {"done", SessionChanged, RoundTaken} | refused_round(outcomes)
    assert set(kinds(outcomes)) <= expected, outcomes
    assert "done" in kinds(outcomes)
    assert_caches_true(game)


@pytest.mark.django_db(transaction=True)
def test_a_round_is_recorded_while_somebody_goes_home(game):
    play(game, "Anna", Bram=20, Cees=7)
    seen = fresh(game).version
    going = (seat(game, "Cees", to_round=1),)
    outcomes = at_once(
        lambda: play(game, "Bram", number=2, Anna=3, Cees=4),
        lambda: change(game, seen_version=seen, seats=going),
    )
    assert set(kinds(outcomes)) <= {"done", SessionChanged, RoundTaken} | refused_round(outcomes)
    assert all(scored.counts for scored in folded(game).rounds)
    assert_caches_true(game)


def refused_round(outcomes: list[object]) -> set[type]:
    """The round names somebody who has just left: refused, if it came second."""
    return {type(each) for each in outcomes if type(each).__name__ == "RoundRefused"}


@pytest.mark.django_db(transaction=True)
def test_the_same_new_person_joins_two_sessions_at_once(owner):
    games = [start(owner, names) for names in ("Anna Bram", "Cees Dirk")] * 2
    jobs = [lambda game=game: change(game, joining=(joiner("Els"),)) for game in games]
    assert set(kinds(at_once(*jobs))) <= {"done", SetupRefused, SessionChanged}
    assert Player.objects.filter(name="Els").count() == 1
    assert Seat.objects.filter(player__name="Els").count() == 2
