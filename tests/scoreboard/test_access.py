"""Six people and nobody, at every address there is: who may see, who may change."""

from collections.abc import Callable
from http import HTTPMethod

import pytest
from django.contrib.sessions.models import Session
from django.test import Client

from scoreboard.models import Playgroup
from tests.scoreboard.addresses import OF_SIGNING_IN, Evening, all_patterns, parameters
from tests.scoreboard.people import (
    EVENING,
    browser_of,
    close,
    own_playgroup,
    play,
    start,
    with_account,
)
from tests.scoreboard.readback import Page, everything_stored

# The stranger signed in and owns another playgroup; the guest owns one without an account.
# The last one has nothing but a link to keep score of the session by.
PEOPLE = ("owner", "scorer", "watcher", "stranger", "guest", "nobody", "linked")
LOOK_ONLY = NO_PAGE = "405 405 405 405 405 405 405"
MOVED, NOT_THERE = "302 302 302 302 302 302 302", "404 404 404 404 404 404 404"
SIGNED_IN, NOT_SIGNED_IN = "302 302 302 200 302 302 302", "200 200 200 302 200 200 200"
ALL_SIGNED_IN = "200 200 200 200 302 302 302"

#                 what GET answers       what POST answers, to each of PEOPLE
STATUSES = {
    "home": ("200 200 200 200 200 200 200", "302 302 404 302 302 302 302"),
    "demo": (NO_PAGE, "302 302 302 302 302 302 302"),
    "leave-demo": (NO_PAGE, "404 404 404 404 404 404 404"),
    "new-session": ("200 200 404 200 200 200 200", "302 302 404 302 302 302 302"),
    "sessions": ("200 200 200 200 200 404 404", LOOK_ONLY),
    "players": ("200 200 200 200 200 404 404", "302 302 404 302 302 404 404"),
    "player": ("200 200 200 404 404 404 404", LOOK_ONLY),
    "rename": (NO_PAGE, "302 302 404 404 404 404 404"),
    "hide": (NO_PAGE, "302 404 404 404 404 404 404"),
    "remove-player": (NO_PAGE, "302 404 404 404 404 404 404"),
    "me": (NO_PAGE, "404 404 404 404 404 404 404"),
    "merge": ("200 404 404 404 404 404 404", "302 404 404 404 404 404 404"),
    "undo-merge": (NO_PAGE, "302 404 404 404 404 404 404"),
    "editions": ("200 200 200 200 200 200 200", LOOK_ONLY),
    "cards": ("200 200 200 404 404 404 200", LOOK_ONLY),
    "edition": ("200 200 200 404 404 404 404", LOOK_ONLY),
    "new-edition": ("200 200 404 200 200 404 404", "302 302 404 302 302 404 404"),
    "change-edition": ("200 200 404 404 404 404 404", "302 302 404 404 404 404 404"),
    "hide-edition": (NO_PAGE, "302 302 404 404 404 404 404"),
    "rules": ("200 200 200 200 200 200 200", LOOK_ONLY),
    "shared": ("200 200 200 200 200 200 200", LOOK_ONLY),
    "tv": ("200 200 200 200 200 200 200", LOOK_ONLY),
    "shared-json": ("200 200 200 200 200 200 200", LOOK_ONLY),
    "shared-csv": ("200 200 200 200 200 200 200", LOOK_ONLY),
    "shared-qr": ("200 200 200 200 200 200 200", LOOK_ONLY),
    "shared-picture": ("200 200 200 200 200 200 200", LOOK_ONLY),
    "language": ("302 302 302 302 302 302 302", "302 302 302 302 302 302 302"),
    "health": ("200 200 200 200 200 200 200", LOOK_ONLY),
    "manifest": ("200 200 200 200 200 200 200", LOOK_ONLY),
    "worker": ("200 200 200 200 200 200 200", LOOK_ONLY),
    "offline": ("200 200 200 200 200 200 200", LOOK_ONLY),
    "board": ("200 200 200 404 404 404 200", LOOK_ONLY),
    "history": ("200 200 200 404 404 404 404", LOOK_ONLY),
    "close": ("200 200 404 404 404 404 200", "302 302 404 404 404 404 302"),
    "agreement": ("200 200 404 404 404 404 404", "302 302 404 404 404 404 404"),
    "reopen": (NO_PAGE, "302 302 404 404 404 404 302"),
    "rematch": (NO_PAGE, "302 302 404 404 404 404 404"),
    "record": ("200 200 404 404 404 404 200", "302 302 404 404 404 404 302"),
    "correct": ("200 200 404 404 404 404 200", "302 302 404 404 404 404 302"),
    "remove": ("200 200 404 404 404 404 200", "302 302 404 404 404 404 302"),
    "read-cards": ("200 200 404 404 404 404 200", LOOK_ONLY),
    "keep-score": ("302 302 200 200 200 200 302", "302 302 302 302 302 302 302"),
    "give-up": (NO_PAGE, "302 302 302 302 302 302 302"),
    "links": ("200 404 404 200 200 404 404", "302 404 404 302 302 404 404"),
    "share": ("200 404 404 404 404 404 404", "302 404 404 404 404 404 404"),
    "revoke": (NO_PAGE, "302 404 404 404 404 404 404"),
    "link": ("200 404 404 404 404 404 404", LOOK_ONLY),
    "renew-link": (NO_PAGE, "302 404 404 404 404 404 404"),
    "account": ("200 200 200 200 200 200 200", LOOK_ONLY),
    "take-along": (NO_PAGE, "404 404 404 302 404 404 404"),
    "renew-secret": (NO_PAGE, "302 302 302 404 302 404 404"),
    "delete-account": ("404 404 404 200 404 404 404", "404 404 404 302 404 404 404"),
    "file": ("200 404 404 404 404 404 404", LOOK_ONLY),
    "come-back": ("200 200 200 200 200 200 200", "302 302 302 302 302 302 302"),
    "group": ("200 200 200 200 200 404 404", LOOK_ONLY),
    "name-group": (NO_PAGE, "302 404 404 302 302 404 404"),
    "call-me": (NO_PAGE, "302 302 302 302 302 404 404"),
    "member": ("200 404 404 404 404 404 404", "302 404 404 404 404 404 404"),
    "remove-member": (NO_PAGE, "302 404 404 404 404 404 404"),
    "hand-over": ("200 404 404 404 404 404 404", "302 404 404 404 404 404 404"),
    "invite": ("200 404 404 200 200 404 404", "302 404 404 302 302 404 404"),
    "invitation": ("200 404 404 404 404 404 404", LOOK_ONLY),
    "revoke-invitation": (NO_PAGE, "302 404 404 404 404 404 404"),
    # The last owner cannot leave; whoever owns another playgroup is asked about that one.
    "leave-group": ("200 200 200 200 200 404 404", "422 302 302 422 422 404 404"),
    "delete-group": ("200 404 404 200 200 404 404", "302 404 404 302 302 404 404"),
    "switch": (NO_PAGE, "302 404 404 404 404 404 404"),
    "begin-group": (NO_PAGE, "302 302 302 302 302 404 404"),
    "join": ("200 200 200 200 200 200 200", "302 302 302 302 302 302 302"),
    "account_login": (NOT_SIGNED_IN, "422 422 422 302 422 422 422"),
    "account_request_login_code": (NOT_SIGNED_IN, "422 422 422 302 422 422 422"),
    "account_signup": (NOT_SIGNED_IN, "422 422 422 302 422 422 422"),
    "account_signup_by_passkey": (NOT_SIGNED_IN, "422 422 422 302 422 422 422"),
    "account_logout": (SIGNED_IN, MOVED),
    "signed-out": (NOT_SIGNED_IN, LOOK_ONLY),
    "account_reset_password": ("200 200 200 200 200 200 200", "422 422 422 422 422 422 422"),
    "account_email": (SIGNED_IN, MOVED),
    "usersessions_list": (SIGNED_IN, MOVED),
    "mfa_list_webauthn": (SIGNED_IN, LOOK_ONLY),
    "account_request_reauthentication_code": (SIGNED_IN, "302 302 302 422 302 302 302"),
    # Nothing is under way; who comes back after a while is asked first who they are.
    "account_confirm_login_code": (MOVED, MOVED),
    "mfa_login_webauthn": (MOVED, MOVED),
    "mfa_signup_webauthn": (MOVED, MOVED),
    "account_email_verification_sent": (MOVED, MOVED),
    "account_change_password": (MOVED, MOVED),
    "account_set_password": (SIGNED_IN, "302 302 302 422 302 302 302"),
    "account_confirm_password_reset_code": (MOVED, MOVED),
    "account_complete_password_reset": (MOVED, MOVED),
    "account_reauthenticate": (MOVED, MOVED),
    "account_confirm_reauthentication_code": (MOVED, MOVED),
    "mfa_reauthenticate_webauthn": (MOVED, MOVED),
    "mfa_add_webauthn": (SIGNED_IN, "302 302 302 422 302 302 302"),
    # None of them has a passkey, or another phone.
    "mfa_edit_webauthn": (NOT_THERE, NOT_THERE),
    "mfa_remove_webauthn": (NOT_THERE, NOT_THERE),
    "sign-out-there": (NO_PAGE, NOT_THERE),
}
# Where it makes a difference whether the owner, the scorer and the watcher have accounts: what
# they get then.
WITH_ACCOUNTS = {
    "take-along": (NO_PAGE, "302 302 302 302 404 404 404"),
    "renew-secret": (NO_PAGE, "404 404 404 404 302 404 404"),
    "delete-account": ("200 200 200 200 404 404 404", "422 302 302 302 404 404 404"),
    # "That's me" is said by an account.
    "me": (NO_PAGE, "302 302 302 404 404 404 404"),
    "account_login": ("302 302 302 302 200 200 200", "302 302 302 302 422 422 422"),
    "account_request_login_code": ("302 302 302 302 200 200 200", "302 302 302 302 422 422 422"),
    "account_signup": ("302 302 302 302 200 200 200", "302 302 302 302 422 422 422"),
    "account_signup_by_passkey": ("302 302 302 302 200 200 200", "302 302 302 302 422 422 422"),
    "account_logout": (ALL_SIGNED_IN, MOVED),
    "signed-out": ("302 302 302 302 200 200 200", LOOK_ONLY),
    "account_email": (ALL_SIGNED_IN, MOVED),
    "usersessions_list": (ALL_SIGNED_IN, MOVED),
    "mfa_list_webauthn": (ALL_SIGNED_IN, LOOK_ONLY),
    "account_set_password": (ALL_SIGNED_IN, "422 422 422 422 302 302 302"),
    "mfa_add_webauthn": (ALL_SIGNED_IN, "422 422 422 422 302 302 302"),
    "account_request_reauthentication_code": (ALL_SIGNED_IN, "422 422 422 422 302 302 302"),
}
# Where a POST that is let through has nothing to change in an open, shared session.
CHANGES_NOTHING = OF_SIGNING_IN | {
    "reopen",
    "language",
    "give-up",
    "take-along",
    "switch",
}
HUGE = "99999999999999999999999"


