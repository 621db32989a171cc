"""Hands, in three ways, and their points."""

import math

import pytest

from rules import Card, Hand, hand_points, sort_cards
from rules.hands import whole
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
