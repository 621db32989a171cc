"""A session on the big screen: large, by itself, and for a whole evening."""

from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from scoreboard.actions.sharing import share_session
from scoreboard.models import GameSession, Member
from tests.browser.browsers import DESKTOP
from tests.browser.table import totals
from tests.browser.test_accessible import faults
from tests.browser.test_at_the_board import REQUESTS_ARE_COUNTED, let_stay_awake
from tests.browser.test_boards import SCENES, TWELVE, knockout, twelve
from tests.databases import url_of_test_database
from tests.scoreboard.people import EVENING, close, own_playgroup, play, someone, start

SIZES = ((1280, 720), (1920, 1080), (3840, 2160), (1024, 768), (800, 600), (720, 1280))
LANDSCAPE = {"viewport": {"width": 1280, "height": 720}}
TABLE = "Marieke Maarten Charlotte Cees Bram Dirk Els Floor Gijs Hanneke Ineke Joost"
UPDATES = 300  # a round every two and a half minutes, for twelve hours

# What lies outside of the box that it belongs to, what would scroll, and names under totals.
MISPLACED = """() => {
  const area = (part) => part.getBoundingClientRect();
  // What finds no room beside a name in the final standing is put under it, out of sight.
  const isAway = (part) =>
    part.matches(".final div>small") && area(part).top > area(part.parentElement).bottom - 1;
  const seen = (within, parts) => [...within.querySelectorAll(parts)].filter((part) =>
    part.checkVisibility() && !part.closest(".unseen") && !isAway(part));
  const sticksOut = (part, edge) => {
    const {left, top, right, bottom} = area(part);
    return left < edge.left - 1 || top < edge.top - 1 ||
      right > edge.right + 1 || bottom > edge.bottom + 1;
  };
  const screen = {left: 0, top: 0, right: innerWidth, bottom: innerHeight};
  const boxes = [document.documentElement, ...seen(document, "body, header, footer, section, li")];
  const scrolls = boxes.filter((box) =>
    box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1);
  const parts = "h1, h2, p, li, small, .rank, .mark, .name bdi, .points, .fan, .live, .qr";
  const outside = boxes.flatMap((box) =>
    seen(box, parts).filter((part) => sticksOut(part, area(box)) || sticksOut(part, screen)));
  const covered = seen(document, ".row").filter((row) => {
    const [total] = seen(row, ".points");
    const under = seen(row, ".name bdi, .cut, .who small").map(area);
    return total && under.some(({right, bottom}) =>
      right > area(total).left + 1 && bottom > area(total).top + 1 + area(total).height / 4);
  });
  const told = (part) => `${part.outerHTML.slice(0, 60)}: ${part.textContent.trim().slice(0, 20)}`;
  return {scrolls: scrolls.map(told), outside: outside.map(told), covered: covered.map(told)};
}"""
WELL_PLACED = {"scrolls": [], "outside": [], "covered": []}
SIZE_OF_TEXT = """parts => Math.min(
  ...parts.map((part) =>
    parseFloat(getComputedStyle(part).fontSize) / Math.min(innerWidth, innerHeight)))"""
IS_CUT = "parts => parts.filter(p => p.scrollWidth > p.clientWidth).map(p => p.textContent)"
LINES_OF_TEXT = "parts => parts.map(part => part.getClientRects().length)"
LARGEST_TEXT = """() => {
  const sizes = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const {textContent: text, parentElement: part} = walker.currentNode;
    if (text.trim() && part.checkVisibility() && !part.closest("svg, .unseen")) {
      sizes.push([text.trim(), parseFloat(getComputedStyle(part).fontSize)]);
    }
  }
  return sizes.sort(([, one], [, other]) => other - one)[0][0];
}"""

