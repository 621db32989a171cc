"""What people do at the table, as steps of a browser test."""

import re

from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

from scoreboard.actions import sessions
from scoreboard.models import GameSession, new_key

WAYS = {"cards": "Cards", "type": "Type", "points": "Points"}


def start_session(page: Page, names: str) -> str:
    """From a fresh visit to the board; gives its address."""
    page.goto("/")
    page.get_by_label("Names").fill(names)
    page.get_by_role("button", name="Start").click()
    expect(page).to_have_url(re.compile(r"/sessions/\d+/$"))
    return page.url


def open_pad(page: Page, number: int) -> None:
    page.get_by_role("link", name=f"Record round {number}").click()
    expect(page.get_by_role("heading", name=f"Round {number}")).to_be_visible()


def went_out(page: Page, name: str) -> None:
    page.locator(".went .chip", has_text=name).click()


def choose_way(page: Page, way: str) -> None:
    page.locator(".seg label", has_text=WAYS[way]).click()


def tap(page: Page, *faces: str) -> None:
    for face in faces:
        page.locator(f'.keys:not(.off) .key[data-face="{face}"]').click()


def type_cards(page: Page, text: str) -> None:
    choose_way(page, "type")
    page.locator(".padbox .typed input").fill(text)


def type_points(page: Page, points: int, cards: int | None = None) -> None:
    choose_way(page, "points")
    page.locator('.padbox input[name^="points-"]').fill(str(points))
    if cards is not None:
        page.locator('.padbox input[name^="left-"]').fill(str(cards))


def on_to(page: Page, name: str) -> None:
    page.get_by_role("button", name=f"On to {name}").click()


def store(page: Page) -> None:
    page.locator("[data-store]").click()


def first_round(page: Page) -> str:
    """A session with a round: Anna went out, Bram held a 7, Cees an 8; gives its address."""
    board = start_session(page, "Anna, Bram, Cees")
    open_pad(page, 1)
    went_out(page, "Anna")
    tap(page, "7")
    on_to(page, "Cees")
    tap(page, "8")
    store(page)
    expect(page).to_have_url(board)
    return board


def totals(page: Page) -> dict[str, int]:
    """The standing as the board shows it."""
    page.wait_for_load_state("domcontentloaded")  # its address comes before the rest of it
    rows = page.locator(".standing .row")
    names = rows.locator(".name bdi").all_inner_texts()
    points = rows.locator(".points").all_inner_texts()
    return {name: int(total) for name, total in zip(names, points, strict=True)}


def start_agreed(page: Page, names: str, **agreed) -> str:
    """A session for which more was agreed, of somebody who had one before; gives its address."""
    if "/sessions/" not in page.url:
        start_session(page, names)
    before = GameSession.objects.select_related("playgroup").latest("pk")
    game = sessions.start_session(
        playgroup=before.playgroup,
        agreed=sessions.NewSession(names=names.split(", "), **agreed),
        key=new_key(),
        by=before.playgroup.members.get(),
        at=timezone.now(),
    )
    page.goto(game.get_absolute_url())
    return page.url


def side_up(page: Page, side: str) -> None:
    page.locator(".sideup label", has_text=side).click()


def hand_of(page: Page, name: str) -> Locator:
    return page.locator(".pick-hand", has_text=name)


def knock_out(page: Page, name: str) -> None:
    page.locator(".loser", has_text=name).locator(".ko").click()


def tell_more(page: Page) -> None:
    page.locator(".seg label", has_text="More").click()


def places(page: Page) -> dict[str, dict]:
    """Where the parts lie that the thumb knows, in whole pixels."""
    parts = (".asked", ".padbox", ".ways", ".seg.padonly", ".padbox > .line:last-child")
    boxes = {part: page.locator(part).bounding_box() for part in parts}
    return {part: {side: round(at) for side, at in box.items()} for part, box in boxes.items()}
