"""A page of a round that is older than a change of who sits at the table."""

import pytest

from scoreboard.models import GameSession, Round
from tests.scoreboard.people import play, remove, sits, start
from tests.scoreboard.readback import Page, everything_stored, totals
from tests.scoreboard.round_page import at_the_field, chosen, next_round, stored_round
from tests.scoreboard.test_agreement import change, joiner

FIVE = "Anna Bram Cees Daan Els"
# Daan went out, Els dealt; everybody else but Bram held something.
HANDS = {"points-0": "1", "cards-2": "2", "points-4": "4", "left-4": "1"}
ENTERED = {"winner": "3", "dealer": "4", **HANDS}
DUTCH = {"Accept-Language": "nl"}


@pytest.fixture
def five(owner) -> GameSession:
    """Bram joins late, so that a round can be stored before his seat is taken away again."""
    game = start(owner, FIVE)
    sits(game, "Bram", from_round=5)
    return game


def told(row: Round) -> dict:
    held = row.hands.order_by("seat__position").values_list("seat__player__name", "points", "cards")
    return {
        "winner": row.winner.player.name,
        "dealer": row.dealer and row.dealer.player.name,
        "hands": [(name, cards or points) for name, points, cards in held],
    }


AS_MEANT = {
    "winner": "Daan",
    "dealer": "Els",
    "hands": [("Anna", 1), ("Cees", ["2"]), ("Els", 4)],
}


def test_a_seat_taken_away_moves_nobody_s_winner_dealer_or_hand(phone, five):
    sent = Page(phone.get(next_round(five))).sent | ENTERED
    change(five, taken_back=["Bram"])
    assert phone.post(next_round(five), sent).status_code == 302
    assert told(five.rounds.get()) == AS_MEANT


def test_nor_what_was_gained(phone, five):
    sent = Page(phone.get(next_round(five))).sent | {"winner": "3", "gained": "120"}
    change(five, taken_back=["Bram"])
    assert phone.post(next_round(five), sent).status_code == 302
    assert totals(five) == {"Anna": 0, "Cees": 0, "Daan": 120, "Els": 0}


def test_nor_in_a_correction(phone, five):
    row = play(five, "Anna", Cees=5, Daan=6, Els=7, dealer="Daan")
    came = chosen(phone.get(stored_round(row)))
    change(five, taken_back=["Bram"])
    sent = came | ENTERED | {"points-3": "", "points-2": ""}
    assert phone.post(stored_round(row), sent).status_code == 302
    assert told(Round.objects.get()) == AS_MEANT


def test_nor_what_was_gained_in_a_correction(phone, five):
    row = play(five, "Els", gained=90)
    came = Page(phone.get(stored_round(row))).sent
    assert (came["winner"], came["gained"]) == ("4", "90")
    change(five, taken_back=["Bram"])
    assert phone.post(stored_round(row), came | {"gained": "91"}).status_code == 302
    assert totals(five) == {"Anna": 0, "Cees": 0, "Daan": 0, "Els": 91}


def test_nor_on_the_page_that_tells_of_another_phone(phone, five):
    sent = Page(phone.get(next_round(five))).sent | ENTERED
    play(five, "Anna", Cees=5, Daan=6, Els=7)
    change(five, taken_back=["Bram"])
    response = phone.post(next_round(five), sent)
    assert response.status_code == 409
    again = chosen(response)
    assert ENTERED.items() <= again.items()
    assert phone.post(next_round(five), again).status_code == 302
    assert told(five.rounds.last()) == AS_MEANT


def test_nor_what_was_gained_there(phone, five):
    sent = Page(phone.get(next_round(five))).sent | {"winner": "4", "gained": "120"}
    play(five, "Anna", Cees=5, Daan=6, Els=7)
    change(five, taken_back=["Bram"])
    again = chosen(phone.post(next_round(five), sent))
    assert phone.post(next_round(five), again).status_code == 302
    assert totals(five) == {"Anna": 18, "Cees": 0, "Daan": 0, "Els": 120}


