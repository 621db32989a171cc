"""Light: what a board costs of somebody's data bundle, at the first visit and after."""

from collections.abc import Callable

import pytest
from django.conf import settings
from django.core.management import call_command
from playwright.sync_api import Page

from scoreboard.models import GameSession
from tests.browser.browsers import PHONE
from tests.browser.wire import Wire
from tests.scoreboard.people import browser_of, own_playgroup, play, someone, start

AT_FIRST, AFTER = 90_000, 15_500  # each page is lengthened by chance: see GZipMiddleware
TWELVE = [f"Wilhelmina-van-den-Berg-{place}" for place in range(12)]

# Wait for what the service worker takes after the page, so that the next round needs no network.
TAKEN = """async address => {
  while (performance.now() < 20000) {
    const kept = await caches.match(new URL(address, location));
    if (kept && Date.parse(kept.headers.get("Kept-At")) >= performance.timeOrigin) return true;
    await new Promise(requestAnimationFrame);
  }
}"""


def of_the_demo() -> GameSession:
    call_command("demo", verbosity=0)
    return GameSession.objects.get(cached_ended_at=None)


def of_twelve_and_thirty_rounds() -> GameSession:
    game = start(own_playgroup(), " ".join(TWELVE), target=9999, decks=2)
    for number in range(30):
        winner, *others = TWELVE[number % 12 :] + TWELVE[: number % 12]
        play(game, winner, **{name: number + place for place, name in enumerate(others)})
    return game


@pytest.mark.parametrize("make", [of_the_demo, of_twelve_and_thirty_rounds])
def test_a_board_is_90_kilobytes_at_the_first_visit_and_15_after(
    open_page: Callable[..., Page], wire: Wire, make: Callable[[], GameSession]
) -> None:
    game = make()
    context = open_page(PHONE, base_url=wire.url, service_workers="allow").context
    cookie = browser_of(someone(game)).cookies[settings.SESSION_COOKIE_NAME]
    context.add_cookies([{"name": cookie.key, "value": cookie.value, "url": wire.url}])
    # Of two visits the lighter one: now and then the browser asks whether the worker is a new one.
    first, *later = (visit(context.new_page(), wire, game) for _ in range(3))
    after = min(later)
    print(f"a board with everything: {first:,} bytes at the first visit, {after:,} after")
    assert first <= AT_FIRST
    assert after <= AFTER


def visit(page: Page, wire: Wire, game: GameSession) -> int:
    board = game.get_absolute_url()
    page.goto(board)
    assert all(page.evaluate(TAKEN, address) for address in (board, f"{board}rounds/"))
    assert page.locator(".standing .row").count() == game.seats.count()
    page.close()
    return wire.since_last_asked()
