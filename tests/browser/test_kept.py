"""An unsent round lives on the phone until it is stored or thrown away."""

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from scoreboard.models import Round, Seat
from tests.browser.table import (
    first_round,
    hand_of,
    on_to,
    open_pad,
    start_session,
    store,
    tap,
    tell_more,
    totals,
    type_cards,
    type_points,
    went_out,
)
from tests.browser.test_without_network import ready_for_no_network
from tests.browser.wire import Wire
from tests.scoreboard.people import correct


def entries(page: Page) -> int:
    return page.evaluate("JSON.parse(localStorage.getItem('tafelstand-entries') ?? '[]').length")


def half_a_round(page: Page) -> None:
    """Anna is out; Bram was tapped, Cees was typed, of Daan only the points were told."""
    went_out(page, "Anna")
    tap(page, "9", "9", "wild")
    on_to(page, "Cees")
    type_cards(page, "red 7, xyz")
    expect(page.locator(".padbox .read .wrong")).to_contain_text("xyz")
    on_to(page, "Daan")
    type_points(page, 29, cards=2)
    tell_more(page)
    page.get_by_label("Last card", exact=True).fill("skip")
    page.get_by_label("Who dealt").select_option("Cees")


def is_still_there(page: Page) -> None:
    expect(page.locator(".went :checked")).to_have_value("0")
    hand_of(page, "Bram").click()
    held = page.locator(".held").evaluate_all("all => all.map(held => held.dataset.card)")
    assert held == ["9", "wild"]
    expect(hand_of(page, "Bram").locator("output")).to_have_text("68")
    hand_of(page, "Cees").click()
    expect(page.locator(".padbox .typed input")).to_have_value("red 7, xyz")
    hand_of(page, "Daan").click()
    expect(page.locator('.padbox input[name^="left-"]')).to_have_value("2")
    tell_more(page)
    expect(page.get_by_label("Last card", exact=True)).to_have_value("skip")
    expect(page.get_by_label("Who dealt")).to_have_value("2")


def test_reload_back_rotation_and_sleep_lose_nothing(phone: Page) -> None:
    board = start_session(phone, "Anna, Bram, Cees, Daan")
    open_pad(phone, 1)
    pad = phone.url
    half_a_round(phone)
    phone.reload()
    is_still_there(phone)
    phone.go_back()
    expect(phone.get_by_text("A round is half entered on this phone.")).to_be_visible()
    phone.get_by_role("link", name="Go on with it").click()
    is_still_there(phone)
    phone.set_viewport_size({"width": 640, "height": 360})
    is_still_there(phone)
    phone.context.new_page().goto(pad)  # the browser threw the page out to save memory
    phone.close()
    again = phone.context.pages[0]
    again.set_viewport_size({"width": 360, "height": 640})
    is_still_there(again)
    hand_of(again, "Cees").click()
    again.locator(".padbox .typed input").fill("red 7")
    expect(hand_of(again, "Cees").locator("output")).to_have_text("7")
    hand_of(again, "Daan").click()
    store(again)
    expect(again).to_have_url(board)
    assert totals(again) == {"Anna": 104, "Bram": 0, "Cees": 0, "Daan": 0}
    assert entries(again) == 0
    open_pad(again, 2)
    expect(again.locator(".went :checked")).to_have_count(0)


def test_a_round_is_kept_until_it_is_thrown_away(phone: Page) -> None:
    board = start_session(phone, "Anna, Bram")
    open_pad(phone, 1)
    throw = phone.get_by_role("button", name="Throw this entry away")
    expect(throw).to_be_hidden()
    went_out(phone, "Anna")
    tap(phone, "7")
    phone.once("dialog", lambda dialog: dialog.dismiss())
    throw.click()
    expect(hand_of(phone, "Bram").locator("output")).to_have_text("7")
    phone.once("dialog", lambda dialog: dialog.accept())
    throw.click()
    expect(phone).to_have_url(board)
    expect(phone.get_by_text("A round is half entered")).to_be_hidden()
    open_pad(phone, 1)
    expect(phone.locator(".went :checked")).to_have_count(0)


