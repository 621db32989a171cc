"""Four people and nobody, at every address there is: who may see, who may change."""

from collections.abc import Callable
from http import HTTPMethod

import pytest
from django.contrib.sessions.models import Session
from django.test import Client

from scoreboard.models import Playgroup
from tests.scoreboard.addresses import Evening, all_patterns, parameters
from tests.scoreboard.people import (
    EVENING,
    browser_of,
    close,
    own_playgroup,
    play,
    start,
)
from tests.scoreboard.readback import Page, everything_stored

PEOPLE = ("owner", "scorer", "watcher", "stranger", "nobody")
LOOK_ONLY = "405 405 405 405 405"
NO_PAGE = "405 405 405 405 405"

#                 what GET answers       what POST answers, to each of PEOPLE
STATUSES = {
    "home": ("200 200 200 200 200", "302 302 404 302 302"),
    "demo": (NO_PAGE, "302 302 302 302 302"),
    "leave-demo": (NO_PAGE, "404 404 404 404 404"),
    "new-session": ("200 200 404 200 200", "302 302 404 302 302"),
    "sessions": ("200 200 200 200 404", LOOK_ONLY),
    "players": ("200 200 200 200 404", LOOK_ONLY),
    "player": ("200 200 200 404 404", LOOK_ONLY),
    "rename": (NO_PAGE, "302 302 404 404 404"),
    "editions": ("200 200 200 200 200", LOOK_ONLY),
    "cards": ("200 200 200 404 404", LOOK_ONLY),
    "edition": ("200 200 200 404 404", LOOK_ONLY),
    "new-edition": ("200 200 404 200 404", "302 302 404 302 404"),
    "change-edition": ("200 200 404 404 404", "302 302 404 404 404"),
    "hide-edition": (NO_PAGE, "302 302 404 404 404"),
    "rules": ("200 200 200 200 200", LOOK_ONLY),
    "shared": ("200 200 200 200 200", LOOK_ONLY),
    "language": ("302 302 302 302 302", "302 302 302 302 302"),
    "health": ("200 200 200 200 200", LOOK_ONLY),
    "manifest": ("200 200 200 200 200", LOOK_ONLY),
    "worker": ("200 200 200 200 200", LOOK_ONLY),
    "offline": ("200 200 200 200 200", LOOK_ONLY),
    "board": ("200 200 200 404 404", LOOK_ONLY),
    "history": ("200 200 200 404 404", LOOK_ONLY),
    "close": ("200 200 404 404 404", "302 302 404 404 404"),
    "agreement": ("200 200 404 404 404", "302 302 404 404 404"),
    "reopen": (NO_PAGE, "302 302 404 404 404"),
    "rematch": (NO_PAGE, "302 302 404 404 404"),
    "record": ("200 200 404 404 404", "302 302 404 404 404"),
    "correct": ("200 200 404 404 404", "302 302 404 404 404"),
    "remove": ("200 200 404 404 404", "302 302 404 404 404"),
    "read-cards": ("200 200 404 404 404", LOOK_ONLY),
    "share": ("200 404 404 404 404", "302 404 404 404 404"),
    "revoke": (NO_PAGE, "302 404 404 404 404"),
}
# Where a POST that is let through has nothing to change in an open, shared session.
CHANGES_NOTHING = {"reopen", "language", "share"}
HUGE = "99999999999999999999999"


def expected(name: str, person: str, method: str) -> int:
    return int(STATUSES[name][method == "POST"].split()[PEOPLE.index(person)])


@pytest.fixture
def evening(owner, game) -> Evening:
    play(game, "Anna", Bram=20, Cees=7)
    game.refresh_from_db()
    Playgroup.objects.create(time_zone="UTC", is_demo=True, created_at=EVENING)
    return Evening.of(game)


@pytest.fixture
def theirs(stranger) -> Evening:
    """What the stranger recorded in the other playgroup."""
    game = start(stranger, "Xavier Yvonne Zoe")
    play(game, "Xavier", Yvonne=20, Zoe=7)
    game.refresh_from_db()
    return Evening.of(game)


@pytest.fixture
def phone_of(owner, scorer, watcher, stranger) -> Callable[[str], Client]:
    members = {"owner": owner, "scorer": scorer, "watcher": watcher, "stranger": stranger}
    return lambda person: browser_of(members.get(person))


def test_every_address_has_its_line_in_the_table():
    assert {pattern.name for pattern in all_patterns()} == set(STATUSES)


@pytest.mark.parametrize("name", STATUSES)
def test_who_may_look(evening, phone_of, name):
    before = everything_stored()
    answers = [phone_of(person).get(evening.address(name)).status_code for person in PEOPLE]
    assert answers == [expected(name, person, "GET") for person in PEOPLE]
    assert everything_stored() == before


@pytest.mark.parametrize("name", STATUSES)
def test_whoever_may_not_change_it_changes_nothing(evening, phone_of, name):
    before = everything_stored()
    for person in PEOPLE:
        status = expected(name, person, "POST")
        if status != 302:
            response = phone_of(person).post(evening.address(name), evening.sent_to(name))
            assert response.status_code == status, person
    assert everything_stored() == before


@pytest.mark.parametrize(
    ("name", "person"),
    [(name, who) for name in STATUSES for who in PEOPLE if expected(name, who, "POST") == 302],
)
def test_whoever_may_change_it_does(evening, phone_of, name, person):
    before = everything_stored()
    response = phone_of(person).post(evening.address(name), evening.sent_to(name))
    assert response.status_code == 302
    # Whoever has a playgroup is at home already, and joins no demo.
    at_home = name == "demo" and person != "nobody"
    assert (everything_stored() == before) == (name in CHANGES_NOTHING or at_home)


