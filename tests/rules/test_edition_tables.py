"""The tables of all editions: the facts they were taken over from, and how their cards are read."""

import json
from pathlib import Path

import pytest

from rules import Card, UnreadableCards, card_names, editions, find_edition, read_cards
from rules.cards import TYPED_NAMES
from rules.editions import TABLES

FACTS = json.loads(
    (Path(__file__).parents[2] / "fixtures" / "editions.json").read_text(encoding="utf-8")
)["editions"]

# Every deck in play: an edition, and which of its sides where it has two.
DECKS = tuple(
    (edition.key, side) for edition in editions() for side in tuple(edition.sides) or (None,)
)

# Cards and points in one deck.
SUMS = {
    ("classic-108", None): (108, 1240),
    ("classic-112-swap", None): (112, 1400),
    ("classic-112-shuffle", None): (112, 1400),
    ("classic-112-blanks", None): (112, 1240),
    ("dutch-109-swap", None): (109, 1120),
    ("flip-112", "light"): (112, 1280),
    ("flip-112", "dark"): (112, 1480),
    ("no-mercy-168", None): (168, 2840),
    ("attack-112", None): (112, 1480),
    ("express-56", None): (56, 620),
    ("themed-112", None): (112, 1440),
    ("dos-108", None): (108, 1036),
}

# What several cards are called alike is asked, not guessed.
NO_MERCY_WILDS = frozenset(
    ("wild-reverse-draw-four", "wild-draw-six", "wild-draw-ten", "wild-colour-roulette")
)
DOS_WILDS = frozenset(("wild-number", "wild-dos"))
SHARED_NAMES = {
    ("no-mercy-168", None): {
        "+4": {"draw-four", "wild-reverse-draw-four"},
        **dict.fromkeys(("wild", "w", "joker", "keuzekaart"), NO_MERCY_WILDS),
    },
    ("dos-108", None): dict.fromkeys(("wild", "w", "joker"), DOS_WILDS),
    ("all-wild-112", None): {"+2": {"wild-draw-two", "wild-targeted-draw-two"}},
}

# How people write what the classic deck does not have, in the edition or on the side.
TYPED = {
    ("classic-112-swap", None): {
        "wild-swap-hands": "swap, swap hands, ruil, ruilkaart, handen ruilen",
        "wild-customizable": "custom, customisable, Wild Customizable, invulkaart, zelf invullen",
        "wild-draw-four": "+4, neem vier, draw four, w4",
    },
    ("classic-112-shuffle", None): {
        "wild-shuffle-hands": "shuffle, shuffle hands, schud, schudkaart, handen schudden",
        "wild-customizable": "custom, invulkaart",
    },
    ("classic-112-blanks", None): {"blank": "blank, blanco, blanco kaart"},
    ("dutch-109-swap", None): {"wild-swap-hands": "swap, ruil, ruilkaart"},
    ("flip-112", "light"): {
        "draw-one": "+1, d1, draw 1, neem één, neem een, neem 1, trek 1",
        "skip": "skip, s, sla over",
        "flip": "flip, f, omdraaikaart, omdraaien, draai om",
        "wild-draw-two": "+2, d2, w2, draw two, wild draw 2, neem twee, neem 2, trek twee",
    },
    ("flip-112", "dark"): {
        "draw-five": "+5, d5, draw five, neem vijf, trek 5",
        "skip-everyone": "skip everyone, skip all, skip, s, sla iedereen over, sla over, so",
        "flip": "flip, f, omdraai",
        "wild-draw-colour": "draw colour, draw color, wild draw color, neem kleur, trek kleur",
    },
    ("no-mercy-168", None): {
        "draw-two": "+2, d2, neem twee",
        "draw-four": "d4, draw four, draw 4, neem vier, neem 4, trek 4",
        "skip": "skip, s, sla over",
        "skip-everyone": "skip everyone, skip all, se, sla iedereen over, iedereen over",
        "discard-all": "discard all, discard, da, leg alles af, alles af",
        "wild-reverse-draw-four": "wild reverse, wild reverse +4, wd4, w4, wild draw four,"
        " keer om en neem vier, joker keer om",
        "wild-draw-six": "+6, w6, d6, draw six, neem zes, trek 6, wild +6",
        "wild-draw-ten": "+10, w10, d10, draw ten, neem tien, trek tien",
        "wild-colour-roulette": "roulette, colour roulette, color roulette, kleurenroulette",
    },
    ("attack-112", None): {
        "hit-two": "hit 2, hit two, h2, druk twee, druk 2, druk twee keer",
        "discard-all": "discard all, discard, alles af",
        "trade-hands": "trade, trade hands, th, ruil, handen ruilen",
        "wild-all-hit": "all hit, wild all hit, iedereen drukt",
        "wild-hit-fire": "hit fire, hit-fire, fire, druk tot raak, tot het raak is",
    },
    ("express-56", None): {
        "draw-one": "+1, draw one, neem één",
        "wild-draw-two": "+2, w2, d2, neem twee",
    },
    ("themed-112", None): {"special": "special, special wild, thema, themakaart, speciaal"},
    ("dos-108", None): {
        "wild-number": "#, wild #, wild number, jokernummer, hekje",
        "wild-dos": "dos, wild dos, DOS-joker, joker dos",
    },
    ("all-wild-112", None): {
        "wild": "wild, w, keuzekaart, joker, k",
        "wild-reverse": "reverse, r, keer om, ko",
        "wild-skip": "skip, s, sla over, so",
        "wild-draw-two": "d2, w2, draw two, neem twee, neem 2",
        "wild-draw-four": "+4, d4, w4, draw four, neem vier",
        "wild-skip-two": "skip two, skip 2, s2, sla twee over, sla 2 over",
        "wild-targeted-draw-two": "targeted, targeted +2, targeted draw two, gericht, gerichte +2",
        "wild-forced-swap": "swap, forced swap, ruil, verplichte ruil",
    },
}


