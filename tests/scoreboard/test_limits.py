"""How often one address may try what costs or harms; counted by all processes together."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection
from django.test import Client, RequestFactory

from scoreboard import limits
from scoreboard.models import Guest, Playgroup, Tries
from tests.scoreboard.addresses import Evening
from tests.scoreboard.people import a_key, play
from tests.scoreboard.readback import Page, fresh


@pytest.fixture
def few(monkeypatch) -> None:
    monkeypatch.setattr(limits, "MOST", dict.fromkeys(limits.MOST, 3))


def visit(address: str) -> object:
    return RequestFactory().get("/", REMOTE_ADDR=address)


def test_the_one_too_many_is_refused(db, few):
    for _ in range(3):
        limits.count(visit("192.0.2.1"), "token")
    with pytest.raises(limits.TooMany):
        limits.count(visit("192.0.2.1"), "token")
    limits.count(visit("192.0.2.2"), "token")
    limits.count(visit("192.0.2.1"), "guest")


def test_a_house_with_many_addresses_is_one(db, few):
    for number in range(3):
        limits.count(visit(f"2001:db8:0:1::{number}"), "guest")
    with pytest.raises(limits.TooMany):
        limits.count(visit("2001:db8:0:1:ffff::1"), "guest")
    limits.count(visit("2001:db8:0:2::1"), "guest")


@pytest.mark.django_db(transaction=True)
def test_of_many_at_once_none_is_lost():
    def try_it(_) -> None:
        try:
            limits.count(visit("192.0.2.1"), "token")
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as phones:
        list(phones.map(try_it, range(40)))
    assert Tries.objects.get().number == 40


def test_an_hour_later_it_may_be_tried_again(db, few, monkeypatch):
    monkeypatch.setattr(limits.time, "time", lambda: 7200.0)
    for _ in range(3):
        limits.count(visit("192.0.2.1"), "token")
    monkeypatch.setattr(limits.time, "time", lambda: 10800.0)
    limits.count(visit("192.0.2.1"), "token")
    limits.forget_old()
    assert [tries.stretch for tries in Tries.objects.all()] == [3]


def test_guessing_links_is_slowed_and_looking_is_not(game, few):
    play(game, "Anna", Bram=20, Cees=7)
    shared = Evening.of(fresh(game)).address("shared")
    browser = Client()
    guessed = [browser.get(f"/s/{number:032}/").status_code for number in range(5)]
    assert guessed == [404, 404, 404, 429, 429]
    assert browser.get(f"/join/{1:032}/").status_code == 429
    assert browser.get(f"/back/{1:032}/").status_code == 429
    assert [browser.get(shared).status_code for _ in range(5)] == [200] * 5


def test_whoever_starts_too_many_playgroups_is_told_so(db, few):
    answers = [Client().post("/", {"names": "Anna, Bram", "key": a_key()}) for _ in range(4)]
    assert [answer.status_code for answer in answers] == [302, 302, 302, 429]
    assert "Too many tries" in Page(answers[-1]).words
    assert Guest.objects.count() == Playgroup.objects.count() == 3
