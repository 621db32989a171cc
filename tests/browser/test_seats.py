"""Set up in seconds: who plays, in which order, and how few taps it takes."""

import re
from collections.abc import Callable

import pytest
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

from scoreboard.actions.sessions import close_session
from scoreboard.models import GameSession, Playgroup
from tests.browser.browsers import DESKTOP
from tests.browser.table import (
    on_to,
    open_pad,
    start_agreed,
    start_session,
    store,
    tap,
    totals,
    went_out,
)
from tests.browser.test_accessible import faults
from tests.browser.test_setting_up import FAMILY, NEW, at_table, part, start, unfold

BOARD = re.compile(r"/sessions/\d+/$")


def order(page: Page) -> list[str]:
    return page.locator(".seats [name=seat]").evaluate_all("all => all.map(seat => seat.value)")


def grip(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=f"Move {name}", exact=True)


def focused(page: Page) -> str:
    return page.evaluate("document.activeElement.ariaLabel ?? document.activeElement.id")


def middle(thing: Locator) -> tuple[float, float]:
    box = thing.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


class Finger:
    """A real touch: it scrolls the page wherever the page lets it."""

    def __init__(self, page: Page) -> None:
        self.session = page.context.new_cdp_session(page)

    def send(self, kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": x, "y": y} for x, y in points]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def drag(self, start: tuple[float, float], by: float, *, let_go: bool = True) -> None:
        x, y = start
        self.send("touchStart", start)
        for tenth in range(1, 11):
            self.send("touchMove", (x, y + by * tenth / 10))
        if let_go:
            self.send("touchEnd")


def count_taps(page: Page) -> Callable[[], int]:
    """How often anything was pressed in this tab, over all its pages."""
    page.add_init_script(
        "addEventListener('pointerdown', () => { window.name = 1 + +window.name })"
    )
    return lambda: int(page.evaluate("+window.name"))


# --- order by drag --------------------------------------------------------------------------------


def test_a_finger_drags_a_seat_and_what_follows_from_it_follows(phone: Page) -> None:
    at_table(phone, *FAMILY)
    unfold(phone, "Teams", "Start points")
    phone.get_by_label("In teams").check()
    phone.locator("#starts").get_by_label("Anna").fill("40")
    handle = grip(phone, "Anna")
    handle.scroll_into_view_if_needed()
    box = handle.bounding_box()
    assert min(box["width"], box["height"]) >= 44
    finger = Finger(phone)
    before = phone.evaluate("scrollY")
    finger.drag(middle(handle), 2 * box["height"] + 20, let_go=False)
    expect(phone.locator(".dragged")).to_contain_text("Anna")
    now = middle(handle)[1] - middle(grip(phone, "Bram"))[1]
    assert now > box["height"]  # it went with the finger, and the others made room
    finger.send("touchEnd")
    assert order(phone) == ["Bram", "Cees", "Anna", "Oma Riet"]
    assert phone.evaluate("scrollY") == before
    expect(phone.get_by_role("status")).to_have_text("Anna sits at place 3 of 4 now.")
    expect(phone.locator("#starts .inline bdi")).to_have_text(["Bram", "Cees", "Anna", "Oma Riet"])
    expect(phone.locator("#starts").get_by_label("Anna")).to_have_value("40")
    expect(phone.locator("#id_first_dealer")).to_have_value("Anna")
    game = start(phone)
    assert list(game.seats.values_list("player__name", "team", "start_points")) == [
        *(("Bram", "1", 0), ("Cees", "2", 0), ("Anna", "1", 40), ("Oma Riet", "2", 0)),
    ]


def test_beside_the_handle_a_finger_scrolls_and_a_drag_can_be_called_off(phone: Page) -> None:
    at_table(phone, *FAMILY)
    finger = Finger(phone)
    phone.evaluate("scrollTo(0, 0)")
    finger.drag(middle(phone.locator(".seats .cut").last), -120)
    phone.wait_for_function("scrollY > 60")
    assert order(phone) == [*FAMILY]
    finger.drag(middle(grip(phone, "Cees")), 100, let_go=False)
    expect(phone.locator(".dragged")).to_contain_text("Cees")
    phone.keyboard.press("Escape")
    finger.send("touchEnd")
    assert order(phone) == [*FAMILY]


@pytest.mark.parametrize("seats", [12, 40])
def test_a_mouse_drags_through_a_list_longer_than_the_window(
    open_page: Callable[..., Page], seats: int
) -> None:
    page = open_page(DESKTOP, reduced_motion="reduce")
    start_session(page, ", ".join(f"P{number}" for number in range(seats)))
    page.goto(NEW)
    handle = grip(page, "P0")
    handle.scroll_into_view_if_needed()
    x, y = middle(handle)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + 60, steps=4)
    page.mouse.move(x, 780, steps=4)
    expect(page.locator(".seats li").last).to_contain_text("P0")
    expect(handle).to_be_in_viewport()
    page.mouse.up()
    assert order(page) == [*(f"P{number}" for number in range(1, seats)), "P0"]
    assert page.evaluate("document.getAnimations().length") == 0
    assert [*start(page).seats.values_list("player__name", flat=True)][-2:] == [
        f"P{seats - 1}",
        "P0",
    ]


