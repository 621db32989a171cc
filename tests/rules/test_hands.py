"""Hands, in three ways, and their points."""

import math

import pytest

from rules import Card, Hand, find_edition, hand_points, sort_cards
from rules.hands import hand_problems, whole
from tests.rules.generators import CLASSIC, face, hand_of, made_up_edition, setup_of


@pytest.mark.parametrize(
    ("value", "number"),
    [
        (5, 5), (5.0, 5), (0, 0), (10, 10), (11, None), (-1, None), (5.5, None),
        (True, None), (False, None), (None, None), ("5", None), (math.nan, None),
        (math.inf, None), (1e300, None),
    ],
)  # fmt: skip
def test_whole(value, number):
    assert whole(value, 0, 10) == number


def test_whole_without_a_limit():
    assert whole(10**12, 1) == 10**12


def test_points_of_a_hand():
    setup = setup_of()
    assert hand_points(hand_of("red 7, wild, 9, skip"), setup) == 86
    assert hand_points(hand_of("wild, wild-draw-four"), setup_of(card_points={"wild": 20})) == 70
    assert hand_points(Hand(points=37, cards_left=4), setup) == 37
    assert hand_points(Hand(points=37.0), setup) == 37
    assert hand_points(Hand(cards=()), setup) == 0


def test_points_that_cannot_be_told_are_not_zero():
    setup = setup_of(edition=made_up_edition([face("blank", "", 4, None), face("1", "", 4, 1)]))
    assert hand_points(Hand(), setup) is None
    assert hand_points(Hand(points=5.5), setup) is None
    assert hand_points(hand_of("77"), setup) is None
    assert hand_points(hand_of("1, blank"), setup) is None


def test_a_hand_is_a_value():
    assert Hand([Card("7")]) == Hand((Card("7"),))
    assert Hand(points=5.0) == Hand(points=5)
    assert isinstance(Hand(points=5.0).points, int)
    assert Hand(points=True).points is True


def test_sorted_to_be_shown():
    hand = hand_of("wild, red skip, 77, red 7, 7, wild-draw-four, blue 7, 0, pink 7, draw-two")
    assert [str(card) for card in sort_cards(hand.cards, CLASSIC)] == [
        *("0", "7", "pink 7", "red 7", "blue 7"),
        *("red skip", "draw-two", "wild", "wild-draw-four", "77"),
    ]


def test_how_many_cards_a_hand_is():
    assert hand_of("7, 7").size == 2
    assert Hand(points=7, cards_left=4).size == 4
    assert Hand(points=7).size is None
    assert Hand(cards=(), cards_left=3).size == 0


@pytest.mark.parametrize(
    ("hand", "holds", "known"),
    [
        (Hand(), False, False),
        (Hand(cards_left=0), False, False),
        (Hand(cards_left=2), True, False),
        (Hand(cards=()), False, True),
        (Hand(points=0), False, True),
        (Hand(points=0, cards_left=0), False, True),
        (Hand(points=1), True, True),
        (Hand(points=-1), False, True),
        (Hand((Card("0"),)), True, True),
    ],
)
def test_what_a_hand_holds_and_whether_its_points_are_known(hand, holds, known):
    assert (hand.holds_something, hand.is_known) == (holds, known)


@pytest.mark.parametrize(
    ("hand", "where"),
    [
        (Hand((Card("7"),), points=7, cards_left=1), []),
        (Hand((Card("7"),), points=7.0, cards_left=1.0), []),
        (Hand((Card("7"),), points=8, cards_left=2), ["points", "cards_left"]),
        (Hand((Card("7"),), points=-8), ["points"]),
        (Hand(points=1_000_000, cards_left=1_000), []),
        (Hand(points=1_000_001), ["points"]),
        (Hand(points=1, cards_left=-1), ["cards_left"]),
        (Hand(points=math.nan), ["points"]),
        (Hand((Card("7"),) * 1_000), []),
        (Hand((Card("7"),) * 1_001), ["cards"]),
        (Hand((Card("7"),) * 1_001, points=-1), ["cards", "points"]),
    ],
)
def test_numbers_that_are_none_or_do_not_agree(hand, where):
    problems = hand_problems("b", hand, setup_of())
    assert [(p.code, p.where) for p in problems] == [("bad-number", f"hands.b.{w}") for w in where]


def test_a_hand_with_a_card_that_has_no_value_agrees_with_any_points():
    setup = setup_of("ab", find_edition("classic-112-blanks"), scoring="round-wins")
    assert hand_problems("b", Hand((Card("blank"),), points=9), setup) == []
