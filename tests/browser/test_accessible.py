"""What a machine can tell of accessibility: axe finds nothing on any page, light or dark."""

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.core.management import call_command
from playwright.sync_api import Page, expect

from scoreboard.models import GameSession, Player, ShareLink
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.table import tap, went_out


def addresses() -> list[str]:
    running = GameSession.objects.get(cached_ended_at=None)
    finished = GameSession.objects.exclude(cached_ended_at=None).first()
    row = running.rounds.last()
    board = running.get_absolute_url()
    return [
        "/",
        "/sessions/new/",
        board,
        f"{board}rounds/",
        f"{board}rounds/{row.pk}/",
        f"{board}rounds/{row.pk}/remove/",
        f"{board}close/",
        f"{board}history/",
        f"{board}agreement/",
        finished.get_absolute_url(),
        ShareLink.objects.get(game=running).get_absolute_url(),
        "/players/",
        Player.objects.get(name="Anna").get_absolute_url(),
        "/editions/",
        "/editions/flip-112/",
        "/editions/no-mercy-168/",
        "/editions/new/?from=classic-108",
        "/rules/",
        "/no/such/page/",
    ]


def faults(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [f"{page.url}: {fault['id']} at {fault['nodes'][0]['html'][:200]}" for fault in found]


@pytest.mark.parametrize("screen", [PHONE, DESKTOP], ids=["phone", "desktop"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(open_page: Callable[..., Page], screen: dict, scheme: str) -> None:
    call_command("demo", verbosity=0)
    page = open_page(screen, color_scheme=scheme, reduced_motion="reduce")
    page.goto("/")
    found = faults(page)
    page.get_by_role("button", name="Look around in the demo").click()
    expect(page.get_by_role("heading", name="Lately")).to_be_visible()
    for address in addresses():
        page.goto(address)
        found += faults(page)
    assert found == []


def test_axe_finds_nothing_on_a_pad_that_was_refused(phone: Page) -> None:
    call_command("demo", verbosity=0)
    phone.goto("/")
    phone.get_by_role("button", name="Look around in the demo").click()
    phone.goto(GameSession.objects.get(cached_ended_at=None).get_absolute_url() + "rounds/")
    went_out(phone, "Anna")
    tap(phone, *["wild"] * 5)
    found = faults(phone)
    for name in ("Cees", "Daan"):
        phone.locator(".pick-hand", has_text=name).click()
        tap(phone, "5")
    phone.locator("[data-store]").click()
    expect(phone.get_by_role("alert")).to_be_visible()
    assert found + faults(phone) == []
