"""While it is played: somebody comes late, somebody goes home, and the target moves."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.table import open_pad, start_session, store, totals, type_points


def play_points(page: Page, board: str, number: int, winner: str, **left: int) -> None:
    open_pad(page, number)
    page.locator(".went .chip", has_text=winner).click()
    for name, points in left.items():
        page.locator(".pick-hand", has_text=name).click()
        type_points(page, points)
    store(page)
    expect(page).to_have_url(board)


def open_agreement(page: Page) -> None:
    page.get_by_role("link", name="Change what was agreed").click()
    expect(page.get_by_role("heading", name="What was agreed")).to_be_visible()


def store_it(page: Page, board: str) -> None:
    page.get_by_role("button", name="Store it").click()
    expect(page).to_have_url(board)


def test_a_table_that_changes_while_it_plays(phone: Page) -> None:
    board = start_session(phone, "Anna, Bram, Cees")
    play_points(phone, board, 1, "Anna", Bram=150, Cees=60)

    # Daan comes late, with some points to begin with.
    open_agreement(phone)
    expect(phone.get_by_text("So far the others have 0 to 210, on average 70.")).to_be_visible()
    phone.get_by_label("Someone new").fill("Daan")
    joining = phone.locator("section", has=phone.get_by_role("heading", name="Somebody joins"))
    joining.get_by_label("Start points").fill("70")
    store_it(phone, board)
    play_points(phone, board, 2, "Daan", Anna=20, Bram=30, Cees=10)
    assert totals(phone)["Daan"] == 130

    # Cees goes home.
    open_agreement(phone)
    phone.locator("summary", has_text="Cees").click()
    phone.locator(".pick", has_text="Cees goes home now").click()
    store_it(phone, board)
    play_points(phone, board, 3, "Bram", Anna=70, Daan=50)

    # It is late: to 200 was enough, and then it is not after all.
    open_agreement(phone)
    phone.get_by_label("Play to").fill("200")
    store_it(phone, board)
    expect(phone.get_by_text("The session ended with round 1.")).to_be_visible()
    expect(phone.locator(".champion .names")).to_have_text("Anna")
    open_agreement(phone)
    phone.get_by_label("Play to").fill("400")
    store_it(phone, board)
    expect(phone.get_by_text("The session goes on.")).to_be_visible()
    assert totals(phone)["Anna"] == 210

    phone.get_by_role("link", name="History").click()
    history = phone.locator(".history")
    for line in (
        "Play to: 200 → 400",
        "Cees: last round – → 2",
        "Daan joined from round 2 with 70",
    ):
        expect(history).to_contain_text(line)


def test_what_would_break_a_round_is_refused_and_nothing_typed_is_lost(phone: Page) -> None:
    board = start_session(phone, "Anna, Bram, Cees")
    for number in (1, 2):
        play_points(phone, board, number, "Anna", Bram=20, Cees=7)
    open_agreement(phone)
    phone.get_by_label("Play to").fill("450")
    phone.locator("summary", has_text="Cees").click()
    last_round = phone.locator(".seat[open]").get_by_label("Last round")
    last_round.fill("1")
    phone.get_by_role("button", name="Store it").click()
    expect(phone.get_by_role("alert")).to_contain_text("Round 2 would make no sense after this")
    expect(phone.get_by_label("Play to")).to_have_value("450")
    # The seat stays unfolded, with what was typed in it.
    expect(last_round).to_have_value("1")


def test_two_phones_change_it_and_the_second_is_told(
    phone: Page, open_page: Callable[..., Page]
) -> None:
    board = start_session(phone, "Anna, Bram, Cees")
    other = open_page(storage_state=phone.context.storage_state())
    for page in (phone, other):
        page.goto(f"{board}agreement/")
    phone.get_by_label("Play to").fill("300")
    store_it(phone, board)
    other.get_by_label("Number of rounds").fill("8")
    other.get_by_role("button", name="Store it").click()
    expect(other.get_by_role("alert")).to_contain_text("Another phone changed something meanwhile")
    expect(other.get_by_role("alert")).to_contain_text("Play to: 500 → 300")
    expect(other.get_by_label("Play to")).to_have_value("300")
    store_it(other, board)
    other.goto(f"{board}agreement/")
    expect(other.get_by_label("Play to")).to_have_value("300")
    expect(other.get_by_label("Number of rounds")).to_have_value("8")