def expected(name: str, person: str, method: str, mode: str = "guests") -> int:
    statuses = STATUSES | (WITH_ACCOUNTS if mode == "accounts" else {})
    return int(statuses[name][method == "POST"].split()[PEOPLE.index(person)])


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


MODES = ("guests", "accounts")


@pytest.fixture(params=MODES)
def mode(request) -> str:
    """All three of the playgroup are guests, or all three have accounts."""
    return request.param


@pytest.fixture
def phone_of(evening, mode, owner, scorer, watcher, stranger) -> Callable[[str], Client]:
    members = {"owner": owner, "scorer": scorer, "watcher": watcher}
    if mode == "accounts":
        for member in members.values():
            with_account(member)
    members |= {"stranger": with_account(stranger), "guest": own_playgroup()}
    phones = {person: browser_of(members.get(person)) for person in PEOPLE}
    phones["linked"].post(evening.address("keep-score"))
    return phones.__getitem__


def test_every_address_has_its_line_in_the_table():
    assert {pattern.name for pattern in all_patterns()} == set(STATUSES)


@pytest.mark.parametrize("name", STATUSES)
def test_who_may_look(evening, phone_of, mode, name):
    before = everything_stored()
    answers = [phone_of(person).get(evening.address(name)).status_code for person in PEOPLE]
    assert answers == [expected(name, person, "GET", mode) for person in PEOPLE]
    assert everything_stored() == before


