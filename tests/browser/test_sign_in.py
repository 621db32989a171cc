"""Keeping what a guest began, with a password or a passkey, in a real browser."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from scoreboard.models import Account
from tests.browser.browsers import DESKTOP, PHONE
from tests.browser.table import start_session
from tests.browser.test_accessible import faults
from tests.browser.test_boards import sticks_out
from tests.browser.test_without_network import ARE_KEPT

PASSWORD = "oma riet wint altijd"
ANNA = "anna@example.org"
KEPT_PAGES = """async () => {
    const requests = await (await caches.open("tafelstand-1")).keys();
    return requests.map(({url}) => new URL(url).pathname).filter((path) => path.endsWith("/"));
}"""
FINGER = {
    **{"protocol": "ctap2", "transport": "internal", "hasResidentKey": True},
    **{"hasUserVerification": True, "isUserVerified": True, "automaticPresenceSimulation": True},
}


@pytest.fixture
def phone(open_page: Callable[..., Page], here: str) -> Page:
    return open_page(PHONE, base_url=here, reduced_motion="reduce")


def with_finger(page: Page) -> None:
    """A phone that knows its owner, who is there and willing."""
    talk = page.context.new_cdp_session(page)
    talk.send("WebAuthn.enable")
    talk.send("WebAuthn.addVirtualAuthenticator", {"options": FINGER})


def enter(page: Page, code: str) -> None:
    expect(page).to_have_url(re.compile("/enter/$"))
    page.get_by_label("The code").fill(code)
    page.get_by_role("button", name="Go on").click()


def keep(page: Page, code: Callable[[], str]) -> None:
    page.goto("/account/keep/")
    page.get_by_label("E-mail address").fill(ANNA)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Keep it for good").dblclick()  # as many people do
    expect(page).to_have_url(re.compile("/email/enter/$"))
    enter(page, code())
    expect(page.get_by_text("It is kept")).to_be_visible()


def sign_out(page: Page) -> None:
    page.goto("/account/sign-out/")
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("heading", name="Signed out")).to_be_visible()


def sign_in(page: Page) -> None:
    page.goto("/account/sign-in/")
    page.get_by_label("E-mail address").fill(ANNA)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page).to_have_url(re.compile(r":\d+/$"))


def test_what_a_guest_began_is_on_the_next_phone_as_well(
    phone: Page, open_page: Callable[..., Page], code: Callable[[], str]
) -> None:
    board = start_session(phone, "Anna, Bram")
    phone.get_by_role("link", name="Account").click()
    phone.get_by_role("link", name="Make an account").click()
    phone.get_by_label("E-mail address").fill(ANNA)
    phone.get_by_label("Password").fill("kort")
    phone.get_by_role("button", name="Keep it for good").click()
    expect(phone.locator(".wrong")).to_contain_text("too short")
    phone.get_by_label("Password").fill(PASSWORD)
    phone.keyboard.press("Enter")
    expect(phone).to_have_url(re.compile("/email/enter/$"))
    enter(phone, "1234-5678")
    expect(phone.locator(".wrong")).to_have_text("This is not the code in the e-mail.")
    enter(phone, code())
    expect(phone.get_by_text("It is kept")).to_be_visible()
    phone.goto(board)
    expect(phone.get_by_role("link", name="Record round 1")).to_be_visible()
    other = open_page(DESKTOP, base_url=phone.url.split("/sessions")[0])
    sign_in(other)
    other.goto(board)
    expect(other.get_by_role("link", name="Record round 1")).to_be_visible()


def test_a_passkey_is_added_and_signs_in(phone: Page, code: Callable[[], str]) -> None:
    with_finger(phone)
    board = start_session(phone, "Anna, Bram")
    keep(phone, code)
    phone.goto("/account/passkeys/")
    phone.get_by_role("link", name="Add a passkey").click()
    phone.get_by_label("Name of the passkey").fill("My phone")
    phone.get_by_role("button", name="Make the passkey").click()
    expect(phone.get_by_role("link", name="My phone")).to_be_visible()
    sign_out(phone)
    assert phone.goto(board).status == 404
    phone.goto("/account/sign-in/?next=/sessions/")
    phone.get_by_role("button", name="With a passkey").click()
    expect(phone).to_have_url(re.compile(r":\d+/sessions/$"))
    assert phone.goto(board).status == 200


def test_an_account_without_a_password(phone: Page, code: Callable[[], str]) -> None:
    with_finger(phone)
    board = start_session(phone, "Anna, Bram")
    phone.goto("/account/keep/")
    phone.get_by_role("link", name="With a passkey").click()
    phone.get_by_label("E-mail address").fill(ANNA)
    phone.get_by_role("button", name="Send me the code").click()
    expect(phone).to_have_url(re.compile("/email/enter/$"))
    enter(phone, code())
    phone.get_by_role("button", name="Make the passkey").click()
    expect(phone.get_by_text("It is kept")).to_be_visible()
    sign_out(phone)
    phone.goto("/account/sign-in/")
    phone.get_by_role("button", name="With a passkey").click()
    expect(phone).to_have_url(re.compile(r":\d+/$"))
    assert phone.goto(board).status == 200
    assert not Account.objects.get().has_usable_password()


def test_a_passkey_that_was_called_off_is_said_and_nothing_is_lost(phone: Page) -> None:
    talk = phone.context.new_cdp_session(phone)
    talk.send("WebAuthn.enable")
    talk.send("WebAuthn.addVirtualAuthenticator", {"options": FINGER | {"isUserVerified": False}})
    phone.goto("/account/sign-in/")
    phone.get_by_label("E-mail address").fill(ANNA)
    phone.get_by_role("button", name="With a passkey").click()
    expect(phone.get_by_text("That did not work, or you called it off.")).to_be_visible()
    expect(phone.get_by_label("E-mail address")).to_have_value(ANNA)


def test_where_a_browser_has_no_passkeys_there_is_no_button_for_them(
    phone: Page, code: Callable[[], str]
) -> None:
    phone.add_init_script("delete window.PublicKeyCredential")
    for page in ("sign-in", "keep"):
        phone.goto(f"/account/{page}/")
        expect(phone.get_by_role("heading", level=1)).to_be_visible()
        expect(phone.get_by_text("With a passkey")).to_be_hidden()
    start_session(phone, "Anna, Bram")
    keep(phone, code)
    phone.goto("/account/passkeys/add/")
    expect(phone.get_by_text("This browser makes no passkeys here.")).to_be_visible()
    expect(phone.get_by_role("button", name="Make the passkey")).to_be_hidden()


def test_after_signing_out_nothing_is_left_for_when_there_is_no_network(
    open_page: Callable[..., Page], here: str, code: Callable[[], str]
) -> None:
    phone = open_page(PHONE, base_url=here, service_workers="allow")
    board = start_session(phone, "Anna, Bram")
    assert phone.evaluate(ARE_KEPT, [board])
    keep(phone, code)
    phone.goto(board)
    assert board.removeprefix(here) in phone.evaluate(KEPT_PAGES)
    phone.goto("/account/email/")
    sign_out(phone)
    kept = phone.evaluate(KEPT_PAGES)
    assert [path for path in kept if "/sessions/" in path or "/account/" in path] == []


def test_axe_finds_nothing_on_any_page_about_signing_in(
    phone: Page, code: Callable[[], str]
) -> None:
    with_finger(phone)
    start_session(phone, "Anna, Bram")
    found = []
    for state in states(phone, code):
        found += faults(phone, state)
        found += [f"{state} sticks out"] * sticks_out(phone)
    assert found == []


def states(page: Page, code: Callable[[], str]) -> Iterator[str]:
    yield from refused(page, "keep", "Keep it for good")
    keep(page, code)
    for name in ("", "email/", "password/", "passkeys/", "passkeys/add/", "phones/", "again/"):
        page.goto(f"/account/{name}")
        yield f"account {name}"
    page.goto("/account/passkeys/add/")
    page.get_by_role("button", name="Make the passkey").click()
    page.get_by_role("link", name=re.compile(" on ")).click()
    yield "a passkey"
    page.get_by_role("link", name="Remove").click()
    yield "remove a passkey"
    for name in ("again/code/", "again/passkey/", "sign-out/"):
        page.goto(f"/account/{name}")
        yield f"account {name}"
    page.get_by_role("button", name="Sign out").click()
    yield "signed out"
    yield from refused(page, "sign-in", "Sign in")
    for name in ("sign-in/code/", "keep/passkey/", "password/forgotten/"):
        page.goto(f"/account/{name}")
        yield f"account {name}"
    page.get_by_label("E-mail address").fill(ANNA)
    page.get_by_role("button", name="Send me the code").click()
    expect(page).to_have_url(re.compile("/enter/$"))
    yield "a code"
    enter(page, code())
    expect(page.get_by_label("New password")).to_be_visible()
    yield "a new password"


def refused(page: Page, name: str, button: str) -> Iterator[str]:
    page.goto(f"/account/{name}/")
    yield name
    page.get_by_role("button", name=button, exact=True).click()
    expect(page.locator(".wrong").first).to_be_visible()
    yield f"{name}, refused"
