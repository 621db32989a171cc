"""The pad with other boxes and other ways of scoring, and that nothing moves on it."""

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from scoreboard.models import Round
from tests.browser.browsers import DESKTOP, PHONE
from tests.browser.table import (
    choose_way,
    hand_of,
    knock_out,
    on_to,
    open_pad,
    places,
    side_up,
    start_agreed,
    store,
    tap,
    tell_more,
    totals,
    type_cards,
    type_points,
    went_out,
)

FOUR = "Anna, Bram, Cees, Daan"
TWELVE = ", ".join(
    [*FOUR.split(", "), *(f"Speler nummer {number} met een hele lange naam" for number in range(8))]
)
FLIP = {"edition": "flip-112"}
MERCY = {"edition": "no-mercy-168", "target": 1000}
TEAMS = {"Anna": "North", "Bram": "South", "Cees": "North", "Daan": "South"}


def sum_line(page: Page) -> Locator:
    return page.locator("[data-sum]")


def test_a_round_of_flip_whose_side_was_wrong_at_first(phone: Page) -> None:
    board = start_agreed(phone, "Anna, Bram, Cees", **FLIP)
    open_pad(phone, 1)
    went_out(phone, "Anna")
    expect(phone.locator('.keys:not(.off) .key[data-face="7"]')).to_be_disabled()
    side_up(phone, "Light")
    tap(phone, "7", "skip")
    expect(sum_line(phone)).to_have_text("Anna gets 27 so far")
    on_to(phone, "Cees")
    tap(phone, "7", "draw-one")
    before = places(phone)
    side_up(phone, "Dark")
    # A Skip is read as the one of this side; the Draw One is none, and says so.
    expect(hand_of(phone, "Bram").locator("output")).to_have_text("37")
    expect(phone.locator(".padbox .read .wrong").first).to_contain_text(
        "“Draw One” is not on this side"
    )
    expect(phone.locator(".padbox .typed input")).to_have_value("7, Draw One")
    assert places(phone) == before
    store(phone)
    expect(phone.get_by_role("alert")).to_contain_text("“Draw One” is not on this side")
    phone.get_by_role("button", name="Check the cards").click()
    phone.get_by_role("button", name="Take the last card away").click()
    tap(phone, "draw-five")
    store(phone)
    expect(phone).to_have_url(board)
    assert totals(phone)["Anna"] == 37 + 27
    row = Round.objects.get()
    assert (row.side, row.hands.first().cards) == ("dark", ["7", "skip-everyone"])


def test_a_hand_that_cannot_be_read_on_this_side_is_not_half_counted(phone: Page) -> None:
    board = start_agreed(phone, "Anna, Bram, Cees", **FLIP)
    open_pad(phone, 1)
    went_out(phone, "Anna")
    side_up(phone, "Light")
    tap(phone, "9")
    on_to(phone, "Cees")
    tap(phone, "7", "draw-one")
    before = places(phone)
    side_up(phone, "Dark")
    expect(phone.locator(".padbox .read .wrong")).to_contain_text("“Draw One” is not on this side")
    expect(hand_of(phone, "Cees").locator("output")).to_have_text("–")
    expect(phone.locator(".padbox output span")).to_have_text("–")
    expect(sum_line(phone)).to_have_text("Anna gets 9 so far")
    choose_way(phone, "cards")
    anew = phone.get_by_role("button", name="Not all of this can be read. Start anew")
    assert anew.bounding_box()["height"] >= 44
    assert places(phone) == before
    anew.click()
    tap(phone, "draw-five")
    expect(sum_line(phone)).to_have_text("Anna gets 29 so far")
    store(phone)
    expect(phone).to_have_url(board)
    assert totals(phone)["Anna"] == 29


def test_what_was_entered_comes_back_with_its_side(phone: Page) -> None:
    board = start_agreed(phone, "Anna, Bram", **FLIP)
    open_pad(phone, 1)
    went_out(phone, "Anna")
    side_up(phone, "Light")
    tap(phone, "skip", "9")
    side_up(phone, "Dark")
    expect(sum_line(phone)).to_have_text("Anna gets 39 so far")
    side_up(phone, "Light")
    store(phone)
    expect(phone).to_have_url(board)
    assert totals(phone)["Anna"] == 29