def test_a_correction_is_kept_too(phone: Page) -> None:
    board = first_round(phone)
    phone.get_by_role("link", name="Correct round 1").click()
    hand_of(phone, "Bram").click()
    tap(phone, "5")
    phone.reload()
    expect(hand_of(phone, "Bram").locator("output")).to_have_text("12")
    hand_of(phone, "Bram").click()
    phone.locator('.held[data-card="5"]').click()
    assert entries(phone) == 0  # just as it was stored: nothing is half entered
    tap(phone, "5")
    phone.goto(board)
    expect(phone.get_by_text("A round is half entered")).to_be_hidden()
    phone.get_by_role("link", name="Correct round 1").click()
    hand_of(phone, "Bram").click()
    store(phone)
    expect(phone).to_have_url(board)
    assert totals(phone)["Anna"] == 20
    assert entries(phone) == 0


def test_a_correction_that_another_phone_passed_is_kept_when_one_goes_to_the_board(
    phone: Page, open_page: Callable[..., Page]
) -> None:
    board = start_session(phone, "Anna, Bram")
    open_pad(phone, 1)
    went_out(phone, "Anna")
    tap(phone, "7")
    store(phone)
    expect(phone).to_have_url(board)
    phone.get_by_role("link", name="Correct round 1").click()
    tap(phone, "8")
    row = Round.objects.get()
    correct(row, "Anna", Bram=9)
    store(phone)
    phone.get_by_role("link", name="To the board").last.click()
    expect(phone).to_have_url(board)
    phone.get_by_role("link", name="Correct round 1").click()
    expect(phone.get_by_text("As you left it: not stored yet.")).to_be_visible()
    expect(hand_of(phone, "Bram").locator("output")).to_have_text("15")


def test_the_hand_of_somebody_who_went_is_told_and_given_to_nobody(phone: Page) -> None:
    board = start_session(phone, "Anna, Bram, Cees")
    open_pad(phone, 1)
    went_out(phone, "Anna")
    tap(phone, "7")
    on_to(phone, "Cees")
    tap(phone, "9")
    Seat.objects.get(player__name="Cees").delete()
    phone.goto(f"{board}agreement/")
    phone.locator("#id_new").fill("Dirk")
    phone.locator("#id_new").press("Enter")
    expect(phone).to_have_url(board)
    phone.get_by_role("link", name="Go on with it").click()
    expect(phone.get_by_text("Not at the table for this round: Cees: 9")).to_be_visible()
    expect(hand_of(phone, "Bram").locator("output")).to_have_text("7")
    expect(hand_of(phone, "Dirk").locator("output")).to_have_text("–")
    hand_of(phone, "Dirk").click()
    tap(phone, "1")
    store(phone)
    expect(phone).to_have_url(board)
    assert totals(phone) == {"Anna": 8, "Bram": 0, "Dirk": 0}


def test_a_question_about_another_phone_s_round_survives_a_reload(
    phone: Page, open_page: Callable[..., Page]
) -> None:
    board = start_session(phone, "Anna, Bram, Cees")
    other = open_page(storage_state=phone.context.storage_state())
    other.goto(board)
    for page in (phone, other):
        open_pad(page, 1)
        went_out(page, "Anna")
        tap(page, "7")
        on_to(page, "Cees")
        tap(page, "8")
    store(other)
    expect(other).to_have_url(board)
    store(phone)
    told = phone.get_by_text("Round 1 is stored already, from another phone")
    expect(told).to_be_visible()
    phone.reload()
    expect(told).to_be_hidden()
    hand_of(phone, "Cees").click()
    store(phone)
    expect(told).to_be_visible()
    phone.get_by_role("link", name="It is the same round").click()
    expect(phone).to_have_url(board)
    expect(phone.get_by_text("A round is half entered")).to_be_hidden()
    assert Round.objects.count() == 1


def test_a_draft_keeps_everybody_s_own_hand_when_the_table_changed(phone: Page) -> None:
    board = start_session(phone, "Anna, Bram, Cees")
    open_pad(phone, 1)
    went_out(phone, "Cees")
    tap(phone, "7")
    on_to(phone, "Bram")
    tap(phone, "9")
    phone.goto(f"{board}agreement/")
    phone.locator("#id_new").fill("Daan")
    phone.locator("#id_new").press("Enter")
    expect(phone).to_have_url(board)
    phone.get_by_role("link", name="Go on with it").click()
    expect(hand_of(phone, "Anna").locator("output")).to_have_text("7")
    expect(hand_of(phone, "Bram").locator("output")).to_have_text("9")
    expect(hand_of(phone, "Daan").locator("output")).to_have_text("–")
    hand_of(phone, "Daan").click()
    tap(phone, "1")
    store(phone)
    expect(phone).to_have_url(board)
    assert totals(phone)["Cees"] == 17


