"""Once there is an account: its password, its address, its phones, its passkeys, and out again."""

import logging
import re
from collections.abc import Iterator
from io import StringIO

import pytest
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scoreboard.models import Account
from scoreboard.queries.phones import phone_in_words
from tests.scoreboard.people import account_of, browser_of, with_account
from tests.scoreboard.readback import Page
from tests.scoreboard.signing_in import (
    ANNA,
    PASSWORD,
    anna_s_account,
    another,
    code,
    enter,
    every_page,
    is_in,
    passkey_of,
    sign_in,
    sign_up,
    wrong_at,
)
from tests.scoreboard.test_translations import english_in, lines

IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like"
    " Gecko) Version/18.1 Mobile/15E148 Safari/604.1"
)
TABLET = (
    "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko)"
    " Chrome/142.0.0.0 Safari/537.36"
)
ANOTHER = "nog een keer anders"


@pytest.fixture
def anna(db) -> Account:
    return anna_s_account()


# --- the password ---------------------------------------------------------------------------------


def test_a_forgotten_password(anna):
    phone, other = Client(), Client()
    sign_in(other)
    assert phone.post("/account/password/forgotten/", {"email": ANNA}).status_code == 302
    assert wrong_at(enter(phone, "password", another(code())), "code")
    assert enter(phone, "password", code())["Location"] == "/account/password/new/"
    short = phone.post("/account/password/new/", {"password1": "kort"})
    assert "too short" in wrong_at(short, "password1")
    done = phone.post("/account/password/new/", {"password1": "nog een keer anders"})
    assert done["Location"] == "/"
    assert is_in(phone)
    assert sign_in(Client()).status_code == 422
    assert sign_in(Client(), password="nog een keer anders").status_code == 302
    assert other.get("/account/email/").status_code == 302
    assert mail.outbox[-1].subject == "The password of your account was changed."


def test_a_forgotten_password_of_nobody_tells_nothing(anna):
    phone = Client()
    phone.post("/account/password/forgotten/", {"email": "x@example.org"})
    assert "There is no account" in mail.outbox[-1].body
    assert enter(phone, "password", "1234-5678").status_code == 422


def test_changing_the_password_signs_out_the_other_phones(anna):
    phone, other = Client(), Client()
    sign_in(phone)
    sign_in(other)
    wrong = phone.post("/account/password/", {"oldpassword": "no", "password1": "kort"})
    assert wrong.status_code == 422
    assert wrong_at(wrong, "oldpassword") == "This is not the password that you have now."
    assert "too short" in wrong_at(wrong, "password1")
    sent = {"oldpassword": PASSWORD, "password1": "nog een keer anders"}
    assert phone.post("/account/password/", sent)["Location"] == "/account/"
    assert phone.get("/account/email/").status_code == 200
    assert other.get("/account/email/").status_code == 302


def change(phone: Client, anna: Account) -> None:
    sign_in(phone)
    phone.post("/account/password/", {"oldpassword": PASSWORD, "password1": ANOTHER})


def choose(phone: Client, anna: Account) -> None:
    phone.post("/account/sign-in/code/", {"email": ANNA})
    enter(phone, "sign-in", code())
    phone.post("/account/password/set/", {"password1": ANOTHER})


def reset(phone: Client, anna: Account) -> None:
    phone.post("/account/password/forgotten/", {"email": ANNA})
    enter(phone, "password", code())
    phone.post("/account/password/new/", {"password1": ANOTHER})


def reset_while_in(phone: Client, anna: Account) -> None:
    sign_in(phone)
    reset(phone, anna)


@pytest.mark.parametrize("renew", [change, choose, reset, reset_while_in])
def test_a_new_password_leaves_every_phone_its_guest(anna, owner, stranger, game, renew):
    if renew is choose:
        anna.set_unusable_password()
        anna.save()
    other, phone = browser_of(owner), browser_of(stranger)
    other.post("/account/sign-in/code/", {"email": ANNA})
    enter(other, "sign-in", code())
    assert is_in(other)
    renew(phone, anna)
    anna.refresh_from_db()
    assert anna.check_password(ANOTHER)
    assert is_in(phone)
    assert phone.session["guest"] == stranger.guest.pk
    assert not is_in(other)
    assert other.get("/account/email/").status_code == 302
    assert other.get(game.get_absolute_url()).status_code == 200
    assert len(UserSession.objects.purge_and_list(anna)) == 1


