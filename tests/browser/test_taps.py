"""How many taps it takes, counted in the page itself."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from scoreboard.models import GameSession
from tests.browser.browsers import DESKTOP, PHONE
from tests.browser.table import (
    first_round,
    on_to,
    open_pad,
    start_agreed,
    start_session,
    store,
    tap,
    totals,
    went_out,
)

# Fingers and pointers that really came down; it goes on over the pages of a visit.
COUNT = """addEventListener("pointerdown", ({isTrusted}) => {
  if (isTrusted) sessionStorage.taps = Number(sessionStorage.taps ?? 0) + 1;
}, true)"""


def taps(page: Page) -> int:
    return page.evaluate("Number(sessionStorage.taps ?? 0)")


@pytest.mark.parametrize("screen", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_round_of_four_with_twelve_cards_left_takes_sixteen_taps(
    open_page: Callable[..., Page], screen: dict
) -> None:
    page = open_page(screen)
    page.add_init_script(COUNT)
    board = start_session(page, "Anna, Bram, Cees, Daan")
    open_pad(page, 1)
    before = taps(page)
    assert before > 0
    went_out(page, "Bram")
    tap(page, "9", "3", "9", "skip", "wild")  # Anna
    on_to(page, "Cees")
    tap(page, "draw-two", "1", "1", "7")
    on_to(page, "Daan")
    tap(page, "0", "reverse", "wild-draw-four")
    store(page)
    expect(page).to_have_url(board)
    assert taps(page) - before <= 12 + 4
    assert totals(page) == {"Anna": 0, "Bram": 91 + 29 + 70, "Cees": 0, "Daan": 0}


def middle_of(button: Locator) -> tuple[float, float]:
    box = button.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def touch_twice(page: Page, button: Locator, *, then: str) -> None:
    """The second touch comes as soon as the page of that address can be seen."""
    at = middle_of(button)
    page.touchscreen.tap(*at)
    expect(page).to_have_url(then)
    rematch = page.get_by_text("Rematch", exact=True)
    expect(rematch).to_be_visible()
    assert page.evaluate("at => Boolean(document.elementFromPoint(...at).closest('.dock'))", at)
    page.touchscreen.tap(*at)
    page.keyboard.press("Enter")


def the_winner_is_seen_and_a_rematch_starts_later(page: Page, board: str) -> None:
    page.wait_for_timeout(400)
    expect(page).to_have_url(board)
    expect(page.locator("#winner")).to_be_visible()
    assert GameSession.objects.filter(pk=int(board.split("/")[-2]) + 1).count() == 0
    page.get_by_role("button", name="Rematch").click()
    expect(page).not_to_have_url(board)
    expect(page).to_have_url(re.compile(r"/sessions/\d+/$"))


def test_a_second_touch_on_store_starts_no_rematch(phone: Page) -> None:
    board = start_agreed(phone, "Anna, Bram", target=50)
    open_pad(phone, 1)
    went_out(phone, "Anna")
    tap(phone, "wild")
    touch_twice(phone, phone.locator("[data-store]"), then=board)
    the_winner_is_seen_and_a_rematch_starts_later(phone, board)


def test_a_second_touch_on_close_starts_no_rematch(phone: Page) -> None:
    board = first_round(phone)
    phone.get_by_role("link", name="Close for tonight").click()
    close = phone.get_by_role("button", name="Close the session")
    touch_twice(phone, close, then=board)
    the_winner_is_seen_and_a_rematch_starts_later(phone, board)


def test_a_board_that_comes_by_a_link_takes_a_touch_at_once(phone: Page) -> None:
    board = first_round(phone)
    phone.get_by_role("link", name="History").click()
    phone.get_by_role("link", name="To the board").click()
    expect(phone).to_have_url(board)
    phone.touchscreen.tap(*middle_of(phone.locator("[data-record]")))
    expect(phone.get_by_role("heading", name="Round 2")).to_be_visible()
