"""Flip's two sides; No Mercy's twenty-five cards; rounds told by what the winner gained."""

from dataclasses import replace

import pytest

from rules import (
    Card,
    Hand,
    Round,
    Seat,
    hand_points,
    knock_out_points,
    result_problems,
    result_standings,
    round_problems,
    sort_cards,
    standings,
)
from tests.rules.generators import CLASSIC, EVERY_SYSTEM, FLIP, MERCY, hand_of, lost, setup_of

P7 = Hand(points=7)


def found(setup, round_, before=()):
    return [(problem.code, problem.where) for problem in round_problems(setup, before, round_)]


# --- Flip -----------------------------------------------------------------------------------------

TWO = setup_of("ab", FLIP)


def flipped(text, side, **more):
    return Round("a", {"b": hand_of(text)}, side=side, **more)


def test_a_flip_round_says_on_which_side_it_ended():
    assert found(TWO, flipped("7", None)) == [("side-missing", "side")]
    assert found(TWO, flipped("7", "inside")) == [("unknown-side", "side")]
    assert found(TWO, flipped("7", "light")) == found(TWO, flipped("7", "dark")) == []


@pytest.mark.parametrize("side", ["light", "dark", ""])
def test_a_side_where_the_edition_has_none(side):
    assert found(setup_of("ab"), flipped("7", side)) == [("unknown-side", "side")]


def test_only_faces_and_colours_of_that_side_exist():
    dark, light = "skip-everyone, pink 7", "draw-one, red 7"
    assert found(TWO, flipped(light, "light")) == found(TWO, flipped(dark, "dark")) == []
    both = [("unknown-card", f"hands.b.cards[{place}]") for place in (0, 1)]
    assert found(TWO, flipped(light, "dark")) == found(TWO, flipped(dark, "light")) == both
    last = Card("draw-five", "teal")
    assert found(TWO, flipped("7, 7, 7, 1, 1, 2", "dark", last_card=last)) == []
    assert found(TWO, flipped("7", "light", last_card=last)) == [("unknown-card", "last_card")]


def test_without_a_side_a_card_of_either_is_readable():
    assert found(TWO, flipped("draw-one, skip-everyone", None)) == [("side-missing", "side")]
    assert ("unknown-card", "hands.b.cards[0]") in found(TWO, flipped("draw-four", None))
    disagreeing = Round("a", {"b": Hand((Card("wild"),), points=1)})
    assert found(TWO, disagreeing) == [("side-missing", "side")]


def test_the_values_are_that_sides():
    setup = setup_of("ab", made_to_differ())
    hand = hand_of("wild, 7")
    assert (hand_points(hand, setup, "light"), hand_points(hand, setup, "dark")) == (47, 67)
    assert standings(setup, [Round("a", {"b": hand}, side="dark")]).totals["a"] == 67
    for points, side in ((47, "light"), (67, "dark")):
        typed = Round("a", {"b": Hand(hand.cards, points=points)}, side=side)
        assert found(setup, typed) == []
        other = {"light": "dark", "dark": "light"}[side]
        assert found(setup, replace(typed, side=other)) == [("bad-number", "hands.b.points")]


def made_to_differ():
    """Flip, with a Wild that is worth more on the dark side."""
    dark = tuple(replace(f, points=60) if f.face == "wild" else f for f in FLIP.sides["dark"])
    return replace(FLIP, key="flip@1", sides={**FLIP.sides, "dark": dark})


def test_typed_points_are_made_of_that_sides_cards():
    """30 in one card is a Skip Everyone, which is dark."""
    typed = {"b": Hand(points=30, cards_left=1)}
    assert found(TWO, Round("a", typed, side="dark")) == []
    assert found(TWO, Round("a", typed, side="light"))[0][0] == "points-impossible"


def test_what_the_table_agreed_holds_on_every_side_that_has_the_face():
    setup = setup_of("ab", FLIP, card_points={"wild": 20, "draw-five": 50})
    assert setup.is_sound
    assert setup.values_on("light")["wild"] == setup.values_on("dark")["wild"] == 20
    assert (setup.values_on("dark")["draw-five"], "draw-five" in setup.values_on("light")) == (
        50,
        False,
    )


