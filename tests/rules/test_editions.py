"""The deck in the box."""

import json

import pytest

from rules import Card, UnknownEdition, edition_from, editions, find_edition
from rules.editions import ORDER, TABLES
from tests.rules.generators import CLASSIC, face, made_up_edition


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
