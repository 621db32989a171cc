"""What a phone asks for that keeps the app, and what it is told of a round that it stored."""

import struct
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

from scoreboard.models import Round
from tests.scoreboard.people import a_key, browser_of, play

STATIC = "/static/"


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "Keeps the score of your UNO nights."), ("nl", "Houdt de stand bij")],
)
def test_the_manifest_is_in_the_language_of_the_phone(db, language, words):
    answer = browser_of(None).get("/app.webmanifest", headers={"Accept-Language": language})
    assert answer["Content-Type"] == "application/manifest+json"
    about = answer.json()
    assert about["description"].startswith(words)
    assert (about["lang"], about["start_url"], about["display"]) == (language, "/", "standalone")


def test_every_icon_of_the_manifest_is_there_and_as_large_as_it_says(db):
    icons = browser_of(None).get("/app.webmanifest").json()["icons"]
    assert {icon["purpose"] for icon in icons} == {"any", "maskable"}
    for icon in icons:
        path = Path(finders.find(icon["src"].removeprefix(STATIC)))
        if path.suffix == ".png":
            width, height = struct.unpack(">II", path.read_bytes()[16:24])
            assert f"{width}x{height}" == icon["sizes"], path


def test_the_worker_is_asked_for_anew_each_time(db):
    answer = browser_of(None).get("/worker.js")
    assert answer["Content-Type"] == "text/javascript"
    assert answer["Cache-Control"] == "no-cache"
    assert b'addEventListener("fetch"' in answer.content


def test_a_phone_learns_which_version_its_round_made(phone, game):
    address, key = f"{game.get_absolute_url()}rounds/", a_key()
    sent = {"winner": "0", "points-1": "20", "points-2": "31", "key": key}
    seen = game.version
    answer = phone.post(address, sent | {"seen_version": seen})
    assert answer["Session-Version"] == str(seen + 1)
    play(game, "Bram", Anna=5, Cees=6)  # by another phone, meanwhile
    again = phone.post(address, sent | {"seen_version": seen})
    # Sent again it tells the version of then: what others did after it has not been seen.
    assert (again.status_code, again["Session-Version"]) == (302, str(seen + 1))
    assert Round.objects.count() == 2