def test_whoever_has_none_can_take_one(anna):
    anna.set_unusable_password()
    anna.save()
    phone = Client()
    phone.post("/account/sign-in/code/", {"email": ANNA})
    enter(phone, "sign-in", code())
    assert phone.get("/account/password/")["Location"] == "/account/password/set/"
    assert phone.post("/account/password/set/", {"password1": PASSWORD}).status_code == 302
    assert sign_in(Client()).status_code == 302


# --- the address ----------------------------------------------------------------------------------


def test_another_address_counts_once_its_code_is_entered(anna):
    phone = Client()
    sign_in(phone)
    sent = {"email": "Anna@elsewhere.example", "action_add": ""}
    assert phone.post("/account/email/", sent)["Location"] == "/account/email/enter/"
    anna.refresh_from_db()
    assert anna.email == ANNA
    assert mail.outbox[-1].to == ["anna@elsewhere.example"]
    assert enter(phone, "email", code())["Location"] == "/account/"
    anna.refresh_from_db()
    assert anna.email == "anna@elsewhere.example"
    assert "Your e-mail address is changed." in Page(phone.get("/account/email/")).words
    assert sign_in(Client(), "anna@elsewhere.example").status_code == 302
    assert sign_in(Client(), ANNA).status_code == 422
    told = mail.outbox[-1]
    assert (told.to, told.subject) == ([ANNA], "Your account has another e-mail address now.")


def test_the_address_of_another_account_is_not_taken_over(anna):
    bram = account_of("bram")
    phone = Client()
    sign_in(phone)
    phone.post("/account/email/", {"email": bram.email, "action_add": ""})
    refused = enter(phone, "email", code())
    assert wrong_at(refused, "code") == "There is another account with this address."
    anna.refresh_from_db()
    assert anna.email == ANNA


def test_after_a_while_it_is_asked_who_one_is(anna, settings):
    settings.ACCOUNT_REAUTHENTICATION_TIMEOUT = -1
    phone = Client()
    sign_in(phone)
    asked = phone.post("/account/email/", {"email": "b@example.org", "action_add": ""})
    assert asked["Location"] == "/account/again/?next=%2Faccount%2Femail%2F"
    assert Page(phone.get(asked["Location"])).sent["next"] == "/account/email/"
    assert wrong_at(phone.post(asked["Location"], {"password": "no"}), "password") == (
        "This is not your password."
    )
    settings.ACCOUNT_REAUTHENTICATION_TIMEOUT = 900
    done = phone.post("/account/again/", {"password": PASSWORD, "next": "/account/email/"})
    assert done["Location"] == "/account/email/enter/"
    assert mail.outbox[-1].to == ["b@example.org"]


def test_who_one_is_can_be_shown_by_a_code(anna, settings):
    settings.ACCOUNT_REAUTHENTICATION_TIMEOUT = -1
    phone = Client()
    sign_in(phone)
    page = Page(phone.get("/account/again/code/?next=/account/passkeys/add/"))
    assert phone.post("/account/again/code/", page.sent).status_code == 302
    settings.ACCOUNT_REAUTHENTICATION_TIMEOUT = 900
    done = enter(phone, "again", code(), next="/account/passkeys/add/")
    assert done["Location"] == "/account/passkeys/add/"
    assert phone.get("/account/passkeys/add/").status_code == 200


# --- out ------------------------------------------------------------------------------------------


def test_after_signing_out_the_phone_is_the_guest_s_again(anna, owner, game, phone):
    sign_in(phone)
    assert phone.get(game.get_absolute_url()).status_code == 404
    page = Page(phone.get("/account/sign-out/"))
    assert page.having("action")
    assert is_in(phone)
    assert phone.post("/account/sign-out/")["Location"] == "/account/signed-out/"
    assert set(phone.session.keys()) <= {"guest", "seen"}
    assert phone.get(game.get_absolute_url()).status_code == 200


def test_the_page_after_signing_out_has_the_phone_forget_its_pages(anna):
    phone = Client()
    sign_in(phone)
    hers = phone.get("/")["X-Whose"]
    assert hers == phone.get("/account/")["X-Whose"]
    gone = phone.post("/account/sign-out/", follow=True)
    assert gone["X-Whose"] not in ("", hers)


