"""A shared page follows the session, on the phones of those who could not come."""

import re
import socket
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.browsers import DESKTOP
from tests.browser.table import first_round, on_to, open_pad, store, tap, totals, went_out
from tests.databases import url_of_test_database


def share(page: Page, board: str) -> str:
    page.goto(f"{board}share/")
    page.get_by_role("button", name="Link to look on").click()
    return page.get_by_label("The link").input_value()


def take_back(page: Page) -> None:
    page.get_by_text("Take the link back").click()
    page.get_by_role("button", name="Take it back").click()


def second_round(page: Page, board: str) -> None:
    """Bram goes out, Anna held a 5, Cees a 6."""
    page.goto(board)
    open_pad(page, 2)
    went_out(page, "Bram")
    tap(page, "5")
    on_to(page, "Cees")
    tap(page, "6")
    store(page)
    expect(page).to_have_url(board)


def test_who_watches_sees_each_round(phone: Page, desktop: Page, open_page: Callable[..., Page]):
    board = first_round(phone)
    address = share(phone, board)
    dutch = open_page(locale="nl")
    for watcher in (desktop, dutch):
        watcher.goto(address)
        expect(watcher.locator(".live")).to_be_visible()
    expect(desktop.locator(".live span")).to_have_text("Live")
    assert totals(desktop) == {"Anna": 15, "Bram": 0, "Cees": 0}
    desktop.locator("summary").first.click()
    second_round(phone, board)
    for watcher in (desktop, dutch):
        expect(watcher.locator("#rounds tbody tr")).to_have_count(2)
        assert totals(watcher) == {"Anna": 15, "Bram": 11, "Cees": 0}
    # What was unfolded stays so, and the page speaks the language that it spoke.
    expect(desktop.locator("details").first).to_have_attribute("open", "")
    expect(dutch.locator("#standings")).to_contain_text("deelt")


def test_a_link_that_is_taken_back_is_dead_where_it_is_open(phone: Page, desktop: Page):
    board = first_round(phone)
    desktop.goto(share(phone, board))
    expect(desktop.locator(".live")).to_be_visible()
    take_back(phone)
    expect(desktop.get_by_role("heading", name="Not found")).to_be_visible()
    expect(desktop.locator("body")).not_to_contain_text("Anna")


@pytest.fixture
def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def test_who_watches_is_right_again_after_the_server_was_away(
    phone: Page,
    new_context,
    complaints: list[str],
    start_server: Callable,
    free_port: int,
):
    board = first_round(phone)
    path = re.sub(r"^https?://[^/]+", "", share(phone, board))

    def another_server():
        where = url_of_test_database()
        return start_server("--port", str(free_port), DATABASE_URL=where)

    server = another_server()
    watcher = new_context(**DESKTOP, base_url=server.url).new_page()
    watcher.goto(path)
    expect(watcher.locator(".live:not(.off)")).to_be_visible()
    server.stop()
    expect(watcher.locator(".live.off span")).to_have_text("trying again")
    second_round(phone, board)
    server = another_server()
    expect(watcher.locator(".live:not(.off)")).to_be_visible(timeout=15_000)
    expect(watcher.locator("#rounds tbody tr")).to_have_count(2)
    complaints.clear()  # of the connections that nobody answered


def test_without_script_the_page_is_right_when_loaded(phone: Page, open_page: Callable[..., Page]):
    board = first_round(phone)
    watcher = open_page(java_script_enabled=False)
    watcher.goto(share(phone, board))
    expect(watcher.locator(".live")).to_be_hidden()
    second_round(phone, board)
    watcher.reload()
    expect(watcher.locator("#rounds tbody tr")).to_have_count(2)


def turn(page: Page, state: str) -> None:
    """As if another tab came before it, or this one came back."""
    page.evaluate(
        """state => {
          Object.defineProperty(document, "visibilityState", {value: state, configurable: true});
          document.dispatchEvent(new Event("visibilitychange"));
        }""",
        state,
    )


def test_a_page_that_nobody_sees_holds_no_line(phone: Page, desktop: Page):
    board = first_round(phone)
    desktop.goto(share(phone, board))
    expect(desktop.locator(".live")).to_be_visible()
    with desktop.expect_event("requestfailed", lambda asked: "/live/" in asked.url):
        turn(desktop, "hidden")
    second_round(phone, board)
    expect(desktop.locator("#rounds tbody tr")).to_have_count(1)
    turn(desktop, "visible")
    expect(desktop.locator("#rounds tbody tr")).to_have_count(2)


def test_what_stands_above_the_standing_follows_too(phone: Page, desktop: Page):
    board = first_round(phone)
    desktop.goto(share(phone, board))
    agreed = desktop.locator("header small")
    expect(agreed).to_contain_text("First to 500")
    phone.goto(f"{board}agreement/")
    phone.get_by_label("Play to").fill("300")
    phone.get_by_role("button", name="Store it").click()
    expect(agreed).to_contain_text("First to 300")
