"""The deck check against brute force, against real deals, and in words."""

import itertools
import time
from collections import Counter

import pytest
from hypothesis import given

from rules import Card, Hand, Round, round_problems
from rules.deck_check import Deck, deck_problems
from tests.rules.generators import (
    CLASSIC,
    WAYS,
    codes,
    examples,
    face,
    hand_of,
    made_up_edition,
    real_deals,
    real_deck,
    setup_of,
    small_tables,
)

NAMES = {"a": "Anna", "b": "Bram", "c": "Cees", "w": "Wil"}
SEARCHED = {"too-many-copies", "nothing-left-to-finish-with", "points-impossible"}


def check(setup, round_):
    return [p for p in round_problems(setup, [], round_) if p.severity == "impossible"]


def said(hands, last_card=None, language="en", **agreed):
    keys = "abcdefgh"[: len(hands) + 1]
    round_ = Round("a", dict(zip(keys[1:], hands, strict=True)), last_card)
    problems = check(setup_of(keys, **agreed), round_)
    return [(problem.where, problem.message(language, NAMES)) for problem in problems]


# --- brute force ----------------------------------------------------------------------------------


def fits(setup, round_):
    """Whether real cards can be found for the whole round, by trying them all."""
    deck = Counter(real_deck(setup.edition, setup.decks))
    listed = [card for hand in round_.hands.values() for card in hand.cards or ()]
    points = [hand for hand in round_.hands.values() if hand.cards is None]
    if round_.last_card is not None:
        listed.append(round_.last_card)
    wanted = sorted(listed, key=lambda card: card.colour is None)
    return any(
        _points_fit(setup, _by_face(rest), points, round_.last_card is None)
        for rest in _without(deck, wanted)
    )


def _by_face(deck):
    """To points all colours are alike."""
    faces = Counter()
    for card, count in deck.items():
        faces[card.face] += count
    return faces


def _without(deck, wanted):
    """Every deck that can be left when the wanted cards are taken out."""
    if not wanted:
        yield deck
        return
    seen = set()
    for card in list(deck):
        same = card.face == wanted[0].face and wanted[0].colour in (None, card.colour)
        if same and deck[card] and card not in seen:
            seen.add(card)
            yield from _without(deck - Counter([card]), wanted[1:])


def _points_fit(setup, deck, points, needs_last):
    if not points:
        return not needs_last or any(deck[key] for key in setup.finishing_faces())
    keys, hand = sorted(deck), points[0]
    for taken in itertools.product(*(range(deck[key] + 1) for key in keys)):
        size = sum(taken)
        worth = sum(count * setup.values_on()[key] for count, key in zip(taken, keys, strict=True))
        if worth == hand.points and size and hand.cards_left in (None, size):
            rest = deck - Counter(dict(zip(keys, taken, strict=True)))
            if _points_fit(setup, rest, points[1:], needs_last):
                return True
    return False


def verdict(setup, round_):
    return not SEARCHED & set(codes(check(setup, round_)))


def test_listed_hands_are_judged_exactly():
    verdicts = Counter()

    @given(small_tables(listed=3, counted=0))
    @examples
    def against_brute_force(table):
        verdicts[fits(*table)] += 1
        assert verdict(*table) == fits(*table)

    against_brute_force()
    assert verdicts[True] > 5
    assert verdicts[False] > 5


def test_a_point_hand_alone_is_judged_exactly():
    verdicts = Counter()

    @given(small_tables(listed=1, counted=1))
    @examples
    def against_brute_force(table):
        verdicts[fits(*table)] += 1
        assert verdict(*table) == fits(*table)

    against_brute_force()
    assert verdicts[True] > 5
    assert verdicts[False] > 5


@given(small_tables(listed=1, counted=3))
@examples
def test_point_hands_together_are_judged_exactly(table):
    assert verdict(*table) == fits(*table)


# --- real deals -----------------------------------------------------------------------------------


@pytest.mark.parametrize("way", [*WAYS, "mixed"])
def test_what_was_dealt_is_never_called_impossible(way):
    @given(real_deals(WAYS if way == "mixed" else (way,)))
    @examples
    def really_dealt(deal):
        assert check(deal.setup, deal.round) == []

    really_dealt()


# --- in words -------------------------------------------------------------------------------------


def wilds(number, card="wild"):
    return Hand((Card(card),) * number)


