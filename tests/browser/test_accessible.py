"""What a machine can tell of accessibility, on every page and in every state.

axe finds nothing, by light and in the dark, and whatever is tapped is at least 44 pixels each way.
"""

import re
from collections.abc import Callable, Iterable, Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.template.loader import render_to_string
from playwright.sync_api import Page, expect

from scoreboard.models import GameSession, Member
from tests.browser.browsers import DESKTOP, PHONE
from tests.browser.table import on_to, store, tap, type_cards, went_out
from tests.browser.test_boards import SCENES, let_in, unfold
from tests.scoreboard.addresses import OF_SIGNING_IN, Evening, all_patterns
from tests.scoreboard.people import own_playgroup, play, start, with_account

# What answers with something else than a page.
NO_PAGE = {
    *("demo", "leave-demo", "rename", "hide-edition", "language", "health", "reopen", "rematch"),
    *("read-cards", "revoke", "manifest", "worker"),
    *("file", "take-along", "renew-secret", "renew-link"),
    *("name-group", "call-me", "remove-member", "revoke-invitation", "switch", "begin-group"),
    *("hide", "remove-player", "me", "undo-merge", "give-up"),
    *("shared-json", "shared-csv", "shared-qr", "shared-picture"),
}
OF_ACCOUNTS = {"delete-account"}
PAGES = sorted({pattern.name for pattern in all_patterns()} - NO_PAGE - OF_SIGNING_IN - OF_ACCOUNTS)
MAIN = ("home", "new-session", "board", "record", "agreement", "player", "share", "shared")
AXE = Axe().axe_script
EVERY_RULE = "{resultTypes: ['violations'], rules: {'target-size': {enabled: true}}}"
CONTRAST = "{resultTypes: ['violations'], runOnly: ['color-contrast']}"

# A link in a sentence is as high as its line, as WCAG lets it be; a label is tapped for its input.
TOO_SMALL = """() => {
  const tapped = "a, button, summary, select, textarea, input:not([type=hidden])";
  const area = (element) => (element.closest("label") ?? element).getBoundingClientRect();
  const isInText = (element) =>
    element.matches("a") && getComputedStyle(element).display === "inline";
  return [...document.querySelectorAll(tapped)]
    .filter((element) => element.checkVisibility({visibilityProperty: true}))
    .filter((element) => !element.closest(".unseen") && !isInText(element))
    .filter((element) => Math.min(area(element).width, area(element).height) < 43.5)
    .map((element) => `smaller than a finger: ${element.outerHTML.slice(0, 150)}`);
}"""


@pytest.fixture
def owner() -> Member:
    return own_playgroup()


def evening(owner: Member) -> Evening:
    game = start(owner, "Anna Bram Cees Daan", name="Nightly", house_rules=("jump-in",))
    play(game, "Anna", Bram="7 3 wild", Cees=7, Daan=(20, 1))
    play(game, "Bram", Anna="+4 so 1", Cees="red 5", Daan=4)
    return Evening.of(GameSession.objects.get(pk=game.pk))


def faults(page: Page, where: str) -> list[str]:
    """By light with every rule, and in the dark the one that can then be broken as well."""
    unfold(page)
    page.evaluate(AXE)
    by_light = violations(page, EVERY_RULE)
    page.emulate_media(color_scheme="dark")
    in_the_dark = violations(page, CONTRAST)
    page.emulate_media(color_scheme="light")
    found = [*by_light, *in_the_dark, *page.evaluate(TOO_SMALL)]
    return [f"{where}: {fault}" for fault in found]


def violations(page: Page, options: str) -> list[str]:
    found = page.evaluate(f"axe.run({options}).then(found => found.violations)")
    return [f"{fault['id']} at {fault['nodes'][0]['html'][:200]}" for fault in found]


def test_axe_finds_nothing_on_any_page(open_page: Callable[..., Page], owner: Member) -> None:
    page = open_page(PHONE, reduced_motion="reduce")
    let_in(page, owner)
    assert faults_of(PAGES, page, evening(owner)) == []


def test_axe_finds_nothing_for_who_has_only_a_link(
    open_page: Callable[..., Page], owner: Member
) -> None:
    page, there = open_page(PHONE, reduced_motion="reduce"), evening(owner)
    assert faults_of(("shared", "keep-score"), page, there) == []
    page.goto(there.link_to_all.get_absolute_url())
    assert faults(page, "results") == []
    page.goto(there.address("keep-score"))
    page.get_by_role("button", name="Keep score here").click()
    assert faults_of(("home", "board", "record", "close"), page, there) == []


def test_axe_finds_nothing_where_an_account_is_needed(
    open_page: Callable[..., Page], owner: Member
) -> None:
    page, there = open_page(PHONE, reduced_motion="reduce"), evening(owner)
    let_in(page, with_account(owner))
    assert faults_of({*OF_ACCOUNTS, "account", "home", "group", "player"}, page, there) == []