@pytest.mark.parametrize("name", STATUSES)
def test_asking_for_the_head_of_a_page_is_asking_for_the_page(evening, phone_of, name):
    for person in PEOPLE:
        response = phone_of(person).head(evening.address(name))
        assert response.status_code == expected(name, person, "GET")
        assert response.content == b""


@pytest.mark.parametrize("name", set(STATUSES) - {"language"})
def test_nothing_is_put_patched_or_deleted(evening, phone_of, name):
    before = everything_stored()
    for method in (HTTPMethod.PUT, HTTPMethod.PATCH, HTTPMethod.DELETE):
        assert phone_of("owner").generic(method, evening.address(name)).status_code == 405
    assert everything_stored() == before


@pytest.mark.parametrize("word", ["round_pk", "link_pk"])
def test_under_ones_own_session_only_ones_own_rounds_and_links(evening, theirs, phone_of, word):
    foreign = {"round_pk": theirs.round.pk, "link_pk": theirs.link.pk}[word]
    before = everything_stored()
    names = [name for name, words in parameters().items() if word in words]
    assert names
    for name in names:
        address = evening.address(name, **{word: foreign})
        assert phone_of("owner").get(address).status_code == max(
            404, expected(name, "owner", "GET")
        )
        assert phone_of("owner").post(address, evening.sent_to(name)).status_code == 404
    assert everything_stored() == before


def test_rounds_and_links_of_another_session_of_ones_own_are_not_of_this_one(evening, phone_of):
    other = start(evening.game.playgroup.members.first(), "Anna Bram")
    for name in ("correct", "remove", "revoke"):
        address = evening.address(name, pk=other.pk)
        assert phone_of("owner").post(address, evening.sent_to(name)).status_code == 404


@pytest.mark.parametrize("number", ["0", "2147483648", "9223372036854775808", HUGE, "9" * 4000])
def test_numbers_that_no_row_has_are_not_found(evening, phone_of, number):
    before = everything_stored()
    for name, words in parameters().items():
        for word in words - {"token"}:
            wrong = 10**9 + 7
            address = evening.address(name, **{word: wrong}).replace(str(wrong), number)
            asked = phone_of("owner").get(address).status_code
            assert asked == (405 if expected(name, "owner", "GET") == 405 else 404), name
            sent = phone_of("owner").post(address, evening.sent_to(name)).status_code
            assert sent == (405 if expected(name, "owner", "POST") == 405 else 404), name
    assert everything_stored() == before


def test_what_is_not_there_and_what_is_not_yours_look_the_same(evening, phone_of):
    theirs = phone_of("stranger").get(evening.address("board"))
    missing = phone_of("stranger").get(f"/sessions/{evening.game.pk + 1000}/")
    assert theirs.status_code == missing.status_code == 404
    assert Page(theirs).words == Page(missing).words


@pytest.mark.parametrize("name", [n for n in STATUSES if STATUSES[n][1] != LOOK_ONLY])
def test_no_other_site_can_send_a_form_in_ones_name(evening, owner, name):
    browser = browser_of(owner, enforce_csrf_checks=True)
    before = everything_stored()
    response = browser.post(evening.address(name), evening.sent_to(name))
    assert response.status_code == 403
    assert "Nothing was stored" in Page(response).words
    assert everything_stored() == before


def test_a_member_who_is_gone_is_nobody(evening, watcher):
    browser = browser_of(watcher)
    watcher.delete()
    assert browser.get(evening.address("board")).status_code == 404
    assert "Who is playing?" in Page(browser.get("/")).words


def test_a_cookie_that_was_made_up_is_nobody_s(evening, db):
    browser = browser_of(None)
    browser.cookies["tafelstand"] = "a" * 32
    assert browser.get(evening.address("board")).status_code == 404


def test_a_login_that_was_not_used_for_a_week_is_kept_longer(evening, owner, phone):
    login = phone.session
    login["seen"] = "2026-01-01"
    login.save()
    response = phone.get(evening.address("board"))
    assert response.cookies["tafelstand"]["max-age"] == 400 * 24 * 3600
    assert phone.session["seen"] > "2026-01-01"
    assert "tafelstand" not in phone.get(evening.address("board")).cookies


def test_looking_at_a_shared_page_leaves_no_login_behind(evening, db):
    browser = browser_of(None)
    assert browser.get(evening.address("shared")).status_code == 200
    assert "tafelstand" not in browser.cookies
    assert not Session.objects.exists()


def test_who_only_watches_is_offered_nothing_to_change(evening, phone_of):
    for name in ("board", "player", "history"):
        page = Page(phone_of("watcher").get(evening.address(name)))
        posted_to = {given.get("action") for tag, given in page.tags if tag == "form"}
        assert posted_to == {"/language/"}
        not_for_them = {evening.address("record"), evening.address("correct")}
        assert not not_for_them & set(page.having("href"))


def test_who_only_watches_is_not_offered_a_rematch_at_home(evening, phone_of):
    page = Page(phone_of("watcher").get("/"))
    assert evening.address("rematch") not in page.having("action")


def test_who_only_watches_cannot_start_a_session_and_goes_on_watching(evening, phone_of):
    phone = phone_of("watcher")
    assert phone.post("/", evening.sent_to("home")).status_code == 404
    assert phone.get(evening.address("board")).status_code == 200


def test_who_keeps_score_is_not_offered_to_share(evening, phone_of):
    board = Page(phone_of("scorer").get(evening.address("board")))
    assert evening.address("share") not in board.having("href")
    close(evening.game)
    board = Page(phone_of("scorer").get(evening.address("board")))
    assert evening.address("share") not in board.having("href")


def test_two_playgroups_may_both_have_an_anna(game):
    other = start(own_playgroup(), "Anna Bram")
    assert other.seats.first().player_id != game.seats.first().player_id
