"""The page of a round by each way of scoring, who plays it, and whatever more there is to tell."""

from functools import partial
from itertools import pairwise

import pytest
from django.urls import reverse

import rules
from scoreboard.models import Hand
from tests.scoreboard.people import close, play
from tests.scoreboard.readback import Page, everything_stored, fresh, totals
from tests.scoreboard.round_page import (
    LOST,
    at_the_field,
    chosen,
    folded,
    next_round,
    of_seat,
    record,
    seats_on,
    send,
    start_with,
    stored_round,
)

DUTCH = {"Accept-Language": "nl"}
FOUR = "Anna Bram Cees Daan"
TEAMS = {"Anna": "North", "Bram": "South", "Cees": "North", "Daan": "South"}


@pytest.fixture
def started(owner):
    """Starts a session: the names, and what was agreed."""
    return partial(start_with, owner)


# --- ways of scoring ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scoring", "told"),
    [
        ("winner-collects", "{name} gets {points} so far"),
        ("everyone-keeps", "Together {points} so far"),
        ("knockout", "Together {points} so far"),
        ("round-wins", "{name} wins this round"),
    ],
)
def test_the_running_line_says_what_the_round_brings(phone, started, scoring, told):
    page = Page(phone.get(next_round(started(scoring=scoring))))
    assert page.having("data-sum-text") == [told]


@pytest.mark.parametrize("scoring", ["everyone-keeps", "knockout", "round-wins"])
def test_a_loser_may_hold_nothing_for_the_second_place(phone, started, scoring):
    game = started(scoring=scoring)
    assert "Nothing left: went out too" in Page(phone.get(next_round(game))).words
    row = record(phone, game, **{"points_1": "0", "left_1": "0", "points_2": "7"})
    hand = row.hands.get(seat__position=1)
    assert (hand.points, hand.cards_left) == (0, 0)


def test_where_the_winner_collects_a_loser_holds_something(phone, game):
    assert "went out too" not in Page(phone.get(next_round(game))).words
    response = send(phone, next_round(game), winner="0", points_1="0", left_1="0", points_2="7")
    assert "Bram did not go out" in at_the_field(response, "cards-1")


def test_where_rounds_are_counted_who_went_out_is_enough(phone, started):
    game = started(scoring="round-wins")
    record(phone, game)
    assert totals(game) == {"Anna": 1, "Bram": 0, "Cees": 0}
    assert Hand.objects.count() == 0


def test_hands_that_are_not_needed_are_folded_away_until_there_are_some(phone, started):
    game = started(scoring="round-wins")
    assert folded(phone.get(next_round(game))) == [True, True]
    row = record(phone, game)
    assert folded(phone.get(stored_round(row))) == [True, True]
    row = record(phone, game, cards_1="7")
    assert folded(phone.get(stored_round(row))) == [False, True]
    response = send(phone, next_round(game), winner="0", cards_1="schildpad")
    assert folded(response) == [False, True]


def test_partners_of_the_winner_may_be_left_out(phone, started):
    game = started(FOUR, teams=TEAMS)
    page = Page(phone.get(next_round(game)))
    assert page.having("data-party") == ["0", "1", "0", "1"]
    assert "Hands of the winner’s partners do not count and may be left out." in page.words
    record(phone, game, cards_1="7", cards_3="9")
    record(phone, game, cards_1="7", cards_2="wild", cards_3="9")
    assert totals(game) == {"Anna": 32, "Bram": 0, "Cees": 0, "Daan": 0}
    response = send(phone, next_round(game), winner="0", cards_1="7")
    assert "What did Daan still hold?" in at_the_field(response, "cards-3")


def test_without_teams_nobody_has_a_partner(phone, game):
    page = Page(phone.get(next_round(game)))
    assert page.having("data-party") == ["0", "1", "2"]
    assert "partners" not in page.words