@pytest.mark.parametrize("name", STATUSES)
def test_whoever_may_not_change_it_changes_nothing(evening, phone_of, mode, name):
    before = everything_stored()
    for person in PEOPLE:
        status = expected(name, person, "POST", mode)
        if status != 302:
            response = phone_of(person).post(evening.address(name), evening.sent_to(name))
            assert response.status_code == status, person
    assert everything_stored() == before


@pytest.mark.parametrize(
    ("mode", "name", "person"),
    [
        (mode, name, person)
        for mode in MODES
        for name in STATUSES
        for person in PEOPLE
        if expected(name, person, "POST", mode) == 302
    ],
)
def test_whoever_may_change_it_does(evening, phone_of, name, person):
    before = everything_stored()
    response = phone_of(person).post(evening.address(name), evening.sent_to(name))
    assert response.status_code == 302
    # Whoever has a playgroup is at home already, and joins no demo.
    at_home = name == "demo" and person not in ("nobody", "linked")
    may_already = name == "keep-score" and person in ("owner", "scorer", "linked")
    changes_nothing = name in CHANGES_NOTHING or at_home or may_already
    assert (everything_stored() == before) == changes_nothing


@pytest.mark.parametrize("name", STATUSES)
def test_asking_for_the_head_of_a_page_is_asking_for_the_page(evening, phone_of, mode, name):
    for person in PEOPLE:
        response = phone_of(person).head(evening.address(name))
        assert response.status_code == expected(name, person, "GET", mode)
        assert response.content == b""


@pytest.mark.parametrize("name", set(STATUSES) - {"language"})
def test_nothing_is_put_patched_or_deleted(evening, phone_of, name):
    before = everything_stored()
    for method in (HTTPMethod.PUT, HTTPMethod.PATCH, HTTPMethod.DELETE):
        assert phone_of("owner").generic(method, evening.address(name)).status_code == 405
    assert everything_stored() == before


def test_under_ones_own_session_only_ones_own_rounds(evening, theirs, phone_of):
    before = everything_stored()
    for name in ("correct", "remove"):
        address = evening.address(name, round_pk=theirs.round.pk)
        for person in ("owner", "linked"):
            phone = phone_of(person)
            assert phone.get(address).status_code == 404
            assert phone.post(address, evening.sent_to(name)).status_code == 404
    assert everything_stored() == before


def test_rounds_of_another_session_of_ones_own_are_not_of_this_one(evening, phone_of):
    other = start(evening.game.playgroup.members.first(), "Anna Bram")
    for name in ("correct", "remove"):
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
        assert posted_to - {evening.address("me")} == {"/language/"}
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
