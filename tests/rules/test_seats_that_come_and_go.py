"""Late joiners, leavers, and who deals while they come and go."""

import pytest

from rules import Hand, Round, Seat, Setup, round_problems, standings, without_round
from tests.rules.generators import CLASSIC, lost


def table(*seats, **agreed):
    """Seats as "a", or ("a", first round, last round, start points)."""
    made = []
    for seat in seats:
        key, first, last, start = (*seat, *(1, None, 0)[len(seat) - 1 :])
        made.append(Seat(key, None, start, first, last))
    setup = Setup(CLASSIC, tuple(made), **agreed)
    assert setup.is_sound
    return setup


def whole(setup, rounds, closed=False):
    """The standings of rounds that all count."""
    stand = standings(setup, rounds, closed)
    assert all(scored.counts for scored in stand.rounds), stand.rounds
    return stand


# --- late joiners ---------------------------------------------------------------------------------


def test_a_late_joiner_is_in_nothing_before_that_round():
    setup = table("a", "b", ("c", 3, None, 40), target=500)
    for rounds in ([], [lost("a", b=5)]):
        stand = whole(setup, rounds)
        assert set(stand.totals) == set(stand.ranks) == {"a", "b"}
        assert stand.playing == ("a", "b")
    stand = whole(setup, [lost("a", b=5), lost("b", a=9)])
    assert set(stand.totals) == {"a", "b"}
    assert stand.playing == ("a", "b", "c")
    assert all("c" not in scored.gained for scored in stand.rounds)
    stand = whole(setup, [lost("a", b=5), lost("b", a=9), lost("a", b=1, c=1)])
    assert stand.totals == {"a": 7, "b": 9, "c": 40}
    assert stand.ranks == {"a": 3, "b": 2, "c": 1}
    assert [set(scored.totals) for scored in stand.rounds] == [{*"ab"}, {*"ab"}, {*"abc"}]


def test_with_from_round_1_a_seat_has_joined_before_the_first_round():
    assert standings(table("a", ("b", 1, None, 3)), []).totals == {"a": 0, "b": 3}


def test_who_has_not_joined_ties_with_nobody():
    setup = table("a", "b", ("c", 2), scoring="everyone-keeps", max_rounds=1, ties="play-on")
    stand = whole(setup, [lost("a", b=5)])
    assert (stand.winners, stand.ranks) == (("a",), {"a": 1, "b": 2})


def test_start_points_reach_nothing_before_they_appear():
    setup = table("a", "b", ("c", 3, None, 40), target=41, max_rounds=2)
    assert whole(setup, [lost("a", b=5), lost("a", b=5)]).winners == ("a",)


def test_a_knockout_does_not_wait_for_who_has_not_joined():
    setup = table("a", "b", ("c", 2), scoring="knockout", target=50)
    stand = whole(setup, [lost("a", b=50)])
    assert (stand.winners, stand.ended_by_round) == (("a",), 1)
    assert set(stand.totals) == {"a", "b"}


def test_a_late_joiner_joins_with_a_round_that_counts():
    setup = table("a", "b", ("c", 2))
    broken = Round(None, {})
    assert set(standings(setup, [lost("a", b=5), broken]).totals) == {"a", "b"}
    assert set(standings(setup, [lost("a", b=5), broken, lost("a", b=1, c=1)]).totals) == {*"abc"}


def test_who_does_not_play_yet_takes_no_part():
    setup = table("a", "b", ("c", 2))
    odd = Round("a", {"b": Hand(points=5), "c": Hand(points=5)}, dealer="c")
    assert [(p.code, p.where) for p in round_problems(setup, [], odd)] == [
        ("seat-not-playing", "hands.c"),
        ("seat-not-playing", "dealer"),
    ]
    assert [(p.code, p.where) for p in round_problems(setup, [lost("a", b=1)], lost("a", b=1))] == [
        ("hand-missing", "hands.c")
    ]


# --- leavers --------------------------------------------------------------------------------------

ROUND_2 = [lost("a", b=50, c=10), lost("a", b=50, c=10)]


def test_a_seat_has_left_when_its_last_round_is_the_last_and_the_session_open():
    setup = table("a", "b", ("c", 1, 2), target=500)
    assert whole(setup, ROUND_2[:1]).left == ()
    stand = whole(setup, ROUND_2)
    assert (stand.left, stand.playing) == (("c",), ("a", "b"))
    assert stand.ranks == {"a": 1, "b": 2, "c": 3}
    assert whole(setup, [*ROUND_2, lost("b", a=3)]).left == ("c",)


def test_a_seat_that_left_keeps_its_total_and_ranks_below_all_who_stayed():
    setup = table("a", "b", ("c", 1, 1))
    stand = whole(setup, [lost("c", a=90, b=9), lost("a", b=5)])
    assert stand.totals == {"a": 5, "b": 0, "c": 99}
    assert stand.ranks == {"a": 1, "b": 2, "c": 3}
    assert whole(setup, [lost("c", a=90, b=9), lost("a", b=5)], closed=True).winners == ("a",)