GONE = {
    "winner": ({"winner": "4"}, "The seat of Els was taken away meanwhile. Who went out?"),
    "winner who gained": (
        {"winner": "4", "gained": "120"},
        "The seat of Els was taken away meanwhile. Who went out?",
    ),
    "dealer": (
        {"winner": "3", "dealer": "4"},
        "The seat of Els was taken away meanwhile. Who dealt?",
    ),
    "hand of cards": (
        {"winner": "3", "cards-4": "7, wild"},
        "taken away meanwhile, so this is not stored – Cards: 7, wild",
    ),
    "hand of points": (
        {"winner": "3", "points-4": "37", "left-4": "4"},
        "taken away meanwhile, so this is not stored – Points: 37 · Number of cards: 4",
    ),
}


@pytest.mark.parametrize("comes", [False, True], ids=["nobody", "somebody else"])
@pytest.mark.parametrize("gone", GONE)
def test_what_is_said_of_a_seat_that_is_gone_is_refused_and_told(phone, five, gone, comes):
    """Also when somebody else got the position of that seat."""
    said, sentence = GONE[gone]
    sent = Page(phone.get(next_round(five))).sent | {"points-0": "1", "points-2": "2"} | said
    change(five, taken_back=["Els"])
    if comes:
        change(five, joining=(joiner("Finn"),))
        assert five.seats.get(player__name="Finn").position == 4
    before = everything_stored()
    response = phone.post(next_round(five), sent)
    assert response.status_code == 422
    page, still = Page(response), chosen(response)
    assert sentence in page.words
    assert (still["points-0"], still["points-2"]) == ("1", "2")
    assert still["gained"] == said.get("gained", "")
    # Nothing of it is left for whoever has the position now.
    left = {"winner", "dealer", *(name for name in still if name.endswith("-4"))} & {*said}
    assert not any(still.get(name) for name in left if said[name] != "3")
    assert everything_stored() == before


def test_the_sentence_stands_where_it_was_said(phone, five):
    sent = Page(phone.get(next_round(five))).sent | ENTERED | {"winner": "1", "dealer": "1"}
    change(five, taken_back=["Bram"])
    response = phone.post(next_round(five), sent, headers=DUTCH)
    at_the_field(response, "dealer")
    assert Page(response).tag_with(id="winner-errors")


def test_what_is_left_can_be_stored_after_that(phone, five):
    sent = Page(phone.get(next_round(five))).sent | ENTERED | {"points-1": "9"}
    change(five, taken_back=["Bram"])
    response = phone.post(next_round(five), sent)
    assert response.status_code == 422
    assert phone.post(next_round(five), chosen(response)).status_code == 302
    assert told(five.rounds.get()) == AS_MEANT


def test_a_page_of_a_round_that_is_gone_tells_of_the_seat_too(phone, five):
    row = play(five, "Els", Anna=5, Cees=6, Daan=7)
    sent = chosen(phone.get(stored_round(row))) | {"points-4": "9"}
    remove(row)
    change(five, taken_back=["Els"])
    response = phone.post(stored_round(row), sent)
    assert response.status_code == 409
    page = Page(response)
    assert "This round is not there any more" in page.words
    assert "The seat of Els was taken away meanwhile. Who went out?" in page.words
    assert "so this is not stored – Points: 9" in page.words
    again = chosen(response)
    assert "winner" not in again
    assert phone.post(next_round(five), again | {"winner": "0", "points-0": ""}).status_code == 302
    assert told(five.rounds.get())["hands"] == [("Cees", 6), ("Daan", 7)]


def test_who_joined_meanwhile_is_asked_for(phone, five):
    sent = Page(phone.get(next_round(five))).sent | ENTERED
    change(five, joining=(joiner("Finn"),))
    response = phone.post(next_round(five), sent)
    assert "What did Finn still hold?" in at_the_field(response, "cards-5")
    again = chosen(response)
    assert ENTERED.items() <= again.items()
    assert phone.post(next_round(five), again | {"points-5": "8"}).status_code == 302
    assert told(five.rounds.get()) == AS_MEANT | {"hands": [*AS_MEANT["hands"], ("Finn", 8)]}


@pytest.mark.parametrize("who", ["", "x" * 5000, "\x00", "<b>"])
def test_whoever_a_page_says_sits_there(phone, five, who):
    sent = Page(phone.get(next_round(five))).sent | ENTERED | {"seat-4": who}
    response = phone.post(next_round(five), sent)
    assert response.status_code == (422 if who else 302)
    assert five.rounds.count() == (0 if who else 1)
