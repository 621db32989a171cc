"""For eyes, fingers and heads of every kind: larger text, narrow screens, keys, less motion."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from scoreboard.models import GameSession, Member
from tests.browser.browsers import PHONE
from tests.browser.table import went_out
from tests.browser.test_accessible import PAGES, evening
from tests.browser.test_boards import let_in, twelve, unfold
from tests.browser.test_by_keyboard import SEEN
from tests.scoreboard.people import own_playgroup, play, start

NARROW = PHONE | {"viewport": {"width": 320, "height": 640}}
TWICE_AS_LARGE = {"fontSizes": {"standard": 32, "fixed": 26}}
# What is wrong with where the focus is; null at the end, where the browser's own buttons come.
FAULT = f"""() => {{
  const focused = document.activeElement;
  const fault = focused === document.body ? null : ({SEEN})(focused);
  return fault && `${{fault}}: ${{focused.outerHTML.slice(0, 100)}}`;
}}"""


@pytest.fixture
def owner() -> Member:
    return own_playgroup()


def every_page(page: Page, owner: Member) -> list[str]:
    let_in(page, owner)
    told = evening(owner)
    full = twelve(owner).get_absolute_url()
    return [*(told.address(name) for name in PAGES), full, f"{full}rounds/"]


def test_no_page_scrolls_sideways_on_320_pixels_with_text_twice_as_large(
    open_page: Callable[..., Page], owner: Member
) -> None:
    page = open_page(NARROW, reduced_motion="reduce")
    page.context.new_cdp_session(page).send("Page.setFontSizes", TWICE_AS_LARGE)
    wide = []
    for address in every_page(page, owner):
        page.goto(address)
        unfold(page)
        if page.evaluate("document.documentElement.scrollWidth") > 320:
            wide.append(address)
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
    assert wide == []


def test_the_focus_is_never_under_what_is_fixed_on_a_phone(phone: Page, owner: Member) -> None:
    let_in(phone, owner)
    told, lost = evening(owner), []
    for name in ("home", "new-session", "board", "record"):
        phone.goto(told.address(name))
        phone.evaluate("document.activeElement.blur()")
        for key in ("Tab", "Shift+Tab"):
            phone.keyboard.press(key)
            while (fault := phone.evaluate(FAULT)) is not None:
                lost += [f"{name}, {key}: {fault}"] if fault else []
                phone.keyboard.press(key)
    assert lost == []


def test_nothing_is_animated_where_less_motion_is_asked(
    open_page: Callable[..., Page], owner: Member
) -> None:
    game = start(owner, "Anna Bram Cees")
    play(game, "Anna", Bram=40, Cees=7)
    page = open_page(PHONE, reduced_motion="reduce")
    let_in(page, owner)
    moves = "document.getAnimations().length"
    page.goto(game.get_absolute_url())
    assert page.evaluate(moves) == 0
    play(game, "Cees", Anna=300, Bram=200)
    page.goto(game.get_absolute_url())
    expect(page.locator(".champion .names")).to_have_text("Cees")
    assert page.evaluate(moves) == 0
    page.emulate_media(reduced_motion="no-preference")
    page.reload()
    assert page.evaluate(moves) > 0


def test_what_is_chosen_shows_in_colours_of_ones_own(
    open_page: Callable[..., Page], owner: Member
) -> None:
    game: GameSession = start(owner, "Anna Bram Cees")
    page = open_page(PHONE, forced_colors="active")
    let_in(page, owner)
    page.goto(f"{game.get_absolute_url()}rounds/")
    went_out(page, "Anna")
    ground = "elements => elements.map(element => getComputedStyle(element).backgroundColor)"
    edge = "elements => elements.map(element => getComputedStyle(element).borderTopColor)"
    hands = ".loser:not([hidden]) .pick-hand"
    for choice, told in ((".went .chip", ground), (".seg label", ground), (hands, edge)):
        chosen, *others = page.locator(choice).evaluate_all(told)
        assert chosen not in others, choice
