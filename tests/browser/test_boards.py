"""Boards of every kind as they stand on a screen: nothing sticks out, nothing is colour alone."""

from collections.abc import Callable

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect

from scoreboard.actions.sharing import share_session
from scoreboard.models import GameSession, Member
from tests.browser.browsers import DESKTOP, PHONE
from tests.scoreboard.people import (
    EVENING,
    browser_of,
    correct,
    own_playgroup,
    play,
    sits,
    someone,
    start,
)

FOUR = "Anna Bram Cees Dirk"
PAIRS = {"Anna": "Team 1", "Cees": "Team 1", "Bram": "Team 2", "Dirk": "Team 2"}
TWELVE = [f"{place:02}-{'Wilhelmina-van-Oranje-' * 2}"[:40] for place in range(12)]


def flip(owner: Member) -> GameSession:
    game = start(owner, FOUR, edition="flip-112")
    play(game, "Anna", side="light", Bram="skip", Cees=7, Dirk=20)
    play(game, "Bram", side="dark", Anna="skip-everyone", Cees=7, Dirk=1)
    return game


def no_mercy(owner: Member) -> GameSession:
    game = start(owner, FOUR, edition="no-mercy-168", target=1000)
    play(game, "Anna", knocked_out=("Bram", "Dirk"), Cees=44)
    return game


def teams(owner: Member) -> GameSession:
    game = start(owner, FOUR, teams=PAIRS)
    play(game, "Anna", Bram=20, Dirk=7)
    return game


def team_won(owner: Member) -> GameSession:
    game = teams(owner)
    play(game, "Cees", Bram=400, Dirk=107)
    return game


def knockout(owner: Member) -> GameSession:
    game = start(owner, FOUR, scoring="knockout", target=100)
    play(game, "Anna", Bram=20, Cees=70, Dirk=100)
    return game


def knockout_won(owner: Member) -> GameSession:
    game = knockout(owner)
    play(game, "Anna", Bram=90, Cees=70)
    return game


def shared_win(owner: Member) -> GameSession:
    game = start(owner, scoring="everyone-keeps", target=100)
    play(game, "Anna", Bram=20, Cees=70)
    play(game, "Bram", Anna=20, Cees=70)
    return game


def round_wins(owner: Member) -> GameSession:
    game = start(owner, scoring="round-wins", target=3)
    play(game, "Anna")
    return game


def points_only(owner: Member) -> GameSession:
    game = start(owner, edition="points-only", target=None, house_rules=("seven-zero",))
    play(game, "Anna", gained=70)
    return game


def late_and_left(owner: Member) -> GameSession:
    game = start(owner, "Anna Bram Cees Dirk Els")
    sits(game, "Els", from_round=2)
    sits(game, "Dirk", from_round=9)
    sits(game, "Bram", to_round=1)
    play(game, "Anna", Bram=20, Cees=7)
    play(game, "Els", Anna=20, Cees=7)
    return game


def after_the_end(owner: Member) -> GameSession:
    game = start(owner)
    first = play(game, "Anna", Bram=20, Cees=7)
    play(game, "Bram", Anna=30, Cees=7)
    correct(first, "Anna", Bram=400, Cees=107)
    return game


def twelve(owner: Member) -> GameSession:
    game = start(owner, " ".join(TWELVE), scoring="knockout", target=150, decks=2)
    hands = {name: 15 * place for place, name in enumerate(TWELVE[1:], start=1)}
    play(game, TWELVE[0], **hands)
    play(game, TWELVE[0], **dict.fromkeys(TWELVE[1:10], 2))
    return game


def twelve_in_teams(owner: Member) -> GameSession:
    sides = {name: f"Team {place % 2 + 1}" for place, name in enumerate(TWELVE)}
    game = start(owner, " ".join(TWELVE), teams=sides, decks=2)
    play(game, TWELVE[0], **dict.fromkeys(TWELVE[1::2], 20))
    return game


def pair_with_long_names_won(owner: Member) -> GameSession:
    sides = {name: f"Team {place % 2 + 1}" for place, name in enumerate(TWELVE[:4])}
    game = start(owner, " ".join(TWELVE[:4]), teams=sides)
    play(game, TWELVE[0], **dict.fromkeys(TWELVE[1:4:2], 250))
    return game


SCENES = [
    *(flip, no_mercy, teams, team_won, knockout, knockout_won, shared_win, round_wins),
    *(points_only, late_and_left, after_the_end),
    *(twelve, twelve_in_teams, pair_with_long_names_won),
]


