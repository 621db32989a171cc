"""Signing up with what one began as a guest, in, out, and in again with a new password."""

import re

import pytest
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.core import mail
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scoreboard.models import Account, Member
from scoreboard.queries.phones import phone_in_words
from tests.scoreboard.people import EVENING, account_of, browser_of, with_account
from tests.scoreboard.readback import Page
from tests.scoreboard.signing_in import (
    ANNA,
    PASSWORD,
    anna_s_account,
    another,
    code,
    enter,
    every_page,
    passkey_of,
    sign_in,
    sign_up,
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


@pytest.fixture
def anna(db) -> Account:
    return anna_s_account()


def is_in(phone: Client) -> bool:
    return "_auth_user_id" in phone.session


def wrong_at(response, field: str) -> str:
    """What is said at that field; it points there."""
    page = Page(response)
    given = page.tag_with(name=field)
    assert given["aria-invalid"] == "true"
    assert f"id_{field}_error" in given["aria-describedby"]
    return response.context["form"][field].errors[0]


# --- keeping --------------------------------------------------------------------------------------


def test_a_guest_keeps_everything_under_the_same_addresses(owner, game, phone):
    board = game.get_absolute_url()
    assert "Everything that you recorded" in Page(phone.get("/account/keep/")).words
    assert sign_up(phone)["Location"] == "/account/email/enter/"
    assert not is_in(phone)
    assert ANNA in Page(phone.get("/account/email/enter/")).words
    assert mail.outbox[-1].subject == f"{code()} is your code for Tafelstand"
    home = enter(phone, "email", code())
    assert home["Location"] == "/"
    account = Account.objects.get()
    assert account.check_password(PASSWORD)
    owner.refresh_from_db()
    assert (owner.account, owner.guest) == (account, None)
    assert f"sign in with {ANNA}" in Page(phone.get(board)).words
    assert phone.session["guest"] is None


def test_what_was_kept_is_on_every_phone_with_the_account(owner, game, phone):
    sign_up(phone)
    enter(phone, "email", code())
    other = Client()
    assert other.get(game.get_absolute_url()).status_code == 404
    assert sign_in(other)["Location"] == "/"
    assert other.get(game.get_absolute_url()).status_code == 200


def test_an_account_can_be_made_with_nothing_to_keep(db):
    phone = Client()
    assert "Make an account" in Page(phone.get("/account/keep/")).words
    sign_up(phone)
    enter(phone, "email", code())
    assert "Your account is ready." in Page(phone.get("/")).words
    assert not Member.objects.exists()


def test_until_the_code_is_entered_the_guest_is_the_guest(owner, game, phone):
    sign_up(phone)
    assert phone.get(game.get_absolute_url()).status_code == 200
    owner.refresh_from_db()
    assert owner.account is None


def test_a_form_that_is_sent_twice_makes_one_account_whose_code_counts(phone):
    sign_up(phone)
    other_tab = Client()
    assert sign_up(other_tab).status_code == 429
    assert len(mail.outbox) == 1
    enter(phone, "email", code())
    assert is_in(phone)
    assert Account.objects.count() == 1


def test_a_wrong_code_is_said_and_too_many_end_it(phone):
    sign_up(phone)
    wrong = another(code())
    for _try in range(4):
        refused = enter(phone, "email", wrong)
        assert refused.status_code == 422
        assert wrong_at(refused, "code") == "This is not the code in the e-mail."
    assert enter(phone, "email", wrong)["Location"] == "/account/sign-in/"
    assert "Too many tries" in Page(phone.get("/account/sign-in/")).words
    assert enter(phone, "email", code())["Location"] == "/account/sign-in/"
    assert not is_in(phone)


def test_another_code_may_be_asked_for_but_not_at_once(phone):
    sign_up(phone)
    soon = phone.post("/account/email/enter/", {"action": "resend"}, follow=True)
    assert "That went too fast." in Page(soon).words
    assert len(mail.outbox) == 1
    cache.clear()
    assert phone.post("/account/email/enter/", {"action": "resend"}).status_code == 302
    first, second = (re.search(r"\d{4}-\d{4}", sent.body)[0] for sent in mail.outbox)
    assert enter(phone, "email", first).status_code == 422
    enter(phone, "email", second)
    assert is_in(phone)


def test_a_code_may_be_typed_without_its_dash(phone):
    sign_up(phone)
    assert enter(phone, "email", f" {code().replace('-', ' ')} ").status_code == 302
    assert is_in(phone)


def test_nobody_is_told_that_an_address_has_an_account_but_its_owner(anna, phone):
    before = list(Account.objects.values())
    taken, free = sign_up(phone), Client()
    fresh = sign_up(free, "nobody@example.org")
    assert taken["Location"] == fresh["Location"]
    assert taken.status_code == fresh.status_code
    pages = [Page(browser.get(taken["Location"])).words for browser in (phone, free)]
    assert pages[0].replace(ANNA, "") == pages[1].replace("nobody@example.org", "")
    to_owner = mail.outbox[0]
    assert to_owner.to == [ANNA]
    assert "has one already" in to_owner.body
    assert not re.search(r"\d{4}-\d{4}", to_owner.body)
    assert list(Account.objects.exclude(email="nobody@example.org").values()) == before
    assert enter(phone, "email", "1234-5678").status_code == 422


def test_who_signed_up_with_an_address_of_another_has_nothing_of_it(db):
    thief, owner = Client(), Client()
    sign_up(thief, password="the thief knows it")
    owner.post("/account/sign-in/code/", {"email": ANNA})
    assert "There is no account" in mail.outbox[-1].body
    owner.post("/account/sign-out/")
    Account.objects.update(created_at=EVENING)
    cache.clear()  # there may be one code in ten seconds
    sign_up(owner)
    enter(owner, "email", code())
    assert Account.objects.get().check_password(PASSWORD)
    assert sign_in(Client(), password="the thief knows it").status_code == 422


@pytest.mark.parametrize(
    ("language", "password", "said"),
    [
        ("en", "kort", "This password is too short: take eight characters or more."),
        ("en", "password123", "Many people use this password: take another one."),
        ("en", "anna@example", "This password is almost your address: take another one."),
        ("nl", "kort", "Dit wachtwoord is te kort: neem acht tekens of meer."),
        ("nl", "password123", "Dit wachtwoord gebruiken veel mensen: neem een ander."),
        ("nl", "anna@example", "Dit wachtwoord is bijna je adres: neem een ander."),
    ],
)
def test_a_weak_password_is_said_at_its_field(db, language, password, said):
    phone = Client(headers={"Accept-Language": language})
    refused = sign_up(phone, password=password)
    assert refused.status_code == 422
    assert wrong_at(refused, "password1") == said
    assert Page(refused).tag_with(name="email")["value"] == ANNA
    assert not Account.objects.exists()


def test_all_that_is_missing_is_said_at_once(db):
    refused = sign_up(Client(), "anna", "")
    assert wrong_at(refused, "email").startswith("This is no e-mail address")
    assert wrong_at(refused, "password1") == "Type a password."


# --- in -------------------------------------------------------------------------------------------


def test_signing_in_by_password(anna):
    phone = Client()
    assert sign_in(phone, " Anna@Example.org ")["Location"] == "/"
    assert is_in(phone)


def test_a_wrong_password_and_an_unknown_address_are_answered_alike(anna):
    known, unknown = sign_in(Client(), password="no"), sign_in(Client(), "x@example.org", "no")
    assert known.status_code == unknown.status_code == 422
    said = {wrong_at(refused, "password") for refused in (known, unknown)}
    assert said == {"This address and this password do not go together."}


def test_where_one_was_going_one_gets_after_signing_in(anna):
    phone = Client()
    asked = phone.get("/account/email/")
    assert asked["Location"] == "/account/sign-in/?next=/account/email/"
    page = Page(phone.get(asked["Location"]))
    sent = {"login": ANNA, "password": PASSWORD, "next": page.sent["next"]}
    assert phone.post("/account/sign-in/", sent)["Location"] == "/account/email/"


def test_to_no_other_site_one_is_sent(anna):
    sent = {"login": ANNA, "password": PASSWORD, "next": "https://evil.example/"}
    assert Client().post("/account/sign-in/", sent)["Location"] == "/"


def test_signing_in_by_code(anna):
    phone = Client()
    asked = phone.post("/account/sign-in/code/", {"email": ANNA})
    assert asked["Location"] == "/account/sign-in/enter/"
    assert wrong_at(enter(phone, "sign-in", another(code())), "code")
    assert enter(phone, "sign-in", code())["Location"] == "/"
    assert is_in(phone)


def test_a_code_is_for_the_browser_that_asked_for_it(anna):
    phone, other = Client(), Client()
    phone.post("/account/sign-in/code/", {"email": ANNA})
    enter(other, "sign-in", code())
    assert not is_in(other)


def test_no_code_is_sent_where_there_is_no_account_and_nobody_is_told(anna):
    pages = []
    for email in (ANNA, "x@example.org"):
        phone = Client()
        asked = phone.post("/account/sign-in/code/", {"email": email})
        pages.append(Page(phone.get(asked["Location"])).words.replace(email, ""))
    assert pages[0] == pages[1]
    assert not re.search(r"\d{4}-\d{4}", mail.outbox[-1].body)


def test_too_many_wrong_passwords_and_the_right_one_is_refused_too(anna):
    phone = Client()
    for _try in range(10):
        sign_in(phone, password="no")
    refused = sign_in(phone)
    assert refused.status_code == 422
    assert wrong_at(refused, "password") == "Too many tries. Wait a few minutes, then try again."
    assert not is_in(phone)
    assert sign_in(Client(REMOTE_ADDR="198.51.100.7")).status_code == 422


def test_all_processes_count_together(anna):
    sign_in(Client(), password="no")
    with connection.cursor() as cursor:
        cursor.execute("SELECT cache_key FROM scoreboard_counted")
        keys = [key for (key,) in cursor.fetchall()]
    assert [key for key in keys if "login_failed" in key]
    assert not [key for key in keys if ANNA in key]


def test_too_many_from_one_address_are_answered_429(anna, settings):
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"login": "3/m/ip"}
    for _try in range(3):
        assert sign_in(Client()).status_code == 302
    refused = sign_in(Client())
    assert refused.status_code == 429
    assert "Too many tries" in Page(refused).words
    assert sign_in(Client(REMOTE_ADDR="198.51.100.7")).status_code == 302


def test_whoever_makes_up_an_address_is_counted_at_their_own(anna, settings):
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"login": "3/m/ip"}
    answers = [
        sign_in(Client(), headers={"X-Forwarded-For": f"198.51.100.{number}"}).status_code
        for number in range(4)
    ]
    assert answers == [302, 302, 302, 429]


def test_a_whole_club_signs_in_on_one_evening(db):
    for number in range(40):
        phone = Client()
        assert sign_up(phone, f"member{number}@example.org").status_code == 302
        enter(phone, "email", code())
        assert is_in(phone)


def test_a_phone_with_something_of_its_own_keeps_it_beside_an_account(anna, owner, game, phone):
    sign_in(phone)
    assert phone.session["guest"] == owner.guest.pk
    owner.refresh_from_db()
    assert owner.account is None


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