def test_cards_are_sorted_as_their_side_has_them():
    hand = hand_of("wild, skip-everyone, purple 7, pink 7, 1")
    assert [str(card) for card in sort_cards(hand.cards, FLIP, "dark")] == [
        *("1", "pink 7", "purple 7", "skip-everyone", "wild")
    ]


def test_a_dark_card_played_last_is_drawn_too():
    last = Card("draw-five", "pink")
    assert found(TWO, flipped("7, 7", "dark", last_card=last)) == [("draw-not-taken", "last_card")]
    assert found(TWO, flipped("7, 7, 1, 1, 2, 2", "dark", last_card=last)) == []


def test_missing_cards_are_missing_on_the_side_that_has_them():
    setup = setup_of("ab", FLIP, missing_cards=(Card("7", "red"), Card("7", "red")))
    assert setup.is_sound
    assert found(setup, flipped("red 7", "light"))[0] == ("too-many-copies", "hands.b")
    assert found(setup, flipped("pink 7", "dark")) == []


# --- No Mercy -------------------------------------------------------------------------------------

MANY = hand_of(", ".join(["wild-draw-ten"] * 30))


def no_mercy(scoring="winner-collects", **agreed):
    return setup_of("abcd", MERCY, scoring=scoring, target=1000, **agreed)


@pytest.mark.parametrize(
    ("scoring", "gained"),
    [
        ("winner-collects", {"a": 507, "b": 0, "c": 0, "d": 0}),
        ("everyone-keeps", {"a": 0, "b": 250, "c": 250, "d": 7}),
        ("knockout", {"a": 0, "b": 250, "c": 250, "d": 7}),
        ("round-wins", {"a": 1, "b": 0, "c": 0, "d": 0}),
    ],
)
def test_what_a_knocked_out_seat_brings(scoring, gained):
    round_ = Round("a", {"d": P7}, knocked_out=("b", "c"))
    stand = standings(no_mercy(scoring), [round_])
    assert stand.rounds[0].gained == gained
    assert stand.knocked_out == ()  # of the session: that is another thing


@pytest.mark.parametrize("scoring", EVERY_SYSTEM)
def test_the_hand_of_a_knocked_out_seat_is_read_and_not_looked_at(scoring):
    setup = no_mercy(scoring)
    round_ = Round("a", {"b": MANY, "c": P7, "d": P7}, knocked_out=("b",))
    assert found(setup, round_) == []
    assert standings(setup, [round_]).rounds[0].points == {"c": 7, "d": 7}
    for nothing in (Hand(), Hand(cards=()), Hand(points=0, cards_left=0), None):
        assert found(setup, replace(round_, hands={**round_.hands, "b": nothing})) == []
    unreadable = replace(round_, hands={**round_.hands, "b": hand_of("7, 77")})
    assert found(setup, unreadable) == [("unknown-card", "hands.b.cards[1]")]


@pytest.mark.parametrize("scoring", EVERY_SYSTEM)
def test_when_all_others_are_knocked_out_nothing_is_checked_for_finishing(scoring):
    setup = no_mercy(scoring, house_rules=("no-action-finish",))
    hands = {"a": hand_of("7, 7, red 7"), "b": MANY, "c": Hand(points=3)}
    alone = Round("a", hands, Card("skip", "red"), knocked_out=tuple("bcd"))
    assert found(setup, alone) == []
    (scored,) = standings(setup, [alone]).rounds
    assert scored.points == {}
    assert scored.gained["a"] == {"winner-collects": 750, "round-wins": 1}.get(scoring, 0)
    one_stays = Round("a", {"d": P7}, Card("skip", "red"), knocked_out=tuple("bc"))
    assert found(setup, one_stays) == [("finish-not-allowed", "last_card")]
    holding = Round("a", {"a": P7, "d": P7}, knocked_out=tuple("bc"))
    assert found(setup, holding) == [("winner-holds-cards", "hands.a")]


def test_all_others_are_those_who_play_this_round():
    seats = (Seat("a"), Seat("b"), Seat("c", from_round=2))
    setup = replace(no_mercy(), seats=seats)
    assert found(setup, Round("a", {"a": P7}, knocked_out=("b",))) == []
    assert found(setup, Round("a", {"a": P7}, knocked_out=("b",)), [lost("a", b=1)]) == [
        ("winner-holds-cards", "hands.a"),
        ("hand-missing", "hands.c"),
    ]