def test_axe_finds_nothing_on_a_desktop_in_dutch(
    open_page: Callable[..., Page], owner: Member
) -> None:
    page = open_page(DESKTOP, locale="nl", reduced_motion="reduce")
    let_in(page, owner)
    assert faults_of(MAIN, page, evening(owner)) == []


def faults_of(pages: Iterable[str], page: Page, evening: Evening) -> list[str]:
    found = []
    for name in pages:
        answer = page.goto(evening.address(name))
        assert answer.status == 200, name
        found += faults(page, name)
    return found


def test_axe_finds_nothing_on_any_kind_of_board(
    open_page: Callable[..., Page], owner: Member
) -> None:
    page = open_page(PHONE, reduced_motion="reduce")
    let_in(page, owner)
    found = []
    for scene in SCENES:
        page.goto(scene(owner).get_absolute_url())
        found += faults(page, scene.__name__)
    assert found == []


def test_axe_finds_nothing_in_any_state(open_page: Callable[..., Page], owner: Member) -> None:
    page = open_page(PHONE, reduced_motion="reduce")
    let_in(page, owner)
    assert [fault for state in states(page, owner) for fault in faults(page, state)] == []


def states(page: Page, owner: Member) -> Iterator[str]:
    """Leads the page from one state that no address has to the next, and tells which it is."""
    for empty in ("/", "/sessions/", "/players/", "/no/such/page/"):
        page.goto(empty)
        yield f"empty {empty}"
    yield from states_of_setting_up(page)
    yield from states_of_people(page, owner)
    game = start(owner, "Anna Bram Cees Daan")
    page.goto(game.get_absolute_url())
    yield "no round yet"
    yield from states_of_the_pad(page, game)
    yield from states_of_an_end(page, game)
    for error in ("400.html", "403_csrf.html", "500.html"):
        page.set_content(render_to_string(error))
        yield error


def states_of_setting_up(page: Page) -> Iterator[str]:
    page.goto("/sessions/new/")
    page.get_by_label("Play to").fill("none")
    page.get_by_role("button", name=re.compile("^Start")).click()
    expect(page.locator(".wrong").first).to_be_visible()
    yield "set-up refused"
    page.goto("/editions/new/?from=flip-112")
    page.get_by_label("Name of your edition").fill("")
    page.get_by_role("button", name="Store").click()
    expect(page.locator(".wrong").first).to_be_visible()
    yield "own box refused"


def states_of_people(page: Page, owner: Member) -> Iterator[str]:
    for names in ("Anne Bram", "Annie Bram"):
        play(start(owner, names), names.split()[0], Bram=20)
    anne, annie, bram = (
        owner.playgroup.players.get(name=name) for name in ("Anne", "Annie", "Bram")
    )
    for other, state in ((annie, "merge preview"), (bram, "merge refused")):
        page.goto(f"/players/{anne.pk}/merge/?other={other.pk}")
        yield state
    page.goto("/players/")
    page.get_by_text("Add somebody").click()
    page.get_by_label("Name").fill("anne")
    page.get_by_role("button", name="Add").click()
    expect(page.locator(".wrong")).to_be_visible()
    yield "name taken"


def states_of_the_pad(page: Page, game: GameSession) -> Iterator[str]:
    page.goto(game.get_absolute_url() + "rounds/")
    went_out(page, "Anna")
    tap(page, *["wild"] * 5)
    yield "hand of cards"
    on_to(page, "Cees")
    type_cards(page, "7 and a half")
    expect(page.locator(".padbox .read")).to_contain_text("half")
    yield "typed, and not understood"
    type_cards(page, "7")
    on_to(page, "Daan")
    for way in ("Points", "More"):
        page.locator(".seg label", has_text=way).click()
        yield f"pad, {way}"
    page.locator(".seg label", has_text="Cards").click()
    tap(page, "5")
    store(page)
    expect(page.get_by_role("alert")).to_be_visible()
    yield "pad refused"
    play(game, "Bram", Anna=20, Cees=7, Daan=4)
    page.get_by_role("button", name="store it all the same").click()
    expect(page.get_by_role("alert")).to_contain_text("from another phone")
    yield "told by another phone"


def states_of_an_end(page: Page, game: GameSession) -> Iterator[str]:
    page.goto(game.get_absolute_url() + "agreement/")
    page.get_by_label("Play to").fill("none")
    page.get_by_role("button", name="Store").click()
    expect(page.locator(".wrong").first).to_be_visible()
    yield "agreement refused"
    play(game, "Anna", Bram=300, Cees=200, Daan=4)
    page.goto(game.get_absolute_url())
    yield "won"
