"""The deck in the box."""

import json
from dataclasses import replace

import pytest

from rules import (
    Card,
    Option,
    UnknownEdition,
    edition_from,
    edition_problems,
    editions,
    find_edition,
    misread_problems,
    setup_problems,
    unknown_edition,
)
from rules.editions import ORDER, TABLES
from tests.rules.generators import CLASSIC, face, made_up_edition, setup_of


def test_editions_come_in_a_fixed_order():
    assert tuple(edition.key for edition in editions()) == ORDER
    assert {path.stem for path in TABLES.glob("*.json")} == set(ORDER)


def test_find_edition():
    assert find_edition("classic-108") is editions()[0]
    with pytest.raises(UnknownEdition):
        find_edition("classic-107")
    assert issubclass(UnknownEdition, KeyError)


def test_classic_is_the_deck_on_the_makers_sheet():
    assert (CLASSIC.players, CLASSIC.dealt, CLASSIC.target) == ((2, 10), 7, 500)
    assert CLASSIC.last_card_draws
    assert CLASSIC.sources
    in_deck = {each.face: each.in_deck for each in CLASSIC.faces}
    assert in_deck["0"] == 4
    assert {in_deck[str(number)] for number in range(1, 10)} == {8}
    assert {in_deck[action] for action in ("skip", "reverse", "draw-two")} == {8}
    assert (in_deck["wild"], in_deck["wild-draw-four"]) == (4, 4)
    assert [each.draws for each in CLASSIC.faces if each.draws] == [2, 4]
    assert [option.card_points for option in CLASSIC.options] == [{"wild": 20}]
    assert sum(each.is_number for each in CLASSIC.faces) == 10


def test_every_name_is_there_in_both_languages():
    for edition in editions():
        named = [edition.names, *(option.names for option in edition.options)]
        named += [each.names for each in edition.faces]
        assert all(set(names) == {"en", "nl"} and all(names.values()) for names in named)


def test_which_cards_there_are():
    assert CLASSIC.face("7").points == 7
    assert CLASSIC.face("77") is None
    assert CLASSIC.has_card(Card("7"))
    assert CLASSIC.has_card(Card("7", "red"))
    assert not CLASSIC.has_card(Card("7", "pink"))
    assert not CLASSIC.has_card(Card("wild", "red"))
    assert not CLASSIC.has_card("7")
    assert CLASSIC.call("seven") == "seven"
    assert CLASSIC.call(Card("77", "red")) == "red 77"


def test_a_deck_whose_counts_nobody_knows():
    table = json.loads((TABLES / "classic-108.json").read_text("utf-8"))
    unknown = edition_from(table | {"composition": "unknown"})
    assert unknown.deck_size() is None
    assert unknown.deck_points() is None


def test_cards_without_a_value_count_nothing_in_the_deck():
    edition = made_up_edition([face("1", "red", 2, 1), face("blank", "", 4, None)])
    assert edition.deck_size() == 6
    assert edition.deck_points() == 2
    assert edition.deck_points({"blank": 10}) == 42


# --- decks that people made themselves ------------------------------------------------------------

OWN = made_up_edition([face("1", "red", 2, 1), face("wild", "", 4, 20, 4)])


def wrong(**changes):
    return [(p.code, p.where) for p in edition_problems(replace(OWN, **changes))]


def with_face(**changes):
    return {"cards": (OWN.cards[0], replace(OWN.cards[1], **changes))}


def option(card_points):
    return {"options": (Option("own", {"en": "Own", "nl": "Eigen"}, card_points),)}


