"""Setting a session up, with thumbs: boxes, ways to win, teams, house rules; and without script."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from scoreboard.models import GameSession
from tests.browser.browsers import DESKTOP
from tests.browser.test_accessible import faults

NEW = "/sessions/new/"
FAMILY = ("Anna", "Bram", "Cees", "Oma Riet")


def at_table(page: Page, *names: str) -> None:
    page.goto(NEW)
    for name in names:
        page.locator("#id_new").fill(name)
        page.locator("#who .line button").click()
        expect(page.locator(".seats li").last).to_contain_text(name)


def part(page: Page, name: str) -> Locator:
    """A folded part of the page, by what stands on it."""
    return page.locator("details", has=page.locator("summary", has_text=name))


def unfold(page: Page, *names: str) -> None:
    for name in names:
        part(page, name).locator("summary").click()


def start(page: Page) -> GameSession:
    page.locator("#start").click()
    expect(page).to_have_url(re.compile(r"/sessions/\d+/$"))
    return GameSession.objects.get(pk=page.url.split("/")[-2])


def test_a_family_agrees_on_everything(phone: Page) -> None:
    at_table(phone, *FAMILY)
    phone.get_by_label("Which box?").select_option("classic-112-blanks")
    phone.get_by_label("Blank").fill("25")
    phone.get_by_label("Wild counts 20").check()
    unfold(phone, "More about the box", "Teams", "Start points", "House rules")
    expect(phone.get_by_label("Wild", exact=True)).to_have_attribute("placeholder", "20")
    phone.get_by_label("How many decks?").fill("2")
    phone.get_by_label("Which cards are missing?").fill("red 7, +4")
    phone.get_by_label("Skip", exact=True).fill("15")
    phone.get_by_label("Skip", exact=True).blur()
    expect(phone.locator("#say-missing")).to_have_text("Not in the box: red 7, Wild Draw Four.")
    expect(phone.locator("#say-box")).to_have_text("2 decks, 2 cards missing, 3 values agreed")
    phone.get_by_label("Play to").fill("300")
    expect(phone.get_by_text("And if it is a tie?")).to_be_hidden()
    phone.get_by_label("Or after so many rounds").fill("12")
    phone.get_by_label("Play on until one is ahead").check()
    expect(phone.get_by_text("First to 300 wins.")).to_be_visible()
    phone.get_by_label("In teams").check()
    expect(phone.locator("#say-teams")).to_have_text("2 teams")
    phone.locator("#starts").get_by_label("Oma Riet").fill("50")
    phone.get_by_label("Jump in with an identical card").check()
    expect(phone.locator("#say-starts")).to_have_text("Oma Riet 50")
    expect(phone.locator("#say-rules")).to_have_text("1 agreed")
    game = start(phone)
    assert (game.edition, game.decks, game.target) == ("classic-112-blanks", 2, 300)
    assert game.card_points == {"wild": 20, "blank": 25, "skip": 15}
    assert game.missing_cards == ["red 7", "wild-draw-four"]
    assert (game.max_rounds, game.ties, game.house_rules) == (12, "play-on", ["jump-in"])
    seats = game.seats.values_list("player__name", "team", "start_points")
    assert list(seats) == [
        *(("Anna", "1", 0), ("Bram", "2", 0), ("Cees", "1", 0), ("Oma Riet", "2", 50)),
    ]


def test_nothing_typed_and_nothing_unfolded_is_lost_on_the_way(phone: Page) -> None:
    at_table(phone, *FAMILY)
    unfold(phone, "More about the box", "Start points", "House rules")
    phone.get_by_label("Which cards are missing?").fill("wild")
    phone.locator("#starts").get_by_label("Bram").fill("30")
    phone.get_by_label("Jump in").check()
    phone.get_by_label("Play to").fill("250")
    phone.get_by_label("A name for the evening").fill("Friday")
    phone.locator(".chip", has_text="Cees").click()
    expect(phone.locator("#start")).to_have_text("Start with 3 players")
    phone.get_by_role("button", name="Oma Riet one seat earlier").click()
    expect(phone.locator(".seats li").nth(1)).to_contain_text("Oma Riet")
    phone.locator("#id_new").fill("Dirk")
    phone.locator("#id_new").press("Enter")
    expect(phone.locator(".seats li").last).to_contain_text("Dirk")
    phone.get_by_label("Which box?").select_option("flip-112")
    expect(phone.get_by_label("Wild Draw Colour")).to_be_visible()
    phone.get_by_label("Which box?").select_option("classic-108")
    expect(phone.get_by_label("Wild Draw Four", exact=True)).to_be_visible()
    phone.get_by_label("Count the rounds won").check()
    expect(phone.get_by_label("Rounds to win")).to_have_value("3")
    phone.get_by_label("The winner collects").check()
    for name in ("More about the box", "Start points", "House rules"):
        expect(part(phone, name)).to_have_attribute("open", "")
    expect(phone.locator("#say-starts")).to_have_text("Bram 30")
    game = start(phone)
    assert list(game.seats.values_list("player__name", "start_points")) == [
        *(("Anna", 0), ("Oma Riet", 0), ("Bram", 30), ("Dirk", 0)),
    ]
    assert (game.target, game.name, game.missing_cards) == (250, "Friday", ["wild"])
    assert (game.house_rules, game.scoring) == (["jump-in"], "winner-collects")


WAYS = {
    "The winner collects": {"Play to", "Or after", "Teams"},
    "Everyone keeps": {"Play to", "Or after", "Tie"},
    "Knockout": {"Play to"},
    "Count the rounds": {"Rounds to win", "Or after", "Teams"},
}


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_a_way_of_winning_shows_what_it_needs(open_page: Callable[..., Page], script: bool) -> None:
    page = open_page(java_script_enabled=script)
    page.goto(NEW)
    things = {
        "Play to": page.get_by_label("Play to"),
        "Rounds to win": page.get_by_label("Rounds to win"),
        "Or after": page.get_by_label("Or after so many rounds"),
        "Tie": page.get_by_label("They win together"),
        "Teams": page.locator("summary", has_text="Teams"),
    }
    for way, needs in WAYS.items():
        page.get_by_label(way).check()
        for name, thing in things.items():
            expect(thing).to_be_visible(visible=name in needs)
        may_be_empty = way != "Knockout"
        expect(page.get_by_text("empty: until you stop").locator("visible=true")).to_have_count(
            1 if may_be_empty else 0
        )
    page.get_by_label("The winner collects").check()
    page.get_by_label("Or after so many rounds").fill("5")
    expect(things["Tie"]).to_be_visible()


def test_the_target_goes_with_the_box(phone: Page) -> None:
    at_table(phone, "Anna", "Bram")
    target = phone.get_by_label("Play to")
    phone.get_by_label("Which box?").select_option("dos-108")
    expect(target).to_have_value("200")
    expect(phone.get_by_text("First to 200 wins.")).to_be_visible()
    target.fill("150")
    phone.get_by_label("Which box?").select_option("no-mercy-168")
    expect(phone.get_by_text("More about the box")).to_be_visible()
    expect(target).to_have_value("150")
    phone.get_by_label("Which box?").select_option("points-only")
    expect(phone.get_by_text("More about the box")).to_be_hidden()
    expect(phone.get_by_text("cannot be checked against the deck")).to_be_visible()
    unfold(phone, "House rules")
    expect(phone.get_by_label("No wild on a wild")).to_be_visible()
    expect(phone.get_by_label("No finishing on an action")).to_be_hidden()
    assert start(phone).target == 150


def test_a_refused_start_unfolds_what_is_wrong(phone: Page) -> None:
    at_table(phone, *FAMILY)
    unfold(phone, "More about the box", "Start points")
    phone.get_by_label("How many decks?").fill("99")
    phone.locator("#starts").get_by_label("Bram").fill("600")
    phone.locator("#start").click()
    expect(phone.get_by_text("a whole number from 1 to 20")).to_be_visible()
    expect(phone.get_by_text("Bram: start points are")).to_be_visible()
    expect(phone.get_by_label("How many decks?")).to_be_focused()
    expect(part(phone, "House rules")).not_to_have_attribute("open", "")
    phone.get_by_label("How many decks?").fill("1")
    phone.locator("#starts").get_by_label("Bram").fill("60")
    assert start(phone).decks == 1


def test_nothing_moves_while_it_is_chosen(phone: Page) -> None:
    at_table(phone, *FAMILY)
    unfold(phone, "House rules")
    rule = phone.locator(".pick", has_text="Jump in with")
    rule.scroll_into_view_if_needed()
    before = rule.bounding_box()
    phone.get_by_label("Jump in with").check()
    expect(phone.locator("#say-rules")).to_have_text("1 agreed")
    assert rule.bounding_box() == before
    chip = phone.locator(".chip", has_text="Bram")
    chip.scroll_into_view_if_needed()
    before = chip.bounding_box()
    chip.click()
    expect(phone.locator("#start")).to_have_text("Start with 3 players")
    assert chip.bounding_box() == before


def test_what_is_ticked_while_the_answer_is_on_its_way_stays_ticked(phone: Page) -> None:
    at_table(phone, "Anna", "Bram")
    unfold(phone, "House rules")
    waiting = []
    phone.route(f"**{NEW}", lambda route: waiting.append(route))
    phone.get_by_label("Which box?").select_option("flip-112")
    phone.get_by_label("Jump in").check()
    phone.get_by_label("Or after so many rounds").fill("7")
    assert len(waiting) == 1
    phone.unroute(f"**{NEW}")  # lets it go
    expect(phone.get_by_role("link", name="Look up")).to_have_attribute("href", re.compile("flip"))
    game = start(phone)
    assert (game.edition, game.house_rules, game.max_rounds) == ("flip-112", ["jump-in"], 7)


def test_a_target_typed_while_the_answer_is_on_its_way_stays(phone: Page) -> None:
    at_table(phone, "Anna", "Bram")
    waiting = []
    phone.route(f"**{NEW}", lambda route: waiting.append(route))
    phone.get_by_label("Which box?").select_option("no-mercy-168")
    phone.get_by_label("Play to").fill("300")
    assert len(waiting) == 1
    phone.unroute(f"**{NEW}")  # lets it go
    link = phone.get_by_role("link", name="Look up")
    expect(link).to_have_attribute("href", re.compile("mercy"))
    assert start(phone).target == 300


def test_a_target_that_is_only_looked_at_follows_the_box(phone: Page) -> None:
    at_table(phone, "Anna", "Bram")
    waiting = []
    phone.route(f"**{NEW}", lambda route: waiting.append(route))
    phone.get_by_label("Which box?").select_option("no-mercy-168")
    phone.get_by_label("Play to").focus()
    phone.unroute(f"**{NEW}")  # lets it go
    expect(phone.get_by_label("Play to")).to_have_value("1000")
    assert start(phone).target == 1000


def test_next_week_the_box_lies_there_already(phone: Page) -> None:
    at_table(phone, *FAMILY)
    phone.get_by_label("Which box?").select_option("flip-112")
    expect(phone.get_by_role("link", name="Look up")).to_have_attribute("href", re.compile("flip"))
    phone.get_by_label("Everyone keeps").check()
    start(phone)
    phone.goto(NEW)
    expect(phone.get_by_label("Which box?")).to_have_value("flip-112")
    expect(phone.get_by_label("Everyone keeps")).to_be_checked()
    game = start(phone)
    assert (game.edition, game.scoring, game.seats.count()) == ("flip-112", "everyone-keeps", 4)


def test_twelve_at_the_table_in_three_teams(phone: Page) -> None:
    names = [f"Wilhelmina-Johanna van der Veenstraat {number}" for number in range(12)]
    at_table(phone, *names)
    unfold(phone, "Teams")
    phone.get_by_label("In teams").check()
    for place in range(12):
        phone.locator(f"#team-{place}").select_option(str(place % 3 + 1))
    expect(phone.locator("#say-teams")).to_have_text("3 teams")
    assert phone.evaluate("document.documentElement.scrollWidth") == 360
    game = start(phone)
    assert list(game.seats.values_list("team", flat=True)) == list("123123123123")
    expect(phone.get_by_text("at most 10 players; you are 12")).to_be_visible()


def test_everything_can_be_agreed_without_script(open_page: Callable[..., Page]) -> None:
    page = open_page(DESKTOP, java_script_enabled=False)
    page.goto(NEW)
    for name in FAMILY:
        page.locator("#id_new").fill(name)
        page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_label("Which box?").select_option("dutch-109-swap")
    page.get_by_role("button", name="Take this box").click()
    page.get_by_label("Wild Swap Hands").fill("30")
    unfold(page, "More about the box", "Teams", "House rules")
    page.get_by_label("Which cards are missing?").fill("blub")
    page.get_by_label("In teams").check()
    page.locator("#teams").get_by_label("Bram").select_option("1")
    page.locator("#teams").get_by_label("Cees").select_option("2")
    page.get_by_label("No wild on a wild").check()
    page.locator("#start").click()
    expect(page.get_by_text("There is no “blub” in this deck.")).to_be_visible()
    page.get_by_label("Which cards are missing?").fill("7")
    game = start(page)
    assert game.card_points == {"wild-swap-hands": 30}
    assert (game.missing_cards, game.house_rules) == (["7"], ["no-wild-on-wild"])
    assert list(game.seats.values_list("team", flat=True)) == ["1", "1", "2", "2"]


def test_axe_finds_nothing_when_all_is_unfolded_and_wrong(open_page: Callable[..., Page]) -> None:
    page = open_page(reduced_motion="reduce")
    at_table(page, *FAMILY)
    page.get_by_label("Which box?").select_option("classic-112-blanks")
    expect(page.get_by_label("Blank")).to_be_visible()
    unfold(page, "More about the box", "Teams", "Start points", "House rules")
    page.get_by_label("In teams").check()
    assert faults(page, "set-up") == []
    page.get_by_label("How many decks?").fill("0")
    page.locator("#starts").get_by_label("Bram").fill("x")
    page.locator("#start").click()
    expect(page.get_by_text("“Blank” has no printed value.")).to_be_visible()
    assert faults(page, "set-up") == []


def test_it_is_all_in_dutch(open_page: Callable[..., Page]) -> None:
    page = open_page(locale="nl")
    at_table(page, "Anna", "Bram")
    page.locator("#id_edition").select_option(
        label="UNO klassiek met 4 blanco kaarten (112 kaarten)"
    )
    page.get_by_label("Blanco kaart").fill("20")
    page.get_by_label("Keuzekaart telt 20").check()
    page.get_by_label("Iedereen houdt de eigen punten").check()
    game = start(page)
    assert game.card_points == {"wild": 20, "blank": 20}
    assert game.scoring == "everyone-keeps"


def test_an_answer_on_its_way_leaves_alone_what_is_about_to_be_typed_over(phone: Page) -> None:
    at_table(phone, "Anna", "Bram")
    held = []
    phone.route("**/sessions/new/", lambda route: held.append(route))
    with phone.expect_request("**/sessions/new/"):
        phone.get_by_label("Which box?").select_option("flip-112")
    phone.locator("#id_target").select_text()
    expect(phone.locator("#id_target")).to_be_focused()
    for route in held:
        route.continue_()
    expect(phone.locator('#box [href*="flip-112"]')).to_be_visible()
    phone.unroute("**/sessions/new/")
    phone.keyboard.type("100")
    expect(phone.locator("#id_target")).to_have_value("100")