@pytest.mark.parametrize(
    ("knocked_out", "problems"),
    [
        (("a",), [("bad-knock-out", "knocked_out[0]")]),
        (("b", "b"), [("bad-knock-out", "knocked_out[1]")]),
        (("b", "z"), [("unknown-seat", "knocked_out[1]")]),
    ],
)
def test_who_can_be_knocked_out(knocked_out, problems):
    hands = dict.fromkeys("bcd", P7)
    assert found(no_mercy(), Round("a", hands, knocked_out=knocked_out)) == problems


def test_nobody_is_knocked_out_in_another_edition():
    round_ = Round("a", {"b": P7}, knocked_out=("b",))
    assert found(setup_of("ab"), round_) == [("bad-knock-out", "knocked_out")]


def test_a_scored_hand_has_at_most_24_cards():
    for size, code in ((24, []), (25, [("over-hand-limit", "hands.b")])):
        for hand in (hand_of(", ".join(["7"] * 8 + ["8"] * 8 + ["9"] * (size - 16))),
                     Hand(points=50, cards_left=size)):  # fmt: skip
            round_ = Round("a", {"b": hand, "c": Hand(points=7), "d": P7})
            problems = round_problems(no_mercy(), [], round_)
            assert [(p.code, p.where) for p in problems if p.severity == "unlikely"] == code
    partners = no_mercy(scoring="round-wins")
    partners = replace(partners, seats=[Seat(k, t) for k, t in zip("abcd", "xyxy", strict=True)])
    held = {"c": Hand(points=50, cards_left=25)}
    assert found(partners, Round("a", held)) == []


def test_no_mercy_says_nothing_of_a_last_card_that_draws():
    hands = dict.fromkeys("bcd", hand_of("7"))
    assert found(no_mercy(), Round("a", hands, Card("wild-draw-ten"))) == []


def test_two_knocked_out_at_once_may_leave_a_knockout_together():
    setup = replace(no_mercy("knockout"), target=250)
    stand = standings(setup, [Round("a", {"d": P7}, knocked_out=("c", "b"))])
    assert (stand.knocked_out, stand.playing) == (("b", "c"), ("a", "d"))
    assert stand.ranks == {"a": 1, "b": 3, "c": 3, "d": 2}


# --- gained ---------------------------------------------------------------------------------------


def gained(**points):
    return Round("a", gained=points)


def test_what_the_winner_gained_stands_in_for_the_hands():
    stand = standings(setup_of("abc", target=99), [gained(a=99)])
    (scored,) = stand.rounds
    assert (scored.points, scored.gained) == ({}, {"a": 99, "b": 0, "c": 0})
    assert stand.winners == ("a",)
    assert standings(setup_of("abc"), [gained(a=0)]).rounds[0].counts


def test_with_any_bonus_in_it():
    round_ = replace(gained(a=263), knocked_out=("b",))
    assert standings(no_mercy(), [round_]).totals["a"] == 263
    assert knock_out_points(no_mercy(), round_) == {}
    assert knock_out_points(no_mercy(), replace(round_, gained={})) == {"b": 250}


@pytest.mark.parametrize(
    ("points", "problems"),
    [
        ({"b": 5}, [("hand-missing", "hands.b"), ("bad-number", "gained.b")]),
        ({"a": 5, "b": 0}, [("bad-number", "gained.b")]),
        ({"a": 5, "z": 1}, [("unknown-seat", "gained.z")]),
        ({"a": -1}, [("bad-number", "gained.a")]),
        ({"a": 5.5}, [("bad-number", "gained.a")]),
        ({"a": True}, [("bad-number", "gained.a")]),
        ({"a": 1_000_001}, [("bad-number", "gained.a")]),
        ({"a": 1_000_000}, []),
        ({"a": 5.0}, []),
    ],
)
def test_only_the_winner_gains_and_whole_points(points, problems):
    assert found(setup_of("ab"), gained(**points)) == problems


@pytest.mark.parametrize("scoring", ["everyone-keeps", "knockout", "round-wins"])
def test_only_where_the_winner_collects(scoring):
    round_ = Round("a", {"b": P7}, gained={"a": 7})
    assert found(setup_of("ab", scoring=scoring, target=9), round_) == [("bad-number", "gained")]


