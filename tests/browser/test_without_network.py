"""A bad network costs nothing: rounds wait on the phone, and each is stored once, in order."""

from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from scoreboard.models import GameSession, Round
from tests.browser.table import (
    first_round,
    hand_of,
    on_to,
    open_pad,
    start_agreed,
    start_session,
    store,
    tap,
    totals,
    went_out,
)
from tests.browser.wire import Wire

ARE_KEPT = """async (addresses) => {
    for (let tries = 0; tries < 200; tries += 1) {
        const kept = await Promise.all(addresses.map((address) => caches.match(address)));
        if (kept.every(Boolean)) return true;
        await new Promise((go) => setTimeout(go, 50));
    }
}"""


def ready_for_no_network(page: Page, board: str) -> None:
    """The phone has looked at the board for a moment."""
    assert page.evaluate(ARE_KEPT, [board, f"{board}rounds/"])


def record(page: Page, number: int, winner: str, *cards: str) -> None:
    open_pad(page, number)
    went_out(page, winner)
    tap(page, *cards)
    store(page)


@pytest.fixture
def phone(open_page: Callable[..., Page], wire: Wire, complaints: list[str]) -> Iterator[Page]:
    """One with the worker; htmx tells the console of each step of a failure, as it should."""
    yield open_page(base_url=wire.url, service_workers="allow")
    complaints[:] = [said for said in complaints if not said.startswith("console: htmx:")]


def test_rounds_wait_for_the_network_and_are_sent_once_and_in_order(
    phone: Page, wire: Wire
) -> None:
    board = start_session(phone, "Anna, Bram")
    ready_for_no_network(phone, board)
    wire.cut(phone.context)
    record(phone, 1, "Anna", "7")
    expect(phone).to_have_url(board)
    expect(phone.get_by_text("Round 1 waits for the network.")).to_be_visible()
    expect(phone.get_by_text("No network: this is how it was at")).to_be_visible()
    record(phone, 2, "Bram", "wild")
    expect(phone.get_by_text("Rounds 1 and 2 wait for the network.")).to_be_visible()
    phone.reload()
    record(phone, 3, "Anna", "9", "9")
    expect(phone.get_by_text("Rounds 1, 2 and 3 wait for the network.")).to_be_visible()
    assert Round.objects.count() == 0
    wire.mend(phone.context)
    expect(phone.locator("#rounds tbody tr")).to_have_count(3)
    expect(phone.get_by_text("for the network.")).to_be_hidden()
    assert totals(phone) == {"Bram": 50, "Anna": 25}
    winners = Round.objects.order_by("number").values_list("winner__player__name", flat=True)
    assert list(winners) == ["Anna", "Bram", "Anna"]
    record(phone, 4, "Bram", "1")
    expect(phone).to_have_url(board)
    assert totals(phone) == {"Bram": 51, "Anna": 25}


def test_without_network_the_app_opens_with_the_last_board(phone: Page, wire: Wire) -> None:
    board = start_session(phone, "Anna, Bram")
    ready_for_no_network(phone, board)
    record(phone, 1, "Anna", "7")
    expect(phone).to_have_url(board)
    wire.cut(phone.context)
    phone.close()
    again = phone.context.new_page()
    again.goto("/")
    expect(again).to_have_url(board)
    expect(again.get_by_text("No network: this is how it was at")).to_be_visible()
    assert totals(again) == {"Anna": 7, "Bram": 0}
    again.goto("/players/")
    expect(again.get_by_role("heading", name="No network")).to_be_visible()
    again.goto(board)
    again.get_by_role("button", name="Nederlands").click()
    expect(again.get_by_role("heading", name="No network")).to_be_visible()
    wire.mend(again.context)
    again.get_by_role("link", name="To the last board").click()
    expect(again.get_by_role("link", name="Go on with round 2")).to_be_visible()