NOT_NEEDED = {
    "rounds are counted": ({"scoring": "round-wins"}, {"left_1": "7"}),
    "a partner": ({"teams": TEAMS}, {"cards_1": "7", "left_2": "7", "cards_3": "9"}),
    "gained": ({}, {"left_1": "7", "gained": "120"}),
}


@pytest.mark.parametrize("way", ["", "points"])
@pytest.mark.parametrize("case", NOT_NEEDED)
def test_a_number_of_cards_alone_is_no_hand_also_where_none_is_needed(phone, started, case, way):
    agreed, said = NOT_NEEDED[case]
    game = started(FOUR, **agreed)
    place = "2" if "left_2" in said else "1"
    response = send(phone, next_round(game), winner="0", **said, **{f"way_{place}": way})
    assert "How many points are these 7 cards?" in at_the_field(response, f"points-{place}")
    page = Page(response)
    assert page.sent[f"left-{place}"] == "7"
    assert page.tag_with(id="round")
    assert game.rounds.count() == 0
    again = chosen(response)
    assert phone.post(next_round(game), again | {f"points-{place}": "37"}).status_code == 302
    hand = game.rounds.get().hands.get(seat__position=int(place))
    assert (hand.points, hand.cards_left) == (37, 7)


def test_it_is_asked_in_dutch_and_of_one_card(phone, game):
    sent = Page(phone.get(next_round(game))).sent | {"winner": "0", "left-1": "1", "left-2": "x"}
    page = Page(phone.post(next_round(game), sent))
    assert "Bram: How many points is this 1 card?" in page.words
    assert "Cees: Enter a whole number." in page.words
    assert "still hold" not in page.words


def test_no_cards_at_all_are_no_points(phone, started):
    game = started(scoring="everyone-keeps")
    row = record(phone, game, left_1="0", points_2="7")
    hand = row.hands.get(seat__position=1)
    assert (hand.points, hand.cards_left) == (0, 0)


def test_a_number_of_cards_of_the_winner_is_told_as_that(phone, game):
    response = send(phone, next_round(game), winner="0", left_0="3", **LOST)
    assert response.status_code == 422
    words = Page(response).words
    assert "Anna went out, so Anna has no cards or points left." in words
    assert "How many points" not in words


# --- who plays the round --------------------------------------------------------------------------


@pytest.fixture
def knockout(started):
    """Bram is out after the first round."""
    game = started(FOUR, scoring="knockout", target=100)
    play(game, "Anna", Bram=105, Cees=20, Daan=30)
    return game


def test_who_is_out_of_a_knockout_is_not_asked(phone, knockout):
    page = Page(phone.get(next_round(knockout)))
    assert seats_on(page) == ["Anna", "Cees", "Daan"]
    assert "Bram" not in page.words
    record(phone, knockout, winner="2", points_0="5", points_3="6")
    assert totals(knockout) == {"Anna": 5, "Bram": 105, "Cees": 20, "Daan": 36}


def test_a_stored_round_shows_who_played_it(phone, knockout):
    first = knockout.rounds.get()
    second = record(phone, knockout, points_2="5", points_3="6")
    assert seats_on(Page(phone.get(stored_round(first)))) == ["Anna", "Bram", "Cees", "Daan"]
    assert seats_on(Page(phone.get(stored_round(second)))) == ["Anna", "Cees", "Daan"]


def test_who_has_yet_to_come_or_has_left_is_not_asked(phone, started):
    game = started(FOUR)
    game.seats.filter(position=3).update(from_round=2)
    game.seats.filter(position=1).update(to_round=1)
    assert seats_on(Page(phone.get(next_round(game)))) == ["Anna", "Bram", "Cees"]
    record(phone, game, points_1="5", points_2="6")
    assert seats_on(Page(phone.get(next_round(game)))) == ["Anna", "Cees", "Daan"]