def without_short(table):
    """The table as the facts have it: short names are ours."""
    if isinstance(table, dict):
        return {key: without_short(value) for key, value in table.items() if key != "short"}
    return [without_short(value) for value in table] if isinstance(table, list) else table


def table_of(key):
    return json.loads((TABLES / f"{key}.json").read_text(encoding="utf-8"))


def names_of(face):
    return {
        face.face,
        *face.names.values(),
        *(name for many in face.short.values() for name in many),
    }


def read_or_choices(name, faces):
    """The faces a name is read as: one, or those it is refused with."""
    try:
        (card,) = read_cards(name, faces)
    except UnreadableCards as error:
        (problem,) = error.problems
        assert problem.facts["case"] == "choices", problem.message("en")
        spoken = [choice["en"] for choice in problem.facts["choices"]]
        return {face.face for face in faces if face.spoken["en"] in spoken}
    return {card.face}


def test_all_editions_are_there_in_order():
    assert [edition.key for edition in editions()] == [facts["key"] for facts in FACTS]
    assert len(FACTS) == 13


@pytest.mark.parametrize("facts", FACTS, ids=lambda facts: facts["key"])
def test_every_table_is_the_facts(facts):
    table = table_of(facts["key"])
    assert without_short(table) == facts
    assert list(table) == list(facts)


@pytest.mark.parametrize("facts", FACTS, ids=lambda facts: facts["key"])
def test_every_edition_is_its_table(facts):
    edition = find_edition(facts["key"])
    for name in ("names", "dealt", "target", "composition", "last_card_draws"):
        assert getattr(edition, name) == facts[name]
    assert list(edition.players) == facts["players"]
    assert list(edition.sources) == facts["sources"]
    assert edition.hand_limit == facts.get("hand_limit")
    assert edition.knock_out_bonus == facts.get("knock_out_bonus")
    assert (edition.note or None) == facts.get("note")
    assert list(edition.sides) == list(facts.get("sides", {}))
    for option, row in zip(edition.options, facts["options"], strict=True):
        assert (option.key, option.names, option.card_points) == tuple(row.values())
    for side in tuple(edition.sides) or (None,):
        rows = facts["sides"][side]["cards"] if side else facts["cards"]
        for face, row in zip(edition.faces_on(side), rows, strict=True):
            assert {"draws": face.draws} == {"draws": row.get("draws")}
            assert (face.face, face.names, list(face.colours), face.copies, face.points) == (
                *(row["face"], row["names"], row["colours"], row["copies"], row["points"]),
            )


def test_only_one_edition_has_a_hand_limit():
    limited = [edition for edition in editions() if edition.hand_limit or edition.knock_out_bonus]
    assert [edition.key for edition in limited] == ["no-mercy-168"]
    assert (limited[0].hand_limit, limited[0].knock_out_bonus) == (25, 250)
    assert [edition.key for edition in editions() if not edition.last_card_draws] == [
        "no-mercy-168"
    ]