# --- order by keys --------------------------------------------------------------------------------


def test_keys_move_a_seat_keep_the_focus_and_say_where_it_is(phone: Page) -> None:
    at_table(phone, *FAMILY)
    said = phone.get_by_role("status")
    later = phone.get_by_role("button", name="Bram one seat later")
    later.focus()
    phone.keyboard.press("Enter")
    expect(said).to_have_text("Bram sits at place 3 of 4 now.")
    phone.keyboard.press("Space")
    expect(said).to_have_text("Bram sits at place 4 of 4 now.")
    phone.keyboard.press("Enter")  # no further: it stays where it is, and so does the focus
    assert order(phone) == ["Anna", "Cees", "Oma Riet", "Bram"]
    expect(later).to_be_focused()
    expect(later).to_have_attribute("aria-disabled", "true")
    with phone.expect_response(f"**{NEW}"):
        grip(phone, "Bram").press("ArrowUp")
    assert order(phone) == ["Anna", "Cees", "Bram", "Oma Riet"]
    phone.keyboard.press("Home")
    expect(said).to_have_text("Bram sits at place 1 of 4 now.")
    phone.keyboard.press("ArrowDown")
    assert focused(phone) == "Move Bram"
    expect(phone.locator("#starts .inline bdi")).to_have_text(["Anna", "Bram", "Cees", "Oma Riet"])
    phone.get_by_label("Cees").first.press("Space")  # his chip
    expect(said).to_have_text("3 players at the table")
    assert focused(phone) == "plays-2"
    later.focus()
    phone.locator("#add").press("Enter")
    assert faults(phone, "seats") == []
    assert [*start(phone).seats.values_list("player__name", flat=True)] == [
        *("Anna", "Bram", "Oma Riet"),
    ]


def test_without_script_names_come_along_and_buttons_move_seats(
    open_page: Callable[..., Page],
) -> None:
    page = open_page(java_script_enabled=False)
    page.goto("/")
    page.get_by_label("Names").fill("Anna, Bram, Cees")
    page.get_by_role("button", name="Choose more first").click()
    expect(page.locator(".grip").first).to_be_hidden()
    page.get_by_role("button", name="Cees one seat earlier").click()
    page.get_by_role("button", name="Anna one seat earlier").press("Enter")  # no further
    assert order(page) == ["Anna", "Cees", "Bram"]
    assert [*start(page).seats.values_list("player__name", flat=True)] == ["Anna", "Cees", "Bram"]