def test_five_wild_draw_fours():
    hands = [wilds(3, "wild-draw-four"), wilds(2, "wild-draw-four")]
    assert said(hands) == [("hands", "Five Wild Draw Fours: Bram 3, Cees 2; the deck has 4.")]
    assert said(hands, language="nl") == [
        ("hands", "Vijf keer neem vier: Bram 3, Cees 2; in het spel zitten er 4.")
    ]


def test_one_hand_alone():
    assert said([hand_of("red 7, red 7, red 7")]) == [
        ("hands.b", "Three red 7s: Bram 3; the deck has 2.")
    ]
    assert said([hand_of("red 7, red 7, red 7")], language="nl") == [
        ("hands.b", "Drie keer rode 7: Bram 3; in het spel zitten er 2.")
    ]


def test_the_last_card_takes_one():
    assert said([wilds(4)], Card("wild")) == [
        ("hands", "Five Wilds: Bram 4, the last card 1; the deck has 4.")
    ]
    assert said([wilds(3)], Card("wild")) == []


def test_several_decks():
    assert said([hand_of(", ".join(["red 0"] * 3))], decks=2) == [
        ("hands.b", "Three red 0s: Bram 3; the 2 decks have 2.")
    ]


def test_everything_at_once():
    hands = [
        hand_of("red 7, red 7, red 7, 0, 0, 0, 0, 0, " + ", ".join(["wild"] * 5)),
        Hand(points=51, cards_left=1),
    ]
    assert said(hands) == [
        ("hands.b", "Five 0s: Bram 5; the deck has 4."),
        ("hands.b", "Three red 7s: Bram 3; the deck has 2."),
        ("hands.b", "Five Wilds: Bram 5; the deck has 4."),
        ("hands.c.points", "Cees: 51 points in 1 card is too much; more than 50 points cannot be."),
    ]


ONE_TO_THREE = made_up_edition([face("1", "", 1, 1), face("3", "", 1, 3), face("skip", "", 2, 20)])


@pytest.mark.parametrize(
    ("hand", "problem"),
    [
        (Hand(points=44), ("points", "44 points would leave no card that Anna could have finished"
         " with.")),
        (Hand(points=45), ("points", "45 points is too much; more than 44 points cannot be.")),
        (Hand(points=0), ("points", "0 points is too little; less than 1 point cannot be.")),
        (Hand(points=5), ("points", "5 points cannot be made from the cards that are left.")),
        (Hand(points=4, cards_left=1),
         ("points", "4 points in 1 card cannot be made from the cards that are left.")),
        (Hand(points=3, cards_left=2),
         ("points", "3 points in 2 cards is too little; less than 4 points cannot be.")),
        (Hand(points=3, cards_left=5),
         ("cards_left", "3 points in 5 cards; for that the deck has only 4 cards.")),
        (Hand(points=43), None),
        (Hand(points=4, cards_left=2), None),
    ],
)  # fmt: skip
def test_a_point_hand_alone(hand, problem):
    expected = [] if problem is None else [(f"hands.b.{problem[0]}", f"Bram: {problem[1]}")]
    assert said([hand], edition=ONE_TO_THREE) == expected


def test_point_hands_together():
    hands = [Hand(points=3), Hand(points=3)]
    assert said(hands, edition=ONE_TO_THREE) == [
        (
            "hands",
            "Bram and Cees together: 6 points, shared out like this, cannot be made from the cards"
            " that are left.",
        )
    ]
    hands = [Hand(points=20, cards_left=1), Hand(points=24, cards_left=3)]
    assert said(hands, edition=ONE_TO_THREE) == [
        (
            "hands",
            "Bram and Cees together: 44 points in 4 cards would leave no card that Anna could have"
            " finished with.",
        )
    ]
    five = [Hand(points=0)] * 5
    (where, text), *others = said(five)
    assert (where, others) == ("hands", [])
    assert text.endswith("0 points is too little; less than 1 point cannot be.")


def test_more_point_hands_than_cards():
    edition = made_up_edition([face("1", "", 2, 1), face("2", "", 1, 2)])
    hands = [Hand(points=1)] * 4
    assert said(hands, edition=edition)[0][1].endswith(
        "4 points; for that the deck has only 3 cards."
    )


