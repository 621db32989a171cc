"""Codes, severities, and sentences in both languages."""

import string

import pytest

from rules import LANGUAGES, SEVERITIES, Problem
from rules.messages import TEXTS

NAMES = {"a": "Anna", "b": "Bram", "c": "Cees"}


def test_every_code_has_a_severity_and_both_languages():
    assert set(TEXTS) == set(SEVERITIES)
    assert set(SEVERITIES.values()) == {"broken", "impossible", "unlikely"}
    for cases in TEXTS.values():
        for texts in cases.values():
            assert set(texts) == set(LANGUAGES)


def test_both_languages_tell_the_same_facts():
    def facts(text):
        return {name for _, name, _, _ in string.Formatter().parse(text) if name} - {"sit_in"}

    for cases in TEXTS.values():
        for texts in cases.values():
            assert facts(texts["en"]) == facts(texts["nl"])


FIVE = {
    "held": 5,
    "cards": {"en": "Wild Draw Fours", "nl": "neem vier"},
    "holders": (("b", 3), ("c", 2)),
    "deck": 4,
}


@pytest.mark.parametrize(
    ("problem", "holders"),
    [
        (Problem("too-many-copies", "hands", FIVE), ("b", "c")),
        (
            Problem("too-many-copies", "hands", FIVE | {"holders": (("b", 4), (None, 1))}),
            ("b",),
        ),
        (
            Problem("points-impossible", "hands", {"seats": ("a", "c"), "hand": (2000, None)}),
            ("a", "c"),
        ),
        (Problem("no-winner", "winner"), ()),
    ],
)
def test_a_joint_problem_knows_whose_hands_it_is_about(problem, holders):
    assert problem.holders == holders


@pytest.mark.parametrize(
    ("problem", "english", "dutch"),
    [
        (
            Problem("too-many-copies", "hands", FIVE),
            "Five Wild Draw Fours: Bram 3, Cees 2; the deck has 4.",
            "Vijf keer neem vier: Bram 3, Cees 2; in het spel zitten er 4.",
        ),
        (
            Problem("too-many-copies", "hands", FIVE | {"deck": 1, "holders": ((None, 5),)}),
            "Five Wild Draw Fours: the last card 5; the deck has 1.",
            "Vijf keer neem vier: de laatste kaart 5; in het spel zit er 1.",
        ),
        (
            Problem("too-many-copies", "hands", FIVE | {"held": 13, "case": "decks", "decks": 3}),
            "13 Wild Draw Fours: Bram 3, Cees 2; the 3 decks have 4.",
            "13 keer neem vier: Bram 3, Cees 2; in de 3 spellen zitten er 4.",
        ),
        (
            Problem("hand-missing", "hands.b", {"seat": "b"}),
            "What did Bram still hold? Give the cards or the points.",
            "Wat had Bram nog in de hand? Vul de kaarten of de punten in.",
        ),
        (
            Problem("nothing-left-to-finish-with", "last_card", {"seat": None}),
            "No card is left that the winner could have finished with.",
            "Er is geen kaart meer over waarmee de winnaar kon uitgaan.",
        ),
        (
            Problem(
                "points-impossible",
                "hands",
                {"case": "most", "seats": ("a", "b", "c"), "hand": (1300, None), "points": 1240},
            ),
            "Anna, Bram and Cees together: 1,300 points is too much; more than 1,240 points"
            " cannot be.",
            "Anna, Bram en Cees samen: 1.300 punten is te veel; meer dan 1.240 punten kan niet.",
        ),
        (
            Problem(
                "points-impossible",
                "hands.b.points",
                {"case": "size", "seats": ("b",), "hand": (1, 3), "cards_left": 1},
            ),
            "Bram: 1 point in 3 cards; for that the deck has only 1 card.",
            "Bram: 1 punt in 3 kaarten; daarvoor heeft het spel nog maar 1 kaart.",
        ),
        (
            Problem(
                "unknown-card",
                "",
                {
                    "case": "choices",
                    "text": "+4",
                    "choices": [
                        {"en": "Draw Four", "nl": "neem vier"},
                        {"en": "Wild Reverse Draw Four", "nl": "keer om en neem vier"},
                    ],
                },
            ),
            "“+4” can be more than one card: Draw Four or Wild Reverse Draw Four.",
            "“+4” kan meer dan één kaart zijn: neem vier of keer om en neem vier.",
        ),
        (
            Problem("over-hand-limit", "hands.b", {"seat": "b", "cards_left": 25}),
            "With 25 cards in hand Bram would have been knocked out.",
            "Met 25 kaarten in de hand zou Bram zijn afgevallen.",
        ),
        (
            Problem("bad-missing-cards", "missing_cards", {"card": "wild", "deck": 4}),
            "More of “wild” are missing than the box ever had; there were 4.",
            "Er mist meer “wild” dan er ooit in het spel zat; het waren er 4.",
        ),
    ],
)
def test_sentences(problem, english, dutch):
    assert problem.message("en", NAMES) == english
    assert problem.message("nl", NAMES) == dutch


def test_without_names_a_seat_goes_by_its_key():
    problem = Problem("duplicate-seat", "seats[1]", {"seat": "b"})
    assert problem.message("en") == "b is at the table twice."
    assert problem.message("en", {"b": "{Bram}"}) == "{Bram} is at the table twice."


def test_a_problem_is_a_value():
    assert Problem("no-winner", "winner") == Problem("no-winner", "winner")
    assert Problem("no-winner", "winner").severity == "broken"
    assert Problem("too-many-copies", "hands", FIVE).severity == "impossible"
    assert Problem("after-the-end", "", {"number": 3}).severity == "unlikely"
