"""Setting up, looking around, another language, and no script at all."""

import re
from collections.abc import Callable

from django.core.management import call_command
from playwright.sync_api import Page, expect

from tests.browser.browsers import DESKTOP
from tests.browser.table import start_session, totals


def test_seats_are_chosen_added_and_moved(phone: Page) -> None:
    phone.goto("/sessions/new/")
    for name in ("Anna", "Bram", "Oma Riet"):
        phone.get_by_label("Someone new").fill(name)
        phone.get_by_role("button", name="Add", exact=True).click()
        expect(phone.locator(".seats li").last).to_contain_text(name)
    phone.get_by_role("button", name="Oma Riet one seat earlier").click()
    expect(phone.locator(".seats li").nth(1)).to_contain_text("Oma Riet")
    phone.get_by_label("Someone new").fill("anna ")
    phone.get_by_role("button", name="Add", exact=True).click()
    expect(phone.locator("#new-errors")).to_have_text("Anna is already at the table.")
    phone.get_by_label("Someone new").fill("")
    phone.get_by_label("Deals first").select_option("Bram")
    phone.get_by_label("Wild counts 20").check()
    phone.get_by_label("Play to").fill("200")
    phone.get_by_role("button", name="Start with 3 players").click()
    expect(phone).to_have_url(re.compile(r"/sessions/\d+/$"))
    assert list(totals(phone)) == ["Anna", "Oma Riet", "Bram"]
    expect(phone.get_by_text("Bram deals")).to_be_visible()
    expect(phone.locator(".top")).to_contain_text("First to 200")
    expect(phone.locator(".top")).to_contain_text("Wild counts 20")


def test_a_rematch_is_two_taps(phone: Page) -> None:
    first = start_session(phone, "Anna, Bram, Cees")
    phone.goto("/")
    phone.get_by_role("button", name="Rematch").click()
    expect(phone).not_to_have_url(first)
    assert list(totals(phone)) == ["Anna", "Bram", "Cees"]


def test_a_newcomer_looks_around_in_the_demo_and_leaves_it(desktop: Page) -> None:
    call_command("demo", verbosity=0)
    desktop.goto("/")
    desktop.get_by_role("button", name="Look around in the demo").click()
    desktop.get_by_role("link", name=re.compile("Go on with round")).click()
    expect(desktop.locator("#rounds tbody tr").first).to_be_visible()
    desktop.get_by_role("link", name="Home").click()
    desktop.get_by_role("link", name=re.compile("Oma’s birthday")).click()
    expect(desktop.locator(".champion .names")).to_have_text("Oma Riet")
    desktop.get_by_role("link", name="Home").click()
    desktop.get_by_role("button", name="Leave the demo").click()
    expect(desktop.get_by_text("Who is playing?")).to_be_visible()


def test_the_language_is_the_browsers_and_can_be_chosen(open_page: Callable[..., Page]) -> None:
    dutch = open_page(locale="nl")
    dutch.goto("/")
    expect(dutch.locator("html")).to_have_attribute("lang", "nl")
    expect(dutch.get_by_role("heading", name="Wie speelt er mee?")).to_be_visible()
    dutch.get_by_role("button", name="English").click()
    expect(dutch.get_by_role("heading", name="Who is playing?")).to_be_visible()


def test_everything_works_without_script(open_page: Callable[..., Page]) -> None:
    page = open_page(DESKTOP, java_script_enabled=False)
    board = start_session(page, "Anna, Bram, Cees")
    page.get_by_role("link", name="Record round 1").click()
    page.locator(".went .chip", has_text="Anna").click()
    page.get_by_role("group", name="Bram").get_by_label("Cards", exact=True).fill("7, wild")
    cees = page.get_by_role("group", name="Cees")
    cees.get_by_label("Points").fill("1241")
    page.get_by_role("button", name="Store round 1").click()
    expect(page.get_by_role("alert")).to_contain_text("Cees")
    expect(page.get_by_role("group", name="Bram").get_by_label("Cards", exact=True)).to_have_value(
        "7, wild"
    )
    cees.get_by_label("Points").fill("12")
    page.get_by_role("button", name="Store round 1").click()
    expect(page).to_have_url(board)
    assert totals(page) == {"Anna": 69, "Bram": 0, "Cees": 0}
    page.get_by_role("link", name="Undo").click()
    page.get_by_role("button", name="Remove round 1").click()
    expect(page.get_by_role("status")).to_have_text("Round 1 is removed.")
    assert totals(page) == {"Anna": 0, "Bram": 0, "Cees": 0}
    page.get_by_role("link", name="Close for tonight").click()
    page.get_by_role("button", name="Close the session").click()
    expect(page.get_by_text("Closed without a round")).to_be_visible()
