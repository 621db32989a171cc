"""Partners: the hands of the other teams count, the sum of a team's seats decides."""

import pytest

from rules import Card, Hand, Round, Seat, Setup, round_problems, standings
from tests.rules.generators import CLASSIC, MERCY, hand_of, lost, setup_of

PAIRS = setup_of("abcd", teams="xyxy", target=100)


def test_the_winning_pair_scores_both_opponents_not_the_partner():
    (scored,) = standings(PAIRS, [lost("a", b=40, c=70, d=10)]).rounds
    assert scored.points == {"b": 40, "d": 10}
    assert scored.gained == {"a": 50, "b": 0, "c": 0, "d": 0}


def test_the_sum_of_the_seats_decides():
    rounds = [lost("a", b=30, d=20), lost("b", a=60, c=30), lost("c", b=25, d=25)]
    stand = standings(PAIRS, rounds)
    assert stand.totals == {"a": 50, "b": 90, "c": 50, "d": 0}
    assert (stand.winners, stand.ended_by_round) == (("a", "c"), 3)
    assert stand.ranks == {"a": 1, "b": 2, "c": 1, "d": 2}


def test_teams_are_ranked_as_teams():
    setup = setup_of("abcdef", teams="xyzxyz", scoring="round-wins", target=5)
    rounds = [Round(seat) for seat in "aadbc"]
    assert standings(setup, rounds).ranks == {"a": 1, "b": 2, "c": 2, "d": 1, "e": 2, "f": 2}


def test_three_rounds_won_by_a_team():
    setup = setup_of("abcd", teams="xyxy", scoring="round-wins", target=3)
    stand = standings(setup, [Round("a"), Round("c"), Round("b"), Round("c")])
    assert (stand.winners, stand.ended_by_round) == (("a", "c"), 4)


def test_a_partners_hand_may_be_left_out_and_is_held_against_the_deck():
    opponents = {"b": Hand(points=4), "d": Hand(points=4)}
    for partner in ({}, {"c": None}, {"c": Hand()}, {"c": Hand(points=50)}):
        assert round_problems(PAIRS, [], Round("a", opponents | partner)) == []
    five = Round("a", opponents | {"c": hand_of(", ".join(["wild"] * 5))})
    (problem,) = round_problems(PAIRS, [], five)
    assert (problem.code, problem.where) == ("too-many-copies", "hands.c")


def test_a_tie_of_teams():
    for ties, finished in (("shared", True), ("play-on", False)):
        setup = setup_of("abcd", teams="xyxy", max_rounds=2, ties=ties)
        stand = standings(setup, [lost("a", b=5, d=5), lost("d", a=5, c=5)])
        assert (stand.finished, stand.winners) == (finished, tuple("abcd") * finished)


@pytest.mark.parametrize(
    ("start", "codes"),
    [
        ((40, 99, 59, 0), []),
        ((40, 0, 60, 0), ["bad-start-points"]),
        ((100, 0, 0, 0), ["bad-start-points"]),
    ],
)
def test_start_points_are_below_the_target_also_together(start, codes):
    seats = [Seat(key, team, n) for key, team, n in zip("abcd", "xyxy", start, strict=True)]
    for scoring in ("winner-collects", "round-wins"):
        setup = Setup(CLASSIC, seats, scoring, target=100)
        stand = standings(setup, [])
        assert setup.is_sound == (not codes)
        assert stand.totals == ({} if codes else dict(zip("abcd", start, strict=True)))


def test_a_team_has_left_when_all_its_members_have():
    def seats(**last):
        return [
            Seat(key, team, to_round=last.get(key))
            for key, team in zip("abcd", "xyxy", strict=True)
        ]

    rounds = [lost("a", b=9, d=9)]
    one_left = standings(Setup(CLASSIC, seats(a=1)), rounds)
    assert (one_left.left, one_left.playing) == (("a",), ("b", "c", "d"))
    assert one_left.ranks == {"a": 1, "b": 2, "c": 1, "d": 2}
    # Whoever left has won with the team, which still plays.
    assert standings(Setup(CLASSIC, seats(a=1)), [*rounds, lost("c", b=1, d=1)], True).winners == (
        "a",
        "c",
    )
    both = standings(Setup(CLASSIC, seats(a=1, c=1)), rounds)
    assert both.ranks == {"a": 2, "b": 1, "c": 2, "d": 1}
    assert (both.finished, both.next_dealer) == (False, None)
    problems = round_problems(Setup(CLASSIC, seats(a=1, c=1)), rounds, lost("b", d=1))
    assert [(p.code, p.where, p.facts["case"]) for p in problems] == [
        ("too-few-playing", "", "teams")
    ]


def test_a_team_wins_with_its_members_who_joined():
    seats = [Seat("a", "x"), Seat("b", "y"), Seat("c", "x", 50, from_round=3), Seat("d", "y")]
    setup = Setup(CLASSIC, seats, target=100)
    assert standings(setup, [lost("a", b=60, d=40)]).winners == ("a",)
    stand = standings(setup, [lost("a", b=1, d=1), lost("b", a=9), lost("a", b=24, d=24)])
    assert stand.totals == {"a": 50, "b": 9, "c": 50, "d": 0}
    assert (stand.winners, stand.ended_by_round) == (("a", "c"), 3)


def test_a_team_is_ranked_by_the_last_of_its_leavers():
    seats = [
        *(Seat("a", "x"), Seat("b", "y", to_round=1), Seat("c", "z", to_round=2)),
        *(Seat("d", "x"), Seat("e", "y", to_round=3), Seat("f", "z", to_round=2)),
    ]
    everybody, fewer = lost("f", a=9, b=9, d=9, e=9), lost("a", c=1, e=1, f=1)
    rounds = [everybody, fewer, lost("a", e=1)]
    stand = standings(Setup(CLASSIC, seats), rounds)
    assert all(scored.counts for scored in stand.rounds)
    assert stand.ranks == {"a": 1, "b": 2, "c": 3, "d": 1, "e": 2, "f": 3}


def test_no_mercy_in_pairs_pays_for_opponents_and_not_for_a_partner():
    setup = setup_of("abcd", MERCY, teams="xyxy", target=1000)
    hands = {"d": Hand(points=30)}
    (scored,) = standings(setup, [Round("a", hands, knocked_out=("b", "c"))]).rounds
    assert (scored.points, scored.gained["a"]) == ({"d": 30}, 280)


def test_the_next_to_draw_may_be_a_partner():
    opponents = {"b": hand_of("7"), "d": hand_of("7")}
    last = Card("draw-two")
    quiet = Round("a", opponents | {"c": hand_of("7, 7, 5")}, last)
    odd = Round("a", opponents | {"c": hand_of("7")}, last)
    assert round_problems(PAIRS, [], quiet) == []
    assert [p.code for p in round_problems(PAIRS, [], odd)] == ["draw-not-taken"]
    left_out = Round("a", opponents, last)
    assert [p.code for p in round_problems(PAIRS, [], left_out)] == ["draw-not-taken"]
