"""How many taps it takes, counted in the page itself."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.browsers import DESKTOP, PHONE
from tests.browser.table import on_to, open_pad, start_session, store, tap, totals, went_out

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