def test_a_round_after_the_end_shows_everybody(phone, started):
    game = started(FOUR, scoring="knockout", target=100)
    first = play(game, "Anna", Bram=20, Cees=20, Daan=30)
    second = play(game, "Anna", Bram=20, Cees=20, Daan=30)
    response = send(phone, stored_round(first), points_1="105", points_2="105", points_3="105")
    assert response.status_code == 302
    page = Page(phone.get(stored_round(second)))
    assert seats_on(page) == ["Anna", "Bram", "Cees", "Daan"]


def test_what_an_old_page_says_of_who_is_out_is_told_and_not_lost(phone, started):
    game = started(FOUR)
    sent = Page(phone.get(next_round(game))).sent | LOST | {"winner": "0", "points-3": "9"}
    game.seats.filter(position=3).update(from_round=2)
    page = Page(phone.post(next_round(game), sent))
    assert "Daan does not play this round." in page.words
    assert page.sent["points-3"] == "9"
    page = Page(phone.post(next_round(game), sent | {"winner": "3"}))
    assert "Daan does not play this round." in page.words
    assert page.sent["winner"] == "3"
    assert game.rounds.count() == 0


def test_where_too_few_are_left_no_round_is_asked_for(phone, started):
    game = started("Anna Bram")
    game.seats.filter(position=1).update(to_round=1)
    assert phone.get(next_round(game)).status_code == 200
    record(phone, game, points_1="5")
    assert phone.get(next_round(game)).url == game.get_absolute_url()


def test_when_the_session_was_closed_meanwhile_the_page_still_shows_who_played(phone, knockout):
    sent = Page(phone.get(next_round(knockout))).sent
    close(knockout)
    response = phone.post(next_round(knockout), sent | {"winner": "0", "points-2": "9"})
    assert response.status_code == 409
    assert seats_on(Page(response)) == ["Anna", "Cees", "Daan"]


# --- more about the round -------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["wild", "Keuzekaart", "red 7", "7"])
def test_the_last_card_is_kept(phone, game, text):
    row = record(phone, game, **LOST, last_card=text)
    assert row.last_card == str(rules.read_cards(text, game.box.cards)[0])
    assert folded(phone.get(stored_round(row))) == [False]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("7 7", "Last card: Give one card: the last one that was played."),
        ("2x 7", "Last card: Give one card: the last one that was played."),
        (",", "Last card: Give one card: the last one that was played."),
        ("schildpad", "Last card: There is no “schildpad” in this deck."),
        ("x" * 201, "at most 200 characters"),
        ("\x00", "Null characters are not allowed."),
    ],
)
def test_what_is_no_last_card_is_said_at_its_field_and_unfolded(phone, game, text, told):
    response = send(phone, next_round(game), winner="0", **LOST, last_card=text)
    assert told in at_the_field(response, "last_card")
    assert folded(response) == [False]


def test_a_last_card_that_the_house_rules_forbid_is_said_at_its_field(phone, started):
    game = started(house_rules=("no-action-finish",))
    response = send(phone, next_round(game), winner="0", **LOST, last_card="skip")
    at_the_field(response, "last_card")
    page = Page(response)
    assert page.tag_with(name="deck_differs")
    again = phone.post(next_round(game), page.sent | {"deck_differs": "on"})
    assert again.status_code == 302
    assert game.rounds.get().deck_differs


def test_a_typed_last_card_is_shown_back_without_points(phone, game):
    page = Page(phone.get(reverse("read-cards", args=[game.pk]), {"last_card": "keuze"}))
    assert page.words == "Understood: Wild."


@pytest.mark.parametrize("value", ["", None])
def test_the_dealer_is_who_s_turn_it_was_unless_somebody_says_otherwise(phone, game, value):
    page = Page(phone.get(next_round(game)))
    assert "Anna (in turn)" in page.words
    dealt = {} if value is None else {"dealer": value}
    assert record(phone, game, **LOST, **dealt).dealer is None
    row = record(phone, game, **LOST, dealer="2")
    assert row.dealer.position == 2
    assert "Anna (in turn)" in Page(phone.get(next_round(game))).words