def test_nothing_is_kept_of_another_one_who_had_the_phone(
    phone: Page, open_page: Callable[..., Page], wire: Wire
) -> None:
    """Their cookie came to this phone, by signing in say; then the network is gone."""
    board = start_session(phone, "Anna, Bram")
    ready_for_no_network(phone, board)
    phone.goto("/players/")
    expect(phone.get_by_text("Bram")).to_be_visible()
    other = open_page(base_url=wire.url)
    start_session(other, "Xavier, Yvonne")
    phone.context.add_cookies(other.context.cookies())
    phone.goto("/")
    expect(phone.get_by_role("link", name="Xavier and Yvonne")).to_be_visible()
    wire.cut(phone.context)
    for address in (board, f"{board}rounds/", "/players/"):
        phone.goto(address)
        expect(phone.locator("body")).not_to_contain_text("Bram")


def test_an_answer_that_was_lost_stores_the_round_once(phone: Page) -> None:
    board = start_session(phone, "Anna, Bram")
    ready_for_no_network(phone, board)
    open_pad(phone, 1)
    went_out(phone, "Anna")
    tap(phone, "7")

    def lose_the_answer(route) -> None:
        route.fetch(max_redirects=0)
        route.abort()

    phone.route("**/rounds/", lose_the_answer, times=1)
    store(phone)
    expect(phone).to_have_url(board)
    expect(phone.locator("#rounds tbody tr")).to_have_count(1)
    expect(phone.get_by_text("waits for the network")).to_be_hidden()
    record(phone, 2, "Anna", "8")
    expect(phone).to_have_url(board)
    assert totals(phone) == {"Anna": 15, "Bram": 0}
    assert Round.objects.count() == 2


def two_rounds_wait(phone: Page, open_page: Callable[..., Page], wire: Wire) -> tuple[str, Page]:
    """On this phone, without network; the other one has it, and looks at the board."""
    board = start_session(phone, "Anna, Bram")
    ready_for_no_network(phone, board)
    other = open_page(storage_state=phone.context.storage_state())
    wire.cut(phone.context)
    record(phone, 1, "Anna", "7")
    record(phone, 2, "Anna", "8")
    expect(phone.get_by_text("Rounds 1 and 2 wait")).to_be_visible()
    other.goto(urlsplit(board).path)
    return board, other


def test_a_round_that_waited_is_told_of_another_phone_s(
    phone: Page, open_page: Callable[..., Page], wire: Wire
) -> None:
    board, other = two_rounds_wait(phone, open_page, wire)
    record(other, 1, "Anna", "7", "1")
    expect(other.locator("#rounds tbody tr")).to_have_count(1)
    wire.mend(phone.context)
    expect(phone.get_by_text("there is something to decide")).to_be_visible()
    expect(phone.get_by_text("Round 3 waits for the network")).to_be_visible()
    assert Round.objects.count() == 1
    phone.get_by_role("link", name="Look at it").click()
    expect(hand_of(phone, "Bram").locator("output")).to_have_text("7")
    store(phone)
    expect(phone.get_by_role("alert")).to_contain_text("Bram 1, 7 (8)")
    phone.get_by_role("link", name="It is the same round").click()
    # Now that this is decided, the one behind it goes on its way, and is asked about as well.
    expect(phone.get_by_text("there is something to decide")).to_be_visible()
    phone.get_by_role("link", name="Look at it").click()
    store(phone)
    phone.get_by_role("button", name="store it as round 2").click()
    expect(phone).to_have_url(board)
    assert totals(phone) == {"Anna": 16, "Bram": 0}