def let_in(page: Page, member: Member) -> None:
    """This browser recorded something for them before."""
    name = settings.SESSION_COOKIE_NAME
    page.goto("/")
    page.context.add_cookies(
        [{"name": name, "value": browser_of(member).cookies[name].value, "url": page.url}]
    )


def sticks_out(page: Page) -> bool:
    # Not compared with innerWidth, which on a phone grows with what sticks out.
    return page.evaluate("document.documentElement.scrollWidth") > page.viewport_size["width"]


def unfold(page: Page) -> None:
    page.locator("details").evaluate_all("folds => folds.forEach(fold => fold.open = true)")


@pytest.mark.parametrize("screen", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_nothing_sticks_out_on_any_board(open_page: Callable[..., Page], screen: dict) -> None:
    owner = own_playgroup()
    page = open_page(screen, reduced_motion="reduce")
    let_in(page, owner)
    wide = []
    for scene in SCENES:
        game = scene(owner)
        link = share_session(game=game, by=someone(game), at=EVENING)
        for address in (game.get_absolute_url(), link.get_absolute_url()):
            page.goto(address)
            unfold(page)
            wide += [f"{scene.__name__} {address}"] if sticks_out(page) else []
    for address in ("/", "/sessions/"):
        page.goto(address)
        wide += [address] if sticks_out(page) else []
    assert wide == []


def test_who_is_out_has_no_bar_and_a_word(phone: Page) -> None:
    owner = own_playgroup()
    let_in(phone, owner)
    phone.goto(knockout(owner).get_absolute_url())
    rows = phone.locator(".standing .row")
    expect(rows).to_have_count(4)
    expect(rows.last).to_contain_text("out in round 1")
    expect(rows.last.locator("progress")).to_have_count(0)
    expect(rows.first.locator("progress")).to_have_count(1)


def test_the_cards_are_one_tap_from_the_board_and_from_the_link(phone: Page) -> None:
    owner = own_playgroup()
    game = flip(owner)
    link = share_session(game=game, by=owner, at=EVENING)
    let_in(phone, owner)
    for address in (game.get_absolute_url(), link.get_absolute_url()):
        phone.goto(address)
        phone.get_by_role("link", name="Rules and cards").click()
        expect(phone.get_by_role("heading", name="UNO Flip! (112 cards)")).to_be_visible()
        phone.go_back()
        expect(phone.locator("#standings")).to_be_visible()


def test_what_was_agreed_is_folded_away_until_somebody_asks(phone: Page) -> None:
    owner = own_playgroup()
    let_in(phone, owner)
    phone.goto(points_only(owner).get_absolute_url())
    sentence = phone.get_by_text("Who plays a 7 swaps hands")
    expect(sentence).to_be_hidden()
    phone.get_by_text("Agreed before the deal").click()
    expect(sentence).to_be_visible()


def test_the_names_of_the_winners_stay_on_the_screen(phone: Page) -> None:
    owner = own_playgroup()
    let_in(phone, owner)
    for scene in (pair_with_long_names_won, team_won, shared_win):
        phone.goto(scene(owner).get_absolute_url())
        box = phone.locator(".names").bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE["viewport"]["width"]


def long_scores(owner: Member) -> GameSession:
    game = start(owner, "Wilhelmina-van-Oranje-Nassau محمدعبدالرحمن", edition="points-only")
    play(game, "محمدعبدالرحمن", gained=1_000_000)
    return game


@pytest.mark.parametrize("text", [1, 1.5], ids=["usual text", "text of 150 %"])
def test_names_and_totals_stay_in_their_rows_and_in_the_chart(phone: Page, text: float) -> None:
    owner = own_playgroup()
    let_in(phone, owner)
    for scene in (long_scores, flip, twelve, twelve_in_teams):
        phone.goto(scene(owner).get_absolute_url())
        phone.evaluate("size => document.documentElement.style.fontSize = size", f"{16 * text}px")
        assert not sticks_out(phone)
        outside = phone.evaluate("""[...document.querySelectorAll(".row, #chart")].filter((box) => {
          const edge = box.getBoundingClientRect().right;
          const parts = [...box.querySelectorAll(".name, .points, .deals, small, .chart bdi")];
          return parts.some((part) => part.getBoundingClientRect().right > edge);
        }).map((box) => box.textContent)""")
        assert outside == []
        points = phone.locator(".points").evaluate_all(
            "all => all.map(one => one.getClientRects().length)"
        )
        assert set(points) <= {1}