# What the server said is kept, to be said again a night long.
STREAM_IS_KEPT = """
  window.said = [];
  window.EventSource = class extends EventSource {
    constructor(address) {
      super(address);
      window.stream = this;
      this.addEventListener("message", ({data, lastEventId, isTrusted}) => {
        if (isTrusted) said.push({data, lastEventId});
      });
    }
  };
"""
SAID_AGAIN = """async (times) => {
  for (let time = 0; time < times; time++) {
    stream.dispatchEvent(new MessageEvent("message", said[time % said.length]));
    await new Promise(requestAnimationFrame);
  }
  await new Promise((done) => setTimeout(done, 400)); // the last walk is over
}"""


@pytest.fixture
def owner() -> Member:
    return own_playgroup()


@pytest.fixture
def screen(open_page: Callable[..., Page]) -> Page:
    return open_page(LANDSCAPE)


def tv_of(game: GameSession) -> str:
    return f"{share_session(game=game, by=someone(game), at=EVENING).get_absolute_url()}tv/"


def turn_on(page: Page, game: GameSession) -> None:
    page.goto(tv_of(game))
    expect(page.locator(".live:not(.off) span")).to_have_text("Live")


def test_the_big_screen_follows_by_itself_and_leads_nowhere(screen: Page, owner: Member) -> None:
    game = start(owner)
    turn_on(screen, game)
    expect(screen.locator(".dealer")).to_contain_text("deals")
    play(game, "Anna", Bram=20, Cees=7)
    expect(screen.locator(".points").first).to_have_text("27")
    assert totals(screen) == {"Anna": 27, "Bram": 0, "Cees": 0}
    expect(screen.locator("#chart")).to_be_visible()
    assert screen.locator("a:visible, button:visible, summary:visible").count() == 0
    screen.keyboard.press("Tab")
    assert screen.evaluate("document.activeElement.tagName") == "BODY"


