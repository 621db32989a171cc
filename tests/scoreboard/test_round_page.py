"""The page of a round: what may be typed, what is refused and why, and what two phones do."""

import json

import pytest
from django.urls import reverse

from scoreboard.models import Change, Hand, Round
from tests.scoreboard.people import a_key, close, correct, play, start
from tests.scoreboard.readback import (
    Page,
    assert_caches_true,
    everything_stored,
    fresh,
    totals,
)
from tests.scoreboard.round_page import kept, send, typed

HTMX = {"HX-Request": "true"}
DUTCH = {"Accept-Language": "nl"}
LOST = {"points_1": "20", "points_2": "7"}


@pytest.fixture
def address(game) -> str:
    return reverse("record", args=[game.pk])


@pytest.fixture
def first(game) -> Round:
    return play(game, "Anna", Bram=20, Cees="7 wild")


def test_every_hand_may_be_entered_in_its_own_way(phone, game, address):
    response = send(phone, address, winner="0", cards_1="7 3 +2 keuze", points_2="37", left_2="4")
    assert response.url == game.get_absolute_url()
    assert totals(game) == {"Anna": 80 + 37, "Bram": 0, "Cees": 0}
    bram, cees = Hand.objects.order_by("seat__position")
    assert sorted(bram.cards) == ["3", "7", "draw-two", "wild"]
    assert (cees.points, cees.cards_left) == (37, 4)
    assert_caches_true(game)


def test_with_a_pad_only_the_way_that_shows_counts(phone, game, address):
    send(
        phone,
        address,
        **{"winner": "0", "way_1": "cards", "cards_1": "7", "points_1": "99", "left_1": "9"},
        **{"way_2": "points", "cards_2": "wild", "points_2": "3", "left_2": ""},
    )
    assert totals(game)["Anna"] == 7 + 3


def test_cards_and_points_that_disagree_are_refused(phone, address):
    response = send(phone, address, winner="0", cards_1="7", points_1="9", points_2="3")
    assert response.status_code == 422
    assert "Bram: these cards make 7 points, not 9 points." in Page(response).words


def test_the_winner_s_own_empty_entry_is_no_hand(phone, game, address):
    assert send(phone, address, winner="0", cards_0="", points_0="0", **LOST).status_code == 302
    assert Hand.objects.count() == 2


@pytest.mark.parametrize(
    ("headers", "told"),
    [
        ({}, "Five Wild Draw Fours: Bram 3, Cees 2; the deck has 4."),
        (DUTCH, "Vijf keer neem vier: Bram 3, Cees 2; in het spel zitten er 4."),
    ],
)
def test_an_impossible_round_is_refused_with_the_reason(phone, address, headers, told):
    before = everything_stored()
    sent = typed(phone, address, winner="0", cards_1="+4 +4 +4", cards_2="+4 +4")
    response = phone.post(address, sent, headers=headers)
    assert response.status_code == 422
    assert told in Page(response).words
    assert kept(response, sent)
    assert everything_stored() == before


@pytest.mark.parametrize(
    ("headers", "reasons"),
    [
        (
            {},
            [
                "Five Wild Draw Fours: Bram 3, Cees 2; the deck has 4.",
                "Five 0s: Bram 5; the deck has 4.",
                "Five Wilds: Cees 5; the deck has 4.",
            ],
        ),
        (
            DUTCH,
            [
                "Vijf keer neem vier: Bram 3, Cees 2; in het spel zitten er 4.",
                "Vijf keer 0: Bram 5; in het spel zitten er 4.",
                "Vijf keer keuzekaart: Cees 5; in het spel zitten er 4.",
            ],
        ),
    ],
)
def test_all_reasons_are_told_at_once(phone, address, headers, reasons):
    sent = typed(phone, address, winner="0", cards_1="+4 +4 +4 5x 0", cards_2="+4 +4 5x wild")
    response = phone.post(address, sent, headers=headers)
    assert response.status_code == 422
    for reason in reasons:
        assert reason in Page(response).words


def test_an_impossible_round_is_stored_by_saying_that_the_deck_is_different(phone, game, address):
    sent = typed(phone, address, winner="0", cards_1="+4 +4 +4", cards_2="+4 +4")
    refused = Page(phone.post(address, sent))
    assert refused.tag_with(name="deck_differs", value="on")
    response = phone.post(address, refused.sent | {"deck_differs": "on"})
    assert response.url == game.get_absolute_url()
    assert game.rounds.get().deck_differs
    assert "other deck" in Page(phone.get(response.url)).words