def test_an_answer_on_its_way_loses_neither_a_name_nor_the_order(phone: Page) -> None:
    at_table(phone, "Anna", "Bram", "Cees")
    held = []
    phone.route(f"**{NEW}", lambda route: held.append(route))
    phone.locator("#id_new").fill("Dirk")
    with phone.expect_request(f"**{NEW}"):
        phone.locator("#id_new").press("Enter")
    expect(phone.locator("#id_new")).to_have_value("")
    phone.keyboard.type("El")
    phone.get_by_role("button", name="Cees one seat earlier").click()
    phone.locator("#id_new").focus()
    assert len(held) == 1
    phone.unroute(f"**{NEW}")  # lets it go
    expect(phone.locator(".seats li").last).to_contain_text("Dirk")
    assert order(phone) == ["Anna", "Cees", "Bram", "Dirk"]
    expect(phone.locator("#starts .inline bdi")).to_have_text(["Anna", "Cees", "Bram", "Dirk"])
    expect(phone.locator("#id_new")).to_be_focused()
    phone.keyboard.type("s")
    phone.keyboard.press("Enter")
    expect(phone.locator(".seats li").last).to_contain_text("Els")
    assert order(phone) == ["Anna", "Cees", "Bram", "Dirk", "Els"]
    phone.keyboard.type("anna")
    phone.keyboard.press("Enter")
    expect(phone.get_by_role("status")).to_have_text("Anna is already at the table.")
    expect(phone.locator("#id_new")).to_have_value("anna")
    phone.get_by_label("Which box?").select_option("dos-108")
    expect(phone.get_by_role("status")).to_have_text("Play to: 200")


def test_without_network_neither_a_name_nor_the_order_is_lost(
    phone: Page, complaints: list[str]
) -> None:
    at_table(phone, "Anna", "Bram")
    phone.route(f"**{NEW}", lambda route: route.abort())
    phone.get_by_role("button", name="Bram one seat earlier").click()
    phone.locator("#id_new").fill("Dirk")
    with phone.expect_event("requestfailed"):
        phone.locator("#id_new").press("Enter")
    expect(phone.locator("#id_new")).to_have_value("Dirk")
    phone.unroute(f"**{NEW}")
    assert [*start(phone).seats.values_list("player__name", flat=True)] == ["Bram", "Anna", "Dirk"]
    told = {complaint.partition(",")[0] for complaint in complaints}
    assert told == {"console: htmx:afterRequest", "console: htmx:sendError"}
    complaints.clear()


# --- known people ---------------------------------------------------------------------------------


def test_sixty_known_people_and_the_usual_ones_first(phone: Page) -> None:
    start_session(phone, ", ".join(f"Rare {number:02}" for number in range(30)))
    start_agreed(phone, ", ".join(f"Guest {number:02}" for number in range(30)))
    for _ in range(2):
        start_agreed(phone, ", ".join(FAMILY))
    phone.goto(NEW)
    chips = phone.get_by_role("group", name="People you know")
    seen = chips.locator(".chip").locator("visible=true")
    expect(seen).to_have_count(12)
    assert seen.locator("bdi").all_inner_texts()[:4] == [*FAMILY]
    expect(phone.locator("#id_new")).to_be_in_viewport()
    chips.locator("summary").click()
    expect(seen).to_have_count(64)
    chips.get_by_label("Rare 17").check()
    expect(phone.locator("#start")).to_have_text("Start with 5 players")
    assert phone.evaluate("document.documentElement.scrollWidth") == 360
    options = phone.locator("#id_new").evaluate(
        "input => [...input.list.options].map(o => o.value)"
    )
    assert "Rare 16" in options
    assert "Anna" not in options
    phone.locator("#id_new").fill("guest 03")
    phone.locator("#add").click()
    expect(phone.locator(".seats li").last).to_contain_text("Guest 03")
    expect(phone.locator("#everybody")).to_have_attribute("open", "")
    assert start(phone).seats.count() == 6
    assert GameSession.objects.latest("pk").playgroup.players.count() == 64


# --- in few taps ----------------------------------------------------------------------------------


