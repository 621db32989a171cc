"""The fold: totals, ranks, endings, ties, teams, dealers, corrections."""

import time

import pytest
from hypothesis import given

from rules import Hand, Round, Seat, next_dealer, round_problems, standings
from tests.rules.generators import codes, examples, hand_of, sessions, setup_of

TEAM_OF = dict(zip("abcd", "xyxy", strict=True))


def won(winner, points, seats="abc", **more):
    """A round in which the winner gains `points`, all from the last seat that lost."""
    losers = [seat for seat in seats if seat != winner]
    hands = {seat: Hand(points=0) for seat in losers} | {losers[-1]: Hand(points=points)}
    return Round(winner, hands, **more)


BROKEN = Round("a", {})


def test_before_the_first_round():
    stand = standings(setup_of("abc", target=500), [])
    assert stand.totals == {"a": 0, "b": 0, "c": 0}
    assert stand.ranks == {"a": 1, "b": 1, "c": 1}
    assert not stand.finished
    assert (stand.winners, stand.ended_by_round, stand.next_dealer) == ((), None, "a")
    assert stand.rounds == ()


def test_a_scored_round():
    stand = standings(setup_of("abc"), [Round("b", {"a": hand_of("7, wild"), "c": Hand(points=3)})])
    (scored,) = stand.rounds
    assert (scored.number, scored.winner, scored.dealer, scored.counts) == (1, "b", "a", True)
    assert scored.points == {"a": 57, "c": 3}
    assert scored.gained == {"a": 0, "b": 60, "c": 0}
    assert scored.totals == stand.totals == {"a": 0, "b": 60, "c": 0}
    assert scored.problems == ()
    assert stand.ranks == {"a": 2, "b": 1, "c": 2}


@pytest.mark.parametrize(("points", "ended"), [(499, None), (500, 1), (501, 1)])
def test_reaching_means_at_or_above(points, ended):
    stand = standings(setup_of("abc", target=500), [won("b", points)])
    assert stand.ended_by_round == ended
    assert stand.finished == (ended is not None)
    assert stand.winners == (("b",) if ended else ())
    assert stand.next_dealer == (None if ended else "b")


def test_without_a_target_it_goes_on_until_closed():
    rounds = [won("b", 5000), won("c", 6000)]
    assert not standings(setup_of("abc"), rounds).finished
    stand = standings(setup_of("abc"), rounds, closed=True)
    assert (stand.finished, stand.closed, stand.winners) == (True, True, ("c",))
    assert (stand.ended_by_round, stand.next_dealer) == (2, None)


def test_whichever_comes_first():
    setup = setup_of("abc", target=100, max_rounds=2)
    assert standings(setup, [won("a", 100)]).ended_by_round == 1
    assert standings(setup, [won("a", 10), won("b", 20)]).ended_by_round == 2


def test_equal_totals_share_the_win():
    stand = standings(setup_of("abc", max_rounds=2), [won("a", 30), won("b", 30)])
    assert stand.winners == ("a", "b")
    assert stand.ranks == {"a": 1, "b": 1, "c": 3}


def test_or_play_on():
    setup = setup_of("abc", max_rounds=2, ties="play-on")
    tied = [won("a", 30), won("b", 30)]
    assert not standings(setup, tied).finished
    assert not standings(setup, [*tied, won("c", 30)]).finished
    assert standings(setup, [*tied, won("c", 31)]).winners == ("c",)
    assert standings(setup, [*tied, won("c", 31)]).ended_by_round == 3


def test_a_tie_at_closing_is_shared_whatever_was_agreed():
    setup = setup_of("abc", target=500, ties="play-on")
    stand = standings(setup, [won("a", 30), won("b", 30)], closed=True)
    assert stand.winners == ("a", "b")


def test_closed_without_a_counted_round_nobody_won():
    for rounds in ([], [BROKEN]):
        stand = standings(setup_of("abc", target=500), rounds, closed=True)
        assert (stand.finished, stand.closed) == (True, True)
        assert (stand.winners, stand.ended_by_round, stand.next_dealer) == ((), None, None)


