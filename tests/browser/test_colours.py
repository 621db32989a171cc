"""Colours may be given and never must: a hand's cards get theirs by tapping, as by typing."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from scoreboard.models import Round
from tests.browser.table import (
    choose_way,
    hand_of,
    on_to,
    open_pad,
    places,
    side_up,
    start_agreed,
    start_session,
    store,
    tap,
    type_cards,
    went_out,
)

FLIP = {"edition": "flip-112"}


def colour_button(page: Page) -> Locator:
    return page.get_by_role("button", name="Colour of the last card")


def give(page: Page, colour: str) -> None:
    """The card that was tapped last gets its colour; two taps."""
    colour_button(page).click()
    page.locator(f'.hue[data-colour="{colour}"]').click()


def held(page: Page) -> list[str]:
    return page.locator(".held").evaluate_all("all => all.map(held => held.dataset.card)")


def test_a_colour_that_is_tapped_is_the_same_as_one_that_is_typed(phone: Page) -> None:
    board = start_session(phone, "Anna, Bram, Cees")
    open_pad(phone, 1)
    went_out(phone, "Anna")
    expect(colour_button(phone)).to_be_disabled()
    tap(phone, "9", "7")
    before = places(phone)
    colour_button(phone).click()
    shown = phone.get_by_role("group", name="Colour of this card: 7").get_by_role("button")
    expect(shown).to_have_text(["7red", "7yellow", "7green", "7blue", "7no colour"])
    assert all(box["height"] >= 44 for box in (key.bounding_box() for key in shown.all()))
    assert places(phone) == before
    shown.first.click()
    expect(phone.get_by_role("status").filter(has_text="red 7")).to_have_count(1)
    assert places(phone) == before
    tap(phone, "7", "wild")
    give(phone, "blue")  # a Wild has none, so it is the card before
    assert held(phone) == ["red 7", "blue 7", "9", "wild"]
    expect(hand_of(phone, "Bram")).to_contain_text("red 7, blue 7, 9, Wild")
    expect(phone.locator(".padbox output span")).to_have_text("73")
    on_to(phone, "Cees")
    expect(colour_button(phone)).to_be_disabled()
    type_cards(phone, "red 7, blue 7, 9, Wild")
    expect(hand_of(phone, "Cees").locator("output")).to_have_text("73")
    choose_way(phone, "cards")
    assert held(phone) == ["red 7", "blue 7", "9", "wild"]
    store(phone)
    expect(phone).to_have_url(board)
    tapped, typed = Round.objects.get().hands.order_by("seat__position")
    assert tapped.cards == typed.cards == ["red 7", "blue 7", "9", "wild"]


def test_another_card_of_the_hand_can_get_a_colour_and_lose_it(phone: Page) -> None:
    start_session(phone, "Anna, Bram")
    open_pad(phone, 1)
    went_out(phone, "Anna")
    tap(phone, "3", "3", "skip", "wild")
    colour_button(phone).click()
    expect(phone.locator('.held[data-card="wild"]')).to_be_disabled()
    phone.get_by_role("button", name="3 ×2, give one its colour").click()
    phone.get_by_role("button", name="green 3").click()
    assert held(phone) == ["3", "green 3", "skip", "wild"]
    colour_button(phone).click()
    phone.locator('.held[data-card="green 3"]').click()
    phone.get_by_role("button", name="no colour").click()
    assert held(phone) == ["3", "skip", "wild"]
    expect(phone.locator('.held[data-card="3"]')).to_contain_text("×2")
    # Anything else leaves the colours alone again.
    colour_button(phone).click()
    phone.get_by_role("button", name="Take the last card away").click()
    assert held(phone) == ["3", "skip"]
    expect(phone.locator(".hue")).to_have_count(0)


def test_colours_are_given_by_keyboard(desktop: Page) -> None:
    start_session(desktop, "Anna, Bram")
    open_pad(desktop, 1)
    went_out(desktop, "Anna")
    expect(hand_of(desktop, "Bram")).to_have_attribute("aria-pressed", "true")
    key = desktop.locator('.key[data-face="5"]')
    key.press("Enter")
    colour_button(desktop).press("Enter")
    expect(colour_button(desktop)).to_have_attribute("aria-expanded", "true")
    expect(desktop.get_by_role("button", name="no colour")).to_be_focused()
    desktop.keyboard.press("Escape")
    expect(colour_button(desktop)).to_be_focused()
    desktop.keyboard.press("Enter")
    desktop.keyboard.press("Shift+Tab")
    desktop.keyboard.press("Space")  # the one before: blue
    expect(key).to_be_focused()
    assert held(desktop) == ["blue 5"]


def test_the_colours_of_the_dark_side_in_dutch(open_page: Callable[..., Page]) -> None:
    page = open_page(locale="nl")
    page.goto("/")
    page.get_by_label("Namen").fill("Anna, Bram")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/sessions/*/")
    board = start_agreed(page, "Anna, Bram", **FLIP)
    page.goto(f"{board}rounds/")
    went_out(page, "Anna")
    side_up(page, "Donker")
    tap(page, "skip-everyone")
    page.locator("[data-colour-it]").click()
    expect(page.locator(".hue .cut")).to_contain_text(["roze", "turquoise", "oranje", "paars"])
    page.locator(".hue", has_text="paars").click()
    expect(page.locator(".held .of")).to_have_text("pa")
    expect(hand_of(page, "Bram")).to_contain_text("paarse sla iedereen over")
    store(page)
    expect(page).to_have_url(board)
    assert Round.objects.get().hands.get().cards == ["purple skip-everyone"]


@pytest.mark.parametrize("edition", ["all-wild-112", "points-only"])
def test_where_no_card_has_a_colour_none_is_asked(phone: Page, edition: str) -> None:
    start_agreed(phone, "Anna, Bram", edition=edition)
    open_pad(phone, 1)
    went_out(phone, "Anna")
    expect(phone.get_by_role("button", name="Take the last card away")).to_be_enabled()
    expect(colour_button(phone)).to_have_count(0)