def test_with_the_last_card_known():
    assert said([Hand(points=23)], Card("3"), edition=ONE_TO_THREE) == [
        ("hands.b.points", "Bram: 23 points cannot be made without the last card, “3”.")
    ]
    assert said([Hand(points=21)], Card("3"), edition=ONE_TO_THREE) == []


def test_no_number_card_left_to_finish_with():
    numbers = [Card(key) for key in "123456789" for _ in range(8)] + [Card("0")] * 4
    rules = {"house_rules": ("no-action-finish",)}
    assert said([Hand(tuple(numbers))], **rules) == [
        ("last_card", "No number card is left that Anna could have finished with.")
    ]
    assert said([Hand(tuple(numbers[:-1]))], **rules) == []
    assert said([Hand(tuple(numbers)), Hand(points=20)], Card("skip"), **rules) == [
        (
            "last_card",
            "The last card cannot be “Skip”. You agreed: No finishing on an action or wild card.",
        )
    ]


def test_the_whole_deck_leaves_nothing():
    whole = Hand(tuple(real_deck(setup_of().edition, 1)))
    assert said([whole]) == [("last_card", "No card is left that Anna could have finished with.")]
    short = Hand(whole.cards[1:])
    assert said([short, Hand(points=0)]) == [
        ("hands.c.points", "Cees: 0 points would leave no card that Anna could have finished with.")
    ]


@pytest.mark.parametrize(
    ("hands", "agreed"),
    [
        ([Hand(points=12_000, cards_left=1_000), Hand(points=3_000)], {}),
        ([Hand(points=900_000, cards_left=900)], {"card_points": {"9": 999_983, "wild": 77_777}}),
        ([Hand(points=900_000, cards_left=20)], {"card_points": {"9": 999_983, "wild": 77_777}}),
    ],
)
def test_huge_numbers_take_no_seconds(hands, agreed):
    start = time.perf_counter()
    said(hands, decks=20, **agreed)
    assert time.perf_counter() - start < 3


# --- missing cards --------------------------------------------------------------------------------

FACES = frozenset(face.face for face in CLASSIC.faces)
VALUES = {face.face: face.points for face in CLASSIC.faces}


def problems(hands, last_card=None, decks=1, missing="", values=VALUES, finishing=FACES):
    """Of a deck without the missing cards, "red 7, 7"; hands of seats a, b, c …"""
    cards = hand_of(missing).cards if missing else ()
    deck = Deck(CLASSIC.faces, decks, values, finishing, cards)
    return deck_problems(deck, dict(zip("abcd", hands, strict=False)), last_card, "w")


def shown(*args, **kwargs):
    return [(problem.where, problem.message("en", NAMES)) for problem in problems(*args, **kwargs)]


def test_a_missing_card_of_a_colour_is_not_there():
    hands = [hand_of("red 7, red 7")]
    assert shown(hands, missing="red 7") == [("hands.a", "Two red 7s: Anna 2; the deck has 1.")]
    assert shown(hands, missing="blue 7") == []
    assert shown(hands, missing="red 8") == []
    assert shown(hands, Card("7", "green"), missing="blue 7, blue 7") == []
    assert shown(hands, decks=2, missing="red 7, red 7, red 7") == [
        ("hands.a", "Two red 7s: Anna 2; the 2 decks have 1.")
    ]


def test_a_missing_card_without_a_colour_is_of_whichever_makes_the_round_possible():
    hands = [hand_of("red 0, blue 0"), hand_of("green 0")]
    assert shown(hands, missing="0") == []
    assert shown(hands, missing="0, 0") == [("hands", "Three 0s: Anna 2, Bram 1; the deck has 2.")]
    assert shown(hands, missing="0, yellow 0") == [
        ("hands", "Three 0s: Anna 2, Bram 1; the deck has 2.")
    ]
    assert shown(hands, Card("0"), missing="0") == [
        ("hands", "Four 0s: Anna 2, Bram 1, the last card 1; the deck has 3.")
    ]
    assert shown([hand_of("0, 0, 0")], missing="red 0") == []
    assert shown([hand_of("0, 0, 0")], missing="red 0, 0") == [
        ("hands.a", "Three 0s: Anna 3; the deck has 2.")
    ]


def test_a_missing_card_without_colours():
    assert shown([wilds(3)], missing="wild") == []
    assert shown([wilds(4)], missing="wild") == [("hands.a", "Four Wilds: Anna 4; the deck has 3.")]
    assert shown([wilds(1)], missing="wild, wild, wild, wild") == [
        ("hands.a", "One Wild: Anna 1; the deck has 0.")
    ]