def test_a_session_that_ends_by_rule_in_that_round_has_them_playing_to_the_end():
    setup = table("a", "b", ("c", 1, 2), target=100)
    stand = whole(setup, [lost("a", b=1, c=1), lost("c", a=50, b=50)])
    assert (stand.winners, stand.left) == (("c",), ())
    assert stand.ranks == {"a": 2, "b": 3, "c": 1}


def test_so_has_one_that_is_closed_right_after_it():
    setup = table("a", "b", ("c", 1, 2))
    rounds = [lost("a", b=1, c=1), lost("c", a=50, b=50)]
    assert whole(setup, rounds).left == ("c",)
    stand = whole(setup, rounds, closed=True)
    assert (stand.winners, stand.left) == (("c",), ())
    stand = whole(setup, [*rounds, lost("a", b=3)], closed=True)
    assert (stand.winners, stand.left) == (("a",), ("c",))


def test_a_broken_round_in_between_does_not_make_them_leave_at_closing():
    setup = table("a", "b", ("c", 1, 2))
    rounds = [lost("a", b=1, c=1), lost("c", a=50, b=50), Round(None, {})]
    assert standings(setup, rounds).left == ("c",)
    assert standings(setup, rounds, closed=True).winners == ("c",)


def test_first_it_is_asked_with_all_who_played_the_round():
    """The total of who leaves ties for the best place, so that the session goes on without."""
    setup = table("a", "b", ("c", 1, 2), scoring="round-wins", target=1, ties="play-on")
    assert whole(setup, [Round("c")]).winners == ("c",)
    setup = table("a", "b", ("c", 1, 2), scoring="round-wins", max_rounds=2, ties="play-on")
    stand = whole(setup, [Round("a"), Round("c")])
    assert (stand.finished, stand.left) == (False, ("c",))
    assert whole(setup, [Round("a"), Round("c"), Round("b")]).finished is False
    assert whole(setup, [Round("a"), Round("c"), Round("a")]).winners == ("a",)


def test_ties_are_looked_at_among_those_who_have_not_left():
    setup = table("a", "b", ("c", 1, 1), scoring="everyone-keeps", max_rounds=2, ties="play-on")
    stand = whole(setup, [lost("c", a=5, b=9), lost("b", a=5)])
    assert (stand.totals, stand.winners) == ({"a": 10, "b": 9, "c": 0}, ("b",))
    setup = table("a", "b", ("c", 1, 1), max_rounds=2, ties="play-on")
    assert whole(setup, [lost("c", a=5, b=0), lost("b", a=5)]).winners == ("b",)


def test_every_total_counts_for_reaching_the_target_also_of_seats_that_left():
    setup = table("a", "b", ("c", 1, 2), scoring="everyone-keeps", target=50, ties="play-on")
    tied = [lost("a", b=0, c=50), lost("b", a=0, c=0)]
    assert whole(setup, tied).left == ("c",)
    stand = whole(setup, [*tied, lost("a", b=1)])
    assert (stand.winners, stand.ended_by_round) == (("a",), 3)


def test_later_leavers_rank_better_then_by_total():
    setup = table("a", "b", ("c", 1, 1), ("d", 1, 2), ("e", 1, 2), ("f", 1, 2))
    rounds = [
        lost("c", a=9, b=9, d=9, e=9, f=9),
        lost("d", a=1, b=0, e=0, f=0),
        lost("b", a=2),
    ]
    assert whole(setup, rounds).ranks == {"a": 2, "b": 1, "c": 6, "d": 3, "e": 4, "f": 4}


@pytest.mark.parametrize("scoring", ["winner-collects", "everyone-keeps", "round-wins"])
def test_with_fewer_than_two_left_the_others_wait_to_be_closed(scoring):
    setup = table("a", ("b", 1, 1), scoring=scoring)
    stand = whole(setup, [lost("b", a=5)])
    assert (stand.finished, stand.next_dealer, stand.playing) == (False, None, ("a",))
    problems = round_problems(setup, [lost("b", a=5)], Round("a", {}))
    assert [(p.code, p.where) for p in problems] == [("too-few-playing", "")]
    # Closed right after that round, b played to the end.
    assert whole(setup, [lost("b", a=5)], closed=True).winners == ("b",)


# --- leavers of a knockout ------------------------------------------------------------------------


def test_a_knockout_ends_when_too_few_would_go_on():
    setup = table("a", ("b", 1, 2), ("c", 1, 2), scoring="knockout", target=100)
    assert not whole(setup, [lost("c", a=20, b=10)]).finished
    stand = whole(setup, [lost("c", a=20, b=10), lost("b", a=20, c=1)])
    assert (stand.winners, stand.ended_by_round, stand.left) == (("a",), 2, ("b", "c"))
    assert stand.ranks == {"a": 1, "b": 3, "c": 2}
    later = round_problems(setup, [lost("c", a=20, b=10), lost("b", a=20, c=1)], Round("a", {}))
    assert [p.code for p in later] == ["after-the-end"]


