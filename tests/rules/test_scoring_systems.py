"""The four ways to score: what a round brings, when a session ends, who has won it."""

from dataclasses import replace

import pytest

from rules import Card, Hand, Round, Seat, Setup, default_target, find_edition, standings
from tests.rules.generators import CLASSIC, EVERY_SYSTEM, MERCY, lost, setup_of

NOTHING = Hand(points=0, cards_left=0)


ROUND = lost("a", b=40, c=10)


@pytest.mark.parametrize(
    ("scoring", "gained"),
    [
        ("winner-collects", {"a": 50, "b": 0, "c": 0}),
        ("everyone-keeps", {"a": 0, "b": 40, "c": 10}),
        ("knockout", {"a": 0, "b": 40, "c": 10}),
        ("round-wins", {"a": 1, "b": 0, "c": 0}),
    ],
)
def test_what_a_round_brings(scoring, gained):
    stand = standings(setup_of("abc", scoring=scoring, target=100), [ROUND])
    (scored,) = stand.rounds
    assert scored.gained == stand.totals == gained
    assert scored.points == {"b": 40, "c": 10}


def test_everyone_of_these_systems_is_one_of_the_four():
    assert set(EVERY_SYSTEM) == {"winner-collects", "everyone-keeps", "knockout", "round-wins"}


@pytest.mark.parametrize(
    ("edition", "scoring", "target"),
    [
        ("classic-108", "winner-collects", 500),
        ("classic-108", "everyone-keeps", 500),
        ("no-mercy-168", "knockout", 1000),
        ("express-56", "winner-collects", 250),
        ("dos-108", "everyone-keeps", 200),
        ("no-mercy-168", "round-wins", 3),
        ("classic-108", "guessing", 500),
    ],
)
def test_the_target_where_the_table_says_nothing(edition, scoring, target):
    assert default_target(find_edition(edition), scoring) == target


# --- reaching the target --------------------------------------------------------------------------


@pytest.mark.parametrize("scoring", ["winner-collects", "everyone-keeps", "knockout"])
@pytest.mark.parametrize(("points", "ended"), [(499, None), (500, 1), (501, 1)])
def test_exactly_the_target_is_reached(scoring, points, ended):
    stand = standings(setup_of("ab", scoring=scoring, target=500), [lost("a", b=points)])
    assert stand.ended_by_round == ended
    assert stand.winners == (("a",) if ended else ())


def test_three_rounds_won_by_one_seat():
    setup = setup_of("abc", scoring="round-wins", target=3)
    rounds = [Round(seat) for seat in "abcab"]
    assert not standings(setup, rounds).finished
    stand = standings(setup, [*rounds, Round("b")])
    assert (stand.totals, stand.winners) == ({"a": 2, "b": 3, "c": 1}, ("b",))


def test_somebody_reaches_the_target_and_the_lowest_total_wins():
    setup = setup_of("abc", scoring="everyone-keeps", target=500)
    stand = standings(setup, [lost("a", b=499, c=60), lost("b", a=70, c=20), lost("c", a=5, b=1)])
    assert stand.totals == {"a": 75, "b": 500, "c": 80}
    assert (stand.winners, stand.ranks) == (("a",), {"a": 1, "b": 3, "c": 2})


def test_the_target_or_the_number_of_rounds_whichever_comes_first():
    setup = setup_of("abc", scoring="everyone-keeps", target=100, max_rounds=2)
    assert standings(setup, [lost("a", b=100, c=1)]).ended_by_round == 1
    stand = standings(setup, [lost("a", b=10, c=1), lost("a", b=10, c=1)])
    assert (stand.ended_by_round, stand.winners) == (2, ("a",))
    assert not standings(setup, [lost("a", b=10, c=1)]).finished


@pytest.mark.parametrize("scoring", ["winner-collects", "everyone-keeps", "round-wins"])
def test_with_neither_it_goes_on_until_it_is_closed(scoring):
    setup = setup_of("abc", scoring=scoring)
    rounds = [lost("a", b=5000, c=9000)] * 20
    assert not standings(setup, rounds).finished
    stand = standings(setup, rounds, closed=True)
    assert (stand.winners, stand.ended_by_round, stand.closed) == (("a",), 20, True)


def test_another_target_ends_it_elsewhere():
    rounds = [lost("a", b=60, c=0)] * 4
    ended = [
        standings(setup_of("abc", target=target), rounds).ended_by_round
        for target in (60, 120, 121, 300, None)
    ]
    assert ended == [1, 2, 3, None, None]


