"""At the table: what the board does while it lies between the players."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from scoreboard.actions.sharing import share_session
from scoreboard.models import GameSession
from tests.browser.browsers import DESKTOP, PHONE
from tests.browser.table import on_to, open_pad, start_session, store, type_points, went_out
from tests.browser.test_boards import let_in
from tests.browser.wire import Wire
from tests.scoreboard.people import EVENING, own_playgroup, play, someone, start

SCREENS = pytest.mark.parametrize("screen", [PHONE, DESKTOP], ids=["phone", "desktop"])

# The browser does it all the same, and the test can look at what was asked of it.
WALKS_ARE_COUNTED = """
  window.walks = [];
  const real = Element.prototype.animate;
  Element.prototype.animate = function (frames, timing) {
    walks.push({who: this.querySelector("bdi").textContent, frames, timing});
    return real.call(this, frames, timing);
  };
"""
REQUESTS_ARE_COUNTED = """
  window.locks = [];
  const real = navigator.wakeLock.request.bind(navigator.wakeLock);
  navigator.wakeLock.request = async (kind) => {
    const lock = real(kind);
    locks.push(lock.catch((error) => error.name));
    return lock;
  };
"""
WORKER_IS_THERE = """new Promise((done) => {
  if (navigator.serviceWorker.controller) done();
  else navigator.serviceWorker.addEventListener("controllerchange", () => done());
})"""
BOARD_IS_KEPT = """async () => {
  for (let tries = 0; tries < 60; tries++) {
    const kept = await caches.match(location.href);
    if ((await kept?.text())?.includes("<bdi>Bram</bdi> deals")) return;
    await new Promise((done) => setTimeout(done, 50));
  }
}"""


def session_here() -> GameSession:
    return GameSession.objects.select_related("playgroup").latest("pk")


def walks(page: Page) -> dict[str, str]:
    """Who walked since the page was loaded, and from how far away."""
    told = page.evaluate("walks")
    assert all(walk["timing"]["duration"] == 250 for walk in told)
    return {walk["who"]: walk["frames"][0]["translate"] for walk in told}


def tops(page: Page) -> dict[str, float]:
    rows = page.locator(".standing .row").evaluate_all(
        "rows => rows.map(row => [row.querySelector('bdi').textContent, row.offsetTop])"
    )
    return dict(rows)


@SCREENS
def test_after_a_stored_round_the_rows_walk_to_their_new_places(
    open_page: Callable[..., Page], screen: dict
) -> None:
    page = open_page(screen)
    page.add_init_script(WALKS_ARE_COUNTED)
    start_session(page, "Anna, Bram, Cees")
    before = tops(page)
    open_pad(page, 1)
    went_out(page, "Cees")
    type_points(page, 20)
    on_to(page, "Bram")
    type_points(page, 30)
    store(page)
    expect(page.locator(".row").first).to_contain_text("Cees")
    after = tops(page)
    assert walks(page) == {name: f"0px {before[name] - after[name]}px" for name in after}
    assert before["Cees"] > after["Cees"]

    page.reload()
    assert walks(page) == {}

    play(session_here(), "Cees", Anna=10, Bram=40)  # on another phone: the totals, not the order
    page.reload()
    assert walks(page) == {}

    page.emulate_media(reduced_motion="reduce")
    play(session_here(), "Anna", Bram=100, Cees=100)
    page.reload()
    expect(page.locator(".row").first).to_contain_text("Anna")
    assert walks(page) == {}


def test_nobody_walks_on_an_old_copy_of_the_board(
    open_page: Callable[..., Page], wire: Wire
) -> None:
    phone = open_page(base_url=wire.url, service_workers="allow")
    phone.add_init_script(WALKS_ARE_COUNTED)
    start_session(phone, "Anna, Bram, Cees")
    phone.evaluate(WORKER_IS_THERE)
    play(session_here(), "Bram", Anna=10, Cees=40)
    beside = phone.context.new_page()
    beside.goto(phone.url)
    expect(beside.locator(".row").first).to_contain_text("Bram")
    beside.evaluate(BOARD_IS_KEPT)
    wire.cut(phone.context)
    phone.reload()
    expect(phone.locator("html[data-kept] .row").first).to_contain_text("Bram")
    assert walks(phone) == {}
    wire.mend(phone.context)


def four_of_whom_one_is_out() -> GameSession:
    game = start(own_playgroup(), "Anna Bram Cees Dirk", scoring="knockout", target=100)
    play(game, "Anna", Bram=100, Cees=7, Dirk=20)
    return game


@SCREENS
def test_who_deals_next_skips_who_is_out_and_can_be_corrected(
    open_page: Callable[..., Page], screen: dict
) -> None:
    game, page = four_of_whom_one_is_out(), open_page(screen)
    let_in(page, someone(game))
    page.goto(game.get_absolute_url())
    dealing = page.locator(".row", has=page.locator(".deals"))
    expect(page.locator(".dealer")).to_contain_text("Cees deals")  # Bram would have, and is out
    expect(dealing).to_contain_text("Cees")

    page.get_by_role("link", name="someone else?").click()
    select = page.get_by_label("Who dealt")
    expect(select).to_be_focused()
    expect(select).to_be_visible()
    assert select.locator("option").all_inner_texts() == ["Cees (in turn)", "Anna", "Dirk"]
    select.select_option("Dirk")
    page.get_by_role("link", name="To the board").click()
    expect(page.locator(".dealer")).to_contain_text("Dirk deals")
    expect(dealing).to_have_count(1)
    expect(dealing).to_contain_text("Dirk")

    open_pad(page, 2)
    went_out(page, "Anna")
    type_points(page, 5)
    on_to(page, "Dirk")
    type_points(page, 6)
    store(page)
    expect(page.locator(".dealer")).to_contain_text("Anna deals")  # after Dirk
    assert game.rounds.last().dealer.player.name == "Dirk"

    # What was noted for a round that another phone stored is not said of the next one.
    page.get_by_role("link", name="someone else?").click()
    page.get_by_label("Who dealt").select_option("Dirk")
    play(game, "Anna", Cees=5, Dirk=6)
    page.get_by_role("link", name="To the board").click()
    expect(page.locator(".dealer")).to_contain_text("Cees deals")


def test_the_dealer_is_corrected_without_script_and_only_by_who_keeps_the_score(
    open_page: Callable[..., Page],
) -> None:
    game, page = four_of_whom_one_is_out(), open_page(PHONE, java_script_enabled=False)
    let_in(page, someone(game))
    page.goto(game.get_absolute_url())
    page.get_by_role("link", name="someone else?").click()
    expect(page.get_by_label("Who dealt")).to_be_in_viewport()
    link = share_session(game=game, by=someone(game), at=EVENING)
    page.goto(link.get_absolute_url())
    expect(page.locator(".dealer")).to_contain_text("Cees deals")
    expect(page.get_by_role("link", name="someone else?")).to_have_count(0)


@SCREENS
def test_the_moment_of_winning_is_said_large_with_share_and_rematch(
    open_page: Callable[..., Page], screen: dict
) -> None:
    page = open_page(screen)
    start_session(page, "Anna, Bram, Cees")
    game = session_here()
    play(game, "Bram", Anna=41, Cees=300)
    page.reload()
    open_pad(page, 2)
    went_out(page, "Anna")
    type_points(page, 1, 1)
    page.locator(".pick-hand", has_text="Cees").click()
    type_points(page, 499)
    store(page)

    name = page.get_by_role("heading", name="Anna")
    expect(name).to_be_in_viewport(ratio=1)
    size = name.evaluate("name => parseFloat(getComputedStyle(name).fontSize)")
    assert size > 0.16 * min(page.viewport_size["width"], 500)
    expect(page.locator(".champion")).to_contain_text("wins, with +500 in round 2")
    expect(page.locator(".fan text")).to_have_text("500")
    final = [line.split() for line in page.locator(".final li").all_inner_texts()]
    assert final == [["1", "Anna", "500"], ["2", "Bram", "341"], ["3", "Cees", "0"]]
    decided = "Round 2 decided it. Anna went out; Cees was left with 499 points. Bram was 159 short"
    expect(page.locator("#standings")).to_contain_text(decided)
    expect(page.get_by_role("link", name="Share").last).to_be_in_viewport(ratio=1)
    again = page.get_by_role("button", name="Rematch")
    expect(again).to_be_in_viewport(ratio=1)
    again.click()
    expect(page.locator(".dealer")).to_be_visible()
    assert session_here().seats.count() == 3
    assert session_here() != game


def let_stay_awake(page: Page, setting: str) -> None:
    page.goto("/")
    browser = page.context.new_cdp_session(page)
    whose = browser.send("Target.getTargetInfo")["targetInfo"]["browserContextId"]
    told = {"permission": {"name": "screen-wake-lock"}, "setting": setting}
    browser.send("Browser.setPermission", {**told, "browserContextId": whose})


@SCREENS
def test_the_screen_stays_awake_while_an_open_session_is_in_front_of_you(
    open_page: Callable[..., Page], screen: dict
) -> None:
    page = open_page(screen)
    page.add_init_script(REQUESTS_ARE_COUNTED)
    let_stay_awake(page, "granted")

    def asked() -> list:
        page.wait_for_load_state()
        return page.evaluate("Promise.all(locks).then(all => all.map(l => l.released ?? l))")

    start_session(page, "Anna, Bram")
    assert asked() == [False]  # asked for, given, and held
    # A browser lets go when the page is not to be seen, and says when it is again.
    page.evaluate("locks[0].then(lock => lock.release())")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert asked() == [True, False]
    open_pad(page, 1)
    assert asked() == [False]
    play(session_here(), "Anna", Bram=500)
    page.goto(session_here().get_absolute_url())
    expect(page.get_by_role("heading", name="Anna")).to_be_visible()
    assert asked() == []  # it is over


def test_a_screen_that_may_not_stay_awake_is_nothing_to_talk_about(
    phone: Page, complaints: list[str]
) -> None:
    phone.add_init_script(REQUESTS_ARE_COUNTED)
    let_stay_awake(phone, "denied")
    start_session(phone, "Anna, Bram")
    assert phone.evaluate("Promise.all(locks)") == ["NotAllowedError"]
    assert complaints == []
