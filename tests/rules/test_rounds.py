"""What makes no sense in a round, what its winner gains, and what is odd about its last card."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import Card, Hand, Round, round_problems, standings
from rules.rounds import counted_points, gains
from tests.rules.generators import (
    codes,
    examples,
    face,
    hand_of,
    junk,
    made_up_edition,
    setup_of,
)

THREE = setup_of("abc")
TEAMS = setup_of("abcd", teams="xyxy")
P7 = Hand(points=7)


def found(round_, setup=THREE):
    return [(problem.code, problem.where) for problem in round_problems(setup, [], round_)]


def test_a_fine_round():
    assert found(Round("a", {"b": hand_of("7, red 5, wild"), "c": P7})) == []
    assert found(Round("a", {"b": Hand(points=37, cards_left=4), "c": P7}, Card("7", "red"))) == []
    assert found(Round("a", {"b": Hand(points=7.0, cards_left=1.0), "c": P7}, dealer="c")) == []


def b(**hand):
    return Round("a", {"b": Hand(**hand), "c": P7})


@pytest.mark.parametrize(
    ("round_", "problems"),
    [
        (Round(None, {"b": P7, "c": P7}), [("no-winner", "winner")]),
        (Round("", {"b": P7, "c": P7}), [("no-winner", "winner")]),
        (Round("z", {"b": P7, "c": P7}), [("unknown-seat", "winner")]),
        (Round("a", {"b": P7, "c": P7, "z": P7}), [("unknown-seat", "hands.z")]),
        (Round("a", {"b": P7, "c": P7}, dealer="z"), [("unknown-seat", "dealer")]),
        (Round("a", {"b": P7, "c": P7}, dealer=""), [("unknown-seat", "dealer")]),
        (
            Round("a", {"b": P7, "c": P7}, Card("7", "pink")),
            [("unknown-card", "last_card")],
        ),
        (Round("a", {"b": P7, "c": P7}, "7"), [("unknown-card", "last_card")]),
        (Round("a", {"b": P7}), [("hand-missing", "hands.c")]),
        (Round("a"), [("hand-missing", "hands.b"), ("hand-missing", "hands.c")]),
        (Round("a", {"b": None, "c": P7}), [("hand-missing", "hands.b")]),
        (b(), [("hand-missing", "hands.b")]),
        (b(cards_left=3), [("hand-missing", "hands.b")]),
        (b(cards=()), [("empty-hand", "hands.b")]),
        (b(points=0, cards_left=0), [("empty-hand", "hands.b")]),
        (b(points=5, cards_left=0), [("empty-hand", "hands.b")]),
        (b(points=-1), [("bad-number", "hands.b.points")]),
        (b(points=5.5), [("bad-number", "hands.b.points")]),
        (b(points=True), [("bad-number", "hands.b.points")]),
        (b(points="5"), [("bad-number", "hands.b.points")]),
        (b(points=7, cards_left=-1), [("bad-number", "hands.b.cards_left")]),
        (b(points=7, cards_left=1.5), [("bad-number", "hands.b.cards_left")]),
        (
            b(points=1_000_001, cards_left=1_001),
            [("bad-number", "hands.b.points"), ("bad-number", "hands.b.cards_left")],
        ),
        (b(cards=hand_of("7, 5").cards, points=13), [("bad-number", "hands.b.points")]),
        (b(cards=hand_of("7, 5").cards, points=12, cards_left=2), []),
        (b(cards=hand_of("7, 5").cards, cards_left=3), [("bad-number", "hands.b.cards_left")]),
        (
            b(cards=hand_of("7, 77, red 5, red wild").cards, points=1, cards_left=4),
            [("unknown-card", "hands.b.cards[1]"), ("unknown-card", "hands.b.cards[3]")],
        ),
        (
            b(cards=(Card("0"), "7", None), points=-1),
            [
                ("unknown-card", "hands.b.cards[1]"),
                ("unknown-card", "hands.b.cards[2]"),
                ("bad-number", "hands.b.points"),
            ],
        ),
        (
            Round("a", {"a": hand_of("7"), "b": P7, "c": P7}),
            [("winner-holds-cards", "hands.a")],
        ),
        (Round("a", {"a": P7, "b": P7, "c": P7}), [("winner-holds-cards", "hands.a")]),
        (
            Round("a", {"a": Hand(points=0, cards_left=2), "b": P7, "c": P7}),
            [("winner-holds-cards", "hands.a")],
        ),
        (
            Round("a", {"a": Hand(points=-2), "b": P7, "c": P7}),
            [("bad-number", "hands.a.points")],
        ),
    ],
)
def test_what_makes_no_sense(round_, problems):
    assert found(round_) == problems
    scored = standings(THREE, [round_]).rounds[0]
    assert scored.counts == (not problems)
    assert [(problem.code, problem.where) for problem in scored.problems] == problems


@pytest.mark.parametrize(
    "empty", [Hand(), Hand(cards=()), Hand(points=0), Hand(points=0, cards_left=0)]
)
def test_an_empty_entry_of_the_winner_is_dropped(empty):
    round_ = Round("a", {"a": empty, "b": P7, "c": P7})
    assert found(round_) == []
    assert standings(THREE, [round_]).rounds[0].points == {"b": 7, "c": 7}


def test_more_cards_than_anybody_can_hold():
    assert ("bad-number", "hands.b.cards") in found(b(cards=(Card("7"),) * 1001))


def test_broken_and_impossible_at_once():
    hands = {"a": P7, "b": hand_of("77, " + ", ".join(["wild"] * 5)), "c": Hand(points=-1)}
    assert found(Round("a", hands, dealer="z")) == [
        ("winner-holds-cards", "hands.a"),
        ("unknown-card", "hands.b.cards[0]"),
        ("bad-number", "hands.c.points"),
        ("unknown-seat", "dealer"),
        ("too-many-copies", "hands.b"),
    ]
    unnamed = Round(None, {"b": hand_of(", ".join(["wild"] * 5)), "c": Hand(cards=())})
    assert found(unnamed) == [("no-winner", "winner"), ("too-many-copies", "hands.b")]


def test_a_partners_hand_may_be_left_out_but_is_checked():
    opponents = {"b": Hand(points=40), "d": Hand(points=10)}
    assert found(Round("a", opponents), TEAMS) == []
    for nothing in (Hand(), Hand(cards=()), Hand(points=0, cards_left=0), Hand(cards_left=3)):
        assert found(Round("a", opponents | {"c": nothing}), TEAMS) == []
    five = hand_of(", ".join(["wild"] * 5))
    assert found(Round("a", opponents | {"c": five}), TEAMS) == [("too-many-copies", "hands.c")]
    assert found(Round("a", {"b": P7}), TEAMS) == [("hand-missing", "hands.d")]


def test_too_few_playing():
    alone, one_team = setup_of("a"), setup_of("ab", teams="xx")
    assert found(Round("a"), alone) == [("too-few-seats", "seats"), ("too-few-playing", "")]
    assert found(Round("a"), one_team) == [("bad-teams", "seats"), ("too-few-playing", "")]


def test_under_a_broken_setup_nothing_is_said_about_the_deck():
    five = Round("a", {"b": hand_of(", ".join(["wild"] * 5)), "c": P7})
    assert found(five, setup_of(decks=0)) == [("bad-number", "decks")]


def test_the_last_card_under_the_house_rule():
    setup = setup_of("abc", house_rules=("jump-in", "no-action-finish"))
    hands = {"b": hand_of("7"), "c": P7}
    assert found(Round("a", hands, Card("skip", "red")), setup) == [
        ("finish-not-allowed", "last_card")
    ]
    assert found(Round("a", hands, Card("skip", "red"))) == []
    assert found(Round("a", hands, Card("9", "red")), setup) == []


@pytest.mark.parametrize(
    ("last", "sizes", "odd"),
    [
        ("draw-two", (2, 1), True),
        ("red draw-two", (2, 1), True),
        ("draw-two", (3, 1), False),
        ("draw-two", (2, None), False),
        ("wild-draw-four", (4, 4), True),
        ("wild-draw-four", (4, 5), False),
        ("wild", (1, 1), False),
        (None, (1, 1), False),
    ],
)
def test_cards_that_should_have_been_drawn(last, sizes, odd):
    hands = {seat: Hand(points=20, cards_left=size) for seat, size in zip("bc", sizes, strict=True)}
    problems = round_problems(THREE, [], Round("a", hands, Card.parse(last) if last else None))
    assert codes(problems) == ["draw-not-taken"] * odd
    assert [problem.severity for problem in problems] == ["unlikely"] * odd


def test_nothing_is_said_of_drawing_when_hands_are_unsure():
    draw = Card("draw-two")
    opponents = {"b": hand_of("7, 7"), "d": hand_of("7")}
    assert found(Round("a", opponents | {"c": hand_of("9")}, draw), TEAMS) == [
        ("draw-not-taken", "last_card")
    ]
    assert found(Round("a", opponents, draw), TEAMS) == [("draw-not-taken", "last_card")]
    assert found(Round("a", {"b": hand_of("7"), "c": hand_of("77")}, draw)) == [
        ("unknown-card", "hands.c.cards[0]")
    ]
    mercy = made_up_edition([face("1", "red", 9, 1), face("draw-two", "", 4, 20, draws=2)])
    mercy = type(mercy)(**{**vars(mercy), "last_card_draws": False})
    assert found(Round("a", {"b": hand_of("1")}, draw), setup_of("ab", edition=mercy)) == []


def test_where_the_composition_is_unknown_only_points_are_counted():
    edition = made_up_edition([face("1", "red", None, 1)])
    edition = type(edition)(**{**vars(edition), "composition": "unknown"})
    setup = setup_of("ab", edition=edition)
    assert found(Round("a", {"b": hand_of("1, red 1, 1")}), setup) == []
    assert standings(setup, [Round("a", {"b": hand_of("1, red 1, 1")})]).totals["a"] == 3


def test_what_a_round_brings():
    round_ = Round("a", {"a": Hand(), "b": hand_of("7, wild"), "c": Hand(points=30)})
    points = counted_points(THREE, round_, "abc")
    assert points == {"b": 57, "c": 30}
    assert gains(THREE, round_, points, "abc") == {"a": 87, "b": 0, "c": 0}
    partners = Round("a", {"b": Hand(points=40), "c": Hand(points=70), "d": Hand(points=10)})
    assert counted_points(TEAMS, partners, "abcd") == {"b": 40, "d": 10}


def test_what_cannot_be_counted_does_not_count():
    assert counted_points(THREE, Round("a", {"b": Hand(), "c": P7}), "abc") == {"c": 7}


odd_hands = st.builds(
    Hand,
    cards=st.none() | st.lists(st.builds(Card, junk, junk) | junk, max_size=3).map(tuple),
    points=junk,
    cards_left=junk,
)
odd_rounds = st.builds(
    Round,
    winner=junk,
    hands=st.dictionaries(junk | st.sampled_from("abc"), odd_hands | st.none(), max_size=4),
    last_card=st.builds(Card, junk, junk) | junk,
    dealer=junk,
    deck_differs=junk,
)


@given(odd_rounds, st.sampled_from([THREE, TEAMS, setup_of("a"), setup_of(["b", None, 5])]))
@examples
def test_odd_values_are_problems_and_no_exceptions(round_, setup):
    for problem in round_problems(setup, [round_], round_):
        assert problem.message("nl")
    standings(setup, [round_])