def test_one_after_another_on_one_phone_see_nothing_of_each_other(anna, owner, game, phone):
    bram = account_of("bram")
    bram.set_password(PASSWORD)
    bram.save()
    sign_in(phone)
    phone.post("/account/password/forgotten/", {"email": bram.email})
    enter(phone, "password", code())
    phone.post("/account/password/new/", {"password1": "nog een keer anders"})
    assert phone.session["_auth_user_id"] == str(bram.pk)
    assert phone.session["guest"] == owner.guest.pk
    assert ANNA not in str(dict(phone.session.items()))


# --- phones ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "name"),
    [
        (IPHONE, "Safari on iPhone"),
        (TABLET, "Chrome on Android"),
        (TABLET.replace("Safari/537.36", "Safari/537.36 Edg/142.0"), "Edge on Android"),
        (
            "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0",
            "Firefox on Linux",
        ),
        ("curl/8.1", "Another browser"),
        ("", "Another browser"),
    ],
)
def test_a_phone_is_called_as_its_owner_would(said, name):
    assert phone_in_words(said) == name


def test_phones_are_listed_and_one_is_signed_out_at_once(anna, game, owner):
    phone, other = Client(), browser_of(owner)
    sign_in(phone, headers={"User-Agent": IPHONE})
    sign_in(other, headers={"User-Agent": TABLET})
    page = Page(phone.get("/account/phones/"))
    assert re.search(r"Safari on iPhone This one .*Chrome on Android since", page.words)
    (address,) = [word for word in page.having("action") if "/phones/" in word]
    assert phone.post(address)["Location"] == "/account/phones/"
    assert other.get("/account/phones/").status_code == 302
    assert is_in(phone)
    assert not is_in(other)
    assert other.get(game.get_absolute_url()).status_code == 200  # the guest's, as before
    assert "Chrome" not in Page(phone.get("/account/phones/")).words


def test_all_other_phones_are_signed_out_together(anna):
    phones = [Client() for _number in range(3)]
    for phone in phones:
        sign_in(phone)
    assert phones[0].post("/account/phones/").status_code == 302
    assert [is_in(phone) for phone in phones] == [True, False, False]
    assert (UserSession.objects.count(), Session.objects.count()) == (1, 1)


def test_a_phone_of_somebody_else_and_this_one_cannot_be_ended(anna, stranger):
    phone, other = Client(), Client()
    sign_in(phone)
    with_account(stranger, "bram").account.set_password(PASSWORD)
    stranger.account.set_password(PASSWORD)
    stranger.account.save()
    sign_in(other, "bram@example.org")
    for row in UserSession.objects.all():
        assert phone.post(f"/account/phones/{row.pk}/sign-out/").status_code == 404
    assert is_in(phone)
    assert is_in(other)


def test_a_phone_that_a_new_password_shut_out_is_not_listed(anna):
    phone, other = Client(), Client()
    sign_in(phone)
    sign_in(other)
    phone.post("/account/password/", {"oldpassword": PASSWORD, "password1": "nog een keer anders"})
    page = Page(phone.get("/account/phones/"))
    assert not [word for word in page.having("action") if "/phones/" in word]


# --- passkeys -------------------------------------------------------------------------------------


def test_whoever_has_a_passkey_still_signs_in_by_password(anna):
    passkey_of(anna)
    phone = Client()
    assert sign_in(phone)["Location"] == "/"
    assert is_in(phone)


def test_a_passkey_is_renamed_and_removed(anna):
    key, phone = passkey_of(anna), Client()
    sign_in(phone)
    address = f"/account/passkeys/{key.pk}/"
    assert wrong_at(phone.post(address, {"name": ""}), "name") == "Give it a name."
    assert wrong_at(phone.post(address, {"name": "x" * 61}), "name")
    assert phone.post(address, {"name": "Tablet"})["Location"] == "/account/passkeys/"
    assert "Tablet" in Page(phone.get("/account/passkeys/")).words
    assert phone.post(f"{address}remove/")["Location"] == "/account/passkeys/"
    assert "You have none yet." in Page(phone.get("/account/passkeys/")).words
    assert mail.outbox[-1].subject == "A passkey was removed from your account."


def test_a_passkey_of_somebody_else_is_not_there(anna, stranger):
    key = passkey_of(with_account(stranger, "bram").account)
    phone = Client()
    sign_in(phone)
    for address in (f"/account/passkeys/{key.pk}/", f"/account/passkeys/{key.pk}/remove/"):
        assert phone.get(address).status_code == phone.post(address).status_code == 404
    assert Authenticator.objects.filter(pk=key.pk).exists()


