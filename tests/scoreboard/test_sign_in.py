"""Signing up with what one began as a guest, in, out, and in again with a new password."""

import re

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core import mail
from django.core.cache import cache
from django.db import connection
from django.test import Client

from scoreboard.models import Account, Member
from tests.scoreboard.readback import Page
from tests.scoreboard.signing_in import (
    ANNA,
    PASSWORD,
    anna_s_account,
    another,
    code,
    enter,
    is_in,
    sign_in,
    sign_up,
    some_time_later,
    wrong_at,
)


@pytest.fixture
def anna(db) -> Account:
    return anna_s_account()


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
    some_time_later()
    sign_up(owner)
    enter(owner, "email", code())
    assert Account.objects.get().check_password(PASSWORD)
    assert sign_in(Client(), password="the thief knows it").status_code == 422


def test_an_address_that_was_never_confirmed_gets_no_new_password(anna):
    pages = []
    sign_up(Client(), "bram@example.org", "the thief knows it")
    for email in ("bram@example.org", "nobody@example.org", ANNA):
        owner = Client()
        asked = owner.post("/account/password/forgotten/", {"email": email})
        pages.append(Page(owner.get(asked["Location"])).words.replace(email, ""))
        assert mail.outbox[-1].to == [email]
        assert bool(re.search(r"\d{4}-\d{4}", mail.outbox[-1].body)) == (email == ANNA)
    assert pages[0] == pages[1] == pages[2]


def test_a_password_lets_nobody_in_before_the_address_is_confirmed(db):
    thief, again, owner = Client(), Client(), Client()
    sign_up(thief, password="the thief knows it")
    some_time_later()
    assert sign_in(again, password="the thief knows it")["Location"] == "/account/email/enter/"
    assert [sent.to for sent in mail.outbox] == [[ANNA], [ANNA]]
    assert not is_in(again)
    some_time_later()
    sign_up(owner)
    codes = [re.search(r"\d{4}-\d{4}", sent.body)[0] for sent in mail.outbox]
    for phone in (thief, again):
        for text in codes:
            enter(phone, "email", text)
        assert not is_in(phone)
    enter(owner, "email", codes[-1])
    assert is_in(owner)
    assert sign_in(Client(), password="the thief knows it").status_code == 422


def test_whoever_is_overtaken_while_a_code_is_under_way_signs_up_once_more(db):
    owner = Client()
    sign_up(owner)
    first = code()
    some_time_later()
    sign_up(Client(), password="the thief knows it")
    assert wrong_at(enter(owner, "email", first), "code")
    assert not EmailAddress.objects.filter(verified=True).exists()
    owner.post("/account/sign-out/")  # "Take another address"
    some_time_later()
    sign_up(owner)
    enter(owner, "email", code())
    assert is_in(owner)
    assert Account.objects.get().check_password(PASSWORD)


class CountedHasher(MD5PasswordHasher):
    """How often is what takes the time."""

    algorithm = "counted"
    times = 0

    def encode(self, password: str, salt: str) -> str:
        CountedHasher.times += 1
        return super().encode(password, salt)


def test_the_time_that_signing_up_takes_tells_nothing(anna, settings):
    settings.PASSWORD_HASHERS = [f"{__name__}.CountedHasher"]
    times = []
    for email in (ANNA, "nobody@example.org"):
        before = CountedHasher.times
        assert sign_up(Client(), email).status_code == 302
        times.append(CountedHasher.times - before)
    assert times == [1, 1]


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


def of_length(number: int, last: str = "a") -> str:
    ending = f"@{'b' * 60}.{last * 30}.{'c' * 60}.example"
    return "a" * (number - len(ending)) + ending


# The last has 240 letters until its thirty capitals are written small: each is two then.
TOO_LONG = {"by one": of_length(255), "by far": of_length(500), "when small": of_length(240, "İ")}


@pytest.mark.parametrize("address", TOO_LONG.values(), ids=TOO_LONG)
def test_an_address_that_is_too_long_is_refused_wherever_it_is_typed(anna, address):
    phone, nobody = Client(), Client()
    sign_in(phone)
    answers = [sign_up(nobody, address)]
    answers.append(phone.post("/account/email/", {"email": address, "action_add": ""}))
    for name in ("keep/passkey", "sign-in/code", "password/forgotten"):
        answers.append(nobody.post(f"/account/{name}/", {"email": address}))
    said = [wrong_at(answer, "email") for answer in answers]
    said.append(wrong_at(sign_in(nobody, address), "login"))
    assert said == ["An e-mail address has at most 254 letters."] * 6
    assert not mail.outbox


NO_ADDRESS = ["anna", "anna@a", "a\0@a.nl", f"anna@{'é' * 60}.nl", "anna@xn--é.nl", "anna@。a.nl"]


@pytest.mark.parametrize("address", NO_ADDRESS)
def test_what_no_e_mail_can_go_to_is_no_address(db, address):
    refused = sign_up(Client(), address)
    assert refused.status_code == 422
    assert refused.context["form"].errors["email"] == [
        "This is no e-mail address; one looks like anna@example.org."
    ]


def test_an_address_may_have_letters_of_any_language(db):
    assert sign_up(Client(), "anna@crêpe.example").status_code == 302
    assert mail.outbox[-1].to == ["anna@crêpe.example"]


def test_the_longest_address_that_may_be_is_stored(anna):
    phone, other = Client(), Client()
    sign_up(phone, of_length(254))
    enter(phone, "email", code())
    assert is_in(phone)
    sign_in(other)
    longest = of_length(254).replace("@", "x@").removeprefix("a")
    other.post("/account/email/", {"email": longest, "action_add": ""})
    assert enter(other, "email", code())["Location"] == "/account/"
    anna.refresh_from_db()
    assert anna.email == longest


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


def test_nobody_can_shut_the_owner_out(anna):
    """Neither by wrong passwords, nor by asking for more codes than anybody needs."""
    for number in range(3):
        thief = Client(REMOTE_ADDR=f"198.51.100.{number}")
        for _try in range(11):
            sign_in(thief, password="no")
        for _try in range(3):
            for name in ("sign-in/code", "password/forgotten"):
                thief.post(f"/account/{name}/", {"email": ANNA})
    assert sign_in(Client()).status_code == 302
    phone, other = Client(), Client()
    phone.post("/account/sign-in/code/", {"email": ANNA})
    enter(phone, "sign-in", code())
    assert is_in(phone)
    other.post("/account/password/forgotten/", {"email": ANNA})
    assert enter(other, "password", code())["Location"] == "/account/password/new/"


@pytest.mark.parametrize("asked", ["sign-in/code", "password/forgotten"])
def test_codes_are_not_sent_without_end_and_the_password_still_counts(anna, asked):
    for number in range(22):
        phone = Client(REMOTE_ADDR=f"198.51.100.{number}")
        phone.post(f"/account/{asked}/", {"email": ANNA})
    assert len(mail.outbox) == 20
    assert sign_in(Client()).status_code == 302


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