def test_what_is_asked_about_comes_first_and_nothing_passes_it(phone: Page, wire: Wire) -> None:
    board = start_session(phone, "Anna, Bram, Cees")
    ready_for_no_network(phone, board)
    wire.cut(phone.context)
    open_pad(phone, 1)
    went_out(phone, "Anna")
    tap(phone, *["wild-draw-four"] * 5)  # more than there are; without network nobody says so
    on_to(phone, "Cees")
    tap(phone, "1")
    store(phone)
    open_pad(phone, 2)
    went_out(phone, "Bram")
    tap(phone, "2")
    on_to(phone, "Cees")
    tap(phone, "3")
    with phone.expect_response(lambda response: response.status == 422):
        wire.mend(phone.context)
    store(phone)
    expect(phone.get_by_text("there is something to decide")).to_be_visible()
    expect(phone.get_by_text("Round 2 waits for the network")).to_be_visible()
    assert Round.objects.count() == 0
    open_pad(phone, 1)
    expect(hand_of(phone, "Bram").locator("output")).to_have_text("250")
    hand_of(phone, "Cees").click()
    store(phone)
    phone.get_by_role("button", name="Our deck is different").click()
    expect(phone.locator("#rounds tbody tr")).to_have_count(2)
    assert totals(phone) == {"Anna": 251, "Bram": 5, "Cees": 0}
    expect(phone.get_by_text("for the network")).to_be_hidden()


def test_another_round_after_all_keeps_its_place_before_those_that_wait(
    phone: Page, open_page: Callable[..., Page], wire: Wire
) -> None:
    _board, other = two_rounds_wait(phone, open_page, wire)
    record(other, 1, "Bram", "1")
    expect(other.locator("#rounds tbody tr")).to_have_count(1)
    wire.mend(phone.context)
    phone.get_by_role("link", name="Look at it").click()
    expect(phone.get_by_text("Not stored yet. Storing it shows why.")).to_be_visible()
    store(phone)
    mine = phone.get_by_role("button", name="store it as round 2")
    expect(mine).to_be_visible()
    wire.cut(phone.context)
    mine.click()
    expect(phone.get_by_text("wait for the network")).to_be_visible()
    wire.mend(phone.context)
    expect(phone.locator("#rounds tbody tr")).to_have_count(2)
    assert totals(phone) == {"Anna": 7, "Bram": 1}
    expect(phone.get_by_text("there is something to decide")).to_be_visible()


OLD = {
    "keep": """async ([board]) => {
        await (await caches.open("old")).put(board, await caches.match(board));
    }""",
    "put back": """async ([board]) => {
        const old = await (await caches.open("old")).match(board);
        await (await caches.open("tafelstand-1")).put(board, old);
    }""",
}


def test_a_board_that_could_not_be_fetched_says_what_it_does_not_show(
    phone: Page, wire: Wire
) -> None:
    board = start_session(phone, "Anna, Bram")
    ready_for_no_network(phone, board)
    phone.evaluate(OLD["keep"], [board])
    record(phone, 1, "Anna", "7")
    expect(phone.locator("#rounds tbody tr")).to_have_count(1)
    phone.evaluate(OLD["put back"], [board])
    wire.cut(phone.context)
    phone.reload()
    expect(phone.get_by_text("Round 1 is stored, and not shown here yet.")).to_be_visible()
    expect(phone.get_by_text("Anna deals")).to_be_hidden()
    expect(phone.get_by_role("link", name="Record round 2")).to_be_visible()


def test_the_other_tabs_of_a_phone_are_told_of_what_one_stored(phone: Page) -> None:
    board = start_session(phone, "Anna, Bram")
    open_pad(phone, 1)
    went_out(phone, "Anna")
    tap(phone, "7")
    beside = phone.context.new_page()
    beside.goto(board)
    expect(beside.get_by_text("A round is half entered")).to_be_visible()
    store(phone)
    expect(phone).to_have_url(board)
    expect(beside.locator("#rounds tbody tr")).to_have_count(1)
    expect(beside.get_by_text("A round is half entered")).to_be_hidden()


def test_a_round_that_comes_after_the_end_is_told_of(
    phone: Page, open_page: Callable[..., Page], wire: Wire
) -> None:
    board = start_session(phone, "Anna, Bram")
    ready_for_no_network(phone, board)
    other = open_page(storage_state=phone.context.storage_state())
    wire.cut(phone.context)
    record(phone, 1, "Anna", "7")
    expect(phone.get_by_text("Round 1 waits")).to_be_visible()
    other.goto(f"{urlsplit(board).path}close/")
    other.get_by_role("button", name="Close the session").click()
    expect(other.get_by_text("This session")).to_be_visible()
    wire.mend(phone.context)
    expect(phone.get_by_text("came after the end and was not stored: Bram: 7")).to_be_visible()
    phone.get_by_role("button", name="All right").click()
    expect(phone.get_by_text("came after the end")).to_be_hidden()
    phone.reload()
    expect(phone.get_by_text("came after the end")).to_be_hidden()