@pytest.mark.parametrize(
    ("changes", "code", "where"),
    [
        ({"target": 0}, "bad-number", "target"),
        ({"target": 5.5}, "bad-number", "target"),
        ({"players": (0, 4)}, "bad-number", "players[0]"),
        ({"players": (3, 2)}, "bad-number", "players[1]"),
        ({"dealt": 0}, "bad-number", "dealt"),
        ({"hand_limit": 0}, "bad-number", "hand_limit"),
        ({"knock_out_bonus": -1}, "bad-number", "knock_out_bonus"),
        (with_face(copies=-1), "bad-number", "cards[1].copies"),
        (with_face(copies=None), "bad-number", "cards[1].copies"),
        (with_face(points=1.5), "bad-number", "cards[1].points"),
        (with_face(draws=0), "bad-number", "cards[1].draws"),
        (with_face(face="1"), "duplicate-name", "cards[1].face"),
        (
            {"cards": (), "sides": {"dark": (OWN.cards[0], OWN.cards[0])}},
            *("duplicate-name", "sides.dark.cards[1].face"),
        ),
        (option({"77": 3}), "unknown-card", "options[0].card_points.77"),
        (option({"wild": -3}), "bad-number", "options[0].card_points.wild"),
    ],
)
def test_what_makes_no_sense_in_a_deck(changes, code, where):
    assert wrong(**changes) == [(code, where)]
    (problem,) = setup_problems(setup_of("ab", replace(OWN, **changes), card_points={}))
    assert (problem.code, problem.where) == (code, f"edition.{where}")


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"dealt": None, "hand_limit": 25, "knock_out_bonus": 0, "players": (1, 1)},
        {"composition": "unknown", **with_face(copies=None)},
        with_face(copies=0, points=None, draws=None),
        {"cards": (), "sides": {"light": OWN.cards, "dark": OWN.cards}},
        option({"wild": 0}),
    ],
)
def test_what_may_be_a_deck(changes):
    assert wrong(**changes) == []


def test_a_deck_of_whole_floats_is_one_of_whole_numbers():
    table = json.loads((TABLES / "no-mercy-168.json").read_text("utf-8"))
    for row in table["cards"]:
        row |= {key: float(row[key]) for key in ("copies", "points", "draws") if key in row}
    numbers = ("dealt", "target", "hand_limit", "knock_out_bonus")
    table |= {key: float(table[key]) for key in numbers} | {"players": [2.0, 6.0]}
    edition = edition_from(table)
    assert edition == find_edition("no-mercy-168")
    assert type(edition.deck_points()) is type(edition.players[1]) is int


def test_a_deck_with_two_sides():
    flip = find_edition("flip-112")
    assert flip.deck_size() == flip.deck_size("light") == flip.deck_size("dark") == 112
    assert (flip.deck_points(), flip.deck_points({}, "light")) == (None, 1280)
    assert flip.face("draw-one", "dark") is None
    assert flip.face("draw-one").points == 10
    assert [each.face for each in flip.faces].count("wild") == 2
    assert flip.has_card(Card("7", "pink"))
    assert not flip.has_card(Card("7", "pink"), "light")
    assert flip.has_numbers


def test_faces_that_have_no_printed_value():
    assert [each.face for each in find_edition("dutch-109-swap").unvalued] == ["wild-swap-hands"]
    assert CLASSIC.unvalued == ()


def test_an_edition_that_nobody_knows_stands_in():
    edition = unknown_edition("tres")
    assert (edition.exists, edition.faces, edition.deck_size()) == (False, (), None)


def test_a_colour_stands_once_in_a_face():
    edition = made_up_edition([face("1", "red red", 1, 1)])
    assert [(p.code, p.where) for p in edition_problems(edition)] == [
        ("duplicate-name", "cards[0].colours")
    ]


@pytest.mark.parametrize("key", ORDER)
def test_every_card_of_every_edition_is_read_as_it_is_said(key):
    assert misread_problems(find_edition(key)) == []


@pytest.mark.parametrize("name", ["Red 1", "2x 1", "Wild, draw 6", "x", "3x", "–", "One"])
def test_a_face_that_would_be_read_as_something_else_is_told(name):
    odd = replace(face("odd", "", 1, 5), names={"en": name, "nl": name})
    one = replace(face("1", "red", 2, 1), names={"en": "1", "nl": "One"})
    found = misread_problems(made_up_edition([one, odd]))
    # "Red 1" is itself what it says, but then the red 1 is not.
    place = 0 if name == "Red 1" else 1
    assert ("duplicate-name", f"cards[{place}].face") in [(p.code, p.where) for p in found]
