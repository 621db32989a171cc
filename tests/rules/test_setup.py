"""What the table agrees before the deal, and what cannot be agreed."""

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import HOUSE_RULES, SCORING_SYSTEMS, Seat, Setup, can_tie, setup_problems
from tests.rules.generators import CLASSIC, codes, examples, face, junk, made_up_edition, setup_of

NO_NUMBERS = made_up_edition([face("wild", "", 4, 20)])
BLANKS = made_up_edition([face("1", "red", 4, 1), face("blank", "red", 1, None)])


def test_the_official_game_is_fine():
    assert setup_problems(setup_of(target=500)) == []
    assert setup_problems(setup_of("abcd", teams="xyxy", target=500, max_rounds=5)) == []
    assert setup_problems(setup_of(house_rules=tuple(HOUSE_RULES), first_dealer="b")) == []


@pytest.mark.parametrize(
    ("agreed", "code", "where"),
    [
        ({"scoring": "guessing"}, "unknown-scoring", "scoring"),
        ({"target": 0}, "bad-target", "target"),
        ({"target": -5}, "bad-target", "target"),
        ({"target": 1_000_001}, "bad-target", "target"),
        ({"target": 5.5}, "bad-target", "target"),
        ({"target": True}, "bad-target", "target"),
        ({"max_rounds": 0}, "bad-target", "max_rounds"),
        ({"max_rounds": -1}, "bad-target", "max_rounds"),
        ({"max_rounds": "3"}, "bad-target", "max_rounds"),
        ({"ties": "fight"}, "bad-ties", "ties"),
        ({"decks": 0}, "bad-number", "decks"),
        ({"decks": 21}, "bad-number", "decks"),
        ({"decks": 1.5}, "bad-number", "decks"),
        ({"decks": None}, "bad-number", "decks"),
        ({"card_points": {"77": 1}}, "unknown-card", "card_points.77"),
        ({"card_points": {"wild": -1}}, "bad-number", "card_points.wild"),
        ({"card_points": {"wild": 1.5}}, "bad-number", "card_points.wild"),
        ({"card_points": {"wild": None}}, "bad-number", "card_points.wild"),
        ({"house_rules": ("jump-in", "cheating")}, "unknown-house-rule", "house_rules[1]"),
        ({"house_rules": (None,)}, "unknown-house-rule", "house_rules[0]"),
        (
            {"edition": NO_NUMBERS, "house_rules": ("no-action-finish",)},
            "unknown-house-rule",
            "house_rules[0]",
        ),
        ({"edition": BLANKS}, "card-value-missing", "card_points.blank"),
        ({"first_dealer": "z"}, "unknown-seat", "first_dealer"),
        ({"keys": "a"}, "too-few-seats", "seats"),
        ({"keys": ""}, "too-few-seats", "seats"),
        ({"keys": "aba"}, "duplicate-seat", "seats[2]"),
        ({"keys": ["a", ""]}, "unknown-seat", "seats[1]"),
        ({"keys": ["a", None]}, "unknown-seat", "seats[1]"),
        ({"keys": "abc", "teams": "xxx"}, "bad-teams", "seats"),
        ({"keys": "abc", "teams": "xxy"}, "bad-teams", "seats"),
        ({"keys": "abc", "teams": ["x", "y", None]}, "bad-teams", "seats"),
    ],
)
def test_problems(agreed, code, where):
    agreed = {"keys": "abc"} | agreed
    setup = setup_of(**agreed)
    (problem,) = setup_problems(setup)
    assert (problem.code, problem.where, problem.severity) == (code, where, "broken")
    assert not setup.is_sound


@pytest.mark.parametrize(
    ("keys", "decks", "said"),
    [
        ("abcdefghij", 1, None),
        ("abcdefghijk", 1, "This deck is meant for at most 10 players; you are 11."),
        ("abcdefghijk", 2, None),
        ("abcdefghijklmnopqrstu", 2, "2 decks are meant for at most 20 players; you are 21."),
    ],
)
def test_too_many_seats_is_only_unlikely(keys, decks, said):
    setup = setup_of(keys, decks=decks)
    problems = setup_problems(setup)
    assert [problem.message("en") for problem in problems] == ([said] if said else [])
    assert [problem.severity for problem in problems] == ["unlikely"] * bool(said)
    assert setup.is_sound