@pytest.mark.parametrize("value", ["9", "x", "-1", "\x00"])
def test_somebody_without_a_seat_did_not_deal(phone, game, value):
    response = send(phone, next_round(game), winner="0", **LOST, dealer=value)
    at_the_field(response, "dealer")
    assert folded(response) == [False]


def test_who_does_not_play_did_not_deal(phone, knockout):
    response = send(phone, next_round(knockout), winner="0", **LOST, points_3="3", dealer="1")
    assert "Who dealt: Bram does not play this round." in at_the_field(response, "dealer")


def test_of_hands_that_nobody_remembers_what_was_gained_is_enough(phone, game):
    row = record(phone, game, gained="120")
    assert row.gained == 120
    assert Hand.objects.count() == 0
    assert totals(game)["Anna"] == 120
    assert Page(phone.get(stored_round(row))).sent["gained"] == "120"


@pytest.mark.parametrize(
    ("gained", "told"),
    [
        ("-1", "from 0 to 1,000,000"),
        ("1000001", "from 0 to 1,000,000"),
        ("1,5", "Enter a whole number."),
        ("lots", "Enter a whole number."),
    ],
)
def test_what_cannot_have_been_gained_is_said_at_its_field(phone, game, gained, told):
    response = send(phone, next_round(game), winner="0", **LOST, gained=gained)
    assert told in at_the_field(response, "gained")
    assert folded(response) == [False]


@pytest.mark.parametrize("scoring", ["everyone-keeps", "knockout", "round-wins"])
def test_what_was_gained_is_asked_only_where_the_winner_collects(phone, started, scoring):
    game = started(scoring=scoring)
    assert "gained" not in Page(phone.get(next_round(game))).having("name")
    assert record(phone, game, **LOST, gained="120").gained is None


# --- corrections, conflicts, twice the same -------------------------------------------------------

MERCY = {"edition": "no-mercy-168"}
FLIP = {"edition": "flip-112"}
TOLD = {
    "a side": (FLIP, {"side": "dark", "cards_1": "skip, 7", "cards_2": "wild"}),
    "a knock-out": (MERCY, {"knocked_1": "on", "cards_2": "7, +10"}),
    "a knock-out with a hand": (MERCY, {"knocked_1": "on", "cards_1": "9", "cards_2": "7"}),
    "a last card": ({}, {**LOST, "last_card": "red 7"}),
    "a dealer": ({}, {**LOST, "dealer": "2"}),
    "a dealer whose turn it was": ({}, {**LOST, "dealer": "0"}),
    "what was gained": ({}, {"gained": "120"}),
    "nothing gained": ({}, {"gained": "0"}),
    "only a winner": ({"scoring": "round-wins"}, {}),
    "nothing left": (
        {"scoring": "everyone-keeps"},
        {"points_1": "0", "left_1": "0", "points_2": "7"},
    ),
}


@pytest.mark.parametrize("headers", [{}, DUTCH])
@pytest.mark.parametrize("told", TOLD)
def test_a_stored_round_sent_back_untouched_stays_the_same(phone, started, told, headers):
    agreed, sent = TOLD[told]
    game = started(**agreed)
    row = record(phone, game, **sent)
    before = everything_stored()
    came = chosen(phone.get(stored_round(row), headers=headers))
    assert phone.post(stored_round(row), came, headers=headers).status_code == 302
    assert everything_stored() == before


CHANGES = [
    (FLIP, {"side": "light", "cards_1": "7", "cards_2": "wild"}, {"side": "dark"}),
    (MERCY, {"cards_1": "7", "cards_2": "9"}, {"knocked_1": "on"}),
    ({}, {**LOST, "last_card": "7"}, {"last_card": "red 7"}),
    ({}, {**LOST, "last_card": "7"}, {"last_card": ""}),
    ({}, {**LOST, "dealer": "1"}, {"dealer": "2"}),
    ({}, {**LOST, "dealer": "1"}, {"dealer": ""}),
    ({}, {"gained": "120"}, {"gained": "121"}),
]


