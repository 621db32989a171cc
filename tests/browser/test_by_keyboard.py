"""A whole night by keyboard alone: what has the focus is seen, and it is never lost."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.browser.browsers import DESKTOP
from tests.browser.table import totals

MOST_TABS = 60
BACK = "Shift+Tab"  # often the shorter way to what stands at the end of a page
# What the one who looks sees of the focus: an outline at the element or at the label around it, in
# the window, and not under what is fixed there (WCAG 2.4.7 and 2.4.11).
SEEN = """focused => {
  const bearer = focused.closest(".chip, .seg label, .pick") ?? focused;
  const {outlineStyle, outlineWidth} = getComputedStyle(bearer);
  if (outlineStyle === "none" || parseFloat(outlineWidth) < 2) return "no outline";
  const {left, right, top, bottom} = bearer.getBoundingClientRect();
  const isInside = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
  if (!isInside) return "not in the window";
  const middle = [(left + right) / 2, (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2];
  const uppermost = document.elementFromPoint(...middle);
  return bearer.contains(uppermost) || uppermost.contains(bearer) ? "" : "covered";
}"""

# The body has the focus in between, where a browser would go to its own buttons.
WHERE = f"""wanted => {{
  const focused = document.activeElement;
  return [focused === wanted, focused === document.body ? "" : ({SEEN})(focused)];
}}"""


def press(page: Page, key: str, times: int = 1) -> None:
    for _ in range(times):
        page.keyboard.press(key)


def expect_focus(wanted: Locator) -> None:
    expect(wanted).to_be_focused()
    assert wanted.evaluate(SEEN) == "", wanted


def tab_to(page: Page, wanted: Locator, key: str = "Tab") -> None:
    """Key by key, as who has no other way; on its way the focus is always somewhere to be seen."""
    expect(wanted).to_be_visible()
    expect(wanted).to_be_enabled()  # the pad waits a moment, and a test is faster than hands
    element = wanted.element_handle()
    for _ in range(MOST_TABS):
        page.keyboard.press(key)
        arrived, fault = page.evaluate(WHERE, element)
        assert fault == "", page.evaluate("document.activeElement.outerHTML.slice(0, 200)")
        if arrived:
            return
    raise AssertionError(f"{MOST_TABS} times {key} do not lead to {wanted}")


def button(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name).filter(visible=True)


def said(page: Page) -> Locator:
    """What a screen reader says of what just happened."""
    return page.get_by_role("status").filter(has_text=re.compile(r"\S"))


def link(page: Page, name: str) -> Locator:
    return page.get_by_role("link", name=name)


def test_a_whole_night_by_keyboard_alone(open_page: Callable[..., Page]) -> None:
    page = open_page(DESKTOP, reduced_motion="reduce")
    page.goto("/")
    expect_focus(page.get_by_label("Names"))
    page.keyboard.type("Anna, Bram, Cees")
    tab_to(page, button(page, "Start"))
    press(page, "Enter")
    expect(page).to_have_url(re.compile(r"/sessions/\d+/$"))
    board = page.url

    first_round_on_the_keys(page, board)
    assert totals(page) == {"Anna": 114, "Bram": 0, "Cees": 0}
    second_round_by_typing(page, board)
    assert totals(page) == {"Anna": 114, "Bram": 39, "Cees": 0}
    correct_the_first(page, board)
    assert totals(page) == {"Anna": 107, "Bram": 39, "Cees": 0}
    undo_the_second(page, board)
    assert totals(page) == {"Anna": 107, "Bram": 0, "Cees": 0}
    share(page, board)
    close_and_play_again(page, board)
    assert totals(page) == {"Anna": 0, "Bram": 0, "Cees": 0}


def first_round_on_the_keys(page: Page, board: str) -> None:
    tab_to(page, link(page, "Record round 1"), BACK)
    press(page, "Enter")
    anna = page.get_by_role("radio", name="Anna")
    tab_to(page, anna)
    press(page, "Space")
    expect_focus(anna)
    press_key(page, "7", times=2)
    press_key(page, "Wild, 50")
    expect(page.locator(".padbox output span")).to_have_text("64")
    # One card back, where it lies in the hand.
    tab_to(page, page.get_by_role("button", name="7 ×2, take one away"), BACK)
    press(page, "Enter")
    expect_focus(page.get_by_role("button", name="7 ×1, take one away"))
    press_key(page, "7")
    tab_to(page, button(page, "On to Cees"))
    press(page, "Enter")
    expect_focus(page.locator(".pick-hand", has_text="Cees"))
    press_key(page, "Wild, 50", times=9)
    tab_to(page, button(page, "Store round 1"))
    press(page, "Enter")
    refused_and_mended(page)
    tab_to(page, button(page, "Store round 1"))
    press(page, "Enter")
    expect(page).to_have_url(board)


def press_key(page: Page, name: str, times: int = 1) -> None:
    key = page.locator(".keys:not(.off)").get_by_role("button", name=name, exact=True)
    if not key.evaluate("element => element === document.activeElement"):
        tab_to(page, key)
    press(page, "Space", times)
    expect_focus(key)


def refused_and_mended(page: Page) -> None:
    """The reasons are said aloud, and have the focus; the way back leads to the hand meant."""
    reasons = page.get_by_role("alert").filter(visible=True)
    expect(reasons).to_contain_text("the deck has 4")
    expect_focus(reasons)
    tab_to(page, button(page, "Check the cards"))
    press(page, "Enter")
    cees = page.locator(".pick-hand", has_text="Cees")
    expect_focus(page.locator("[data-current] .pick-hand"))
    if page.locator("[data-current] .pick-hand", has_text="Bram").count():
        tab_to(page, cees)
        press(page, "Enter")
        expect_focus(cees)
    erase = button(page, "Take the last card away")
    tab_to(page, erase)
    press(page, "Enter", 8)
    expect(cees.locator("output")).to_have_text("50")


def second_round_by_typing(page: Page, board: str) -> None:
    tab_to(page, link(page, "Record round 2"), BACK)
    press(page, "Enter")
    tab_to(page, page.get_by_role("radio", name="Anna"))
    press(page, "Space")
    press(page, "ArrowRight")
    expect_focus(page.get_by_role("radio", name="Bram"))
    tab_to(page, page.locator("[name=pad-way]:checked"))
    press(page, "ArrowRight")
    expect_focus(page.get_by_role("radio", name="Type"))
    tab_to(page, page.locator(".padbox .typed input"), BACK)
    page.keyboard.type("7 +2")
    expect(page.locator(".padbox .read")).to_contain_text("together 27")
    press(page, "Enter")
    expect_focus(page.locator(".padbox .typed input"))
    expect(page.locator("[data-current] .pick-hand")).to_contain_text("Cees")
    page.keyboard.type("9 3")
    expect(page.locator(".padbox .read")).to_contain_text("together 12")
    press(page, "Enter")
    expect(page).to_have_url(board)


def correct_the_first(page: Page, board: str) -> None:
    tab_to(page, link(page, "Correct round 1"))
    press(page, "Enter")
    expect(page.get_by_role("heading", name="Correct round 1")).to_be_visible()
    bram = page.locator(".pick-hand", has_text="Bram")
    tab_to(page, bram)
    press(page, "Enter")
    tab_to(page, page.get_by_role("button", name="7 ×2, take one away"))
    press(page, "Enter")
    tab_to(page, button(page, "Store the correction"), BACK)
    press(page, "Enter")
    expect(page).to_have_url(board)


def undo_the_second(page: Page, board: str) -> None:
    tab_to(page, link(page, "Undo"), BACK)
    press(page, "Enter")
    tab_to(page, button(page, "Remove round 2"))
    press(page, "Enter")
    expect(page).to_have_url(board)
    expect(page.get_by_role("status").filter(visible=True)).to_have_text("Round 2 is removed.")


def share(page: Page, board: str) -> None:
    tab_to(page, link(page, "Share"))
    press(page, "Enter")
    tab_to(page, button(page, "Link to look on"))
    press(page, "Enter")
    tab_to(page, button(page, "Send it"))
    tab_to(page, link(page, "To the board"), BACK)
    press(page, "Enter")
    expect(page).to_have_url(board)


def close_and_play_again(page: Page, board: str) -> None:
    tab_to(page, link(page, "Close for tonight"), BACK)
    press(page, "Enter")
    tab_to(page, button(page, "Close the session"))
    press(page, "Enter")
    expect(page.locator(".champion .names")).to_have_text("Anna")
    tab_to(page, button(page, "Rematch"), BACK)
    press(page, "Enter")
    expect(page).not_to_have_url(board)


def test_a_session_is_set_up_by_keyboard_alone(open_page: Callable[..., Page]) -> None:
    page = open_page(DESKTOP, reduced_motion="reduce")
    page.goto("/sessions/new/")
    someone = page.get_by_label("Someone new")
    tab_to(page, someone)
    for place, name in enumerate(("Anna", "Bram", "Cees"), start=1):
        page.keyboard.type(name)
        press(page, "Enter")
        expect(said(page)).to_contain_text(f"{place} player")
        expect_focus(someone)
    cees = page.get_by_role("button", name="Move Cees")
    tab_to(page, cees)
    press(page, "ArrowUp")
    expect(said(page)).to_contain_text("Cees sits at place 2 of 3 now.")
    expect_focus(cees)
    tab_to(page, page.get_by_role("button", name="Cees one seat earlier"))
    press(page, "Enter")
    expect(page.locator(".seats li").first).to_contain_text("Cees")
    expect_focus(page.get_by_role("button", name="Cees one seat earlier"))
    target = page.get_by_label("Play to")
    tab_to(page, target)
    page.keyboard.type("many")
    tab_to(page, button(page, "Start with 3 players"))
    press(page, "Enter")
    expect(target).to_have_attribute("aria-invalid", "true")
    expect_focus(target)
    expect(target).to_have_accessible_description(re.compile("whole number|number"))
    press(page, "Control+a")
    page.keyboard.type("200")
    tab_to(page, button(page, "Start with 3 players"))
    press(page, "Enter")
    expect(page.locator(".top")).to_contain_text("First to 200")
    assert list(totals(page)) == ["Cees", "Anna", "Bram"]
