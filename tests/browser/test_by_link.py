"""A friend keeps score with nothing but a link, and others follow the page of all results."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.table import first_round, on_to, open_pad, store, tap, totals, went_out
from tests.browser.test_live import second_round, take_back


def make_link(page: Page, where: str, right: str = "look on") -> str:
    page.goto(where)
    page.get_by_role("button", name=f"Link to {right}").click()
    return page.get_by_label("The link").input_value()


def take_up(page: Page, address: str) -> None:
    page.goto(address)
    page.get_by_role("link", name="Keep score here").click()
    page.get_by_role("button", name="Keep score here").click()


def test_a_friend_records_by_the_link_and_the_others_see_it(
    phone: Page, desktop: Page, open_page: Callable[..., Page]
):
    board = first_round(phone)
    friend = open_page()
    desktop.goto(make_link(phone, f"{board}share/"))
    expect(desktop.locator(".live")).to_be_visible()
    take_up(friend, make_link(phone, f"{board}share/", "keep score"))
    expect(friend).to_have_url(board)
    expect(friend.get_by_role("link", name="History")).to_have_count(0)
    second_round(friend, board)
    expect(desktop.locator("#rounds tbody tr")).to_have_count(2)
    assert totals(desktop) == totals(friend) == {"Anna": 15, "Bram": 11, "Cees": 0}
    phone.goto(f"{board}history/")
    expect(phone.locator(".history")).to_contain_text("somebody with a link recorded round 2")


def test_a_link_that_is_taken_back_while_a_friend_records_keeps_what_was_entered(
    phone: Page, open_page: Callable[..., Page], complaints: list[str]
):
    board = first_round(phone)
    friend = open_page()
    take_up(friend, make_link(phone, f"{board}share/", "keep score"))
    open_pad(friend, 2)
    went_out(friend, "Bram")
    tap(friend, "5")
    take_back(phone)
    on_to(friend, "Cees")
    tap(friend, "6")
    store(friend)
    expect(friend.get_by_text("you do not keep score here any more")).to_be_visible()
    expect(friend.locator("body")).to_contain_text("6")
    friend.goto(board)
    expect(friend.get_by_role("heading", name="Not found")).to_be_visible()
    phone.goto(board)
    expect(phone.locator("#rounds tbody tr")).to_have_count(1)
    complaints.clear()  # of what the friend was answered


def test_who_follows_all_results_sees_rounds_and_new_sessions(phone: Page, desktop: Page):
    board = first_round(phone)
    desktop.goto(make_link(phone, "/group/links/"))
    expect(desktop.locator(".live")).to_be_visible()
    rows = desktop.locator(".now .list li")
    expect(rows).to_have_count(1)
    expect(rows.first).to_contain_text("15")
    phone.goto(board)
    open_pad(phone, 2)
    went_out(phone, "Cees")
    tap(phone, "wild")
    on_to(phone, "Bram")
    tap(phone, "wild")
    store(phone)
    expect(rows.first).to_contain_text("100")
    phone.goto("/")
    phone.get_by_role("button", name="Rematch").click()
    expect(rows).to_have_count(2)
    # Into one of them, which is followed as well, and back to the list.
    rows.last.locator("a").click()
    expect(desktop.locator("#rounds tbody tr")).to_have_count(2)
    expect(desktop.locator(".live")).to_be_visible()
    desktop.get_by_role("link", name="All sessions").click()
    expect(rows).to_have_count(2)
    phone.goto("/group/")
    phone.get_by_text("Name of the playgroup").first.click()
    phone.get_by_label("Name of the playgroup").fill("Thursdays")
    phone.locator("form[action$='/name/'] button").click()
    expect(desktop.get_by_role("heading", name="Thursdays")).to_be_visible()


def test_the_list_is_dead_where_it_is_open_when_its_link_is_taken_back(phone: Page, desktop: Page):
    first_round(phone)
    address = make_link(phone, "/group/links/")
    desktop.goto(address)
    expect(desktop.locator(".live")).to_be_visible()
    take_back(phone)
    expect(desktop.get_by_role("heading", name="Not found")).to_be_visible()
