"""Cards, their names, and reading them as people write them."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import COLOUR_NAMES, Card, UnreadableCards, card_names, find_edition, read_cards
from rules.cards import MOST_QUOTED, several_names
from tests.rules.generators import CLASSIC, cards_of, examples, face, junk

# A few of the faces that other editions have, to read what needs more than the classic deck.
NO_MERCY = (
    face("4", "red blue", 2, 4),
    face("draw-four", "red blue", 2, 20, draws=4),
    face("wild-reverse-draw-four", "", 8, 50, draws=4),
    face("skip-everyone", "red blue", 2, 20),
)
FLIP_DARK = (face("3", "pink teal", 2, 3), face("draw-five", "pink teal", 2, 20, draws=5))


def read(text, faces=CLASSIC.faces):
    return [str(card) for card in read_cards(text, faces)]


def read_or_refused(text, faces=CLASSIC.faces):
    """The cards and the problems, whichever way it went."""
    try:
        return read_cards(text, faces), []
    except UnreadableCards as error:
        return error.read, error.problems


def refused(text, faces=CLASSIC.faces):
    with pytest.raises(UnreadableCards) as caught:
        read_cards(text, faces)
    assert all(problem.where == "cards" for problem in caught.value.problems)
    return caught.value


def test_a_card_is_its_canonical_text():
    assert str(Card("7", "red")) == "red 7"
    assert str(Card("wild-draw-four")) == "wild-draw-four"
    assert Card.parse("red 7") == Card("7", "red")
    assert Card.parse("wild") == Card("wild")
    assert {Card("7"), Card("7", "red"), Card.parse("7")} == {Card("7"), Card("7", "red")}


@given(st.text())
@examples
def test_any_text_is_parsed_and_given_back(text):
    assert str(Card.parse(text)) == text


def test_cards_are_ordered():
    assert sorted([Card("7", "red"), Card("7"), Card("5", "red"), Card("7", "blue")]) == [
        Card("5", "red"),
        Card("7"),
        Card("7", "blue"),
        Card("7", "red"),
    ]
    assert Card("7") <= Card("7")


def test_how_cards_are_called():
    def called(text):
        card = Card.parse(text)
        return card_names(card, CLASSIC.face(card.face))

    assert called("red 7") == {"en": "red 7", "nl": "rode 7"}
    assert called("blue skip") == {"en": "blue Skip", "nl": "blauwe sla over"}
    assert called("wild-draw-four") == {"en": "Wild Draw Four", "nl": "neem vier"}
    teal = card_names(Card("3", "teal"), FLIP_DARK[0])
    assert teal == {"en": "teal 3", "nl": "turquoise 3"}
    assert card_names(Card("3", "gold"), face("3", "gold", 1, 3))["nl"] == "gold 3"
    assert card_names(Card("DOS"), face("DOS", "", 1, 20))["nl"] == "DOS"


def test_several_of_a_card():
    wild, hands = CLASSIC.face("wild"), face("Swap Hands", "", 1, 40)
    assert several_names(Card("wild"), wild) == {"en": "Wilds", "nl": "keuzekaart"}
    assert several_names(Card("Swap Hands"), hands)["en"] == "Swap Hands"


def test_every_colour_has_both_names():
    assert all(set(names) == {"en", "nl"} for names in COLOUR_NAMES.values())


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("", []),
        (" , \n,", []),
        ("7 3 +2 keuze", ["7", "3", "draw-two", "wild"]),
        ("7, red 5, +4", ["7", "red 5", "wild-draw-four"]),
        ("7\n3\r\n0", ["7", "3", "0"]),
        ("r7", ["red 7"]),
        ("R 7", ["red 7"]),
        ("r", ["reverse"]),
        ("r w", ["reverse", "wild"]),
        ("b 3 r", ["blue 3", "reverse"]),
        ("rr", ["red reverse"]),
        ("g r 7", ["green reverse", "7"]),
        ("gr 7, gr7, g7", ["green 7", "green 7", "green 7"]),
        ("ro 1 ge 2 gr 3 bl 4", ["red 1", "yellow 2", "green 3", "blue 4"]),
        ("rode 7, gele +2", ["red 7", "yellow draw-two"]),
        ("blauw sla beurt over", ["blue skip"]),
        ("rood keer om, Kéér-Om, keerom, ko", ["red reverse", *["reverse"] * 3]),
        ("so s skip SKIP miss a turn overslaan", ["skip"] * 6),
        ("rev turn omkeren", ["reverse"] * 3),
        ("draw two, draw 2, d2, +2, take two", ["draw-two"] * 5),
        ("neem twee, neem 2, trek 2, trek twee", ["draw-two"] * 4),
        ("draw - two", ["draw-two"]),
        ("drawtwo draw-two", ["draw-two", "draw-two"]),
        ("wild w joker keuze keuzekaart k kleurkeuze", ["wild"] * 7),
        ("colour card", ["wild"]),
        ("wild draw four, wild draw 4, draw four, draw 4", ["wild-draw-four"] * 4),
        ("wd4 w4 +4 w 4", ["wild-draw-four"] * 4),
        ("neem vier, neem 4, trek 4, joker trek 4", ["wild-draw-four"] * 4),
        ("neem vier keuzekaart Neem vier-keuzekaart", ["wild-draw-four"] * 2),
        ("wild-draw-four blue skip", ["wild-draw-four", "blue skip"]),
        ("+2 +4 + 2", ["draw-two", "wild-draw-four", "draw-two"]),
        ("draw 2 2", ["draw-two", "2"]),
        ("3x 7", ["7", "7", "7"]),
        ("7 x3", ["7", "7", "7"]),
        ("3× 7", ["7", "7", "7"]),
        ("3x 7 2", ["7", "7", "7", "2"]),
        ("2x draw 2, red 7 x2", ["draw-two"] * 2 + ["red 7"] * 2),
        ("skip x3 7", ["skip"] * 3 + ["7"]),
        ("3 x3, 0 x2", ["3"] * 3 + ["0"] * 2),
        ("red 3 x4", ["red 3"] * 4),
        ("3 x12", ["3"] * 12),
        ("²", ["2"]),
    ],
)
def test_read(text, cards):
    assert read(text) == cards


def test_names_of_other_editions():
    assert read("pink 3, paars 3 roze 3", (face("3", "pink purple", 2, 3),)) == [
        "pink 3",
        "purple 3",
        "pink 3",
    ]
    assert read("+5 neem vijf d5", FLIP_DARK) == ["draw-five"] * 3
    assert read("draw four", NO_MERCY) == ["draw-four"]
    assert read("red +4", NO_MERCY) == ["red draw-four"]
    assert read("gold 3", (face("3", "gold", 1, 3),)) == ["gold 3"]


def test_the_editions_own_names_come_first():
    taken = face("trek-twee", "", 1, 5)
    assert read("trek twee", (*CLASSIC.faces, taken)) == ["trek-twee"]


@pytest.mark.parametrize(
    ("text", "case", "english"),
    [
        ("77", "", "There is no “77” in this deck."),
        ("rw", "", "There is no “rw” in this deck."),
        ("7-3", "", "There is no “7-3” in this deck."),
        ("elephant", "", "There is no “elephant” in this deck."),
        ("red wild", "", "There is no “red Wild” in this deck."),
        ("2x9", "unclear", "“2x9” is unclear. Write “2x 9” or “9x 2”: the x goes with the count."),
        ("3 x7", "unclear", "“3 x7” is unclear. Write “3x 7” or “7x 3”: the x goes with the"
         " count."),
        ("3 x 7", "unclear", "“3 x 7” is unclear. Write “3x 7” or “7x 3”: the x goes with the"
         " count."),
        ("3xskip", "unclear", "“3xskip” is unclear. Write “3x skip” or “skip x3”: the x goes with"
         " the count."),
        ("skipx3", "unclear", "“skipx3” is unclear. Write “3x skip” or “skip x3”: the x goes with"
         " the count."),
        ("skip x 3", "unclear", "“skip x 3” is unclear. Write “3x skip” or “skip x3”: the x goes"
         " with the count."),
        ("3 x skip", "unclear", "“3 x skip” is unclear. Write “3x skip” or “skip x3”: the x goes"
         " with the count."),
        ("3x 7 x2", "unclear", "“3x 7 x2” is unclear. Write “3x 7” or “2x 7”: the x goes with the"
         " count."),
        ("x3", "count-alone", "“x3” says how many, but not of which card."),
        ("3x", "count-alone", "“3x” says how many, but not of which card."),
        ("x", "count-alone", "“x” says how many, but not of which card."),
        ("rood", "colour-alone", "“rood” is a colour, but of which card?"),
        ("0x 7", "typed", "“0x 7”: a hand has from 1 to 1,000 cards."),
        ("1001x 7", "typed", "“1001x 7”: a hand has from 1 to 1,000 cards."),
    ],
)  # fmt: skip
def test_refused(text, case, english):
    (problem,) = refused(text).problems
    assert problem.code == ("bad-number" if case == "typed" else "unknown-card")
    assert problem.facts["case"] == case
    assert problem.severity == "broken"
    assert problem.message("en") == english


def test_all_at_once_with_what_was_understood():
    error = refused("7, elephant, 2x9, red 5, 3x, red green 7, 7 x, wild x wild")
    assert [str(card) for card in error.read] == [
        *("7", "red 5", "green 7", "7", "wild", "wild"),
    ]
    assert [problem.facts["text"] for problem in error.problems] == [
        *("elephant", "2x9", "3x", "red", "x", "x"),
    ]
    assert "elephant" in str(error)


def test_several_cards_that_draw_as_many_are_asked_for():
    (problem,) = refused("+4", NO_MERCY).problems
    assert problem.message("en") == (
        "“+4” can be more than one card: draw-four or wild-reverse-draw-four."
    )


def test_a_colour_of_another_side_is_no_colour_here():
    error = refused("red 3", FLIP_DARK)
    assert [str(card) for card in error.read] == ["3"]
    assert error.problems[0].facts["text"] == "red"


def test_a_hand_of_too_many_cards_stops():
    error = refused("7 " * 1001)
    assert len(error.read) == 1000
    assert [problem.code for problem in error.problems] == ["bad-number"]
    assert len(refused("999x 7, 2x 7").read) == 999
    assert read("1000x 7") == ["7"] * 1000


HOSTILE = {
    "words": "a " * 50_000,
    "one word": "x" * 100_000,
    "digits": "1" * 100_000,
    "counts": "1x" * 50_000,
    "count and digits": "3 x" + "9" * 100_000,
    "cards": "wild " * 20_000,
    "colours": "red " * 25_000,
    "glued colours": "gr" * 50_000,
    "commas": "," * 100_000,
    "hyphens": "- " * 50_000,
    "accents": "\u0301 " * 50_000,
    "ligatures": "\ufdfa" * 33_000,
    "lines": "\n" * 100_000,
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_junk_is_read_fast_and_quoted_short(text):
    start = time.perf_counter()
    cards, problems = read_or_refused(text)
    # Ten times what it takes on a slow machine: this is about not hanging.
    assert time.perf_counter() - start < 2
    assert len(cards) <= 1000
    assert len(problems) <= 20
    assert all(len(problem.message("nl")) < 5 * MOST_QUOTED for problem in problems)


@given(st.text() | st.text("37xrgb +-wdk,so "))
@examples
def test_any_text_is_read_or_refused(text):
    cards, problems = read_or_refused(text)
    assert all(CLASSIC.has_card(card) for card in cards)
    assert all(problem.severity == "broken" for problem in problems)


@given(st.lists(cards_of(CLASSIC)), st.sampled_from([", ", "\n", " "]))
@examples
def test_what_is_shown_can_be_typed(cards, between):
    canonical = between.join(str(card) for card in cards)
    if between != " " or all(card.colour for card in cards):
        assert read_cards(canonical, CLASSIC.faces) == tuple(cards)
    names = [card_names(card, CLASSIC.face(card.face)) for card in cards]
    for language in ("en", "nl"):
        typed = ", ".join(name[language] for name in names)
        assert read_cards(typed, CLASSIC.faces) == tuple(cards)


@given(junk, junk)
@examples
def test_odd_cards_are_no_cards(face_key, colour):
    card = Card(face_key, colour)
    assert isinstance(str(card), str)
    assert CLASSIC.has_card(card) in (True, False)
    assert isinstance(CLASSIC.call(card), str) != CLASSIC.has_card(Card(face_key))


def test_cards_of_both_sides_are_read_where_the_side_is_not_known():
    faces = find_edition("flip-112").faces
    cards = read_cards("red 7, pink 7, 7, draw five, wild", faces)
    assert [str(card) for card in cards] == ["red 7", "pink 7", "7", "draw-five", "wild"]
