"""The people of the playgroup: added, twice the same one put together, taken back, hidden."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from scoreboard.models import Member, Player
from tests.browser.browsers import DESKTOP, PHONE
from tests.browser.test_boards import let_in
from tests.scoreboard.people import close, own_playgroup, play, start

SIZES = {"phone": PHONE, "desktop": DESKTOP}


@pytest.fixture
def owner() -> Member:
    """Anna has played once, and so has Anne, who is Anna."""
    owner = own_playgroup()
    for names in ("Anna Bram", "Anne Cees"):
        game = start(owner, names)
        first, second = names.split()
        play(game, first, **{second: 20})
        close(game)
    return owner


@pytest.mark.parametrize("size", SIZES)
def test_people_are_added_put_together_and_put_away(
    open_page: Callable[..., Page], owner: Member, size: str
) -> None:
    page = open_page(SIZES[size])
    let_in(page, owner)
    page.goto("/players/")
    page.get_by_text("Add somebody").click()
    page.get_by_label("Name").fill("anna")
    page.get_by_role("button", name="Add").click()
    expect(page.get_by_text("Somebody here has that name already.")).to_be_visible()
    expect(page.get_by_label("Name")).to_be_focused()
    page.get_by_label("Name").fill("Fay")
    page.get_by_role("button", name="Add").click()
    expect(page.get_by_text("Fay is there now.")).to_be_visible()

    # Anna and Bram are two people; Anna and Anne are one.
    page.get_by_role("link", name="Anna").click()
    page.get_by_role("link", name="Twice the same person?").click()
    page.get_by_label("Anna is the same person as").select_option("Bram")
    page.get_by_role("button", name="Look at both").click()
    expect(page.get_by_text("Anna and Bram sat at one table")).to_be_visible()
    page.get_by_role("link", name="Leave it as it is").click()
    page.get_by_role("link", name="Twice the same person?").click()
    page.get_by_label("Anna is the same person as").select_option("Anne")
    page.get_by_role("button", name="Look at both").click()
    expect(page.get_by_text("Together 2 sessions, 2 rounds")).to_be_visible()
    page.get_by_role("radio", name="Anne").check()
    page.get_by_role("button", name="Make them one").click()
    expect(page.get_by_text("Anna is Anne from now on.")).to_be_visible()
    expect(page.get_by_text("2 sessions since")).to_be_visible()

    # It was a mistake.
    page.get_by_text("Also known as").click()
    page.get_by_role("button", name="Make Anna a person again").click()
    expect(page.get_by_text("Anna is a person again.")).to_be_visible()
    expect(page.get_by_text("1 session since")).to_be_visible()
    expect(page.get_by_text("Also known as")).to_have_count(0)


def test_somebody_who_does_not_come_any_more_is_hidden_until_they_do(
    open_page: Callable[..., Page], owner: Member
) -> None:
    page = open_page()
    let_in(page, owner)
    page.goto(Player.objects.get(name="Bram").get_absolute_url())
    page.get_by_text("Hide or remove").click()
    expect(page.get_by_text("So removing hides")).to_be_visible()
    page.get_by_role("button", name="Hide").click()
    expect(page.get_by_text("Bram is hidden. What was played stays.")).to_be_visible()
    expect(page.get_by_role("link", name="Bram")).not_to_be_visible()
    page.get_by_text("1 person").click()
    expect(page.get_by_role("link", name="Bram")).to_be_visible()

    page.goto("/sessions/new/")
    expect(page.locator(".chip", has_text="Anna")).to_be_visible()
    expect(page.locator(".chip", has_text="Bram")).to_have_count(0)
    page.get_by_label("Someone new").fill("bram")
    page.get_by_role("button", name="Add").click()
    expect(page.locator(".seats li", has_text="Bram")).to_be_visible()
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_role("link", name="Record round 1")).to_be_visible()
    page.goto("/players/")
    expect(page.get_by_role("link", name="Bram")).to_be_visible()