def test_closing_what_had_ended_changes_nothing():
    setup, rounds = setup_of("abc", target=50), [won("a", 50), won("b", 90)]
    assert standings(setup, rounds, closed=True) == standings(setup, rounds)
    assert not standings(setup, rounds, closed=True).closed


def test_rounds_after_the_end_are_kept_and_do_not_count():
    setup = setup_of("abc", target=50)
    stand = standings(setup, [won("a", 50), won("b", 90, dealer="c"), Round("a", {})])
    assert stand.totals == {"a": 50, "b": 0, "c": 0}
    assert stand.ended_by_round == 1
    later = stand.rounds[1]
    assert (later.number, later.counts, later.points, later.gained) == (2, False, {}, {})
    assert codes(later.problems) == ["after-the-end"]
    assert codes(stand.rounds[2].problems) == ["after-the-end"]
    problems = round_problems(setup, [won("a", 50)], Round("a", {"z": Hand(points=1)}))
    assert codes(problems) == ["after-the-end", "unknown-seat"]
    assert problems[0].where == ""


def test_an_impossible_round_counts_and_is_not_looked_at_again():
    five = Round("a", {"b": hand_of(", ".join(["wild"] * 5)), "c": Hand(points=0)})
    (scored,) = standings(setup_of("abc"), [five]).rounds
    assert (scored.counts, scored.problems) == (True, ())
    assert codes(round_problems(setup_of("abc"), [], five)) == ["too-many-copies"]


def test_a_broken_round_keeps_its_number_and_nothing_else():
    setup = setup_of("abc", max_rounds=2)
    stand = standings(setup, [won("a", 1), BROKEN, won("b", 2)])
    assert [scored.number for scored in stand.rounds] == [1, 2, 3]
    assert [scored.dealer for scored in stand.rounds] == ["a", None, "b"]
    assert stand.ended_by_round == 3
    assert stand.rounds[1].totals == {"a": 1, "b": 0, "c": 0}
    closed = standings(setup_of("abc"), [won("a", 1), BROKEN], closed=True)
    assert closed.ended_by_round == 1


def test_who_deals():
    setup = setup_of("abc", first_dealer="b")
    rounds = [won("a", 1), won("a", 1), won("a", 1, dealer="c"), won("a", 1)]
    stand = standings(setup, rounds)
    assert [scored.dealer for scored in stand.rounds] == ["b", "c", "c", "a"]
    assert stand.next_dealer == "b"


def test_teams_win_and_rank_together():
    setup = setup_of("abcd", teams="xyxy", target=100)
    rounds = [
        Round("a", {"b": Hand(points=40), "c": Hand(points=70), "d": Hand(points=10)}),
        Round("b", {"a": Hand(points=60), "c": Hand(points=1)}),
        Round("c", {"b": Hand(points=25), "d": Hand(points=25)}),
    ]
    stand = standings(setup, rounds)
    assert stand.totals == {"a": 50, "b": 61, "c": 50, "d": 0}
    assert stand.ranks == {"a": 1, "b": 2, "c": 1, "d": 2}
    assert stand.winners == ("a", "c")
    assert stand.ended_by_round == 3


def test_under_a_broken_setup_there_are_no_standings():
    stand = standings(setup_of("abc", target=0), [won("a", 1)], closed=True)
    assert (stand.totals, stand.rounds, stand.finished) == ({}, (), False)


def test_a_correction_may_reopen_or_end_it_earlier():
    setup = setup_of("abc", target=100)
    wrong = [won("a", 60), won("b", 100), won("c", 100)]
    assert standings(setup, wrong).winners == ("b",)
    reopened = [won("a", 60), won("b", 10), won("c", 100)]
    assert standings(setup, reopened).winners == ("c",)
    assert standings(setup, reopened[:2]).finished is False
    earlier = [won("a", 160), *wrong[1:]]
    stand = standings(setup, earlier)
    assert (stand.winners, stand.ended_by_round) == (("a",), 1)
    assert [scored.counts for scored in stand.rounds] == [True, False, False]
    removed = wrong[:1] + wrong[2:]
    assert standings(setup, removed).winners == ("c",)
    assert [scored.number for scored in standings(setup, removed).rounds] == [1, 2]


# --- for any session ------------------------------------------------------------------------------