def test_without_a_worker_the_pad_waits_itself(
    open_page: Callable[..., Page], complaints: list[str], wire: Wire
) -> None:
    page = open_page(base_url=wire.url)
    board = start_session(page, "Anna, Bram")
    open_pad(page, 1)
    went_out(page, "Anna")
    tap(page, "7")
    wire.cut(page.context)
    store(page)
    expect(page.get_by_text("is sent as soon as there is one")).to_be_visible()
    expect(page.locator(".padbox")).to_have_attribute("inert", "")  # as it is sent it stays
    page.context.clear_cookies(name="csrftoken")  # what it would send is too old by then
    wire.mend(page.context)
    expect(page).to_have_url(board)
    assert totals(page) == {"Anna": 7, "Bram": 0}
    assert all(said.startswith("console: htmx:") for said in complaints)
    complaints.clear()


def test_a_correction_without_network_says_that_it_is_not_stored(phone: Page, wire: Wire) -> None:
    board = first_round(phone)
    phone.get_by_role("link", name="Correct round 1").click()
    hand_of(phone, "Bram").click()
    tap(phone, "1")
    wire.cut(phone.context)
    store(phone)
    expect(phone.get_by_text("Not stored. Look whether there is a network")).to_be_visible()
    wire.mend(phone.context)
    store(phone)
    expect(phone).to_have_url(board)
    assert totals(phone)["Anna"] == 16


def test_a_server_that_fails_at_one_session_holds_up_no_other(
    phone: Page, complaints: list[str], wire: Wire
) -> None:
    first = start_session(phone, "Anna, Bram")
    ready_for_no_network(phone, first)
    second = start_agreed(phone, "Cees, Dirk")
    ready_for_no_network(phone, second)
    wire.cut(phone.context)
    for board, winner in ((first, "Anna"), (second, "Cees")):
        phone.goto(board)
        record(phone, 1, winner, "7")
        expect(phone.get_by_text("Round 1 waits")).to_be_visible()
    phone.route(f"{first}rounds/", lambda route: route.fulfill(status=500))
    wire.mend(phone.context)
    expect(phone.locator("#rounds tbody tr")).to_have_count(1)
    assert totals(phone) == {"Cees": 7, "Dirk": 0}
    phone.unroute(f"{first}rounds/")
    phone.goto(first)
    expect(phone.locator("#rounds tbody tr")).to_have_count(1)
    assert all(said.startswith(("500 ", "console: htmx:")) for said in complaints)
    complaints.clear()


def test_a_phone_without_room_shows_pages_as_ever(phone: Page) -> None:
    board = start_session(phone, "Anna, Bram")
    ready_for_no_network(phone, board)
    devtools = phone.context.new_cdp_session(phone)
    origin = board.partition("/sessions/")[0]
    devtools.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 1})
    phone.evaluate("caches.delete('tafelstand-1')")
    phone.reload()
    expect(phone.locator(".standing")).to_have_css("display", "grid")  # the style is there
    record(phone, 1, "Anna", "7")
    expect(phone).to_have_url(board)
    assert totals(phone) == {"Anna": 7, "Bram": 0}


def test_the_app_can_be_installed(phone: Page) -> None:
    board = start_session(phone, "Anna, Bram")
    ready_for_no_network(phone, board)
    devtools = phone.context.new_cdp_session(phone)
    errors = devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # Some browsers say that this one keeps nothing after the test, which is no fault of the app's.
    assert {error["errorId"] for error in errors} <= {"in-incognito"}
    told = devtools.send("Page.getAppManifest")
    assert told["errors"] == []
    assert GameSession.objects.count() == 1