# --- knockout -------------------------------------------------------------------------------------


def test_who_reaches_the_target_of_a_knockout_plays_no_further():
    setup = setup_of("abcd", scoring="knockout", target=50)
    stand = standings(setup, [lost("a", b=50, c=20, d=60)])
    assert (stand.knocked_out, stand.playing) == (("b", "d"), ("a", "c"))
    assert stand.rounds[0].dropped_out == ("b", "d")
    assert not stand.finished
    stand = standings(setup, [lost("a", b=50, c=20, d=60), lost("c", a=70)])
    assert (stand.winners, stand.ended_by_round) == (("c",), 2)
    assert stand.knocked_out == ("b", "d", "a")
    assert stand.ranks == {"a": 2, "b": 3, "c": 1, "d": 4}


def test_out_in_the_same_round_with_as_much_is_the_same_rank():
    setup = setup_of("abcd", scoring="knockout", target=50)
    stand = standings(setup, [lost("a", b=60, c=60, d=50)])
    assert stand.ranks == {"a": 1, "b": 3, "c": 3, "d": 2}
    assert stand.winners == ("a",)


def test_those_still_in_rank_by_the_lower_total():
    setup = setup_of("abcd", scoring="knockout", target=50)
    stand = standings(setup, [lost("a", b=40, c=20, d=60)])
    assert stand.ranks == {"a": 1, "b": 3, "c": 2, "d": 4}


def test_a_knockout_that_is_closed_is_won_by_the_lowest_of_those_still_in():
    setup = setup_of("abcd", scoring="knockout", target=50, ties="play-on")
    rounds = [lost("a", b=20, c=20, d=60), lost("b", a=20, c=30)]
    stand = standings(setup, rounds, closed=True)
    assert (stand.winners, stand.ended_by_round, stand.closed) == (("a", "b"), 2, True)


def test_a_knockout_corrected_takes_its_seat_back_in():
    setup = setup_of("abc", scoring="knockout", target=50)
    rounds = [lost("a", b=50, c=5), lost("a", c=9)]
    assert standings(setup, rounds).knocked_out == ("b",)
    corrected = [lost("a", b=49, c=5), lost("a", c=9)]
    stand = standings(setup, corrected)
    assert [p.code for p in stand.rounds[1].problems] == ["hand-missing"]


# --- second and third place -----------------------------------------------------------------------


@pytest.mark.parametrize("scoring", ["everyone-keeps", "knockout", "round-wins"])
def test_tables_that_play_on_for_second_place_have_losers_without_a_card(scoring):
    setup = setup_of("abc", scoring=scoring, target=100)
    (scored,) = standings(setup, [Round("a", {"b": NOTHING, "c": Hand(points=7)})]).rounds
    assert scored.counts
    assert scored.points == {"b": 0, "c": 7}


def test_not_where_the_winner_collects():
    setup = setup_of("abc", target=100)
    (scored,) = standings(setup, [Round("a", {"b": NOTHING, "c": Hand(points=7)})]).rounds
    assert [(p.code, p.where) for p in scored.problems] == [("empty-hand", "hands.b")]


@pytest.mark.parametrize("scoring", ["everyone-keeps", "knockout", "round-wins"])
@pytest.mark.parametrize(
    "hand", [Hand(cards=()), Hand(points=3, cards_left=0), Hand(cards=(), points=0, cards_left=0)]
)
def test_and_only_when_it_is_said_in_so_many_words(scoring, hand):
    setup = setup_of("abc", scoring=scoring, target=100)
    (scored,) = standings(setup, [Round("a", {"b": hand, "c": Hand(points=7)})]).rounds
    assert "empty-hand" in [p.code for p in scored.problems]


def test_counting_rounds_needs_no_hands():
    setup = setup_of("abc", scoring="round-wins", target=3)
    for hands in ({}, {"b": Hand()}, {"b": None}, {"b": Hand(cards_left=3)}):
        (scored,) = standings(setup, [Round("a", hands)]).rounds
        assert (scored.counts, scored.points) == (True, {})
    (scored,) = standings(setup, [Round("a", {"b": Hand(cards_left=0)})]).rounds
    assert [p.code for p in scored.problems] == ["empty-hand"]


# --- closed, tied, played on ----------------------------------------------------------------------


@pytest.mark.parametrize("scoring", EVERY_SYSTEM)
def test_closed_without_a_counted_round_nobody_has_won(scoring):
    setup = setup_of("abc", scoring=scoring, target=100)
    for rounds in ([], [Round(None)]):
        stand = standings(setup, rounds, closed=True)
        assert (stand.finished, stand.winners, stand.ended_by_round) == (True, (), None)
        assert stand.next_dealer is None