def test_the_side_may_be_said_before_who_went_out(phone: Page) -> None:
    start_agreed(phone, "Anna, Bram", **FLIP)
    open_pad(phone, 1)
    side_up(phone, "Dark")
    expect(phone.locator('.keys:not(.off) .key[data-face="7"]')).to_be_disabled()
    expect(phone.locator("[data-current]")).to_have_count(0)
    went_out(phone, "Anna")
    tap(phone, "draw-five")
    expect(sum_line(phone)).to_have_text("Anna gets 20 so far")


def test_without_a_side_nothing_is_stored_and_all_is_kept(phone: Page) -> None:
    board = start_agreed(phone, "Anna, Bram", **FLIP)
    open_pad(phone, 1)
    went_out(phone, "Anna")
    store(phone)
    expect(phone.get_by_role("alert")).to_contain_text("On which side did the round end")
    side_up(phone, "Dark")
    expect(phone.get_by_role("alert")).to_have_count(0)
    tap(phone, "flip", "skip-everyone")
    store(phone)
    expect(phone).to_have_url(board)
    assert totals(phone)["Anna"] == 50


def test_a_card_of_the_dark_side_is_shown_with_its_colour_in_letters(phone: Page) -> None:
    start_agreed(phone, "Anna, Bram", **FLIP)
    open_pad(phone, 1)
    went_out(phone, "Anna")
    side_up(phone, "Dark")
    type_cards(phone, "pink 7, 7")
    expect(phone.locator('.held[data-card="pink 7"] .of')).to_have_text("pi")
    expect(phone.locator('.held[data-card="7"]')).to_have_count(1)


def test_a_round_of_no_mercy_with_a_knock_out(phone: Page) -> None:
    board = start_agreed(phone, FOUR, **MERCY)
    open_pad(phone, 1)
    went_out(phone, "Anna")
    before = places(phone)
    knock_out(phone, "Cees")
    expect(hand_of(phone, "Cees")).to_contain_text("knocked out, +250")
    tap(phone, "wild-draw-ten", "draw-four")
    expect(sum_line(phone)).to_have_text("Anna gets 320 so far")
    on_to(phone, "Daan")
    tap(phone, "7")
    assert places(phone) == before
    store(phone)
    expect(phone).to_have_url(board)
    assert totals(phone) == {"Anna": 327, "Bram": 0, "Cees": 0, "Daan": 0}
    phone.get_by_role("link", name="Correct round 1").click()
    expect(hand_of(phone, "Cees")).to_contain_text("knocked out, +250")
    knock_out(phone, "Cees")
    hand_of(phone, "Cees").click()
    tap(phone, "9")
    store(phone)
    expect(phone).to_have_url(board)
    assert totals(phone)["Anna"] == 86


def test_with_all_others_knocked_out_the_round_is_told(phone: Page) -> None:
    board = start_agreed(phone, "Anna, Bram, Cees", **MERCY)
    open_pad(phone, 1)
    went_out(phone, "Bram")
    for name in ("Anna", "Cees"):
        knock_out(phone, name)
    expect(sum_line(phone)).to_have_text("Bram gets 500 so far")
    store(phone)
    expect(phone).to_have_url(board)
    assert totals(phone) == {"Anna": 0, "Bram": 500, "Cees": 0}


def test_who_was_in_hand_when_knocked_out_makes_room_for_the_next(phone: Page) -> None:
    start_agreed(phone, "Anna, Bram, Cees", **MERCY)
    open_pad(phone, 1)
    went_out(phone, "Anna")
    knock_out(phone, "Bram")
    expect(hand_of(phone, "Cees")).to_have_attribute("aria-pressed", "true")
    expect(phone.locator("[data-store]")).to_be_visible()
    # Somebody may still want to note what it was.
    hand_of(phone, "Bram").click()
    tap(phone, "9")
    expect(sum_line(phone)).to_have_text("Anna gets 250 so far")
    on_to(phone, "Cees")


