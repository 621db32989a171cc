"""The worked cases, by the book, and the examples of the makers' instruction sheets."""

import json
from pathlib import Path

import pytest

from rules import (
    Card,
    Hand,
    Round,
    Seat,
    Setup,
    default_target,
    find_edition,
    hand_points,
    round_problems,
    setup_problems,
    standings,
)
from tests.rules.generators import real_deck

FIXTURES = Path(__file__).parents[2] / "fixtures"
FILES = {
    name: json.loads((FIXTURES / f"{name}.json").read_text("utf-8"))
    for name in ("worked", "instruction-sheets")
}


def cases(kind):
    return [
        pytest.param(case, id=f"{name}-{number}")
        for name, of_file in FILES.items()
        for number, case in enumerate(of_file.get(kind, []))
    ]


def hand_from(entry):
    if isinstance(entry, dict):
        return Hand(**entry)
    return Hand(tuple(Card.parse(card) for card in entry))


def setup_from(case):
    """What the case agrees; the edition is the classic box where it names none."""
    teams = case.get("teams", [None] * len(case["seats"]))
    seats = [
        Seat(**seat) if isinstance(seat, dict) else Seat(seat, team)
        for seat, team in zip(case["seats"], teams, strict=True)
    ]
    named = ("scoring", "target", "max_rounds", "ties", "decks", "house_rules", "card_points")
    edition = find_edition(case.get("edition", "classic-108"))
    setup = Setup(edition, seats, **{name: case[name] for name in named if name in case})
    assert setup_problems(setup) == []
    return setup


def round_from(entry):
    hands = {seat: hand_from(hand) for seat, hand in entry.get("hands", {}).items()}
    hands |= {seat: Hand(points=points) for seat, points in entry.get("points", {}).items()}
    return Round(
        entry["winner"],
        hands,
        Card.parse(entry["last_card"]) if "last_card" in entry else None,
        side=entry.get("side"),
        knocked_out=entry.get("knocked_out", ()),
    )


@pytest.mark.parametrize("case", cases("hands"))
def test_hand(case):
    setup = setup_from({"seats": ["a", "b"], **case})
    hand = (
        Hand(real_deck(setup.edition, case["deck"], case.get("side")))
        if "deck" in case
        else (hand_from(case["cards"]))
    )
    assert hand_points(hand, setup, case.get("side")) == case["points"]


@pytest.mark.parametrize("case", cases("deck"))
def test_deck(case):
    seats = "wabcdef"[: len(case["hands"]) + 1]
    setup = setup_from({"seats": seats, **case})
    last_card = Card.parse(case["last_card"]) if "last_card" in case else None
    hands = dict(zip(seats[1:], map(hand_from, case["hands"]), strict=True))
    problems = round_problems(setup, [], Round("w", hands, last_card, side=case.get("side")))
    assert {problem.code for problem in problems} == ({case["code"]} if "code" in case else set())
    assert all(problem.severity == "impossible" for problem in problems)
    assert bool(problems) != case["possible"]


@pytest.mark.parametrize("case", cases("rounds"))
def test_round(case):
    setup, round_ = setup_from(case), round_from(case["round"])
    assert round_problems(setup, [], round_) == []
    (scored,) = standings(setup, [round_]).rounds
    assert scored.gained == case["gained"]


@pytest.mark.parametrize("case", cases("sessions"))
def test_session(case):
    setup = setup_from(case)
    rounds = [round_from(entry) for entry in case["rounds"]]
    stand = standings(setup, rounds)
    assert stand.totals == case["totals"]
    assert list(stand.winners) == case["winners"]
    assert stand.ended_by_round == case["ended_by_round"]
    assert stand.finished == (case["ended_by_round"] is not None)
    assert stand.ranks == case.get("ranks", stand.ranks)
    assert list(stand.knocked_out) == case.get("knocked_out", [])
    assert all(scored.counts for scored in stand.rounds)


@pytest.mark.parametrize("case", cases("targets"))
def test_target(case):
    assert default_target(find_edition(case["edition"]), "winner-collects") == case["target"]


def test_every_case_of_the_sheets_names_its_source():
    for kind in ("hands", "rounds", "sessions"):
        assert all(case["source"] and case["why"] for case in FILES["instruction-sheets"][kind])