def test_more_missing_than_there_are_is_none_left():
    assert shown([Hand(points=20)], missing=", ".join(["wild"] * 9 + ["0"] * 9)) == []
    many = ", ".join(["red 0"] * 3 + ["0"] * 9)
    assert shown([hand_of("blue 0")], missing=many) == [
        ("hands.a", "One 0: Anna 1; the deck has 0.")
    ]


def test_point_hands_are_made_without_the_missing_cards():
    all_wilds = ", ".join(["wild"] * 4 + ["wild-draw-four"] * 4)
    assert shown([Hand(points=50, cards_left=1)]) == []
    assert shown([Hand(points=50, cards_left=1)], missing=all_wilds) == [
        ("hands.a.points", "Anna: 50 points in 1 card is too much; more than 20 points cannot be.")
    ]
    assert shown([Hand(points=0, cards_left=2)], missing="0, red 0") == []
    assert shown([Hand(points=0, cards_left=2)], Card("0"), missing="0, red 0") == [
        ("hands.a.points", "Anna: 0 points in 2 cards cannot be made without the last card, “0”.")
    ]


def test_no_card_is_left_to_finish_with():
    zeros = frozenset("0")
    assert shown([], missing="0, 0, 0, 0", finishing=zeros) == [
        ("last_card", "No number card is left that Wil could have finished with.")
    ]
    assert shown([], missing="0, 0, 0", finishing=zeros) == []


# --- one mistake is told once ---------------------------------------------------------------------


def test_a_face_held_too_often_is_no_blame_to_a_point_hand():
    """Whose 0 it is that cannot be is not known, so that one of them may be the point hand's."""
    assert [p.where for p in problems([hand_of("0, 0, 0, 0, 0"), Hand(points=0)])] == ["hands.a"]
    too_many = [hand_of("red 0, red 0"), Hand(points=0, cards_left=4)]
    assert [p.where for p in problems(too_many)] == ["hands.a"]
    too_many = [hand_of("red 0"), Hand(points=0, cards_left=4)]
    assert [p.where for p in problems(too_many, Card("0", "red"))] == ["hands"]
    assert [p.where for p in problems([hand_of("red 0"), Hand(points=0, cards_left=4)])] == [
        "hands.b.points"
    ]


def test_what_is_impossible_whatever_is_wrong_is_told_beside_it():
    hands = [hand_of("0, 0, 0, 0, 0"), Hand(points=0, cards_left=5), Hand(points=51, cards_left=1)]
    assert [p.where for p in problems(hands)] == ["hands.a", "hands.b.points", "hands.c.points"]


# --- cards of unknown value -----------------------------------------------------------------------


def test_what_has_no_value_may_be_worth_anything():
    values = {key: points for key, points in VALUES.items() if key != "wild"}
    assert shown([Hand(points=999_999), Hand(points=0, cards_left=20)], values=values) == []
    assert shown([Hand(points=3, cards_left=107), Hand(points=4)], values=values) == [
        ("hands", "Anna and Bram together: 7 points would leave no card that Wil could have"
         " finished with.")
    ]  # fmt: skip
    assert shown([Hand(points=3, cards_left=109)], values=values) == [
        ("hands.a.cards_left", "Anna: 3 points in 109 cards; for that the deck has only 108 cards.")
    ]
    assert shown([wilds(2), hand_of("7"), Hand(points=3)], values=values) == []


def test_once_all_that_has_no_value_is_held_points_are_judged():
    values = {key: points for key, points in VALUES.items() if key != "wild"}
    hands = [wilds(4), Hand(points=21, cards_left=1)]
    assert [p.where for p in problems(hands, values=values)] == ["hands.b.points"]
    assert problems([wilds(3), hands[1]], values=values) == []
    assert problems([wilds(3), hands[1]], Card("wild"), values=values) == []
    assert problems([wilds(5), hands[1]], values=values)[1:] == []


def test_nothing_has_a_value():
    assert problems([Hand(points=21, cards_left=1), Hand(points=0)], values={}) == []


def test_the_same_round_gives_the_same_words():
    hands = [Hand(points=1300), wilds(5)]
    assert said(hands) == said(hands)