def test_from_a_fresh_visit_to_the_first_round_of_four(phone: Page) -> None:
    taps = count_taps(phone)
    phone.goto("/")
    expect(phone.get_by_label("Names")).to_be_focused()
    phone.keyboard.type(", ".join(FAMILY))
    phone.get_by_role("button", name="Start").tap()
    expect(phone).to_have_url(BOARD)
    assert taps() == 1
    open_pad(phone, 1)
    went_out(phone, "Anna")
    for name in FAMILY[1:]:
        tap(phone, "7")
        if name != FAMILY[-1]:
            on_to(phone, FAMILY[FAMILY.index(name) + 1])
    store(phone)
    expect(phone).to_have_url(BOARD)
    assert totals(phone) == {"Anna": 21, "Bram": 0, "Cees": 0, "Oma Riet": 0}
    assert taps() <= 9


def test_the_same_people_again_in_two_taps(phone: Page) -> None:
    page, taps = phone, count_taps(phone)
    ways = (("Rematch",), ("New session", "Start with 4 players"), ("Rematch",))
    start_session(page, ", ".join(FAMILY))
    for number, way in enumerate(ways, 2):
        closed = GameSession.objects.select_related("playgroup").latest("pk")
        close_session(
            game=closed, by=closed.playgroup.members.get(), seen_version=1, at=timezone.now()
        )
        page.goto(closed.get_absolute_url() if number == 4 else "/")
        before = taps()
        for words in way:
            page.get_by_role("button", name=words).or_(page.get_by_role("link", name=words)).click()
        expect(page.get_by_role("link", name="Record round 1")).to_be_visible()
        assert taps() - before == len(way)
        game = GameSession.objects.get(pk=page.url.split("/")[-2])
        assert game == GameSession.objects.latest("pk")
        assert GameSession.objects.count() == number
        assert [*game.seats.values_list("player__name", flat=True)] == [*FAMILY]


# --- and back -------------------------------------------------------------------------------------


def test_names_typed_first_come_along_and_reload_and_back_lose_nothing(phone: Page) -> None:
    phone.goto("/")
    phone.get_by_label("Names").fill("Anna, Bram, Cees")
    phone.get_by_role("button", name="Choose more first").click()
    expect(phone.get_by_role("heading", name="Who is playing?")).to_be_visible()
    assert order(phone) == ["Anna", "Bram", "Cees"]
    assert not Playgroup.objects.exists()
    phone.get_by_role("button", name="Cees one seat earlier").click()
    phone.get_by_label("Which box?").select_option("flip-112")
    expect(phone.locator('#box [href*="flip-112"]')).to_be_visible()
    phone.get_by_label("Play to").fill("300")
    phone.locator("#id_new").fill("Di")
    phone.reload()
    expect(phone.locator('#box [href*="flip-112"]')).to_be_visible()
    assert order(phone) == ["Anna", "Cees", "Bram"]
    expect(phone.locator("#id_new")).to_have_value("Di")
    phone.locator("#id_new").fill("")
    game = start(phone)
    assert (game.edition, game.target) == ("flip-112", 300)
    assert game.playgroup.time_zone == "Europe/Amsterdam"
    phone.go_back()
    expect(phone.locator('#box [href*="flip-112"]')).to_be_visible()
    assert order(phone) == ["Anna", "Cees", "Bram"]
    assert start(phone) == game
    phone.goto(NEW)
    assert order(phone) == ["Anna", "Cees", "Bram"]
    unfold(phone, "House rules")
    expect(part(phone, "House rules")).to_have_attribute("open", "")


def test_the_page_stays_where_it_is_while_names_are_typed(phone: Page) -> None:
    start_session(phone, "Anna, Bram, Cees, Daan")
    phone.set_viewport_size({"width": 360, "height": 340})  # with the keyboard up
    phone.goto("/sessions/new/")
    new = phone.locator("#id_new")
    new.focus()
    phone.evaluate("scrollTo(0, 140)")
    for name in ("Emma", "Finn", "Gijs"):
        new.fill(name)
        new.press("Enter")
        expect(phone.locator(".seats li").last).to_contain_text(name)
    expect(new).to_be_in_viewport()
    assert phone.evaluate("scrollY") <= 200  # a row of chips more, at most
