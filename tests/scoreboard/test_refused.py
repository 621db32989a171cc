"""What is tried too often is answered 429, in our words; what is forbidden otherwise, 403."""

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client, RequestFactory

from scoreboard import limits
from scoreboard.views.refused import refused
from tests.scoreboard.readback import Page


@pytest.fixture
def few(monkeypatch, db) -> None:
    monkeypatch.setitem(limits.MOST, "token", 3)


@pytest.mark.parametrize(
    ("language", "said"), [("en", "Too many tries"), ("nl", "Te vaak geprobeerd")]
)
def test_whoever_guesses_addresses_of_links_is_told_to_wait(few, language, said):
    phone = Client(headers={"Accept-Language": language})
    statuses = [phone.get(f"/s/guess{number}/").status_code for number in range(4)]
    assert statuses == [404, 404, 404, 429]
    answer = phone.get("/s/another/")
    assert answer.status_code == 429
    assert said in Page(answer).words


def test_somebody_at_another_address_goes_on(few):
    for number in range(5):
        Client().get(f"/s/guess{number}/")
    assert Client(REMOTE_ADDR="198.51.100.7").get("/s/guess/").status_code == 404


def test_other_refusals_are_django_s():
    answer = refused(RequestFactory().get("/"), PermissionDenied())
    assert answer.status_code == 403