def test_a_round_of_teams_passes_the_partner_over(phone: Page) -> None:
    board = start_agreed(phone, FOUR, teams=TEAMS)
    open_pad(phone, 1)
    went_out(phone, "Anna")
    expect(hand_of(phone, "Cees")).to_contain_text("partner: does not count")
    tap(phone, "7")
    on_to(phone, "Daan")
    tap(phone, "9")
    hand_of(phone, "Cees").click()
    tap(phone, "wild")
    expect(sum_line(phone)).to_have_text("Anna gets 16 so far")
    on_to(phone, "Daan")
    store(phone)
    expect(phone).to_have_url(board)
    row = Round.objects.get()
    assert row.hands.count() == 3
    went = row.game.seats.get(player__name="Anna")
    assert went.cached_total == 16


def test_whose_partner_somebody_is_follows_who_went_out(phone: Page) -> None:
    start_agreed(phone, FOUR, teams=TEAMS)
    open_pad(phone, 1)
    went_out(phone, "Anna")
    went_out(phone, "Bram")
    expect(hand_of(phone, "Daan")).to_contain_text("partner")
    expect(hand_of(phone, "Cees")).to_contain_text("nothing yet")
    on_to(phone, "Cees")
    expect(phone.locator("[data-store]")).to_be_visible()


def test_where_rounds_are_counted_a_round_takes_two_taps(phone: Page) -> None:
    board = start_agreed(phone, FOUR, scoring="round-wins", target=3)
    open_pad(phone, 1)
    went_out(phone, "Cees")
    expect(sum_line(phone)).to_have_text("Cees wins this round")
    store(phone)
    expect(phone).to_have_url(board)
    assert totals(phone) == {"Anna": 0, "Bram": 0, "Cees": 1, "Daan": 0}


def test_hands_can_be_noted_all_the_same_where_rounds_are_counted(phone: Page) -> None:
    board = start_agreed(phone, FOUR, scoring="round-wins", target=3)
    open_pad(phone, 1)
    went_out(phone, "Cees")
    dock = phone.locator("[data-store]").bounding_box()
    phone.get_by_text("What the others held").click()
    tap(phone, "7", "7")
    unfolded = phone.locator("[data-store]").bounding_box()
    assert round(unfolded["y"]) == round(dock["y"])
    store(phone)
    expect(phone).to_have_url(board)
    assert Round.objects.get().hands.get().cards == ["7", "7"]


def test_a_round_of_points_only(phone: Page) -> None:
    board = start_agreed(phone, "Anna, Bram, Cees", edition="points-only")
    open_pad(phone, 1)
    expect(phone.locator(".key")).to_have_count(0)
    went_out(phone, "Anna")
    phone.locator('.padbox input[name="points-1"]').fill("120")
    expect(sum_line(phone)).to_have_text("Anna gets 120 so far")
    on_to(phone, "Cees")
    phone.locator('.padbox input[name="points-2"]').fill("45")
    store(phone)
    expect(phone).to_have_url(board)
    assert totals(phone) == {"Anna": 165, "Bram": 0, "Cees": 0}


def test_a_knockout_asks_only_those_who_are_still_in(phone: Page) -> None:
    board = start_agreed(phone, FOUR, scoring="knockout", target=100)
    open_pad(phone, 1)
    went_out(phone, "Anna")
    type_points(phone, 105)
    on_to(phone, "Cees")
    type_points(phone, 20)
    on_to(phone, "Daan")
    type_points(phone, 30)
    expect(sum_line(phone)).to_have_text("Together 155 so far")
    store(phone)
    expect(phone).to_have_url(board)
    open_pad(phone, 2)
    expect(phone.locator(".went .chip")).to_have_text(["Anna", "Cees", "Daan"])
    went_out(phone, "Daan")
    expect(phone.locator(".pick-hand:visible b")).to_have_text(["Anna", "Cees"])
    type_points(phone, 5)
    on_to(phone, "Cees")
    type_points(phone, 6)
    store(phone)
    expect(phone).to_have_url(board)
    assert totals(phone) == {"Anna": 5, "Bram": 105, "Cees": 26, "Daan": 30}