def test_who_would_join_then_keeps_a_knockout_going():
    setup = table("a", ("b", 1, 2), ("c", 3), scoring="knockout", target=100)
    rounds = [lost("a", b=10), lost("a", b=10)]
    assert whole(setup, rounds).playing == ("a", "c")
    assert whole(setup, [*rounds, lost("c", a=100)]).winners == ("c",)


def test_when_all_leave_a_knockout_at_once_nobody_has_won_it():
    setup = table(("a", 1, 1), ("b", 1, 1), scoring="knockout", target=100)
    stand = whole(setup, [lost("a", b=10)])
    assert (stand.finished, stand.winners, stand.left) == (True, (), ("a", "b"))
    assert stand.ranks == {"a": 1, "b": 2}


def test_a_seat_that_is_out_of_a_knockout_cannot_leave():
    setup = table("a", "b", ("c", 1, 1), ("d", 1, 2), scoring="knockout", target=50)
    rounds = [lost("a", b=0, c=50, d=9), lost("a", b=9, d=1), lost("b", a=9)]
    stand = whole(setup, rounds)
    assert (stand.knocked_out, stand.left) == (("c",), ("d",))
    # Whoever left ranks below the knocked-out, too.
    assert stand.ranks == {"a": 1, "b": 1, "c": 3, "d": 4}


def test_a_knockout_ends_with_one_left_though_that_one_would_have_gone():
    setup = table(("a", 1, 1), "b", scoring="knockout", target=50)
    stand = whole(setup, [lost("a", b=50)])
    assert (stand.winners, stand.left, stand.ranks) == (("a",), (), {"a": 1, "b": 2})


# --- who deals ------------------------------------------------------------------------------------


def dealers(setup, rounds):
    stand = standings(setup, rounds)
    return [scored.dealer for scored in stand.rounds] + [stand.next_dealer]


def test_the_deal_passes_over_who_does_not_play():
    setup = table("a", ("b", 3), "c", ("d", 1, 2))
    first = lost("a", c=1, d=1)
    assert dealers(setup, [first, first, lost("a", b=1, c=1)]) == ["a", "c", "a", "b"]
    setup = table("a", "b", "c", scoring="knockout", target=10)
    assert dealers(setup, [lost("a", b=10, c=1)]) == ["a", "c"]


def test_a_first_dealer_who_does_not_play_yet_is_passed_over():
    setup = table("a", ("b", 2), "c", first_dealer="b")
    assert dealers(setup, [lost("a", c=1), lost("a", b=1, c=1)]) == ["c", "a", "b"]
    assert dealers(table(("a", 2), "b", "c"), []) == ["b"]


def test_the_deal_goes_on_from_whoever_dealt():
    setup = table("a", "b", "c", first_dealer="b")
    one, other = lost("a", b=1, c=1), Round("a", lost("a", b=1, c=1).hands, dealer="b")
    assert dealers(setup, [one, other, one]) == ["b", "b", "c", "a"]


def test_a_broken_round_moves_no_deal_and_is_none_of_the_agreed_rounds():
    setup = table("a", "b", max_rounds=2)
    broken = Round(None, {"b": Hand(points=1)}, dealer="b")
    rounds = [lost("a", b=1), broken, lost("a", b=1)]
    assert dealers(setup, rounds[:2]) == ["a", None, "b"]
    stand = standings(setup, rounds)
    assert (stand.ended_by_round, [s.number for s in stand.rounds]) == (3, [1, 2, 3])
    assert [s.counts for s in stand.rounds] == [True, False, True]


# --- a round is removed ---------------------------------------------------------------------------


def times(setup):
    return [(seat.from_round, seat.to_round) for seat in setup.seats]


@pytest.mark.parametrize(
    ("number", "recorded", "seats"),
    [
        (1, 5, [(1, 2), (2, 4), (4, None)]),
        (3, 5, [(1, 2), (3, 4), (4, None)]),
        (4, 5, [(1, 3), (3, 4), (4, None)]),
        (5, 5, [(1, 3), (3, 5), (5, None)]),
        (6, 6, [(1, 3), (3, 5), (5, None)]),
    ],
)
def test_removing_a_round_lowers_what_is_beyond_it(number, recorded, seats):
    setup = table(("a", 1, 3), ("b", 3, 5), ("c", 5), "d")
    assert times(without_round(setup, number, recorded))[:3] == seats


def test_who_left_with_the_removed_round_is_not_called_back():
    setup = table("a", "b", ("c", 1, 2))
    rounds = [*ROUND_2, lost("a", b=7)]
    removed = without_round(setup, 2, 3)
    assert times(removed)[2] == (1, 1)
    assert whole(removed, [rounds[0], rounds[2]]).left == ("c",)


def test_a_seat_whose_only_round_goes_stays_a_seat_of_one_round():
    setup = table("a", "b", ("c", 2, 2))
    assert times(without_round(setup, 2, 3))[2] == (2, 2)
    assert times(without_round(table("a", "b", ("c", 1, 1)), 1, 3))[2] == (1, 1)
