"""Whoever was told that there is nothing for them any more does not find it without network."""

import re
from collections.abc import Callable

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from scoreboard.actions.sharing import revoke_link
from scoreboard.models import Round, ShareLink
from tests.browser.table import first_round, start_agreed, start_session
from tests.browser.test_by_link import make_link, take_up
from tests.browser.test_group import invite, join
from tests.browser.test_without_network import ARE_KEPT
from tests.browser.wire import Wire


@pytest.fixture
def friend(open_page: Callable[..., Page], wire: Wire) -> Page:
    """A phone with the worker, whose network can be cut."""
    friend = open_page(base_url=wire.url, service_workers="allow")
    friend.goto("/rules/")
    assert friend.evaluate(ARE_KEPT, ["/rules/"])
    return friend


def path_of(address: str) -> str:
    """What the friend reaches by the wire, the others without it."""
    return "/" + address.split("/", 3)[3]


def look_at(page: Page, *paths: str) -> None:
    for path in paths:
        page.goto(path)
        expect(page.get_by_role("heading", name="Not found")).to_have_count(0)
    assert page.evaluate(ARE_KEPT, [*paths])
    page.goto("/rules/")  # or a page that follows would be told by itself


def is_told(page: Page, path: str) -> None:
    page.goto(path)
    expect(page.get_by_role("heading", name="Not found")).to_be_visible()


def opens(page: Page, *paths: str) -> None:
    for path in paths:
        page.goto(path)
        expect(page.locator("html")).to_have_attribute("data-kept", re.compile("."))


def opens_not(page: Page, *paths: str) -> None:
    for path in paths:
        page.goto(path)
        expect(page.get_by_role("heading", name="No network")).to_be_visible()


def take_back_the_latest_link() -> None:
    revoke_link(link=ShareLink.objects.latest("pk"), at=timezone.now())


@pytest.mark.parametrize("told_at", ["", "{session}/", "{session}/tv/", "tv/"])
def test_of_a_link_that_was_taken_back_nothing_opens(
    phone: Page, friend: Page, wire: Wire, told_at: str
) -> None:
    board = first_round(phone)
    session = board.split("/")[-2]
    other = path_of(make_link(phone, f"{board}share/"))
    link = path_of(make_link(phone, "/group/links/"))
    pages = [link, f"{link}?page=2", f"{link}{session}/", f"{link}{session}/tv/"]
    look_at(friend, other, f"{other}tv/", *pages)
    take_back_the_latest_link()
    is_told(friend, link + told_at.format(session=session))
    wire.cut(friend.context)
    opens_not(friend, *pages)
    opens(friend, other)


def test_whoever_was_taken_out_finds_the_session_no_more_but_their_own(
    phone: Page, friend: Page, wire: Wire
) -> None:
    own = path_of(start_session(friend, "Xavier, Yvonne"))
    look_at(friend, own, f"{own}rounds/")
    board = first_round(phone)
    join(friend, path_of(invite(phone, "Keep score")), "Oma Els")
    session = path_of(board)
    its = [session, f"{session}rounds/", f"{session}history/", "/", "/sessions/"]
    look_at(friend, *its)
    phone.goto("/group/")
    phone.get_by_role("link", name="Oma Els").click()
    phone.get_by_text("Take them out of the playgroup").click()
    phone.get_by_role("button", name="Take them out").click()
    expect(phone).to_have_url(re.compile("/group/$"))
    is_told(friend, session)
    wire.cut(friend.context)
    opens_not(friend, *its)
    opens(friend, own, f"{own}rounds/")


@pytest.mark.parametrize("told_at", ["link", "board"])
def test_whose_link_to_keep_score_was_taken_back_finds_neither_it_nor_the_board(
    phone: Page, friend: Page, wire: Wire, told_at: str
) -> None:
    first = first_round(phone)
    second = start_agreed(phone, "Cees, Dirk")
    kept_apart = path_of(make_link(phone, f"{second}share/", "keep score"))
    link = path_of(make_link(phone, f"{first}share/", "keep score"))
    for address in (kept_apart, link):
        take_up(friend, address)
    board, other = path_of(first), path_of(second)
    pages = [link, f"{link}tv/", board, f"{board}rounds/"]
    look_at(friend, kept_apart, other, f"{other}rounds/", *pages)
    take_back_the_latest_link()
    is_told(friend, link if told_at == "link" else board)
    wire.cut(friend.context)
    opens_not(friend, *pages)
    opens(friend, kept_apart, other, f"{other}rounds/")


def test_a_button_that_finds_nothing_is_heeded_too(phone: Page, friend: Page, wire: Wire) -> None:
    board = first_round(phone)
    link = path_of(make_link(phone, f"{board}share/", "keep score"))
    friend.goto(f"{link}keep-score/")  # the first that says whose it is: what was kept goes
    look_at(friend, link, f"{link}tv/")
    friend.goto(f"{link}keep-score/")
    take_back_the_latest_link()
    friend.get_by_role("button", name="Keep score here").click()
    expect(friend.get_by_role("heading", name="Not found")).to_be_visible()
    wire.cut(friend.context)
    opens_not(friend, link, f"{link}tv/")


def test_a_round_that_was_removed_takes_no_board_with_it(friend: Page, wire: Wire) -> None:
    board = path_of(first_round(friend))
    row = Round.objects.get()
    page = f"{board}rounds/{row.pk}/"
    look_at(friend, board, f"{board}rounds/", page, f"{page}remove/")
    row.delete()
    is_told(friend, page)
    wire.cut(friend.context)
    opens_not(friend, page, f"{page}remove/")
    opens(friend, board, f"{board}rounds/")


def test_a_mistyped_address_takes_nothing_with_it(friend: Page, wire: Wire) -> None:
    board = path_of(start_session(friend, "Anna, Bram"))
    look_at(friend, board, f"{board}rounds/")
    for address in ("/session", f"{board}round/", "/sessions/999999999/", "/s/nothing/"):
        is_told(friend, address)
    wire.cut(friend.context)
    opens(friend, board, f"{board}rounds/")