def test_all_problems_at_once():
    setup = setup_of(
        ["a", "a"], scoring="x", target=0, max_rounds=0, ties="x", decks=0, first_dealer="z",
        card_points={"77": 1, "wild": -1}, house_rules=("x",), teams=["t", None],
    )  # fmt: skip
    assert codes(setup_problems(setup)) == [
        *("unknown-scoring", "bad-target", "bad-target", "bad-ties", "bad-number"),
        *("unknown-card", "bad-number", "unknown-house-rule", "unknown-seat"),
        *("duplicate-seat", "bad-teams"),
    ]


def test_the_table_gives_a_card_its_value():
    setup = setup_of(edition=BLANKS, card_points={"blank": 30})
    assert setup_problems(setup) == []
    assert setup.values_on() == {"1": 1, "blank": 30}


def test_whole_numbers_may_come_as_floats():
    setup = setup_of(target=500.0, max_rounds=3.0, decks=2.0)
    assert setup_problems(setup) == []
    assert setup == setup_of(target=500, max_rounds=3, decks=2)
    assert isinstance(setup.target, int)


def test_sides():
    assert setup_of("ab").party_of == {"a": "a", "b": "b"}
    assert setup_of("abcd", teams="xyxy").party_of == {"a": "x", "b": "y", "c": "x", "d": "y"}
    assert Setup(CLASSIC, [Seat("a"), Seat("b")]).players == ("a", "b")


def test_every_house_rule_is_named_and_explained():
    assert len(HOUSE_RULES) == 12
    for key, rule in HOUSE_RULES.items():
        assert rule.key == key
        for text in (rule.names, rule.explanation):
            assert set(text) == {"en", "nl"}
            assert all(text.values())
        assert all(sentence.endswith(".") for sentence in rule.explanation.values())
    assert [key for key, rule in HOUSE_RULES.items() if rule.number_card_last] == [
        "no-action-finish"
    ]


def test_every_scoring_system_is_named():
    assert all(set(system.names) == {"en", "nl"} for system in SCORING_SYSTEMS.values())


def test_what_one_may_finish_with():
    assert setup_of().finishing_faces() == {each.face for each in CLASSIC.faces}
    assert setup_of(house_rules=("no-action-finish",)).finishing_faces() == set("0123456789")


def test_a_setup_cannot_be_changed():
    with pytest.raises(dataclasses.FrozenInstanceError):
        setup_of().target = 1


@given(
    st.lists(st.builds(Seat, junk, junk), max_size=4),
    st.lists(junk, min_size=7, max_size=7),
    st.dictionaries(junk, junk, max_size=3),
    st.lists(junk, max_size=2),
)
@examples
def test_odd_values_are_problems_and_no_exceptions(seats, odd, card_points, house_rules):
    names = ("scoring", "target", "max_rounds", "decks", "ties", "first_dealer")
    agreed = dict(zip(names, odd, strict=False))
    setup = Setup(CLASSIC, seats, card_points=card_points, house_rules=house_rules, **agreed)
    assert setup.is_sound == all(p.severity != "broken" for p in setup_problems(setup))


@pytest.mark.parametrize(
    ("scoring", "target", "max_rounds", "may"),
    [
        ("winner-collects", 500, None, False),
        ("winner-collects", 500, 10, True),
        ("round-wins", 3, None, False),
        ("everyone-keeps", 500, None, True),
        ("everyone-keeps", None, None, False),
        ("knockout", 500, None, False),
    ],
)
def test_where_the_best_place_can_be_tied_at_the_end(scoring, target, max_rounds, may):
    assert can_tie(SCORING_SYSTEMS[scoring], target, max_rounds) is may
