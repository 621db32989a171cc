"""Every problem that the rules name, brought about at its exact place."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import (
    SEVERITIES,
    Card,
    Hand,
    Round,
    Seat,
    Setup,
    find_edition,
    problems_by_round,
    result_problems,
    result_standings,
    round_problems,
    setup_problems,
    standings,
    unknown_edition,
    without_round,
)
from tests.rules.generators import CLASSIC, FLIP, MERCY, examples, hand_of, junk, lost, setup_of

P7 = Hand(points=7)
BLANKS = find_edition("classic-112-blanks")
ALL_WILD = find_edition("all-wild-112")
DRAW = Card("draw-two", "red")


def seats(*more):
    return (Seat("a"), Seat("b"), *more)


# Code, severity, where, the setup, the rounds before, the round.
ROUNDS = [
    ("no-winner", "broken", "winner", setup_of("ab"), [], lost(None, b=1)),
    ("unknown-seat", "broken", "winner", setup_of("ab"), [], lost("z", a=1, b=1)),
    ("unknown-seat", "broken", "hands.z", setup_of("ab"), [], lost("a", b=1, z=1)),
    (
        *("unknown-seat", "broken", "dealer"),
        *(setup_of("ab"), [], Round("a", {"b": P7}, dealer="z")),
    ),
    (
        *("seat-not-playing", "broken", "hands.c"),
        *(replace(setup_of("ab"), seats=seats(Seat("c", from_round=2))), []),
        lost("a", b=1, c=1),
    ),
    (
        *("seat-not-playing", "broken", "winner"),
        *(replace(setup_of("ab"), seats=seats(Seat("c", to_round=1))), [lost("a", b=1, c=1)]),
        Round("c", {"a": P7, "b": P7}),
    ),
    (
        *("seat-not-playing", "broken", "dealer"),
        *(setup_of("abc", scoring="knockout", target=50), [lost("a", b=50, c=1)]),
        Round("a", {"c": P7}, dealer="b"),
    ),
    (
        *("seat-not-playing", "broken", "knocked_out[0]"),
        replace(setup_of("ab", MERCY), seats=seats(Seat("c", from_round=2))),
        *([], Round("a", {"b": P7}, knocked_out=("c",))),
    ),
    (
        *("too-few-playing", "broken", ""),
        *(replace(setup_of("ab"), seats=(Seat("a"), Seat("b", from_round=2))), [], Round("a")),
    ),
    ("winner-holds-cards", "broken", "hands.a", setup_of("ab"), [], lost("a", a=1, b=1)),
    ("hand-missing", "broken", "hands.c", setup_of("abc"), [], lost("a", b=1)),
    ("empty-hand", "broken", "hands.b", setup_of("ab"), [], Round("a", {"b": Hand(cards=())})),
    (
        *("unknown-card", "broken", "hands.b.cards[1]"),
        *(setup_of("ab"), [], Round("a", {"b": hand_of("7, pink 7")})),
    ),
    (
        *("unknown-card", "broken", "last_card"),
        *(setup_of("ab"), [], Round("a", {"b": P7}, Card("discard-all"))),
    ),
    ("bad-number", "broken", "hands.b.points", setup_of("ab"), [], lost("a", b=-1)),
    (
        *("bad-number", "broken", "hands.b.cards_left"),
        *(setup_of("ab"), [], Round("a", {"b": Hand(points=1, cards_left=1_001)})),
    ),
    (
        *("bad-number", "broken", "gained.a"),
        *(setup_of("ab"), [], Round("a", gained={"a": 5.5})),
    ),
    ("side-missing", "broken", "side", setup_of("ab", FLIP), [], lost("a", b=7)),
    ("unknown-side", "broken", "side", setup_of("ab"), [], Round("a", {"b": P7}, side="light")),
    (
        *("bad-knock-out", "broken", "knocked_out[0]"),
        *(setup_of("ab", MERCY), [], Round("a", {"b": P7}, knocked_out=("a",))),
    ),
    (
        *("too-many-copies", "impossible", "hands"),
        *(setup_of("abc"), []),
        Round("a", {"b": hand_of("wild, wild, wild"), "c": hand_of("wild, wild")}),
    ),
    (
        *("too-many-copies", "impossible", "hands.b"),
        *(setup_of("ab", missing_cards=(Card("wild"),)), []),
        Round("a", {"b": hand_of("wild, wild, wild, wild")}),
    ),
    (
        *("nothing-left-to-finish-with", "impossible", "last_card"),
        setup_of("ab", missing_cards=tuple(Card(each.face) for each in CLASSIC.faces for _ in
                                           range(each.in_deck)
                                           if each.face != "7") + (Card("7"),) * 7),
        *([], Round("a", {"b": hand_of("7")})),
    ),
    (
        *("finish-not-allowed", "impossible", "last_card"),
        *(setup_of("ab", house_rules=("no-action-finish",)), []),
        Round("a", {"b": hand_of("7, 8, 9")}, DRAW),
    ),
    ("points-impossible", "impossible", "hands.b.points", setup_of("ab"), [], lost("a", b=1241)),
    (
        *("draw-not-taken", "unlikely", "last_card"),
        *(setup_of("ab"), [], Round("a", {"b": hand_of("7, 7")}, DRAW)),
    ),
    (
        *("over-hand-limit", "unlikely", "hands.b"),
        *(setup_of("ab", MERCY), [], Round("a", {"b": Hand(points=100, cards_left=25)})),
    ),
    (
        *("after-the-end", "unlikely", ""),
        *(setup_of("ab", target=5), [lost("a", b=5)], lost("a", b=1)),
    ),
]  # fmt: skip


@pytest.mark.parametrize(("code", "severity", "where", "setup", "before", "round_"), ROUNDS)
def test_a_problem_of_a_round(code, severity, where, setup, before, round_):
    assert setup.is_sound
    assert all(scored.counts for scored in standings(setup, before).rounds)
    (problem,) = round_problems(setup, before, round_)
    assert (problem.code, problem.severity, problem.where) == (code, severity, where)
    (*_, scored) = standings(setup, [*before, round_]).rounds
    assert scored.counts == (severity != "broken" and code != "after-the-end")


SETUPS = [
    ("unknown-edition", "edition", {"edition": unknown_edition("tres")}),
    ("unknown-scoring", "scoring", {"scoring": "guessing"}),
    ("unknown-house-rule", "house_rules[0]", {"house_rules": ("cheating",)}),
    (
        *("unknown-house-rule", "house_rules[0]"),
        {"edition": ALL_WILD, "house_rules": ("no-action-finish",)},
    ),
    ("bad-ties", "ties", {"ties": "fight"}),
    ("too-few-seats", "seats", {"keys": "a"}),
    ("duplicate-seat", "seats[1]", {"keys": "aa"}),
    ("bad-target", "target", {"target": 0}),
    ("bad-target", "target", {"target": -1}),
    ("bad-target", "target", {"target": 1_000_001}),
    ("bad-target", "target", {"scoring": "knockout"}),
    ("bad-target", "max_rounds", {"scoring": "knockout", "target": 9, "max_rounds": 3}),
    ("bad-target", "max_rounds", {"scoring": "knockout", "target": 9, "max_rounds": "x"}),
    ("bad-target", "max_rounds", {"max_rounds": 0}),
    ("bad-teams", "seats", {"keys": "abc", "teams": "xxy"}),
    ("bad-teams", "seats", {"keys": "ab", "teams": "xx"}),
    ("bad-teams", "seats", {"keys": "ab", "teams": "xy", "scoring": "everyone-keeps"}),
    ("bad-teams", "seats", {"keys": "ab", "teams": "xy", "scoring": "knockout", "target": 9}),
    ("bad-start-points", "seats[1].start_points", {"start": (0, 500), "target": 500}),
    ("bad-start-points", "seats[0].start_points", {"start": (-1, 0)}),
    ("bad-start-points", "seats[0].start_points", {"start": (1.5, 0)}),
    ("bad-start-points", "seats", {"keys": "abcd", "teams": "xyxy", "target": 9,
                                   "start": (5, 0, 4, 0)}),
    ("card-value-missing", "card_points.blank", {"edition": BLANKS}),
    ("unknown-seat", "first_dealer", {"first_dealer": "z"}),
    ("unknown-seat", "seats[1]", {"keys": ["a", ""]}),
    ("unknown-card", "card_points.discard-all", {"card_points": {"discard-all": 5}}),
    ("unknown-card", "missing_cards[1]", {"missing_cards": (Card("7"), Card("7", "pink"))}),
    ("bad-missing-cards", "missing_cards", {"missing_cards": (Card("wild"),) * 5}),
    ("bad-missing-cards", "missing_cards", {"missing_cards": (Card("7", "red"),) * 3}),
    (
        *("bad-missing-cards", "missing_cards"),
        {"missing_cards": (Card("0"),) * 3 + (Card("0", "red"), Card("0", "blue"))},
    ),
    ("bad-missing-cards", "missing_cards",
     {"edition": FLIP, "missing_cards": (Card("wild-draw-colour"),) * 5}),
    ("bad-number", "decks", {"decks": 0}),
    ("bad-number", "decks", {"decks": 21}),
    ("bad-number", "card_points.wild", {"card_points": {"wild": -1}}),
    ("bad-number", "seats[1].from_round", {"first": (1, 0)}),
    ("bad-number", "seats[1].to_round", {"first": (1, 3), "last": (None, 2)}),
    ("bad-number", "seats[1].to_round", {"last": (None, 1.5)}),
]  # fmt: skip


def setup_for(agreed):
    agreed = {"keys": "ab", "edition": CLASSIC, **agreed}
    columns = [agreed.pop(key, ()) for key in ("start", "first", "last")]
    setup = setup_of(**agreed)
    names = ("start_points", "from_round", "to_round")
    for name, column in zip(names, columns, strict=True):
        if column:
            changed = zip(setup.seats, column, strict=True)
            setup = replace(setup, seats=[replace(seat, **{name: n}) for seat, n in changed])
    return setup


@pytest.mark.parametrize(("code", "where", "agreed"), SETUPS)
def test_a_problem_of_a_setup(code, where, agreed):
    setup = setup_for(agreed)
    (problem,) = setup_problems(setup)
    assert (problem.code, problem.severity, problem.where) == (code, "broken", where)
    assert (standings(setup, []).totals, setup.is_sound) == ({}, False)
    assert problem in round_problems(setup, [], lost("a", b=1))


def test_every_code_is_among_them():
    # Two players with one name are a matter of the file.
    assert {row[0] for row in [*ROUNDS, *SETUPS]} == set(SEVERITIES) - {
        *("duplicate-name", "too-many-seats")
    }


@pytest.mark.parametrize(
    "agreed",
    [
        {"edition": BLANKS, "scoring": "round-wins"},
        {"edition": BLANKS, "card_points": {"blank": 0}},
        {"edition": FLIP, "house_rules": ("no-action-finish",)},
        {"edition": FLIP, "missing_cards": (Card("wild"),) * 4},
        {"missing_cards": (Card("wild"),) * 8, "decks": 2},
        {"missing_cards": (Card("0"),) * 3 + (Card("0", "red"),)},
        {"edition": ALL_WILD, "missing_cards": (Card("wild"),) * 99},
        {"start": (499, 0), "target": 500},
        {"start": (1_000_000, 0.0)},
        {"keys": "abcd", "teams": "xyxy", "start": (1_000_000, 0, 1_000_000, 0)},
        {"first": (1, 5), "last": (1, 5)},
        {"decks": 20},
        {"target": 1_000_000, "max_rounds": 1},
        {"scoring": "knockout", "target": 1},
    ],
)
def test_what_may_be_agreed(agreed):
    assert setup_problems(setup_for(agreed)) == []


def test_too_many_seats_is_only_unlikely():
    (problem,) = setup_problems(setup_of("abcdefg", MERCY))
    assert (problem.code, problem.severity, problem.where) == (
        *("too-many-seats", "unlikely", "seats"),
    )
    assert setup_problems(setup_of("abcdefg", MERCY, decks=2)) == []


@pytest.mark.parametrize(
    ("round_", "codes"),
    [
        # Nobody need play, be there or have a hand.
        (Round("c", {"d": P7}, dealer="c"), []),
        (Round("c", {}), []),
        (Round("d", {}, knocked_out=("c",)), []),
        # All else is looked at as ever.
        (Round(None), ["no-winner"]),
        (Round("z", {"y": P7}), ["unknown-seat", "unknown-seat"]),
        (Round("a", {"a": P7}), ["winner-holds-cards"]),
        (Round("a", {"d": Hand(cards=())}), ["empty-hand"]),
        (Round("a", {"d": Hand(cards_left=0)}), ["empty-hand"]),
        (Round("a", {"d": hand_of("77")}), ["unknown-card"]),
        (Round("a", {"d": Hand(points=-1)}), ["bad-number"]),
        (Round("a", side="light"), ["unknown-side"]),
        (Round("a", knocked_out=("a",)), ["bad-knock-out"]),
        (Round("a", gained={"b": 1}), ["bad-number"]),
        (Round("a", {"d": hand_of(", ".join(["wild-draw-ten"] * 5))}), ["too-many-copies"]),
        (Round("a", {"d": Hand(points=10**6)}), ["points-impossible"]),
        (Round("a", {"b": P7}, Card("skip")), ["finish-not-allowed"]),
    ],
)
def test_after_the_end_all_is_checked_but_who_plays_and_what_is_missing(round_, codes):
    team = (Seat("c", from_round=9), Seat("d", to_round=1))
    setup = setup_of("ab", MERCY, target=5, house_rules=("no-action-finish",))
    setup = replace(setup, seats=(*setup.seats, *team))
    problems = round_problems(setup, [lost("a", b=5, d=0)], round_)
    assert [problem.code for problem in problems] == ["after-the-end", *codes]
    (*_, scored) = standings(setup, [lost("a", b=5, d=0), round_]).rounds
    assert (scored.counts, scored.points, scored.gained) == (False, {}, {})


# --- whatever may come out of a form or a file ----------------------------------------------------

cards = st.builds(Card, junk, junk) | junk
hands = st.builds(
    Hand, cards=st.none() | st.lists(cards, max_size=3).map(tuple), points=junk, cards_left=junk
)
somebody = junk | st.sampled_from("abc")
rounds = st.builds(
    Round,
    winner=somebody,
    hands=st.dictionaries(somebody, hands | st.none(), max_size=4),
    last_card=cards,
    dealer=somebody,
    deck_differs=junk,
    side=junk | st.sampled_from(["light", "dark"]),
    knocked_out=st.lists(somebody, max_size=3),
    gained=st.dictionaries(somebody, junk, max_size=2),
)
odd_setups = st.builds(
    Setup,
    edition=st.sampled_from([CLASSIC, FLIP, MERCY, BLANKS, ALL_WILD, unknown_edition("tres")]),
    seats=st.lists(st.builds(Seat, somebody, junk, junk, junk, junk), max_size=4),
    scoring=junk | st.sampled_from(["knockout", "round-wins", "everyone-keeps"]),
    target=junk,
    max_rounds=junk,
    decks=junk,
    card_points=st.dictionaries(junk, junk, max_size=3),
    ties=junk,
    house_rules=st.lists(junk, max_size=2),
    first_dealer=somebody,
    missing_cards=st.lists(cards, max_size=3),
)
sound_setups = st.sampled_from(
    [
        *(setup_of("abc", edition) for edition in (CLASSIC, FLIP, MERCY, ALL_WILD)),
        setup_of("abcd", MERCY, teams="xyxy"),
        setup_of("abc", scoring="knockout", target=5),
        setup_of("abc", BLANKS, scoring="round-wins", target=1),
        setup_of("abc", scoring="everyone-keeps", target=5, missing_cards=(Card("7"),)),
    ]
)


@given(odd_setups | sound_setups, st.lists(rounds, max_size=3), junk)
@examples
def test_odd_values_are_problems_and_no_exceptions(setup, played, total):
    problems = setup_problems(setup)
    assert setup.is_sound == all(problem.severity != "broken" for problem in problems)
    for place, round_ in enumerate(played):
        problems += round_problems(setup, played[:place], round_)
    if setup.is_sound:
        assert list(problems_by_round(setup, played))[:1] == [
            round_problems(setup, [], round_) for round_ in played[:1]
        ]
        without_round(setup, 1, 3)
    problems += result_problems(setup, {"a": total, total: 3})
    for problem in problems:
        assert problem.message("nl") != problem.message("en")
    standings(setup, played, closed=True)
    result_standings(setup, {"a": total})