@pytest.mark.parametrize(("agreed", "first", "change"), CHANGES)
def test_what_else_a_round_says_can_be_corrected(phone, started, agreed, first, change):
    game = started(**agreed)
    row = record(phone, game, **first)
    address = stored_round(row)
    sent = chosen(phone.get(address)) | {of_seat(name): value for name, value in change.items()}
    assert phone.post(address, sent).status_code == 302
    assert fresh(game).changes.first().what == "corrected"
    came = chosen(phone.get(address))
    assert {name: came[of_seat(name)] for name in change} == {
        name: {"7": "7"}.get(value, value) for name, value in change.items()
    }


@pytest.mark.parametrize(("agreed", "first", "change"), CHANGES)
def test_sent_twice_with_something_else_it_is_another_round(phone, started, agreed, first, change):
    """Back, and changed: the key is the same, the round is not."""
    game = started(**agreed)
    sent = Page(phone.get(next_round(game))).sent | {"winner": "0"}
    sent |= {of_seat(name): value for name, value in first.items()}
    assert phone.post(next_round(game), sent).status_code == 302
    assert phone.post(next_round(game), sent).status_code == 302
    other = sent | {of_seat(name): value for name, value in change.items()}
    response = phone.post(next_round(game), other)
    assert response.status_code == 409
    kept = chosen(response)
    assert all(kept[of_seat(name)] == value for name, value in change.items())
    assert game.rounds.count() == 1


def test_a_conflict_tells_what_the_other_phone_says_of_the_round(phone, started):
    game = started(**FLIP)
    sent = Page(phone.get(next_round(game))).sent | {"winner": "0", "points-1": "3", **LOST}
    record(phone, game, side="dark", cards_1="skip", cards_2="7", last_card="wild", dealer="1")
    page = Page(phone.post(next_round(game), sent | {"side": "light"}))
    assert "Round 1 is stored already" in page.words
    for told in ("Side dark", "Anna went out with Wild", "Bram Skip Everyone (30) · dealt"):
        assert told in page.words
    assert page.sent["side"] == "light"


def test_the_last_card_takes_part_in_the_deck_check(phone, game):
    sent = {"winner": "0", "cards_1": "4x wild", "cards_2": "7", "last_card": "wild"}
    response = send(phone, next_round(game), **sent)
    assert response.status_code == 422
    assert "Five Wilds" in Page(response).words
    page = Page(response)
    assert phone.post(next_round(game), page.sent | {"deck_differs": "on"}).status_code == 302
    row = game.rounds.get()
    assert row.deck_differs
    assert send(phone, stored_round(row), last_card="7").status_code == 302
    assert not game.rounds.get().deck_differs


def test_what_is_unlikely_about_the_last_card_is_told_and_stored(phone, game):
    sent = {"winner": "0", "cards_1": "7", "cards_2": "9", "last_card": "+2"}
    board = phone.get(send(phone, next_round(game), **sent).url)
    assert "Draw Two" in Page(board).words
    assert game.rounds.count() == 1


def test_an_evening_in_which_each_round_says_something_else(phone, started):
    """One after another: nothing of a round leaks into the page of the next."""
    game = started(FOUR, **FLIP)
    record(phone, game, side="dark", points_1="5", points_2="6", points_3="7", dealer="2")
    record(phone, game, side="light", gained="90", last_card="wild")
    record(phone, game, side="dark", cards_1="7", cards_2="7", cards_3="flip")
    page = Page(phone.get(next_round(game)))
    assert not {"side", "winner"} & set(page.sent)
    assert not page.sent["gained"]
    rows = list(game.rounds.order_by("number"))
    assert [row.side for row in rows] == ["dark", "light", "dark"]
    assert all(one.number + 1 == two.number for one, two in pairwise(rows))
    assert totals(game)["Anna"] == 18 + 90 + 34