def test_a_second_who_went_out_too_is_one_tap(phone: Page) -> None:
    board = start_agreed(phone, "Anna, Bram, Cees", scoring="everyone-keeps", target=500)
    open_pad(phone, 1)
    went_out(phone, "Anna")
    choose_way(phone, "points")
    phone.get_by_role("button", name="Nothing left: went out too").click()
    expect(hand_of(phone, "Bram")).to_contain_text("nothing left")
    on_to(phone, "Cees")
    type_points(phone, 31)
    store(phone)
    expect(phone).to_have_url(board)
    assert totals(phone) == {"Anna": 0, "Bram": 0, "Cees": 31}


def test_what_more_there_is_to_tell_is_a_tab_of_the_pad(phone: Page) -> None:
    board = start_agreed(phone, "Anna, Bram, Cees")
    open_pad(phone, 1)
    went_out(phone, "Anna")
    tap(phone, "7")
    before = places(phone)
    tell_more(phone)
    phone.get_by_label("Last card", exact=True).fill("keuze")
    expect(phone.locator("#read-last")).to_have_text("Understood: Wild.")
    phone.get_by_label("Who dealt").select_option("Cees")
    assert places(phone) == before
    choose_way(phone, "cards")
    on_to(phone, "Cees")
    tap(phone, "5")
    store(phone)
    expect(phone).to_have_url(board)
    row = Round.objects.get()
    assert (row.last_card, row.dealer.position) == ("wild", 2)
    assert totals(phone)["Anna"] == 12


def test_what_nobody_remembers_is_told_by_what_was_gained(phone: Page) -> None:
    board = start_agreed(phone, "Anna, Bram, Cees")
    open_pad(phone, 1)
    went_out(phone, "Bram")
    tell_more(phone)
    phone.get_by_label("only what Bram gained").fill("120")
    expect(sum_line(phone)).to_have_text("Bram gets 120 so far")
    store(phone)
    expect(phone).to_have_url(board)
    assert totals(phone) == {"Anna": 0, "Bram": 120, "Cees": 0}


def test_what_is_wrong_there_is_shown_there(phone: Page) -> None:
    start_agreed(phone, "Anna, Bram")
    open_pad(phone, 1)
    went_out(phone, "Anna")
    tap(phone, "7")
    tell_more(phone)
    phone.get_by_label("Last card", exact=True).fill("schildpad")
    store(phone)
    expect(phone.get_by_role("alert")).to_contain_text("Last card: There is no “schildpad”")
    phone.get_by_role("button", name="Check the cards").click()
    expect(phone.get_by_label("Last card", exact=True)).to_be_visible()
    expect(phone.locator("#last-errors")).to_be_visible()
    expect(hand_of(phone, "Bram").locator("output")).to_have_text("7")


AGREED = {
    "the official game": {},
    "flip": FLIP,
    "no mercy": MERCY,
    "points only": {"edition": "points-only"},
    "all wild": {"edition": "all-wild-112"},
    "attack": {"edition": "attack-112"},
    "twelve": {"decks": 2},
    "twelve with flip": {"decks": 2, **FLIP},
}


SCREENS = [(PHONE, agreed) for agreed in AGREED] + [(DESKTOP, "twelve with flip")]


@pytest.mark.parametrize(
    ("screen", "agreed"), SCREENS, ids=[*AGREED, "on a desktop, twelve with flip"]
)
def test_nothing_moves_while_hands_ways_sides_and_colours_change(
    open_page: Callable[..., Page], screen: dict, agreed: str
) -> None:
    page = open_page(screen)
    names = TWELVE if "twelve" in agreed else FOUR
    start_agreed(page, names, **AGREED[agreed])
    open_pad(page, 1)
    at_first = places(page)
    sides = page.locator(".sideup label")
    seen = []
    went_out(page, "Anna")
    for side in range(sides.count()):
        sides.nth(side).click()
        seen.append(places(page))
    # On a desktop all of them are in sight; on a phone the last one scrolls to come there.
    for name in ("Bram", "nummer 7" if "twelve" in agreed else "Daan"):
        hand_of(page, name).click()
        seen.append(places(page))
        for way in page.locator(".seg.padonly label").all():
            way.click()
            seen.append(places(page))
        page.locator(".seg.padonly label").first.click()
        for key in page.locator(".keys:not(.off) .key").all():
            key.click()
        seen.append(places(page))
        for button in page.locator("[data-colour-it]").all():
            button.click()
            seen.append(places(page))
            page.locator(".hue").first.click()
        seen.append(places(page))
    assert seen == [at_first] * len(seen)