def test_what_makes_no_sense_cannot_be_stored_all_the_same(phone, game, address):
    sent = typed(phone, address, winner="0", cards_1="+4 +4 +4 +4 +4", deck_differs="on")
    response = phone.post(address, sent)
    assert response.status_code == 422
    assert "deck_differs" not in Page(response).having("name")
    assert game.rounds.count() == 0


@pytest.mark.parametrize(
    ("hands", "told", "field"),
    [
        ({"cards_1": "7 schildpad", "points_2": "7"}, "There is no “schildpad” in", "cards-1"),
        ({"cards_1": "7 1x", "points_2": "7"}, "says how many, but not of which card", "cards-1"),
        ({"cards_1": "red", "points_2": "7"}, "is a colour, but of which card?", "cards-1"),
        ({"cards_1": "red wild", "points_2": "7"}, "There is no “red Wild” in", "cards-1"),
        ({"cards_1": "9" * 1999, "points_2": "7"}, "“9999", "cards-1"),
        ({"cards_1": "7 " * 2001, "points_2": "7"}, "at most 2000 characters", "cards-1"),
        ({"points_1": "12,5", "points_2": "7"}, "Enter a whole number.", "points-1"),
        ({"points_1": "12.5", "points_2": "7"}, "Enter a whole number.", "points-1"),
        ({"points_1": "abc", "points_2": "7"}, "Enter a whole number.", "points-1"),
        ({"points_1": "9" * 5000, "points_2": "7"}, "Enter a whole number.", "points-1"),
        ({"points_1": "9" * 40, "points_2": "7"}, "from 0 to 1,000,000", "points-1"),
        ({"points_1": "-3", "points_2": "7"}, "Bram: the points must be a whole", "points-1"),
        ({"points_1": "1000001", "points_2": "7"}, "from 0 to 1,000,000", "points-1"),
        ({"points_1": "٣x", "points_2": "7"}, "Enter a whole number.", "points-1"),
        ({"points_1": "9", "left_1": "-1", "points_2": "7"}, "the number of cards", "left-1"),
        ({"points_1": "9", "left_1": "1001", "points_2": "7"}, "from 0 to 1,000", "left-1"),
        ({"points_1": "9", "left_1": "1,5", "points_2": "7"}, "whole number", "left-1"),
        ({"left_1": "3", "points_2": "7"}, "How many points are these 3 cards?", "points-1"),
        ({"points_2": "7"}, "What did Bram still hold?", "cards-1"),
        ({"cards_1": "   ", "points_2": "7"}, "What did Bram still hold?", "cards-1"),
        ({"points_1": "0", "left_1": "0", "points_2": "7"}, "at least one card", "cards-1"),
        ({"points_1": "23", "left_1": "1", "points_2": "7"}, "23 points in 1 card", "points-1"),
    ],
)
def test_what_cannot_be_read_is_said_at_its_field(phone, address, hands, told, field):
    before = everything_stored()
    sent = typed(phone, address, winner="0", **hands)
    response = phone.post(address, sent)
    assert response.status_code == 422
    page = Page(response)
    assert told in page.words
    at_the_field = page.tag_with(id=field)
    assert at_the_field["aria-invalid"] == "true"
    assert page.tag_with(id=at_the_field["aria-describedby"])
    assert kept(response, sent)
    assert everything_stored() == before


def test_a_wrong_hand_does_not_hide_what_is_wrong_with_the_others(phone, address):
    page = Page(send(phone, address, winner="0", cards_1="schildpad", points_2="-3"))
    assert "There is no “schildpad”" in page.words
    assert "Cees: the points must be a whole number" in page.words


@pytest.mark.parametrize(
    ("headers", "told"),
    [
        ({}, "Who went out? This round has no winner yet."),
        (DUTCH, "Wie ging er uit? Deze ronde heeft nog geen winnaar."),
    ],
)
def test_somebody_must_have_gone_out(phone, address, headers, told):
    sent = typed(phone, address, points_0="3", **LOST)
    response = phone.post(address, sent, headers=headers)
    assert response.status_code == 422
    page = Page(response)
    assert told in page.words
    assert page.tag_with(id="winner-errors")
    assert kept(response, sent)


@pytest.mark.parametrize("winner", ["3", "-1", "abc", "1e3", "\x00", "0" * 5000])
def test_somebody_without_a_seat_did_not_go_out(phone, game, address, winner):
    response = send(phone, address, winner=winner, points_0="3", **LOST)
    assert response.status_code == 422
    assert game.rounds.count() == 0


