"""A session of every edition and every way of counting: set up, recorded to its end, shared."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

import rules
from tests.browser.table import open_pad, side_up, type_points, went_out
from tests.browser.test_setting_up import at_table, start

SYSTEMS = list(rules.SCORING_SYSTEMS)
EDITIONS = [edition.key for edition in rules.editions()]
# Every edition once, the ways of counting in turn, and the classic box in every way.
EVENINGS = [(key, SYSTEMS[place % 4]) for place, key in enumerate(EDITIONS)]
EVENINGS += [("classic-108", system) for system in SYSTEMS[1:]]


def agree(page: Page, edition: str, scoring: str) -> None:
    at_table(page, "Anna", "Bram", "Cees")
    page.get_by_label("Which box?").select_option(edition)
    for face in rules.find_edition(edition).unvalued:
        if rules.SCORING_SYSTEMS[scoring].counts_cards:
            page.locator(f'[name="points-{edition}-{face.face}"]').fill("30")
    page.locator(f'[name=scoring][value="{scoring}"]').check()
    if scoring == "round-wins":
        page.locator("#id_wins").fill("2")
    else:
        page.locator("#id_target").fill("100")


def record(page: Page, number: int, edition: str, scoring: str, losers: list[str]) -> None:
    """Anna goes out; the others hold 40 points and 30, or 40 where only one is left."""
    open_pad(page, number)
    sides = rules.find_edition(edition).sides
    if sides:
        side_up(page, ["Light", "Dark"][number % 2])
    went_out(page, "Anna")
    if rules.SCORING_SYSTEMS[scoring].counts_cards:
        for place, name in enumerate(losers):
            page.locator(".pick-hand", has_text=name).click()
            type_points(page, 40 - 10 * place)
    page.locator("[data-store]").click()
    expect(page.get_by_role("heading", name=f"Round {number}")).to_be_hidden()


@pytest.mark.parametrize(("edition", "scoring"), EVENINGS)
def test_an_evening(
    phone: Page, open_page: Callable[..., Page], edition: str, scoring: str
) -> None:
    agree(phone, edition, scoring)
    game = start(phone)
    assert (game.edition, game.scoring) == (edition, scoring)
    losers = ["Bram", "Cees"]
    for number in range(1, 5):
        record(phone, number, edition, scoring, losers)
        if phone.locator(".champion").count():
            break
        if scoring == "knockout" and number == 3:
            losers.remove("Bram")  # out, with 120
    expect(phone.locator(".champion .names")).to_have_text("Anna")
    phone.get_by_role("link", name="Share").first.click()
    phone.get_by_role("button", name="Link to look on").click()
    friend = open_page(locale="nl-NL")
    friend.goto(phone.locator("#address").input_value())
    expect(friend.locator(".champion .names")).to_have_text("Anna")
    expect(friend.locator("#rounds tbody tr")).to_have_count(game.rounds.count())
    friend.locator("#agreed summary").click()
    expect(friend.locator("#agreed")).to_contain_text(rules.find_edition(edition).names["nl"])