# How large what is drawn on a key is: a numeral, or the largest of its drawings.
DRAWN = """key => {
  const drawings = [...key.querySelectorAll("svg")].map(svg => svg.getBoundingClientRect().width);
  const letters = key.querySelector("span") ?? key;
  return Math.max(...drawings, parseFloat(getComputedStyle(letters).fontSize));
}"""


@pytest.mark.parametrize("agreed", AGREED)
def test_all_of_the_pad_is_on_a_small_phone_and_large_enough(phone: Page, agreed: str) -> None:
    names = TWELVE if "twelve" in agreed else FOUR
    start_agreed(phone, names, **AGREED[agreed])
    open_pad(phone, 1)
    went_out(phone, "Anna")
    height, width = PHONE["viewport"]["height"], PHONE["viewport"]["width"]
    assert phone.evaluate("document.documentElement.scrollHeight") <= height
    assert phone.evaluate("document.documentElement.scrollWidth") <= width
    for key in phone.locator(".keys:not(.off) .key").all():
        assert key.evaluate(DRAWN) >= 22  # pixels: 3.5 mm, to be seen from above
    touched = ".keys:not(.off) .key, .seg label, .padbox .btn:not([data-none]), .sideup label"
    for part in phone.locator(touched).all():
        if part.is_visible():
            box = part.bounding_box()
            assert box["height"] >= 44
            assert box["width"] >= 44
            assert 0 <= box["x"] <= width - box["width"]
            assert 0 <= box["y"] <= height - box["height"]
    # Whose hand it is stays in sight, under what was asked.
    row = phone.locator("[data-current]").bounding_box()
    pad = phone.locator(".padbox").bounding_box()
    assert row["y"] + row["height"] <= pad["y"] + 1


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_the_pad_of_other_editions(
    open_page: Callable[..., Page], scheme: str
) -> None:
    page = open_page(color_scheme=scheme, reduced_motion="reduce")
    found = []
    for agreed in (FLIP, MERCY, {"scoring": "round-wins", "target": 3}, {"teams": TEAMS}):
        start_agreed(page, FOUR, **agreed)
        open_pad(page, 1)
        went_out(page, "Anna")
        if agreed == FLIP:
            side_up(page, "Dark")
        if agreed == MERCY:
            knock_out(page, "Cees")
        if "scoring" in agreed:
            page.get_by_text("What the others held").click()
        tap(page, "7", "7", "9")
        if agreed == FLIP or "teams" in agreed:
            page.get_by_role("button", name="Colour of the last card").click()
        else:
            tell_more(page)
        answer = Axe().run(page).response["violations"]
        found += [f"{fault['id']}: {fault['nodes'][0]['html'][:200]}" for fault in answer]
    assert found == []


def test_without_script_a_round_is_filled_in_all_the_same(open_page: Callable[..., Page]) -> None:
    page = open_page(java_script_enabled=False)
    board = start_agreed(page, "Anna, Bram, Cees", **FLIP)
    page.get_by_role("link", name="Record round 1").click()
    page.locator(".went .chip", has_text="Anna").click()
    page.locator("[name=cards-1]").fill("skip")
    page.locator("[name=points-2]").fill("9")
    page.get_by_text("More about this round").click()
    page.get_by_label("Last card", exact=True).fill("wild")
    page.get_by_role("button", name="Store round 1").click()
    expect(page.get_by_role("alert")).to_contain_text("On which side did the round end")
    page.locator(".sideup label", has_text="Dark").click()
    page.get_by_role("button", name="Store round 1").click()
    expect(page).to_have_url(board)
    row = Round.objects.get()
    assert (row.side, row.last_card) == ("dark", "wild")
    assert totals(page)["Anna"] == 39