@pytest.mark.parametrize(
    ("headers", "told"),
    [
        ({}, "Anna went out, so Anna has no cards or points left."),
        (DUTCH, "Anna ging uit en heeft dus geen kaarten of punten over."),
    ],
)
@pytest.mark.parametrize("hand", [{"cards_0": "7"}, {"points_0": "7"}])
def test_who_went_out_holds_nothing(phone, address, headers, told, hand):
    sent = typed(phone, address, winner="0", **hand, **LOST)
    response = phone.post(address, sent, headers=headers)
    assert response.status_code == 422
    assert told in Page(response).words
    assert kept(response, sent)


@pytest.mark.parametrize("value", ["", "x", "-1", "1.5", "\x00", "9" * 5000, None])
def test_a_version_that_makes_no_sense_stores_nothing_and_is_told(phone, game, address, value):
    sent = typed(phone, address, winner="0", **LOST)
    sent = {word: sent[word] for word in sent if word != "seen_version"}
    sent |= {} if value is None else {"seen_version": value}
    response = phone.post(address, sent)
    assert response.status_code == 422
    assert "This page is too old or incomplete. Go to the board" in Page(response).words
    assert kept(response, sent)
    assert game.rounds.count() == 0


@pytest.mark.parametrize("way", ["", "hands", "\x00", "x" * 5000])
def test_a_way_of_entering_that_there_is_not_is_as_if_none_was_said(phone, game, address, way):
    sent = typed(phone, address, winner="0", way_1=way, points_1="x", points_2="7")
    refused = phone.post(address, sent)
    assert refused.status_code == 422
    assert Page(refused).tag_with(name="way-1")["value"] == ""
    assert phone.post(address, sent | {"points-1": "20"}).status_code == 302
    assert totals(game)["Anna"] == 27


def test_sent_twice_it_is_stored_once(phone, game, address):
    sent = typed(phone, address, winner="0", **LOST)
    answers = [phone.post(address, sent).url for _ in range(2)]
    assert answers == [game.get_absolute_url()] * 2
    assert game.rounds.count() == 1


@pytest.mark.parametrize("key", ["", "x", "<script>", "a" * 65, "ABCDEFGHIJKL"])
def test_a_key_that_no_page_makes_is_replaced(phone, game, address, key):
    assert send(phone, address, winner="0", key=key, **LOST).status_code == 302
    assert len(Change.objects.get(what="recorded").entry_key) == 12


def test_the_next_round_is_not_asked_for_after_the_end(phone, game, address):
    close(game)
    assert phone.get(address).url == game.get_absolute_url()


def test_a_stored_round_comes_back_as_it_was_entered(phone, game, first):
    page = Page(phone.get(reverse("correct", args=[game.pk, first.pk])))
    assert page.sent["winner"] == "0"
    assert page.sent["points-1"] == "20"
    ways = [page.tag_with(name=f"way-{place}")["value"] for place in (1, 2)]
    assert ways == ["points", "cards"]
    assert sorted(page.sent["cards-2"].split(", ")) == ["7", "Wild"]
    held = [json.loads(value) for value in page.having("data-held")]
    assert (held[0], held[1], sorted(held[2])) == ([], [], ["7", "wild"])


def test_a_sign_that_no_database_keeps_is_refused(phone, game, address):
    response = send(phone, address, winner="0", cards_1="7 \x00", points_2="7")
    assert response.status_code == 422
    assert "Null characters are not allowed." in Page(response).words


@pytest.mark.parametrize("headers", [{}, DUTCH])
def test_a_stored_round_sent_back_untouched_stays_the_same(phone, game, headers):
    row = play(game, "Anna", Bram="red 7 +2 wild +4 skip blue reverse 0 0", Cees=(37, 4))
    address = reverse("correct", args=[game.pk, row.pk])
    before = list(Hand.objects.values_list("seat", "cards", "points", "cards_left"))
    came = Page(phone.get(address, headers=headers)).sent
    assert phone.post(address, came, headers=headers).status_code == 302
    after = list(Hand.objects.values_list("seat", "cards", "points", "cards_left"))
    assert after == before


@pytest.mark.parametrize("headers", [{}, DUTCH])
def test_a_hand_that_is_long_when_spelled_out_can_be_corrected(phone, owner, headers):
    game = start(owner, decks=20)
    row = play(game, "Anna", Bram="80x +4, 150x reverse, 70x 7, red 7, wild", Cees=7)
    address = reverse("correct", args=[game.pk, row.pk])
    before = everything_stored()
    came = Page(phone.get(address, headers=headers)).sent
    assert "80× " in came["cards-1"]
    assert phone.post(address, came, headers=headers).status_code == 302
    assert everything_stored() == before
    assert phone.post(address, came | {"points-2": "8"}, headers=headers).status_code == 302
    assert len(Hand.objects.get(seat__position=1).cards) == 302


