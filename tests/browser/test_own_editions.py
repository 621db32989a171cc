"""A family with a box of its own: described once, played with, and changed later."""

import re

from playwright.sync_api import Page, expect

from tests.browser.table import start_session


def test_a_box_of_ones_own_is_described_and_looked_up(phone: Page) -> None:
    start_session(phone, "Anna, Bram")
    phone.goto("/editions/")
    phone.get_by_label("Start from").select_option(label="UNO classic, 108 cards")
    phone.get_by_role("button", name="Make your own").click()
    phone.get_by_label("Name of your edition").fill("Oma’s box")
    wild = phone.locator(".cardrow", has=phone.locator('[value="Wild"]'))
    wild.get_by_label("Points").fill("20")
    another = phone.locator(".cardrow").last
    another.get_by_label("Another card").fill("Grandpa’s joker")
    another.get_by_label("How many").fill("-2")
    phone.get_by_role("button", name="Store").click()
    expect(another.get_by_text("give a whole number from 0")).to_be_visible()
    expect(wild.get_by_label("Points")).to_have_value("20")
    phone.locator(".cardrow", has=phone.locator('[value="Grandpa’s joker"]')).get_by_label(
        "How many"
    ).fill("2")
    phone.get_by_role("button", name="Store").click()
    expect(phone).to_have_url(re.compile(r"/editions/\w{12}/$"))
    expect(phone.locator(".cards li", has_text="Grandpa’s joker")).to_contain_text("as agreed")
    expect(phone.locator(".cards li", has_text="choose the colour").first).to_contain_text("20")
    phone.get_by_role("link", name="Change").click()
    phone.get_by_label("Usually played to").fill("300")
    phone.get_by_role("button", name="Store").click()
    expect(phone.locator(".facts")).to_contain_text("300")