KEEP = "all => localStorage.setItem('tafelstand-entries', all)"
GARBAGE = [
    "{}",
    "5",
    "no JSON",
    "[null]",
    '[[], "x", {"state": "waiting"}]',
]


@pytest.mark.parametrize("garbage", GARBAGE)
def test_what_cannot_be_read_on_the_phone_is_left_out(phone: Page, garbage: str) -> None:
    board = start_session(phone, "Anna, Bram")
    phone.evaluate(KEEP, garbage)
    phone.evaluate("all => localStorage.setItem('tafelstand-steps', all)", garbage)
    phone.reload()
    open_pad(phone, 1)
    went_out(phone, "Anna")
    tap(phone, "7")
    phone.reload()
    expect(hand_of(phone, "Bram").locator("output")).to_have_text("7")
    store(phone)
    expect(phone).to_have_url(board)
    assert totals(phone)["Anna"] == 7


@pytest.mark.parametrize("part", ["hands", "fields", "key", "address", "hand", "held"])
def test_a_broken_entry_holds_up_no_other(phone: Page, part: str) -> None:
    """Of two rounds that wait the first lost a part: the second is sent all the same."""
    board = start_session(phone, "Anna, Bram")
    open_pad(phone, 1)
    went_out(phone, "Anna")
    tap(phone, "7")
    whole = json.loads(phone.evaluate("localStorage.getItem('tafelstand-entries')"))[0]
    broken = json.loads(json.dumps(whole)) | {"state": "waiting", "key": "z" * 16}
    hand = next(iter(broken["hands"].values()))
    {"hand": hand, "held": hand}.get(part, broken).pop({"hand": "parts"}.get(part, part))
    phone.goto("/")
    phone.evaluate(KEEP, json.dumps([broken, whole | {"state": "waiting"}]))
    phone.goto(board)
    expect(phone.locator("#rounds tbody tr")).to_have_count(1)
    assert totals(phone) == {"Anna": 7, "Bram": 0}
    assert entries(phone) == 0


def with_the_worker(open_page: Callable[..., Page], wire: Wire) -> tuple[Page, str]:
    """A phone whose board is kept by the worker; gives its address too."""
    page = open_page(base_url=wire.url, service_workers="allow")
    board = start_session(page, "Anna, Bram")
    ready_for_no_network(page, board)
    return page, board


def test_back_shows_the_board_as_it_stands_by_now(
    open_page: Callable[..., Page], wire: Wire
) -> None:
    page, board = with_the_worker(open_page, wire)
    page.goto(board)
    page.get_by_role("link", name="History").click()
    other = open_page(storage_state=page.context.storage_state())
    other.goto(board)
    open_pad(other, 1)
    went_out(other, "Anna")
    tap(other, "7")
    store(other)
    expect(other).to_have_url(board)
    page.go_back()
    expect(page.get_by_role("link", name="Record round 2")).to_be_visible()
    assert totals(page) == {"Anna": 7, "Bram": 0}


@pytest.mark.parametrize("tells", ["online", "visible"])
def test_a_kept_board_is_fetched_when_the_network_is_back(
    open_page: Callable[..., Page], wire: Wire, tells: str
) -> None:
    page, board = with_the_worker(open_page, wire)
    wire.cut(page.context)
    page.goto(board)
    told = page.get_by_text("No network: this is how it was at")
    expect(told).to_be_visible()
    if tells == "online":
        wire.mend(page.context)
    else:  # the server was away, the network was not
        page.evaluate(
            "addEventListener('online', (event) => event.stopImmediatePropagation(), true)"
        )
        page.context.set_offline(False)
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        expect(told).to_be_visible()
        wire.mend(page.context)
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(told).to_be_hidden()
    expect(page.get_by_role("link", name="Record round 1")).to_be_visible()