def test_a_correction_is_seen_on_the_board_and_in_the_history(phone, game, first):
    address = reverse("correct", args=[game.pk, first.pk])
    assert send(phone, address, points_1="21").status_code == 302
    assert totals(game)["Anna"] == 78
    words = Page(phone.get(address)).words
    assert "before: Anna went out; Bram 20; Cees 7, Wild (57)" in words
    assert "after: Anna went out; Bram 21; Cees 7, Wild (57)" in words


def test_a_refused_correction_changes_nothing(phone, game, first):
    before = everything_stored()
    response = send(phone, reverse("correct", args=[game.pk, first.pk]), points_1="-1")
    assert response.status_code == 422
    assert everything_stored() == before


def test_removing_asks_first_and_tells_what_is_in_it(phone, game, first):
    address = reverse("remove", args=[game.pk, first.pk])
    words = Page(phone.get(address)).words
    assert "Anna went out" in words
    assert "Cees 7, Wild (57)" in words
    response = phone.post(address, Page(phone.get(address)).sent)
    assert "Round 1 is removed." in Page(phone.get(response.url)).words
    assert game.rounds.count() == 0


def test_a_round_that_changed_since_the_question_is_not_removed(phone, game, first):
    address = reverse("remove", args=[game.pk, first.pk])
    sent = Page(phone.get(address)).sent
    correct(first, "Bram", Anna=3, Cees=7)
    response = phone.post(address, sent, follow=True)
    assert response.redirect_chain == [(address, 302)]
    assert "Somebody changed this round meanwhile" in Page(response).words
    assert game.rounds.count() == 1


@pytest.mark.parametrize("version", ["", "x", "-1"])
def test_without_the_version_it_was_seen_at_a_round_is_not_removed(phone, game, first, version):
    phone.post(reverse("remove", args=[game.pk, first.pk]), {"seen_version": version})
    assert game.rounds.count() == 1


def test_a_round_that_two_phones_removed_is_gone_once(phone, game, first):
    second = play(game, "Bram", Anna=3, Cees=7)
    address = reverse("remove", args=[game.pk, first.pk])
    sent = Page(phone.get(address)).sent
    assert phone.post(address, sent).status_code == 302
    assert phone.post(address, sent).url == game.get_absolute_url()
    assert "removed already" in Page(phone.get(game.get_absolute_url())).words
    assert phone.post(address, {"seen_version": fresh(game).version}).status_code == 404
    assert game.rounds.get() == second


# --- with htmx ------------------------------------------------------------------------------------


def test_what_is_stored_sends_the_page_to_the_board(phone, game, address):
    sent = typed(phone, address, winner="0", **LOST)
    response = phone.post(address, sent, headers=HTMX)
    assert response.status_code == 200
    assert response["HX-Redirect"] == game.get_absolute_url()


def test_what_is_refused_comes_back_as_the_form_alone(phone, address):
    sent = typed(phone, address, winner="0", points_1="x", points_2="7")
    response = phone.post(address, sent, headers=HTMX)
    assert response.status_code == 422
    assert Page(response).tags[0] == ("form", Page(response).tag_with(id="round"))
    assert kept(response, sent)


def test_a_conflict_comes_back_as_the_form_alone(phone, game, address):
    sent = typed(phone, address, winner="1", points_0="3", points_2="7")
    play(game, "Anna", Bram=20, Cees=7)
    response = phone.post(address, sent, headers=HTMX)
    assert response.status_code == 409
    assert Page(response).tags[0] == ("form", Page(response).tag_with(id="round"))


# --- typed cards, shown back ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "told", "cards"),
    [
        ("7 3 +2 keuze", "Counts: 7, 3, Draw Two, Wild, together 80.", 4),
        ("rode 7", "Counts: red 7, together 7.", 1),
        ("schildpad", "There is no “schildpad” in this deck.", 0),
        ("7 <b>x</b>", "“<b>x</b>”", 1),
        ("", "", 0),
        ("7 " * 5000, "", 1000),
    ],
)
def test_typed_cards_are_shown_back_as_they_were_understood(phone, game, text, told, cards):
    response = phone.get(reverse("read-cards", args=[game.pk]), {"cards-1": text})
    page = Page(response)
    assert response.status_code == 200
    assert told in page.words
    assert len(json.loads(page.having("value")[0])) <= cards
    assert a_key() not in page.text