@pytest.mark.parametrize("sent", ["", "x", "{}", "[]", '{"id": 1}', '{"response": null}'])
def test_what_is_no_passkey_is_refused(anna, sent):
    phone = Client()
    phone.get("/account/sign-in/passkey/", headers={"Accept": "application/json"})
    answer = phone.post("/account/sign-in/passkey/", {"credential": sent})
    assert answer["Location"] == "/account/sign-in/"
    assert not is_in(phone)
    sign_in(phone)
    phone.get("/account/passkeys/add/")
    refused = phone.post("/account/passkeys/add/", {"name": "Tablet", "credential": sent})
    assert refused.status_code == 422
    assert not Authenticator.objects.exists()


# --- how often the database is asked --------------------------------------------------------------


@pytest.mark.parametrize("number", [1, 20])
def test_a_page_asks_the_database_as_often_however_much_there_is(anna, number):
    for _number in range(number):
        passkey_of(anna)
        sign_in(Client())
    phone, asked = Client(), {}
    sign_in(phone)
    for name in ("email", "passkeys", "phones", "sign-out"):
        with CaptureQueriesContext(connection) as captured:
            assert phone.get(f"/account/{name}/").status_code == 200
        asked[name] = len(captured)
    assert asked == {"email": 6, "passkeys": 3, "phones": 4, "sign-out": 2}


@pytest.mark.parametrize("page", ["sign-in", "keep", "sign-in/code", "password/forgotten"])
def test_a_page_for_whoever_comes_asks_nothing(db, page):
    with CaptureQueriesContext(connection) as captured:
        assert Client().get(f"/account/{page}/").status_code == 200
    assert len(captured) == 0


# --- the log --------------------------------------------------------------------------------------


@pytest.fixture
def log() -> Iterator[StringIO]:
    """What the server writes, by the handler that it has."""
    (console,) = [handler for handler in logging.getLogger().handlers if handler.name == "console"]
    written = StringIO()
    before = console.setStream(written)
    yield written
    console.setStream(before)


@pytest.mark.parametrize("page", ["back", "join"])
def test_what_is_refused_without_its_cookie_is_in_the_log_but_its_token_is_not(db, log, page):
    refused = Client(enforce_csrf_checks=True).post(f"/{page}/R2D2-tafel_stand/")
    assert refused.status_code == 403
    assert re.search(rf"Forbidden .*: /{page}/…/\n", log.getvalue())
    assert "R2D2" not in log.getvalue()


def test_no_token_is_in_what_is_told_of_a_fault(log):
    try:
        raise ValueError("/back/R2D2-tafel_stand/")
    except ValueError:
        logging.getLogger("django.request").exception("Fault at %s", "/s/R2D2-tafel_stand/tv/?a=1")
    assert "Fault at /s/…/tv/?a=1\n" in log.getvalue()
    assert "ValueError: /back/…/\n" in log.getvalue()
    assert "R2D2" not in log.getvalue()


# --- e-mails --------------------------------------------------------------------------------------


def test_where_no_e_mail_can_be_sent_it_is_said(db, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    refused = sign_up(Client())
    assert refused.status_code == 503
    assert "could not be sent" in Page(refused).words


def test_what_is_done_is_done_whether_it_can_be_told_or_not(anna, settings):
    phone = Client()
    sign_in(phone)
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    sent = {"oldpassword": PASSWORD, "password1": "nog een keer anders"}
    assert phone.post("/account/password/", sent)["Location"] == "/account/"


@pytest.mark.parametrize(
    ("language", "begins"), [("en", "Hello,\n\nYour code is "), ("nl", "Hoi,\n\nJe code is ")]
)
def test_an_e_mail_is_text_in_the_language_of_whoever_asked(anna, language, begins):
    Client(headers={"Accept-Language": language}).post("/account/sign-in/code/", {"email": ANNA})
    assert mail.outbox[-1].body.startswith(begins)
    assert mail.outbox[-1].alternatives == []
    assert "&" not in mail.outbox[-1].body


def test_every_page_about_signing_in_is_dutch_for_who_asks_for_it(db):
    wrong = [
        f"{name}: {text!r}"
        for name, page in every_page(headers={"Accept-Language": "nl"}).items()
        for text in english_in(page)
    ]
    assert not wrong, lines(wrong)
