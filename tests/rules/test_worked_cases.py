"""The worked cases, by the book: those for this edition and this scoring system."""

import json
from pathlib import Path

import pytest

from rules import (
    Card,
    Hand,
    Round,
    Seat,
    Setup,
    hand_points,
    round_problems,
    setup_problems,
    standings,
)
from tests.rules.generators import CLASSIC, setup_of

CASES = json.loads((Path(__file__).parents[2] / "fixtures" / "worked.json").read_text("utf-8"))


def cases(kind, **wanted):
    found = [c for c in CASES[kind] if all(c[key] == value for key, value in wanted.items())]
    assert found
    return [pytest.param(case, id=f"{kind}-{number}") for number, case in enumerate(found)]


def hand_from(entry):
    if isinstance(entry, dict):
        return Hand(**entry)
    return Hand(tuple(Card.parse(card) for card in entry))


@pytest.mark.parametrize("case", cases("hands", edition="classic-108"))
def test_hand(case):
    setup = setup_of(card_points=case.get("card_points", {}))
    assert hand_points(hand_from(case["cards"]), setup) == case["points"]


@pytest.mark.parametrize("case", cases("deck", edition="classic-108"))
def test_deck(case):
    seats = "wabcdef"[: len(case["hands"]) + 1]
    setup = setup_of(
        seats, decks=case.get("decks", 1), house_rules=tuple(case.get("house_rules", ()))
    )
    last_card = Card.parse(case["last_card"]) if "last_card" in case else None
    hands = dict(zip(seats[1:], map(hand_from, case["hands"]), strict=True))
    problems = round_problems(setup, [], Round("w", hands, last_card))
    assert {problem.code for problem in problems} == ({case["code"]} if "code" in case else set())
    assert all(problem.severity == "impossible" for problem in problems)
    assert bool(problems) != case["possible"]


@pytest.mark.parametrize("case", cases("sessions", scoring="winner-collects"))
def test_session(case):
    seats = [Seat(**seat) if isinstance(seat, dict) else Seat(seat) for seat in case["seats"]]
    setup = Setup(
        CLASSIC,
        tuple(seats),
        target=case["target"],
        max_rounds=case.get("max_rounds"),
        ties=case.get("ties", "shared"),
    )
    assert setup_problems(setup) == []
    rounds = [
        Round(entry["winner"], {seat: Hand(points=p) for seat, p in entry["points"].items()})
        for entry in case["rounds"]
    ]
    stand = standings(setup, rounds)
    assert stand.totals == case["totals"]
    assert list(stand.winners) == case["winners"]
    assert stand.ended_by_round == case["ended_by_round"]
    assert all(scored.counts for scored in stand.rounds)


def test_the_deck_of_the_cases_is_the_one_on_the_makers_sheet():
    assert CLASSIC.deck_size() == 108
    assert CLASSIC.deck_points() == 1240
    assert CLASSIC.deck_points({"wild": 20}) == 1120
