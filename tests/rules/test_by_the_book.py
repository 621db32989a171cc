"""What holds for every session, of any kind: the fold, a second reader, and corrections."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import (
    one_more,
    problems_by_round,
    round_problems,
    setup_problems,
    standings,
    without_round,
)
from tests.rules import by_hand
from tests.rules.generators import EVERY_SYSTEM, every_session, examples

many = settings(examples, max_examples=400)


NOT_TOLD = ("rounds", "closed", "state")


def told(stand):
    """Everything about how things stand, the rounds aside."""
    return {name: value for name, value in vars(stand).items() if name not in NOT_TOLD}


@pytest.mark.parametrize("scoring", EVERY_SYSTEM)
def test_the_fold_says_what_paper_says(scoring):
    @given(every_session(scoring=scoring))
    @many
    def check(session):
        setup, rounds, closed = session.setup, session.rounds, session.closed
        assert setup.is_sound, setup_problems(setup)
        stand, sheet = standings(setup, rounds, closed), by_hand.score(setup, rounds, closed)
        read = {name: value for name, value in vars(sheet).items() if name != "lines"}
        assert {name: getattr(stand, name) for name in read} == read
        for scored, line in zip(stand.rounds, sheet.lines, strict=True):
            assert (scored.number, scored.counts) == (line.number, line.counts)
            assert (scored.points, scored.gained) == (line.points, line.gained)
            assert scored.dealer == line.dealer
            broken = [(p.code, p.where) for p in scored.problems if p.severity == "broken"]
            assert sorted(broken) == sorted(line.faults)

    check()


@given(every_session())
@examples
def test_numbers_that_came_whole_stay_whole(session):
    stand = standings(session.setup, session.rounds)
    assert all(type(total) is int for total in stand.totals.values())
    assert all(type(n) is int for scored in stand.rounds for n in scored.gained.values())


@given(every_session())
@examples
def test_a_later_round_changes_nothing_of_those_before(session):
    whole = standings(session.setup, session.rounds).rounds
    for count in range(len(session.rounds)):
        assert standings(session.setup, session.rounds[:count]).rounds == whole[:count]


@given(every_session())
@examples
def test_folding_twice_says_the_same_and_closing_an_ended_session_changes_nothing(session):
    setup, rounds = session.setup, session.rounds
    stand = standings(setup, rounds)
    assert standings(setup, list(rounds)) == stand
    if stand.finished:
        assert standings(setup, rounds, closed=True) == stand


@given(every_session())
@examples
def test_problems_by_round_are_the_problems_of_each_round(session):
    setup, rounds = session.setup, session.rounds
    for place, problems in enumerate(problems_by_round(setup, rounds)):
        assert problems == round_problems(setup, rounds[:place], rounds[place])


@given(every_session())
@examples
def test_one_more_round_is_the_fold_of_all_of_them(session):
    setup, rounds = session.setup, session.rounds
    stand = standings(setup, [])
    for place, round_ in enumerate(rounds):
        stand, problems = one_more(setup, stand, round_)
        assert stand == standings(setup, rounds[: place + 1])
        assert problems == round_problems(setup, rounds[:place], round_)


@given(every_session(), st.integers(0, 9))
@examples
def test_undo_is_the_inverse_of_record(session, place):
    setup, rounds = session.setup, session.rounds
    place = min(place, len(rounds))
    # Nobody has been told yet to join or leave later than the round that is recorded.
    seats = tuple(
        replace(
            seat,
            from_round=min(seat.from_round, place + 1),
            to_round=seat.to_round
            and max(min(seat.to_round, place + 1), min(seat.from_round, place + 1)),
        )
        for seat in setup.seats
    )
    setup = replace(setup, seats=seats)
    if place < len(rounds):
        undone = without_round(setup, place + 1, place + 1)
        assert undone == setup
        assert standings(undone, rounds[:place]) == standings(setup, rounds[:place])


@given(every_session(plans=False, spoil=0), st.integers(0, 8))
@examples
def test_what_a_round_that_is_removed_brought_is_gone_and_nothing_else(session, place):
    setup = replace(session.setup, target=1_000_000, max_rounds=None)
    rounds = session.rounds
    if place >= len(rounds):
        return
    before = standings(setup, rounds)
    after = standings(
        without_round(setup, place + 1, len(rounds)), rounds[:place] + rounds[place + 1 :]
    )
    gone = before.rounds[place].gained
    assert after.totals == {seat: n - gone.get(seat, 0) for seat, n in before.totals.items()}
    assert [scored.number for scored in after.rounds] == list(range(1, len(rounds)))


@given(every_session(), st.integers(1, 9))
@examples
def test_a_removed_round_makes_no_setup_broken(session, number):
    setup = without_round(session.setup, number, max(number, len(session.rounds)))
    assert setup.is_sound
    for was, seat in zip(session.setup.seats, setup.seats, strict=True):
        assert was.from_round - (was.from_round > number) == seat.from_round
        assert (was.to_round is None) == (seat.to_round is None)


@given(every_session(), st.randoms())
@examples
def test_the_order_of_the_seats_decides_only_who_deals(session, chance):
    setup, rounds = session.setup, session.rounds
    turned = replace(setup, seats=tuple(chance.sample(setup.seats, len(setup.seats))))
    one = standings(setup, rounds, session.closed)
    other = standings(turned, rounds, session.closed)
    for name in ("totals", "ranks", "finished", "ended_by_round", "closed"):
        assert getattr(one, name) == getattr(other, name)
    for name in ("winners", "knocked_out", "left", "playing"):
        assert set(getattr(one, name)) == set(getattr(other, name))
        in_order = [seat for seat in turned.players if seat in getattr(other, name)]
        assert name == "knocked_out" or list(getattr(other, name)) == in_order


@given(every_session(spoil=0))
@examples
def test_a_rank_is_one_more_than_how_many_parties_are_better(session):
    setup, stand = session.setup, standings(session.setup, session.rounds, session.closed)
    ranks = {setup.party_of[seat]: rank for seat, rank in stand.ranks.items()}
    for rank in ranks.values():
        assert rank == 1 + sum(other < rank for other in ranks.values())
    assert all(stand.ranks[seat] == 1 for seat in stand.winners)


@given(every_session())
@examples
def test_a_broken_round_in_between_takes_a_number_and_no_more(session):
    """All the same as without it, but for the numbers of the rounds after it."""
    seats = tuple(replace(seat, from_round=1, to_round=None) for seat in session.setup.seats)
    setup = replace(session.setup, seats=seats)
    whole = standings(setup, session.rounds, session.closed)
    counted = [r for r, s in zip(session.rounds, whole.rounds, strict=True) if s.counts]
    bare = standings(setup, counted, session.closed)
    for name in ("totals", "ranks", "finished", "winners", "knocked_out", "next_dealer"):
        assert getattr(bare, name) == getattr(whole, name)
    assert [s.gained for s in bare.rounds] == [s.gained for s in whole.rounds if s.counts]


@given(every_session(scoring="winner-collects"))
@examples
def test_the_gains_of_a_winner_are_points_of_others(session):
    setup = session.setup
    bonus = setup.edition.knock_out_bonus or 0
    for scored, round_ in zip(standings(setup, session.rounds).rounds, session.rounds, strict=True):
        if scored.counts and not round_.gained:
            assert {seat for seat, n in scored.gained.items() if n} <= {scored.winner}
            beaten = [
                seat
                for seat in round_.knocked_out
                if setup.party_of[seat] != setup.party_of[round_.winner]
            ]
            assert scored.gained[scored.winner] == sum(scored.points.values()) + bonus * len(beaten)