@given(sessions())
@examples
def test_folding_is_adding_up_by_hand(session):
    setup, rounds = session
    stand = standings(setup, rounds)
    counted = rounds[: stand.ended_by_round or len(rounds)]
    team = {seat.player: seat.team or seat.player for seat in setup.seats}
    totals = {seat.player: 0 for seat in setup.seats}
    for round_ in counted:
        for seat, hand in round_.hands.items():
            if team[seat] != team[round_.winner]:
                totals[round_.winner] += hand.points
    assert stand.totals == totals
    assert [scored.counts for scored in stand.rounds] == [
        number <= len(counted) for number in range(1, len(rounds) + 1)
    ]


@given(sessions())
@examples
def test_the_end_is_where_the_rules_say(session):
    setup, rounds = session
    for count in range(len(rounds) + 1):
        stand = standings(setup, rounds[:count])
        sides = {}
        for seat in setup.seats:
            side = seat.team or seat.player
            sides[side] = sides.get(side, 0) + stand.totals[seat.player]
        best = max(sides.values())
        due = (setup.target is not None and best >= setup.target) or (
            setup.max_rounds is not None and count >= setup.max_rounds
        )
        tied = sum(total == best for total in sides.values()) > 1
        over = count > 0 and due and not (tied and setup.ties == "play-on")
        assert stand.finished == over
        if over:
            assert stand.winners == tuple(
                s.player for s in setup.seats if sides[s.team or s.player] == best
            )
            assert stand.ended_by_round == count
            break


@given(sessions())
@examples
def test_undo_is_the_inverse_of_record(session):
    setup, rounds = session
    for count in range(len(rounds)):
        before, after = standings(setup, rounds[:count]), standings(setup, rounds[: count + 1])
        assert after.rounds[:-1] == before.rounds
        undone = list(rounds[: count + 1])
        undone.pop()
        assert standings(setup, undone) == before


@given(sessions())
@examples
def test_the_order_of_seats_changes_no_total(session):
    setup, rounds = session
    turned = type(setup)(**{**_fields(setup), "seats": setup.seats[::-1]})
    one, other = standings(setup, rounds), standings(turned, rounds)
    assert one.totals == other.totals
    assert one.ranks == other.ranks
    assert set(one.winners) == set(other.winners)
    assert one.ended_by_round == other.ended_by_round


@given(sessions())
@examples
def test_a_removed_round_leaves_no_trace(session):
    setup, rounds = session
    for place in range(len(rounds)):
        rest = rounds[:place] + rounds[place + 1 :]
        stand = standings(setup, rest)
        assert sum(stand.totals.values()) == sum(
            sum(scored.gained.values()) for scored in stand.rounds
        )
        if setup.target is None and setup.max_rounds is None:
            gone = standings(setup, rounds).rounds[place].gained
            whole = standings(setup, rounds).totals
            assert stand.totals == {seat: whole[seat] - gone[seat] for seat in whole}


def _fields(setup):
    return {name: getattr(setup, name) for name in setup.__dataclass_fields__}


def test_the_fold_is_on_the_way_of_every_page():
    seats = tuple(Seat(key) for key in "abcd")
    setup = setup_of("abcd")
    rounds = [
        Round("a", {seat: hand_of("7, red 5, wild, skip, 9") for seat in "bcd"}) for _ in range(10)
    ]

    def seconds():
        fresh = type(setup)(setup.edition, seats)
        start = time.perf_counter()
        standings(fresh, rounds)
        return time.perf_counter() - start

    # Half a millisecond is the promise; coverage and a busy machine may slow it down.
    assert min(seconds() for _ in range(20)) < 0.005


@pytest.mark.parametrize(
    ("rounds", "dealer"),
    [
        ([], "b"),
        ([won("a", 1)], "c"),
        ([won("a", 1), won("a", 1, dealer="b")], "c"),
        ([won("a", 500)], "c"),
        ([won("a", 500), won("a", 1), BROKEN], "c"),
    ],
)
def test_the_deal_of_a_rematch_goes_on_from_the_last_round_that_counted(rounds, dealer):
    assert next_dealer(setup_of("abc", target=500, first_dealer="b"), rounds) == dealer


def test_under_a_broken_setup_nobody_deals():
    assert next_dealer(setup_of("a"), []) is None