@pytest.mark.parametrize(
    ("scoring", "rounds", "winners"),
    [
        ("winner-collects", [lost("a", b=5, c=5), lost("b", a=5, c=5)], ("a", "b")),
        ("everyone-keeps", [lost("a", b=5, c=9), lost("b", a=5, c=9)], ("a", "b")),
        ("knockout", [lost("a", b=5, c=9), lost("b", a=5, c=9)], ("a", "b")),
        ("round-wins", [Round("c"), Round("a")], ("a", "c")),
    ],
)
@pytest.mark.parametrize("ties", ["shared", "play-on"])
def test_a_tie_at_closing_is_shared_whatever_was_agreed(scoring, rounds, winners, ties):
    setup = setup_of("abc", scoring=scoring, target=100, ties=ties)
    assert standings(setup, rounds, closed=True).winners == winners


@pytest.mark.parametrize("scoring", EVERY_SYSTEM)
def test_closing_what_ended_by_rule_changes_nothing(scoring):
    setup = setup_of("ab", scoring=scoring, target=1)
    rounds = [lost("a", b=9), lost("b", a=99)]
    assert standings(setup, rounds).ended_by_round == 1
    assert standings(setup, rounds, closed=True) == standings(setup, rounds)


def test_a_tie_is_played_on_beyond_the_last_round_that_was_agreed():
    setup = setup_of("abc", scoring="round-wins", max_rounds=2, ties="play-on")
    rounds = [Round("a"), Round("b"), Round("c"), Round("b")]
    assert [scored.plays_on for scored in standings(setup, rounds).rounds] == [
        *(False, True, True, False)
    ]
    assert not standings(setup, rounds[:3]).finished
    assert standings(setup, rounds).winners == ("b",)
    assert standings(setup, rounds).ended_by_round == 4
    shared = standings(replace(setup, ties="shared"), rounds)
    assert (shared.winners, shared.ended_by_round) == (("a", "b"), 2)


def test_only_a_tie_for_the_best_place_is_played_on():
    setup = setup_of("abc", scoring="everyone-keeps", target=50, ties="play-on")
    stand = standings(setup, [lost("a", b=50, c=50)])
    assert (stand.winners, stand.ranks) == (("a",), {"a": 1, "b": 2, "c": 2})


def test_ranks_are_1_1_3():
    setup = setup_of("abcd", scoring="everyone-keeps", max_rounds=1)
    assert standings(setup, [lost("a", b=0, c=7, d=7)]).ranks == {"a": 1, "b": 1, "c": 3, "d": 3}


# --- start points ---------------------------------------------------------------------------------


@pytest.mark.parametrize("scoring", EVERY_SYSTEM)
def test_start_points_are_a_handicap_from_the_first_round_on(scoring):
    seats = (Seat("a", start_points=2), Seat("b", start_points=1), Seat("c"))
    setup = Setup(CLASSIC, seats, scoring, target=3)
    assert setup.is_sound
    stand = standings(setup, [])
    assert stand.totals == {"a": 2, "b": 1, "c": 0}
    high = scoring in ("winner-collects", "round-wins")
    assert stand.ranks == ({"a": 1, "b": 2, "c": 3} if high else {"a": 3, "b": 2, "c": 1})


def test_start_points_count_for_reaching_the_target():
    seats = (Seat("a", start_points=460), Seat("b"))
    stand = standings(Setup(CLASSIC, seats, target=500), [lost("a", b=40)])
    assert (stand.totals, stand.winners) == ({"a": 500, "b": 0}, ("a",))


# --- cards and values -----------------------------------------------------------------------------


def test_what_the_table_agreed_lies_over_the_printed_values():
    setup = setup_of("ab", card_points={"wild": 20})
    hand = Hand((Card("wild"), Card("wild-draw-four")))
    assert standings(setup, [Round("a", {"b": hand})]).totals["a"] == 70


def test_a_card_without_a_value_counts_nothing_where_nothing_is_counted():
    setup = setup_of("ab", find_edition("classic-112-blanks"), scoring="round-wins", target=3)
    assert setup.is_sound
    (scored,) = standings(setup, [Round("a", {"b": Hand((Card("blank"),))})]).rounds
    assert (scored.counts, scored.points) == (True, {})


def test_no_mercy_has_its_own_target():
    assert MERCY.target == 1000