@pytest.mark.parametrize("deck", DECKS, ids=str)
def test_the_sums_of_every_deck(deck):
    edition, faces = find_edition(deck[0]), find_edition(deck[0]).faces_on(deck[1])
    cards = sum(face.in_deck for face in faces)
    points = sum((face.points or 0) * face.in_deck for face in faces)
    assert (cards, points) == SUMS.get(deck, (0, 0))
    assert (deck in SUMS) == (edition.composition == "known")
    assert all((face.copies is None) == (deck not in SUMS) for face in faces)


def test_what_the_options_change():
    for edition in editions():
        for option in edition.options:
            changed = {"wild-20": 20, "wild-50": 50}[option.key]
            assert option.card_points == {"wild": changed}
            assert edition.face("wild").points == 70 - changed
    classic = find_edition("classic-108")
    wilds = classic.face("wild").in_deck
    assert SUMS["classic-108", None][1] - 30 * wilds == 1120


@pytest.mark.parametrize("deck", DECKS, ids=str)
def test_every_name_is_read_back(deck):
    faces = find_edition(deck[0]).faces_on(deck[1])
    shared = SHARED_NAMES.get(deck, {})
    for face in faces:
        for name in names_of(face):
            assert read_or_choices(name, faces) == shared.get(name, {face.face}), name
            assert read_or_choices(name.upper(), faces) == shared.get(name, {face.face}), name


@pytest.mark.parametrize("deck", DECKS, ids=str)
def test_common_names_are_not_taken_by_another_card(deck):
    faces = find_edition(deck[0]).faces_on(deck[1])
    shared = SHARED_NAMES.get(deck, {})
    for face in faces:
        for name in TYPED_NAMES.get(face.face, ()):
            assert read_or_choices(name, faces) == shared.get(name, {face.face}), name


@pytest.mark.parametrize("deck", DECKS, ids=str)
def test_what_is_said_is_read_back_with_every_colour(deck):
    faces = find_edition(deck[0]).faces_on(deck[1])
    for face in faces:
        for card in (Card(face.face), *(Card(face.face, colour) for colour in face.colours)):
            for name in card_names(card, face).values():
                assert read_cards(name, faces) == (card,), name


@pytest.mark.parametrize("deck", DECKS, ids=str)
def test_plus_n_is_the_one_card_that_draws_n(deck):
    faces = find_edition(deck[0]).faces_on(deck[1])
    for number in {face.draws for face in faces if face.draws}:
        drawing = {face.face for face in faces if face.draws == number}
        assert read_or_choices(f"+{number}", faces) == drawing
        assert len(drawing) == 1 or drawing == SHARED_NAMES[deck][f"+{number}"]


@pytest.mark.parametrize(
    ("deck", "face", "typed"),
    [(deck, face, typed) for deck, rows in TYPED.items() for face, typed in rows.items()],
    ids=str,
)
def test_how_people_write_it(deck, face, typed):
    faces = find_edition(deck[0]).faces_on(deck[1])
    assert {card.face for card in read_cards(typed, faces)} == {face}
    assert len(read_cards(typed, faces)) == len(typed.split(","))


def test_every_card_that_the_classic_deck_lacks_is_written_somehow():
    classic = {face.face for face in find_edition("classic-108").faces}
    for deck in DECKS:
        faces = {face.face for face in find_edition(deck[0]).faces_on(deck[1])}
        numbers = {str(number) for number in range(11)}
        assert faces - classic - numbers <= set(TYPED.get(deck, {}))


def test_two_cards_in_a_row_stay_two_cards():
    no_mercy = find_edition("no-mercy-168").faces
    assert [
        str(card) for card in read_cards("reverse draw four, rd4, keer om neem vier", no_mercy)
    ] == [
        *("reverse", "draw-four", "red draw-four", "reverse", "draw-four"),
    ]
    light = find_edition("flip-112").faces_on("light")
    assert [str(card) for card in read_cards("wild +2 bf 2", light)] == [
        *("wild", "wild-draw-two", "blue flip", "2"),
    ]


def test_names_are_given_in_both_languages_and_said_short():
    for edition in editions():
        for face in edition.faces:
            assert set(face.short) <= {"en", "nl"}
            assert all(len(name.split()) <= 5 for name in face.spoken.values())
            assert "(" not in face.spoken["en"] + face.spoken["nl"]