def test_whole_points_are_an_int_however_they_came():
    assert gained(a=5.0) == gained(a=5)
    assert type(standings(setup_of("ab"), [gained(a=5.0)]).totals["a"]) is int


def test_hands_beside_it_are_looked_at_for_their_shape_only():
    five = hand_of(", ".join(["wild"] * 5))
    told = replace(gained(a=9), hands={"a": P7, "b": five, "c": Hand(cards=())})
    assert found(setup_of("abc"), told) == []
    for odd, where in ((hand_of("77"), "cards[0]"), (Hand(points=-1), "points")):
        assert found(setup_of("ab"), replace(gained(a=9), hands={"b": odd}))[0][1] == (
            f"hands.b.{where}"
        )
    assert found(setup_of("ab"), replace(gained(a=9), last_card=Card("77"))) == [
        ("unknown-card", "last_card")
    ]


# --- a session of which only the end is known -----------------------------------------------------


@pytest.mark.parametrize(
    ("scoring", "winners", "ranks"),
    [
        ("winner-collects", ("a",), {"a": 1, "b": 2, "c": 2}),
        ("round-wins", ("a",), {"a": 1, "b": 2, "c": 2}),
        ("everyone-keeps", ("b", "c"), {"a": 3, "b": 1, "c": 1}),
        ("knockout", ("b", "c"), {"a": 3, "b": 1, "c": 1}),
    ],
)
def test_the_best_of_the_final_totals_wins(scoring, winners, ranks):
    setup = setup_of("abc", scoring=scoring, target=500)
    stand = result_standings(setup, {"a": 512, "b": 340.0, "c": 340})
    assert (stand.winners, stand.ranks) == (winners, ranks)
    assert stand.totals == {"a": 512, "b": 340, "c": 340}
    assert (stand.finished, stand.ended_by_round, stand.next_dealer) == (True, None, None)
    assert (stand.rounds, stand.knocked_out, stand.left) == ((), (), ())


def test_everybody_played_to_such_an_end():
    seats = (Seat("a"), Seat("b", start_points=9, from_round=3), Seat("c", to_round=1))
    stand = result_standings(replace(setup_of("abc"), seats=seats), {"a": 1, "b": 2, "c": 3})
    assert (stand.totals, stand.winners) == ({"a": 1, "b": 2, "c": 3}, ("c",))


def test_teams_have_a_result_together():
    setup = setup_of("abcd", teams="xyxy")
    stand = result_standings(setup, {"a": 10, "b": 300, "c": 400, "d": 0})
    assert (stand.winners, stand.ranks) == (("a", "c"), {"a": 1, "b": 2, "c": 1, "d": 2})


def test_a_result_names_every_seat_and_nobody_else():
    result = {"a": -1, "z": 3, "b": 5.5}
    problems = result_problems(setup_of("abc"), result)
    assert [(p.code, p.where) for p in problems] == [
        ("hand-missing", "result.c"),
        ("bad-number", "result.a"),
        ("unknown-seat", "result.z"),
        ("bad-number", "result.b"),
    ]
    for setup, told in ((setup_of("abc"), result), (setup_of("a"), {"a": 1})):
        stand = result_standings(setup, told)
        assert (stand.totals, stand.finished) == ({}, False)


def test_the_classic_box_has_no_sides():
    assert CLASSIC.faces_on(None) == CLASSIC.faces_on("light") == CLASSIC.faces


THREE_LEFT = setup_of("abc", MERCY, target=1000)


def test_a_hand_that_was_knocked_out_need_only_be_readable():
    hand = Hand(cards=(Card("8"),), points=99)
    assert found(THREE_LEFT, Round("a", {"b": hand, "c": P7}, knocked_out=("b",))) == []


def test_the_last_one_left_is_asked_for_nothing():
    hands = {"a": Hand(points=-3), "b": Hand(points=-3)}
    alone = Round("a", hands, Card("banana"), knocked_out=("b", "c"))
    assert found(THREE_LEFT, alone) == []
    hands = {"b": Hand(cards=(Card("banana"),))}
    assert found(THREE_LEFT, Round("a", hands, knocked_out=("b", "c"))) == [
        ("unknown-card", "hands.b.cards[0]")
    ]
