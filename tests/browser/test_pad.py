"""The pad on a phone: one tap a card, nothing lost, nothing moving under the thumb."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from scoreboard.models import Seat
from tests.browser.table import (
    choose_way,
    hand_of,
    on_to,
    open_pad,
    places,
    start_agreed,
    start_session,
    store,
    tap,
    totals,
    type_cards,
    type_points,
    went_out,
)
from tests.scoreboard.editions import table_of


def test_a_tap_is_a_card_and_the_hand_lies_there_as_one_would_sort_it(phone: Page) -> None:
    start_session(phone, "Anna, Bram, Cees")
    open_pad(phone, 1)
    went_out(phone, "Anna")
    points = phone.locator(".padbox output span")
    for face, so_far in (("wild", 50), ("9", 59), ("skip", 79), ("3", 82), ("9", 91), ("9", 100)):
        tap(phone, face)
        expect(points).to_have_text(str(so_far))
        expect(phone.locator("[data-sum]")).to_have_text(f"Anna gets {so_far} so far")
    held = phone.locator(".held")
    assert held.evaluate_all("all => all.map(held => held.dataset.card)") == [
        *("3", "9", "skip", "wild"),
    ]
    expect(held.nth(1)).to_have_text("9×3")
    on_to(phone, "Cees")
    tap(phone, "0", "draw-two")
    expect(phone.locator("[data-sum]")).to_have_text("Anna gets 120 so far")
    # More kinds than fit: the strip scrolls to the last one tapped, and nothing else does.
    before = places(phone)
    tap(phone, *"123456789", "reverse", "wild-draw-four")
    expect(phone.locator('.held[data-card="wild-draw-four"]')).to_be_in_viewport(ratio=0.9)
    assert places(phone) == before


def test_the_points_run_along_by_the_table_of_the_box(phone: Page) -> None:
    """A box of their own, in which a Wild is worth 20 and colours have names that nobody drew."""
    table = table_of("classic-108")
    colours = ["gold", "silver", "bronze", "black", "white"]
    for face in table["cards"]:
        face["colours"] = colours if face["colours"] else []
        face["points"] = {"wild": 20, "skip": 5}.get(face["face"], face["points"])
    board = start_agreed(phone, "Anna, Bram", edition="ours@1", edition_table=table)
    open_pad(phone, 1)
    went_out(phone, "Anna")
    tap(phone, "wild", "5")
    expect(phone.locator("[data-sum]")).to_have_text("Anna gets 25 so far")
    phone.get_by_role("button", name="Colour of the last card").click()
    expect(phone.locator(".hue .cut")).to_have_text([*colours, "no colour"])
    phone.get_by_role("button", name="silver 5").click()
    expect(phone.locator(".held .of")).to_have_text("si")
    tap(phone, "skip")
    store(phone)
    expect(phone).to_have_url(board)
    assert totals(phone)["Anna"] == 30


def test_a_wrong_tap_is_one_tap_back(phone: Page) -> None:
    start_session(phone, "Anna, Bram")
    open_pad(phone, 1)
    went_out(phone, "Anna")
    tap(phone, "9", "9", "wild", "7")
    expect(phone.locator(".padbox output span")).to_have_text("75")
    phone.locator('.held[data-card="9"]').click()
    expect(phone.locator(".padbox output span")).to_have_text("66")
    phone.get_by_role("button", name="Take the last card away").click()
    expect(phone.locator(".padbox output span")).to_have_text("59")
    assert phone.locator(".held").evaluate_all("all => all.map(held => held.dataset.card)") == [
        "9",
        "wild",
    ]


def test_the_winner_can_be_changed_and_no_hand_is_lost(phone: Page) -> None:
    board = start_session(phone, "Anna, Bram, Cees")
    open_pad(phone, 1)
    went_out(phone, "Anna")
    tap(phone, "5")
    on_to(phone, "Cees")
    tap(phone, "6")
    went_out(phone, "Bram")
    phone.locator(".pick-hand", has_text="Anna").click()
    tap(phone, "7")
    went_out(phone, "Anna")
    expect(phone.locator(".pick-hand", has_text="Bram").locator("output")).to_have_text("5")
    phone.locator(".pick-hand", has_text="Cees").click()
    store(phone)
    expect(phone).to_have_url(board)
    assert totals(phone) == {"Anna": 11, "Bram": 0, "Cees": 0}


def test_an_impossible_round_is_refused_in_place_and_can_be_stored_all_the_same(
    phone: Page,
) -> None:
    board = start_session(phone, "Anna, Bram, Cees")
    open_pad(phone, 1)
    went_out(phone, "Anna")
    tap(phone, *["wild-draw-four"] * 3)
    on_to(phone, "Cees")
    tap(phone, *["wild-draw-four"] * 2)
    top_of_rows = phone.locator(".losers").bounding_box()
    store(phone)
    alert = phone.get_by_role("alert")
    expect(alert).to_contain_text("Five Wild Draw Fours: Bram 3, Cees 2; the deck has 4.")
    assert phone.locator(".losers").bounding_box() == top_of_rows
    expect(phone.locator(".loser.bad")).to_have_count(2)
    phone.get_by_role("button", name="Check the cards").click()
    expect(phone.locator(".pick-hand", has_text="Bram").locator("output")).to_have_text("150")
    phone.locator(".pick-hand", has_text="Cees").click()
    store(phone)
    phone.get_by_role("button", name="Our deck is different").click()
    expect(phone).to_have_url(board)
    expect(phone.locator("#rounds tbody tr")).to_contain_text("other deck")
    assert totals(phone)["Anna"] == 250


def test_after_a_refusal_that_was_one_hand_s_nobody_walks_past_the_others(phone: Page) -> None:
    board = start_session(phone, "Anna, Bram, Cees, Daan")
    open_pad(phone, 1)
    went_out(phone, "Anna")
    type_points(phone, 23, cards=1)
    on_to(phone, "Cees")
    type_points(phone, 7)
    on_to(phone, "Daan")
    type_points(phone, 8)
    store(phone)
    expect(phone.get_by_role("alert")).to_contain_text("23 points in 1 card")
    phone.get_by_role("button", name="Check the cards").click()
    type_points(phone, 20, cards=1)
    expect(phone.get_by_role("button", name="On to Cees")).to_be_hidden()
    store(phone)
    expect(phone).to_have_url(board)
    assert totals(phone)["Anna"] == 35


def test_a_hand_that_is_missing_is_first_filled_in(phone: Page) -> None:
    """The button does not turn into another one while a hand is entered."""
    board = start_session(phone, "Anna, Bram, Cees, Daan")
    open_pad(phone, 1)
    went_out(phone, "Anna")
    type_points(phone, 5)
    for name in ("Cees", "Daan"):
        phone.locator(".pick-hand", has_text=name).click()
        type_points(phone, 6)
    phone.locator(".pick-hand", has_text="Bram").click()
    type_points(phone, 0)
    phone.locator('.padbox input[name^="points-"]').fill("")
    phone.locator(".pick-hand", has_text="Daan").click()
    store(phone)
    expect(phone.get_by_role("alert")).to_contain_text("What did Bram still hold?")
    phone.get_by_role("button", name="Check the cards").click()
    type_points(phone, 5)
    on_to(phone, "Cees")
    store(phone)
    expect(phone).to_have_url(board)
    assert totals(phone)["Anna"] == 17


def test_a_second_tap_on_check_the_cards_stores_nothing(phone: Page) -> None:
    start_session(phone, "Anna, Bram, Cees")
    open_pad(phone, 1)
    went_out(phone, "Anna")
    type_points(phone, 23, cards=1)
    on_to(phone, "Cees")
    type_points(phone, 7)
    store(phone)
    check = phone.get_by_role("button", name="Check the cards")
    expect(check).to_be_visible()
    check.click()
    expect(phone.locator("[data-store]")).to_be_visible()
    expect(phone.locator("[data-store]")).to_be_disabled()
    expect(phone.locator("[data-store]")).to_be_enabled()


def test_where_a_seat_was_taken_away_everybody_keeps_their_own_hand(phone: Page) -> None:
    board = start_session(phone, "Anna, Bram, Cees, Daan")
    open_pad(phone, 1)
    Seat.objects.get(player__name="Bram").delete()
    went_out(phone, "Daan")
    tap(phone, "7")
    phone.locator(".pick-hand", has_text="Cees").click()
    tap(phone, "9")
    store(phone)
    expect(phone).to_have_url(board)
    assert totals(phone) == {"Daan": 16, "Anna": 0, "Cees": 0}
    open_pad(phone, 2)
    went_out(phone, "Cees")
    tap(phone, "1")
    on_to(phone, "Daan")
    tap(phone, "2")
    store(phone)
    expect(phone).to_have_url(board)
    assert totals(phone) == {"Daan": 16, "Cees": 3, "Anna": 0}


def test_unreadable_cards_are_told_at_once_and_keep_what_was_typed(phone: Page) -> None:
    start_session(phone, "Anna, Bram")
    open_pad(phone, 1)
    went_out(phone, "Anna")
    choose_way(phone, "type")
    phone.locator(".padbox .typed input").fill("7 xyz")
    expect(phone.locator(".padbox .read .wrong")).to_contain_text("xyz")
    store(phone)
    expect(phone.get_by_role("alert")).to_contain_text("xyz")
    phone.get_by_role("button", name="Check the cards").click()
    expect(phone.locator(".padbox .typed input")).to_have_value("7 xyz")


def test_every_hand_is_entered_its_own_way_and_the_last_one_is_remembered(phone: Page) -> None:
    board = start_session(phone, "Anna, Bram, Cees, Daan, Emma")
    open_pad(phone, 1)
    went_out(phone, "Anna")
    tap(phone, "7", "wild")
    on_to(phone, "Cees")
    type_cards(phone, "rode 7, red 3, sla over, Draw Two")  # two languages in one breath
    expect(phone.locator(".padbox .read")).to_contain_text("red 7, red 3, Skip, Draw Two")
    on_to(phone, "Daan")
    type_points(phone, 12)
    on_to(phone, "Emma")
    type_points(phone, 21, cards=2)
    expect(phone.locator("[data-sum]")).to_have_text("Anna gets 140 so far")
    # Each hand still is in its own way, whichever came after it.
    for name, way in (("Bram", "cards"), ("Cees", "type"), ("Daan", "points"), ("Emma", "points")):
        hand_of(phone, name).click()
        expect(phone.locator("[name=pad-way]:checked")).to_have_value(way)
    store(phone)
    expect(phone).to_have_url(board)
    assert totals(phone)["Anna"] == 57 + 50 + 12 + 21
    open_pad(phone, 2)
    went_out(phone, "Anna")
    expect(phone.locator('.padbox input[name^="points-"]')).to_be_visible()


def test_two_quick_taps_store_once(phone: Page) -> None:
    board = start_session(phone, "Anna, Bram")
    open_pad(phone, 1)
    went_out(phone, "Anna")
    tap(phone, "7")
    phone.locator("[data-store]").dblclick()
    expect(phone).to_have_url(board)
    expect(phone.locator("#rounds tbody tr")).to_have_count(1)


def test_two_phones_on_one_round_are_told_of_each_other(
    phone: Page, open_page: Callable[..., Page]
) -> None:
    board = start_session(phone, "Anna, Bram, Cees")
    other = open_page(storage_state=phone.context.storage_state())
    other.goto(board)
    for page, cards in ((phone, "7"), (other, "8")):
        open_pad(page, 1)
        went_out(page, "Anna")
        tap(page, cards)
        on_to(page, "Cees")
        tap(page, cards)
    store(phone)
    expect(phone).to_have_url(board)
    store(other)
    alert = other.get_by_role("alert")
    expect(alert).to_contain_text("Round 1 is stored already")
    expect(alert).to_contain_text("Bram 7 (7)")
    # It was another round after all: what was typed is still there.
    other.get_by_role("button", name="store it as round 2").click()
    expect(other).to_have_url(board)
    assert totals(other) == {"Anna": 30, "Bram": 0, "Cees": 0}


def test_a_stale_correction_overwrites_nothing(phone: Page, open_page: Callable[..., Page]) -> None:
    board = start_session(phone, "Anna, Bram")
    open_pad(phone, 1)
    went_out(phone, "Anna")
    tap(phone, "7")
    store(phone)
    expect(phone).to_have_url(board)
    other = open_page(storage_state=phone.context.storage_state())
    other.goto(board)
    for page in (phone, other):
        page.get_by_role("link", name="Correct round 1").click()
        expect(page.get_by_role("heading", name="Correct round 1")).to_be_visible()
    tap(phone, "8")
    store(phone)
    expect(phone).to_have_url(board)
    tap(other, "1")
    store(other)
    expect(other.get_by_role("alert")).to_contain_text("Somebody changed this round meanwhile")
    other.goto(board)
    assert totals(other) == {"Anna": 15, "Bram": 0}


def test_who_goes_on_faster_than_the_reading_loses_no_cards(phone: Page) -> None:
    board = start_session(phone, "Anna, Bram, Cees")
    open_pad(phone, 1)
    went_out(phone, "Anna")
    choose_way(phone, "type")
    phone.route("**/read-cards/**", lambda route: (phone.wait_for_timeout(500), route.continue_()))
    phone.locator(".padbox .typed input").fill("+4, so, 1")
    on_to(phone, "Cees")
    bram, cees = (phone.locator(".pick-hand", has_text=name) for name in ("Bram", "Cees"))
    expect(bram.locator("output")).to_have_text("71")
    expect(cees.locator("output")).to_have_text("–")
    choose_way(phone, "cards")
    tap(phone, "5")
    store(phone)
    expect(phone).to_have_url(board)
    assert totals(phone) == {"Anna": 76, "Bram": 0, "Cees": 0}


def test_a_refusal_keeps_the_hand_of_who_was_marked_as_out_by_mistake(phone: Page) -> None:
    board = start_session(phone, "Anna, Bram, Cees")
    open_pad(phone, 1)
    went_out(phone, "Anna")
    tap(phone, "7", "3")
    on_to(phone, "Cees")
    tap(phone, "5")
    went_out(phone, "Bram")
    phone.locator(".pick-hand", has_text="Cees").click()
    store(phone)
    expect(phone.get_by_role("alert").first).to_contain_text("Anna")
    went_out(phone, "Anna")
    expect(phone.locator(".pick-hand", has_text="Bram").locator("output")).to_have_text("10")
    phone.locator(".pick-hand", has_text="Cees").click()
    store(phone)
    expect(phone).to_have_url(board)
    assert totals(phone) == {"Anna": 15, "Bram": 0, "Cees": 0}


def test_the_sum_follows_who_went_out(phone: Page) -> None:
    start_session(phone, "Anna, Bram, Cees")
    open_pad(phone, 1)
    went_out(phone, "Anna")
    tap(phone, "9")
    expect(phone.locator("[data-sum]")).to_have_text("Anna gets 9 so far")
    went_out(phone, "Bram")
    expect(phone.locator("[data-sum]")).to_have_text("")


def test_an_older_reading_does_not_replace_a_newer_text(phone: Page) -> None:
    start_session(phone, "Anna, Bram")
    open_pad(phone, 1)
    went_out(phone, "Anna")
    choose_way(phone, "type")
    phone.route("**/read-cards/**", lambda route: (phone.wait_for_timeout(700), route.continue_()))
    typed = phone.locator(".padbox .typed input")
    typed.fill("7 3")
    phone.wait_for_timeout(400)
    typed.fill("7 3 +2")
    choose_way(phone, "cards")
    expect(phone.locator('.key[data-face="5"]')).to_be_disabled()
    expect(phone.locator('.key[data-face="5"]')).to_be_enabled(timeout=8000)
    tap(phone, "5")
    expect(phone.locator(".padbox output span")).to_have_text("35")


def test_back_after_storing_shows_a_pad_that_works(phone: Page) -> None:
    board = start_session(phone, "Anna, Bram")
    open_pad(phone, 1)
    went_out(phone, "Anna")
    tap(phone, "7")
    store(phone)
    expect(phone).to_have_url(board)
    phone.go_back()
    went_out(phone, "Bram")
    tap(phone, "5")
    store(phone)
    expect(phone).to_have_url(board)
    assert totals(phone) == {"Anna": 7, "Bram": 5}


def test_a_double_tap_walks_past_nobody(phone: Page) -> None:
    start_session(phone, "Anna, Bram, Cees, Daan")
    open_pad(phone, 1)
    phone.locator(".pick-hand", has_text="Cees").click()
    expect(phone.locator("[data-next]")).to_be_disabled()  # who went out comes first
    went_out(phone, "Anna")
    phone.locator(".pick-hand", has_text="Bram").click()
    tap(phone, "7")
    phone.locator("[data-next]").dblclick()
    expect(phone.locator(".pick-hand[aria-pressed=true]")).to_contain_text("Cees")


def test_with_twelve_whoever_went_out_is_in_sight_after_a_reload(phone: Page) -> None:
    start_session(phone, ", ".join(f"Person {letter}" for letter in "ABCDEFGHIJKL"))
    open_pad(phone, 1)
    went_out(phone, "Person L")
    phone.reload()
    expect(phone.locator(".went .chip", has_text="Person L")).to_be_in_viewport(ratio=1)


ON_ITS_SIDE = [(640, 360), (740, 360), (844, 390), (915, 412)]


@pytest.mark.parametrize("people", [3, 8, 12])
def test_on_its_side_a_phone_shows_the_whole_pad_beside_the_hands(
    open_page: Callable[..., Page], people: int
) -> None:
    """A page that is wider than its screen is shown smaller, so what lies where tells it too."""
    phone = open_page(viewport={"width": 640, "height": 360})
    start_session(phone, ", ".join(f"Bartholomeus{letter}" for letter in "ABCDEFGHIJKL"[:people]))
    open_pad(phone, 1)
    went_out(phone, "BartholomeusA")
    tap(phone, "wild", "7")
    for width, height in ON_ITS_SIDE:
        phone.set_viewport_size({"width": width, "height": height})
        assert phone.evaluate("[innerWidth, innerHeight]") == [width, height]
        assert phone.evaluate("document.documentElement.scrollHeight") == height
        pad = phone.locator(".padbox").bounding_box()
        assert (pad["x"], pad["width"]) == pytest.approx((width / 2, width / 2), abs=1)
        for part in (".padbox .hand", ".padbox .seg", "[data-next]:visible, [data-store]:visible"):
            expect(phone.locator(part)).to_be_in_viewport(ratio=1)
        keys = phone.locator(".keys:not(.off) .key").all()
        boxes = [key.bounding_box() for key in keys]
        assert min(min(box["width"], box["height"]) for box in boxes) >= 44
