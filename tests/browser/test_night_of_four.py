"""The product's main job, from an empty visit to a result in somebody else's hands."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.browsers import DESKTOP
from tests.browser.table import (
    choose_way,
    on_to,
    open_pad,
    start_session,
    store,
    tap,
    totals,
    type_cards,
    type_points,
    went_out,
)


def test_a_night_of_four(phone: Page, open_page: Callable[..., Page]) -> None:
    board = start_session(phone, "Anna, Bram, Cees, Daan")
    expect(phone.get_by_text("Anna deals")).to_be_visible()
    first_three_rounds(phone, board)
    assert totals(phone) == {"Anna": 121 + 96, "Bram": 83, "Cees": 0, "Daan": 0}
    correct_the_first(phone, board)
    assert totals(phone) == {"Anna": 111 + 96, "Bram": 83, "Cees": 0, "Daan": 0}
    last_three_rounds(phone, board)
    expect(phone.locator(".champion .names")).to_have_text("Anna")
    expect(phone.locator(".champion")).to_contain_text("wins, with +239 in round 6")
    expect(phone.locator(".final li").first).to_contain_text("546")
    expect(phone.get_by_role("link", name="Record round 7")).to_have_count(0)
    address = share(phone)
    visitor_sees_and_changes_nothing(open_page(DESKTOP), address, board)


def first_three_rounds(page: Page, board: str) -> None:
    open_pad(page, 1)
    went_out(page, "Anna")
    tap(page, "3", "9", "9", "skip", "wild")  # Bram, 91
    on_to(page, "Cees")
    tap(page, "draw-two")  # 20
    on_to(page, "Daan")
    tap(page, "1", "9")  # 10
    expect(page.locator("[data-sum]")).to_have_text("Anna gets 121 so far")
    store(page)
    expect(page).to_have_url(board)

    open_pad(page, 2)
    went_out(page, "Bram")
    type_cards(page, "7 3 +2 keuze")  # Anna, 80
    expect(page.locator(".padbox .read")).to_contain_text("together 80")
    on_to(page, "Cees")
    type_cards(page, "red 1")
    on_to(page, "Daan")
    type_cards(page, "2")
    store(page)
    expect(page).to_have_url(board)

    open_pad(page, 3)
    went_out(page, "Anna")
    type_points(page, 37, 4)  # Bram
    on_to(page, "Cees")
    type_points(page, 9)
    on_to(page, "Daan")
    choose_way(page, "cards")
    tap(page, "wild-draw-four")
    store(page)
    expect(page).to_have_url(board)


def correct_the_first(page: Page, board: str) -> None:
    page.get_by_role("link", name="Correct round 1").click()
    expect(page.get_by_role("heading", name="Correct round 1")).to_be_visible()
    page.locator(".pick-hand", has_text="Daan").click()
    page.locator('.held[data-card="9"]').click()
    page.locator('.held[data-card="1"]').click()
    tap(page, "0")
    store(page)
    expect(page).to_have_url(board)


def last_three_rounds(page: Page, board: str) -> None:
    for number, winner, points in ((4, "Anna", [40, 50, 10]), (5, "Cees", [1, 2, 3])):
        open_pad(page, number)
        went_out(page, winner)
        losers = [name for name in ("Anna", "Bram", "Cees", "Daan") if name != winner]
        for name, left in zip(losers, points, strict=True):
            page.locator(".pick-hand", has_text=name).click()
            type_points(page, left)
        store(page)
        expect(page).to_have_url(board)
    open_pad(page, 6)
    went_out(page, "Anna")
    type_points(page, 200)
    on_to(page, "Cees")
    type_cards(page, "+4, so, 1")  # 71 would be too much, so the skip goes again
    on_to(page, "Daan")
    type_points(page, 19)
    page.locator(".pick-hand", has_text="Cees").click()
    choose_way(page, "cards")
    page.locator('.held[data-card="wild-draw-four"]').click()
    page.locator('.held[data-card="1"]').click()
    page.locator(".pick-hand", has_text="Daan").click()
    store(page)
    expect(page).to_have_url(board)


def share(page: Page) -> str:
    page.locator(".dock").get_by_role("link", name="Share").click()
    page.get_by_role("button", name="Link to look on").click()
    address = page.get_by_label("The link").input_value()
    assert re.search(r"/s/[\w-]{32}/$", address)
    return address


def visitor_sees_and_changes_nothing(visitor: Page, address: str, board: str) -> None:
    visitor.goto(address)
    expect(visitor.locator(".champion .names")).to_have_text("Anna")
    expect(visitor.locator("#rounds tbody tr")).to_have_count(6)
    expect(visitor.locator("#rounds a")).to_have_count(0)
    expect(visitor.locator("form")).to_have_count(0)
    visitor.get_by_role("link", name="Nederlands").click()
    expect(visitor.locator("html")).to_have_attribute("lang", "nl")
    visitor.goto("/")
    token = visitor.locator("[name=csrfmiddlewaretoken]").first.input_value()
    for path in ("rounds/", "close/", "reopen/", "rematch/", "share/"):
        answer = visitor.request.post(board + path, headers={"X-CSRFToken": token})
        assert answer.status == 404, path
    assert visitor.request.get(board).status == 404
