"""A playgroup on several phones: invited, keeping score, looking on, barred, handed over."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from scoreboard.models import Round
from tests.browser.browsers import PHONE
from tests.browser.table import (
    first_round,
    on_to,
    open_pad,
    start_session,
    store,
    tap,
    totals,
    went_out,
)
from tests.browser.test_accessible import faults


def invite(owner: Page, to: str, *, for_whom: str = "one person", lasts: str = "a week") -> str:
    """Gives the link as the page shows it."""
    owner.goto("/group/")
    owner.get_by_role("link", name="Invite somebody").click()
    owner.locator(".pick", has_text=to).click()
    owner.get_by_label("For whom").select_option(for_whom)
    owner.get_by_label("It works for").select_option(lasts)
    owner.get_by_role("button", name="Make the link").click()
    expect(owner.get_by_role("heading", name="Invitation")).to_be_visible()
    return owner.get_by_label("The link").input_value()


def join(page: Page, link: str, name: str) -> None:
    page.goto(link)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Join in").click()
    expect(page.get_by_text("You are in.")).to_be_visible()


def enter_round(page: Page, number: int) -> None:
    """Anna went out, Bram held a 7, Cees an 8; not stored yet."""
    open_pad(page, number)
    went_out(page, "Anna")
    tap(page, "7")
    on_to(page, "Cees")
    tap(page, "8")


def give_right(owner: Page, name: str, right: str) -> None:
    owner.goto("/group/")
    owner.get_by_role("link", name=name).click()
    owner.locator(".pick", has_text=right).click()
    owner.get_by_role("button", name="Store it").click()
    expect(owner).to_have_url(re.compile("/group/$"))


def test_one_keeps_score_and_one_looks_on(phone: Page, open_page: Callable[..., Page]) -> None:
    scorer, watcher = open_page(), open_page()
    board = start_session(phone, "Anna, Bram, Cees")
    join(scorer, invite(phone, "Keep score"), "Bram")
    scorer.get_by_role("link", name="Go on with round 1").click()
    enter_round(scorer, 1)
    store(scorer)
    expect(scorer).to_have_url(board)
    phone.goto(board)
    assert totals(phone) == {"Anna": 15, "Bram": 0, "Cees": 0}
    join(watcher, invite(phone, "Look on"), "Oma Els")
    watcher.goto(board)
    assert totals(watcher) == {"Anna": 15, "Bram": 0, "Cees": 0}
    expect(watcher.get_by_role("link", name=re.compile("Record|Correct"))).to_have_count(0)
    watcher.goto("/group/")
    expect(watcher.locator(".list").get_by_text("Oma Els")).to_be_visible()
    expect(watcher.get_by_role("link", name="Invite somebody")).to_have_count(0)
    phone.goto(board + "history/")
    expect(phone.locator(".history li").first).to_contain_text("Bram")


def test_an_invitation_that_was_taken_back_is_dead(
    phone: Page, open_page: Callable[..., Page]
) -> None:
    start_session(phone, "Anna, Bram, Cees")
    link = invite(phone, "Look on", for_whom="everybody who has the link", lasts="a day")
    join(open_page(), link, "Els")
    phone.goto("/group/")
    phone.get_by_role("link", name=re.compile("used 1 time")).click()
    phone.get_by_role("button", name="Take the invitation back").click()
    expect(phone.get_by_text("The invitation is taken back.")).to_be_visible()
    late = open_page()
    assert late.goto(link).status == 404
    expect(late.get_by_role("heading", name="Not found")).to_be_visible()


def test_a_link_for_one_lets_no_second_in(phone: Page, open_page: Callable[..., Page]) -> None:
    start_session(phone, "Anna, Bram, Cees")
    link = invite(phone, "Look on")
    first, second = open_page(), open_page()
    second.goto(link)
    join(first, link, "Els")
    second.get_by_label("Your name").fill("Fay")
    second.get_by_role("button", name="Join in").click()
    expect(second.get_by_role("heading", name="Not found")).to_be_visible()
    # The link in the chat leads the first one back to the playgroup.
    first.goto(link)
    first.get_by_role("button", name="To the playgroup").click()
    expect(first.get_by_role("link", name="Look at the board")).to_be_visible()


def test_who_may_not_keep_score_any_more_is_told_and_loses_nothing(
    phone: Page, open_page: Callable[..., Page], complaints: list[str]
) -> None:
    scorer = open_page()
    board = first_round(phone)
    join(scorer, invite(phone, "Keep score"), "Bram")
    scorer.goto(board)
    enter_round(scorer, 2)
    give_right(phone, "Bram", "Look on")
    store(scorer)
    expect(scorer.locator(".barred")).to_contain_text("you do not keep score here any more")
    assert Round.objects.count() == 1
    give_right(phone, "Bram", "Keep score")
    scorer.reload()
    on_to(scorer, "Cees")
    store(scorer)
    expect(scorer).to_have_url(board)
    assert totals(scorer)["Anna"] == 30
    assert all("Response Status Error Code 404" in said for said in complaints)
    complaints.clear()


def test_a_round_that_waited_until_one_only_looks_on_is_not_lost_silently(
    phone: Page, open_page: Callable[..., Page], complaints: list[str]
) -> None:
    scorer = open_page()
    board = first_round(phone)
    join(scorer, invite(phone, "Keep score"), "Bram")
    scorer.goto(board)
    enter_round(scorer, 2)
    scorer.context.set_offline(True)
    store(scorer)
    expect(scorer.locator(".waits")).to_be_visible()
    give_right(phone, "Bram", "Look on")
    scorer.context.set_offline(False)
    note = scorer.locator("[data-asked]")
    expect(note).to_contain_text("because you only look on here now: Bram: 7; Cees: 8")
    note.get_by_role("button", name="All right").click()
    expect(note).to_be_hidden()
    scorer.reload()
    expect(note).to_be_hidden()
    assert totals(scorer)["Anna"] == 15
    assert all(said.startswith("console: htmx:") for said in complaints)
    complaints.clear()


def test_the_owner_hands_over(phone: Page, open_page: Callable[..., Page]) -> None:
    other = open_page()
    start_session(phone, "Anna, Bram, Cees")
    join(other, invite(phone, "Keep score"), "Bram")
    phone.goto("/group/leave/")
    phone.get_by_role("button", name="Leave the playgroup").click()
    expect(phone.get_by_role("alert")).to_contain_text("You are the only owner")
    phone.get_by_role("link", name="Hand over").click()
    phone.get_by_role("link", name="Bram").click()
    phone.get_by_role("link", name="Hand the playgroup over").click()
    phone.get_by_role("button", name="Hand over").click()
    expect(phone.get_by_text("The playgroup is theirs now")).to_be_visible()
    expect(phone.get_by_role("link", name="Invite somebody")).to_have_count(0)
    other.goto("/group/")
    expect(other.get_by_role("link", name="Invite somebody")).to_be_visible()
    phone.goto("/group/leave/")
    phone.get_by_role("button", name="Leave the playgroup").click()
    expect(phone.get_by_label("Names")).to_be_visible()


def test_one_goes_from_one_playgroup_to_the_other(phone: Page) -> None:
    start_session(phone, "Anna, Bram, Cees")
    phone.goto("/group/")
    phone.locator("summary", has_text="Begin another playgroup").click()
    phone.get_by_role("button", name="Begin another playgroup").click()
    phone.locator("summary", has_text="Name of the playgroup").click()
    phone.locator("#id_group_name").fill("Thursday club")
    phone.locator("#id_group_name").press("Enter")
    expect(phone.get_by_role("heading", name="Thursday club")).to_be_visible()
    phone.get_by_role("button", name="Go to Anna, Bram and Cees").click()
    expect(phone.get_by_role("link", name="Go on with round 1")).to_be_visible()


@pytest.mark.parametrize("script", [True, False])
def test_everything_works_without_script(
    phone: Page, new_context: Callable[..., BrowserContext], script: bool
) -> None:
    start_session(phone, "Anna, Bram, Cees")
    link = invite(phone, "Own the playgroup")
    guest = new_context(**PHONE, java_script_enabled=script).new_page()
    join(guest, link, "Bram")
    assert invite(guest, "Look on").startswith(link[: link.index("/join/")])
    guest.goto("/group/leave/")
    guest.get_by_role("button", name="Leave the playgroup").click()
    expect(guest.get_by_label("Names")).to_be_visible()


def test_axe_finds_nothing_in_any_state_of_a_playgroup(
    phone: Page, open_page: Callable[..., Page]
) -> None:
    start_session(phone, "Anna, Bram, Cees")
    newcomer = open_page(PHONE, reduced_motion="reduce")
    newcomer.goto(invite(phone, "Keep score"))
    found = faults(newcomer, "join")
    newcomer.get_by_role("button", name="Join in").click()
    expect(newcomer.locator(".wrong")).to_be_visible()
    found += faults(newcomer, "join refused")
    newcomer.get_by_label("Your name").fill("Bram")
    newcomer.get_by_role("button", name="Join in").click()
    newcomer.goto("/group/")
    found += faults(newcomer, "as a scorer")
    phone.goto("/group/")
    phone.locator("summary", has_text="Begin another playgroup").click()
    phone.get_by_role("button", name="Begin another playgroup").click()
    found += faults(phone, "two playgroups, nobody invited")
    phone.locator("#id_own_name").fill("")
    phone.locator("#id_own_name").press("Enter")
    expect(phone.locator(".wrong")).to_be_visible()
    found += faults(phone, "name refused")
    phone.goto("/group/leave/")
    phone.get_by_role("button", name="Leave the playgroup").click()
    found += faults(phone, "leave refused")
    phone.goto("/group/delete/")
    phone.get_by_role("button", name="Delete the playgroup").click()
    expect(phone.locator(".wrong")).to_be_visible()
    found += faults(phone, "delete refused")
    assert found == []