def test_a_code_for_the_phone_is_in_the_corner(screen: Page, owner: Member) -> None:
    turn_on(screen, start(owner))
    code = screen.get_by_role("img", name="QR code of the link to this page")
    assert code.evaluate("image => image.complete && image.naturalWidth > 0")
    box = code.bounding_box()
    assert box["width"] == box["height"] > 720 / 6
    assert box["x"] > 1280 / 2
    assert box["y"] > 720 / 2
    expect(screen.get_by_text("Follow it on your phone")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("size", [(800, 600), (720, 1280), (1024, 768), (1080, 1920)])
def test_once_it_is_over_the_code_is_seen_without_scrolling(
    screen: Page, owner: Member, size: tuple[int, int]
) -> None:
    screen.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    for people, winners in ((2, 1), (6, 6), (12, 1), (12, 12)):
        names = TWELVE[:people]
        game = start(owner, " ".join(names), scoring="everyone-keeps", target=None)
        hands = {name: 0 if place < winners else 20 for place, name in enumerate(names)}
        play(game, names[0], deck_differs=True, **{name: hands[name] for name in names[1:]})
        close(game)
        turn_on(screen, game)
        assert screen.locator(".final li").count() == people
        code = screen.get_by_role("img", name="QR code of the link to this page")
        expect(code).to_be_in_viewport(ratio=1)
        assert code.bounding_box()["width"] > min(size) / 6
        assert screen.evaluate(MISPLACED) == WELL_PLACED


def test_whoever_wins_is_the_largest_thing_on_the_screen(screen: Page, owner: Member) -> None:
    game = start(owner, "Anna Bram Cees")
    turn_on(screen, game)
    play(game, "Bram", Anna=400, Cees=107)
    expect(screen.locator("#winner")).to_be_visible()
    assert screen.evaluate(LARGEST_TEXT) == "Bram"
    expect(screen.locator(".final li")).to_have_count(3)
    expect(screen.locator("#chart")).to_be_hidden()
    assert screen.evaluate(MISPLACED) == WELL_PLACED


def test_nothing_is_cut_covered_or_scrolled_on_any_screen(screen: Page, owner: Member) -> None:
    wrong = {}
    for scene in (start, *SCENES):
        screen.goto(tv_of(scene(owner)))
        for width, height in SIZES:
            screen.set_viewport_size({"width": width, "height": height})
            found = screen.evaluate(MISPLACED)
            if found != WELL_PLACED:
                wrong[scene.__name__, width, height] = found
    assert wrong == {}


@pytest.mark.parametrize("size", SIZES)
def test_twelve_long_names_and_totals_are_read_from_across_the_room(
    screen: Page, owner: Member, size: tuple[int, int]
) -> None:
    screen.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    game = twelve(owner)
    turn_on(screen, game)
    assert screen.locator(".row").count() == 12
    assert screen.evaluate(MISPLACED) == WELL_PLACED
    assert screen.locator(".row .name").evaluate_all(SIZE_OF_TEXT) > 1 / 30
    assert screen.locator(".row .points").evaluate_all(SIZE_OF_TEXT) > 1 / 20
    close(game)
    expect(screen.locator("#winner")).to_be_visible()
    assert screen.locator(".final li").count() == 12
    assert screen.evaluate(MISPLACED) == WELL_PLACED
    assert screen.evaluate(LARGEST_TEXT) == TWELVE[0]


@pytest.mark.parametrize("people", [4, 6, 8, 12])
def test_names_are_whole_beside_what_is_said_of_them_in_dutch(
    open_page: Callable[..., Page], owner: Member, people: int
) -> None:
    winner, *others = TABLE.split()[:people]
    game = start(owner, " ".join([winner, *others]), scoring="knockout", target=100)
    play(game, winner, deck_differs=True, **dict.fromkeys(others, 100))
    screen = open_page(LANDSCAPE, locale="nl")
    turn_on(screen, game)
    remarks = screen.locator(".final small")
    expect(remarks).to_have_text(["afgevallen in ronde 1"] * (people - 1))
    for width, height in SIZES:
        screen.set_viewport_size({"width": width, "height": height})
        assert screen.locator(".final .cut").evaluate_all(IS_CUT) == []
        assert screen.evaluate(MISPLACED) == WELL_PLACED
        if people == 4:
            assert remarks.evaluate_all(IS_CUT) == []
            expect(remarks.last).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("size", SIZES)
def test_six_teams_are_read_from_across_the_room_once_it_is_over(
    screen: Page, owner: Member, size: tuple[int, int]
) -> None:
    screen.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    sides = {name: f"Team {place % 6 + 1}" for place, name in enumerate(TABLE.split())}
    title = "The great Christmas tournament of all the family"
    game = start(owner, TABLE, teams=sides, name=title)
    others = [name for name, side in sides.items() if side != "Team 1"]
    play(game, "Marieke", deck_differs=True, **dict.fromkeys(others, 60))
    turn_on(screen, game)
    assert screen.locator(".final .people .cut").count() == 12
    assert screen.locator(".final .people .cut").evaluate_all(SIZE_OF_TEXT) >= 1 / 40
    assert screen.locator(".final .people .cut").evaluate_all(IS_CUT) == []
    assert screen.evaluate(MISPLACED) == WELL_PLACED


@pytest.mark.parametrize("gained", [(90_000, 80_000), (500_000, 125_000), (1_000_000, 1_000_000)])
def test_what_was_gained_is_whole_beside_the_largest_totals(
    screen: Page, owner: Member, gained: tuple[int, int]
) -> None:
    for names in (["Marieke", "Maarten"], ["Marieke", "Maarten", "Bram"]):
        game = start(owner, " ".join(names), target=None)
        for name, points in zip(names, gained, strict=False):
            play(game, name, deck_differs=True, gained=points)
        turn_on(screen, game)
        told = screen.locator(".who b")
        expect(told).to_have_text(f"+{gained[1]}")
        for width, height in SIZES:
            screen.set_viewport_size({"width": width, "height": height})
            assert told.evaluate_all(LINES_OF_TEXT) == [1]
            assert screen.locator(".who small").evaluate_all(IS_CUT) == []
            assert screen.evaluate(MISPLACED) == WELL_PLACED


def test_axe_finds_nothing_on_the_big_screen(open_page: Callable[..., Page], owner: Member) -> None:
    found = []
    for language in ("en", "nl"):
        page = open_page(LANDSCAPE, locale=language, reduced_motion="reduce")
        for scene in (start, knockout, *SCENES[-3:]):
            page.goto(tv_of(scene(owner)))
            expect(page.locator(".live")).to_be_visible()
            found += faults(page, f"{scene.__name__} {language}")
    assert found == []


def locks(page: Page) -> list:
    """What was asked of the browser to stay awake: False while it is held, True once let go."""
    return page.evaluate("Promise.all(locks).then(all => all.map(l => l.released ?? l))")


def test_the_big_screen_stays_awake_all_evening_and_a_phone_until_the_end(
    screen: Page, open_page: Callable[..., Page], owner: Member
) -> None:
    watcher = open_page(DESKTOP)
    for page in (screen, watcher):
        page.add_init_script(REQUESTS_ARE_COUNTED)
        let_stay_awake(page, "granted")
    game = start(owner)
    turn_on(screen, game)
    watcher.goto(tv_of(game).removesuffix("tv/"))
    play(game, "Anna", Bram=20, Cees=7)
    for page in (screen, watcher):
        expect(page.locator(".points").first).to_have_text("27")
        assert locks(page) == [False]
    play(game, "Anna", Bram=400, Cees=107)
    for page in (screen, watcher):
        expect(page.locator("#winner")).to_be_visible()
    assert locks(screen) == [False]
    assert locks(watcher) == [True]


def test_the_big_screen_is_right_again_after_the_server_was_away(
    new_context: Callable, start_server: Callable, complaints: list[str], owner: Member
) -> None:
    where = url_of_test_database()
    server = start_server(DATABASE_URL=where)
    screen = new_context(**LANDSCAPE, base_url=server.url).new_page()
    game = start(owner)
    turn_on(screen, game)
    server.stop()
    expect(screen.locator(".live.off span")).to_have_text("trying again")
    play(game, "Anna", Bram=400, Cees=107)
    start_server("--port", str(urlsplit(server.url).port), DATABASE_URL=where)
    expect(screen.locator(".live:not(.off)")).to_be_visible(timeout=15_000)
    expect(screen.locator("#winner")).to_be_visible()
    complaints.clear()  # of the connections that nobody answered


def test_a_night_of_twelve_hours_leaves_nothing_behind(screen: Page, owner: Member) -> None:
    """Shortened: what comes in a night comes at once, and the browser tells what it holds."""
    screen.add_init_script(STREAM_IS_KEPT)
    game = start(owner, " ".join(TWELVE[:6]))
    turn_on(screen, game)
    hands = dict.fromkeys(TWELVE[1:6], 20)
    play(game, TWELVE[0], **hands)
    expect(screen.locator(".points").first).to_have_text("100")
    play(game, TWELVE[1], **{name: 20 for name in TWELVE[:6] if name != TWELVE[1]})
    expect(screen.locator("#rounds tbody tr")).to_have_count(2)
    close(game)
    expect(screen.locator("#winner")).to_be_visible()
    assert screen.evaluate("said.length") == 3

    browser = screen.context.new_cdp_session(screen)
    browser.send("Performance.enable")

    def held() -> tuple[float, float]:
        browser.send("HeapProfiler.collectGarbage")
        metrics = browser.send("Performance.getMetrics")["metrics"]
        told = {metric["name"]: metric["value"] for metric in metrics}
        return told["JSHeapUsedSize"], told["Nodes"]

    screen.evaluate(SAID_AGAIN, 30)  # what is done often is compiled by then
    heap, nodes = held()
    screen.evaluate(SAID_AGAIN, UPDATES)
    heap_after, nodes_after = held()
    print(f"heap {heap:,.0f} to {heap_after:,.0f} bytes, nodes {nodes:,.0f} to {nodes_after:,.0f}")
    assert nodes_after <= nodes * 1.02
    assert heap_after <= heap * 1.05 + 100_000  # no more than 350 bytes for each update
