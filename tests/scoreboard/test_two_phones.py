"""Two phones on one round: the second is told what the first stored, and nothing is overwritten."""

import pytest
from django.urls import reverse

from scoreboard.models import Round
from tests.scoreboard.people import close, correct, play, remove
from tests.scoreboard.readback import Page, everything_stored, fresh, totals
from tests.scoreboard.round_page import kept, typed


@pytest.fixture
def address(game) -> str:
    return reverse("record", args=[game.pk])


@pytest.fixture
def first(game) -> Round:
    return play(game, "Anna", Bram=20, Cees="7 wild")


def test_the_second_phone_is_told_what_the_first_stored_and_keeps_its_own(phone, game, address):
    sent = typed(phone, address, winner="1", points_0="3", cards_2="7 wild")
    play(game, "Anna", Bram=(20, 1), Cees="red 7")
    before = everything_stored()
    response = phone.post(address, sent)
    assert response.status_code == 409
    words = Page(response).words
    assert "Round 1 is stored already" in words
    for line in ("Anna went out", "Bram 20 in 1 card", "Cees red 7 (7)"):
        assert line in words
    assert kept(response, sent)
    assert everything_stored() == before


def test_it_can_be_stored_as_another_round_after_all(phone, game, address):
    sent = typed(phone, address, winner="1", points_0="3", cards_2="7 wild")
    play(game, "Anna", Bram=20, Cees=7)
    again = Page(phone.post(address, sent)).sent
    assert again["key"] != sent["key"]
    assert phone.post(address, again).url == game.get_absolute_url()
    assert totals(game) == {"Anna": 27, "Bram": 60, "Cees": 0}


def test_the_second_phone_is_shown_the_round_that_it_meant(phone, game, address):
    sent = typed(phone, address, winner="1", points_0="3", points_2="7")
    play(game, "Anna", Bram=111, Cees=7)
    play(game, "Anna", Bram=122, Cees=7)
    words = Page(phone.post(address, sent)).words
    assert "Round 1 is stored already" in words
    assert "Bram 111" in words


@pytest.mark.parametrize("rounds", [0, 1])
def test_when_the_session_was_closed_meanwhile_it_is_that_what_is_said(
    phone, game, address, rounds
):
    for _ in range(rounds):
        play(game, "Anna", Bram=20, Cees=7)
    sent = typed(phone, address, winner="1", points_0="3", points_2="7")
    close(game)
    response = phone.post(address, sent)
    assert response.status_code == 409
    words = Page(response).words
    assert "The session is over" in words
    assert "from another phone" not in words
    assert "not there any more" not in words
    assert kept(response, sent)


def test_a_correction_of_a_round_that_was_changed_meanwhile_can_be_sent_again(phone, game, first):
    address = reverse("correct", args=[game.pk, first.pk])
    sent = typed(phone, address, points_1="21")
    correct(first, "Bram", Anna=33, Cees=7)
    response = phone.post(address, sent)
    assert response.status_code == 409
    assert "Somebody changed this round meanwhile" in Page(response).words
    assert "Anna 33" in Page(response).words
    assert kept(response, sent)
    assert phone.post(address, Page(response).sent).status_code == 302
    assert totals(game) == {"Anna": 78, "Bram": 0, "Cees": 0}


def test_a_correction_of_a_round_that_is_gone_stores_nothing(phone, game, first):
    address = reverse("correct", args=[game.pk, first.pk])
    sent = typed(phone, address, points_1="21")
    remove(first)
    answer = phone.post(address, sent)
    assert answer.status_code == 409
    assert "This round is not there any more" in answer.content.decode()
    assert 'value="21"' in answer.content.decode()
    assert fresh(game).rounds.count() == 0


def test_that_the_round_is_stored_already_is_told_before_anything_else(phone, game, address):
    page = Page(phone.get(address))
    play(game, "Anna", Bram=20, Cees=7)
    sent = page.sent | {"winner": "0", "left-1": "2", "points-2": "6"}
    answer = phone.post(address, sent)
    assert answer.status_code == 409
    assert "Round 1 is stored already, from another phone" in Page(answer).words
    assert Page(answer).sent["left-1"] == "2"
