"""What people see: home, the board, the end, days and times, and anybody's name in any page."""

import datetime

import pytest
from django.conf import settings as project_settings
from django.urls import reverse

from scoreboard.actions.sharing import share_session
from scoreboard.models import Playgroup
from tests.scoreboard.addresses import Evening
from tests.scoreboard.people import (
    EVENING,
    a_key,
    browser_of,
    close,
    correct,
    later,
    own_playgroup,
    play,
    start,
)
from tests.scoreboard.readback import Page, fresh

PAGES = (
    *("board", "history", "record", "correct", "remove", "close", "agreement"),
    *("share", "shared", "player"),
)
NASTY = ("<b>x</b>", '"><script>alert(1)</script>', "O'Neil&amp;", "{{x}}\\", "يوسف")


def words(client, address: str, **headers: str) -> str:
    return Page(client.get(address, headers=headers)).words


def board(client, game) -> str:
    return words(client, game.get_absolute_url())


# --- home -----------------------------------------------------------------------------------------


def test_a_first_visitor_is_asked_who_is_playing(client, db):
    assert "Who is playing?" in words(client, "/")
    assert "None" not in words(client, "/")


def test_at_home_the_open_session_and_the_latest_ones(phone, owner):
    won = start(owner, at=later(-3000), name="Last week")
    play(won, "Anna", Bram=400, Cees=123)
    shared = start(owner, at=later(-2000), name="Yesterday")
    play(shared, "Anna", Bram=40, Cees=1)
    play(shared, "Bram", Anna=40, Cees=1)
    close(shared)
    nothing = start(owner, at=later(-1000), name="Too late")
    close(nothing)
    start(owner, name="Tonight")
    page = words(phone, "/")
    assert "Now at the table Tonight" in page
    assert "Go on with round 1" in page
    assert "Last week Anna won · with 2 others" in page
    assert "Yesterday Anna and Bram won together · with 1 other" in page
    assert "Too late Closed without a round" in page


def test_at_home_the_winner_s_total_stands_behind_a_session(phone, owner):
    won = start(owner, "Anna Bram", name="Last week")
    play(won, "Anna", Bram=523)
    assert "523" in words(phone, "/")


def test_at_home_the_next_round_is_the_one_that_would_be_recorded(phone, game):
    play(game, "Anna", Bram=20, Cees=7)
    assert "Go on with round 2" in words(phone, "/")
    assert "Record round 2" in board(phone, game)


def test_all_sessions_are_listed_fifty_on_a_page(phone, owner):
    for number in range(51):
        start(owner, "Anna Bram", at=later(number), name=f"Evening {number}")
    newest, oldest = words(phone, "/sessions/"), words(phone, "/sessions/?page=2")
    assert ("Evening 50" in newest, "Evening 1 still" in newest) == (True, True)
    assert ("Evening 0 still" in newest, "Evening 0 still" in oldest) == (False, True)
    for page in ("0", "x", "-1", "99999999999999999999999"):
        assert phone.get("/sessions/", {"page": page}).status_code == 200


def test_a_rematch_is_one_tap_from_home(phone, game):
    page = Page(phone.get("/"))
    rematch = page.tag_with(action=reverse("rematch", args=[game.pk]))
    response = phone.post(rematch["action"], {"key": page.sent["key"]}, follow=True)
    assert "A new session with the same people. Have fun!" in Page(response).words


def test_a_rematch_is_possible_after_a_correction_that_ended_it_earlier(phone, game):
    first = play(game, "Anna", Bram=20, Cees=7)
    play(game, "Anna", Bram=20, Cees=7)
    correct(first, "Anna", Bram=400, Cees=100)
    address = reverse("rematch", args=[game.pk])
    assert phone.post(address, {"key": a_key()}).status_code == 302


def test_a_stranger_is_shown_the_examples_of_the_demo(client, db):
    demo = own_playgroup()
    Playgroup.objects.update(is_demo=True)
    game = start(demo, name="An evening at the Jansens")
    link = share_session(game=game, by=demo, at=EVENING)
    page = Page(client.get("/"))
    assert "An evening at the Jansens" in page.words
    assert link.get_absolute_url() in page.having("href")
    assert client.post(reverse("demo")).url == "/"
    assert "This is the demo" in words(client, "/")
    assert client.post(reverse("leave-demo")).url == "/"
    assert "Who is playing?" in words(client, "/")


def test_names_typed_in_another_tab_do_not_end_up_in_the_demo(client, db):
    demo = own_playgroup()
    Playgroup.objects.update(is_demo=True)
    start(demo)
    client.post(reverse("demo"))
    client.post("/", {"names": "Our Own, People", "key": a_key()})
    assert not demo.playgroup.players.filter(name="Our Own").exists()
    assert "This is the demo" not in words(client, "/")


# --- the board and the end ------------------------------------------------------------------------


def test_the_board_tells_the_standing_the_distance_and_the_dealer(phone, game):
    play(game, "Bram", Anna="7 3 wild", Cees=(37, 4))
    page = board(phone, game)
    for told in ("Bram deals", "403 to go", "+97", "500 to go", "Record round 2", "First to 500"):
        assert told in page


def test_the_end_is_said_with_what_decided_it(phone, game):
    play(game, "Bram", Anna=100, Cees=130)
    play(game, "Anna", Bram=400, Cees=112)
    page = board(phone, game)
    assert "wins, with +512 in round 2" in page
    assert "Round 2 decided it. Anna went out; Bram was left with 400 points." in page
    assert "Rematch" in page
    assert "deals" not in page


def test_at_closing_a_shared_win_is_said(phone, game):
    play(game, "Anna", Bram=20, Cees=7)
    play(game, "Bram", Anna=20, Cees=7)
    close(game)
    page = board(phone, game)
    assert "win together" in page
    assert "Closed after round 2; the best total wins." in page
    assert "Play on after all" in page


def test_closed_without_a_round_nobody_has_won(phone, game):
    close(game)
    assert "Closed without a round: nobody has won." in board(phone, game)


def test_rounds_after_the_end_are_marked(phone, game):
    first = play(game, "Anna", Bram=20, Cees=7)
    play(game, "Bram", Anna=20, Cees=7)
    correct(first, "Anna", Bram=400, Cees=100)
    page = board(phone, game)
    assert "2 after the end" in page
    assert "wins, with +500 in round 1" in page


def test_closing_asks_first(phone, game):
    play(game, "Anna", Bram=20, Cees=7)
    address = reverse("close", args=[game.pk])
    assert "The best total so far wins." in words(phone, address)
    assert phone.post(address, {"seen_version": 1}).url == address
    assert "changed something meanwhile" in words(phone, address)
    assert phone.post(address, {"seen_version": 2}).url == game.get_absolute_url()
    assert phone.get(address).url == game.get_absolute_url()
    assert phone.post(reverse("reopen", args=[game.pk])).url == game.get_absolute_url()
    assert fresh(game).cached_ended_at is None


def test_messages_are_said_once(phone, game):
    phone.post(reverse("rematch", args=[game.pk]), {"key": a_key()})
    assert "Have fun!" in words(phone, "/")
    assert "Have fun!" not in words(phone, "/")


def test_the_language_is_chosen_and_kept(phone, game):
    address = game.get_absolute_url()
    response = phone.post("/language/", {"language": "nl", "next": address})
    assert response.url == address
    page = Page(phone.get(address))
    assert page.tag_with(lang="nl")
    assert "UNO klassiek, 108 kaarten" in page.words


@pytest.mark.parametrize("away", ["https://example.org/", "//example.org", "javascript:x"])
def test_the_language_form_leads_nobody_away(phone, game, away):
    assert phone.post("/language/", {"language": "nl", "next": away}).url == "/"


@pytest.mark.parametrize("address", ["/group/name/", "/group/me/"])
def test_another_language_after_a_name_that_was_refused_leads_to_a_page(phone, game, address):
    refused = Page(phone.post(address, {"name": "x" * 90}))
    back = refused.sent["next"]
    assert phone.post("/language/", {"language": "nl", "next": back}).url == back
    assert phone.get(back).status_code == 200


# --- days and times -------------------------------------------------------------------------------

UTC = datetime.UTC
DAYS = [
    # The zone, the start in UTC, the day at the table, the time in the history
    ("Europe/Amsterdam", (2026, 3, 14, 22, 30), "14 March", "14 March 23:30"),
    ("Europe/Amsterdam", (2026, 3, 14, 23, 30), "15 March", "15 March 00:30"),
    ("Europe/Amsterdam", (2026, 7, 14, 22, 30), "15 July", "15 July 00:30"),
    ("America/Los_Angeles", (2026, 3, 15, 6, 30), "14 March", "14 March 23:30"),
    ("America/Los_Angeles", (2026, 3, 15, 3, 30), "14 March", "14 March 20:30"),
    # The nights in which the clocks are put forward and back.
    ("Europe/Amsterdam", (2026, 3, 29, 0, 59), "29 March", "29 March 01:59"),
    ("Europe/Amsterdam", (2026, 3, 29, 1, 1), "29 March", "29 March 03:01"),
    ("Europe/Amsterdam", (2026, 10, 25, 0, 30), "25 October", "25 October 02:30"),
    ("Europe/Amsterdam", (2026, 10, 25, 1, 30), "25 October", "25 October 02:30"),
    ("America/Los_Angeles", (2026, 11, 1, 8, 30), "1 November", "1 November 01:30"),
]


@pytest.mark.django_db
@pytest.mark.parametrize(("zone", "at", "day", "clock"), DAYS)
def test_the_day_is_the_table_s(zone, at, day, clock):
    owner = own_playgroup(zone)
    game = start(owner, at=datetime.datetime(*at, tzinfo=UTC))
    play(game, "Anna", Bram=400, Cees=100)
    phone = browser_of(owner)
    link = share_session(game=game, by=owner, at=EVENING)
    for address in (game.get_absolute_url(), link.get_absolute_url(), "/", "/sessions/"):
        assert day in words(phone, address)
    assert clock in words(phone, reverse("history", args=[game.pk]))
    assert day in words(phone, game.seats.first().player.get_absolute_url())


def test_an_evening_that_goes_on_past_midnight_is_of_the_day_it_began(phone, owner):
    game = start(owner, at=datetime.datetime(2026, 3, 14, 22, 50, tzinfo=UTC))
    row = play(game, "Anna", Bram=20, Cees=7)
    assert row.ended_at.astimezone(owner.playgroup.zone).day == 15
    assert game.day == datetime.date(2026, 3, 14)
    assert "14 March" in board(phone, game)


# --- any name in any page -------------------------------------------------------------------------


@pytest.fixture
def nasty(owner) -> Evening:
    game = start(owner, "a b c d e")
    for seat, name in zip(game.seats.select_related("player"), NASTY, strict=True):
        seat.player.name = name
        seat.player.save()
    game.name = "<i>Friday</i>"
    game.save()
    row = play(game, NASTY[0], **dict.fromkeys(NASTY[1:], 20))
    correct(row, NASTY[1], **{name: 20 for name in NASTY if name != NASTY[1]})
    return Evening.of(fresh(game))


@pytest.mark.parametrize("name", PAGES)
def test_no_name_becomes_part_of_the_page(phone, nasty, name):
    pages = [phone.get(nasty.address(name))]
    if name == "record":
        pages.append(phone.post(nasty.address(name), nasty.sent_to(name) | {"winner": ""}))
        pages.append(phone.post(nasty.address(name), nasty.sent_to(name)))
    if name == "shared":
        pages.append(phone.get(nasty.address(name)))
    for response in pages:
        text = response.content.decode()
        assert response.status_code in (200, 409, 422)
        for tag in ("<b>x", "<i>Friday", "<script>alert", "'><", "O'Neil&\""):
            assert tag not in text


@pytest.mark.parametrize("name", ["board", "history", "record", "remove", "shared", "close"])
def test_every_name_is_read_as_it_was_written(phone, nasty, name):
    page = Page(phone.get(nasty.address(name)))
    for written in NASTY if name != "history" else NASTY[:1]:
        assert written in page.text
    assert "\u202e" not in page.text


@pytest.mark.parametrize("address", ["/", "/sessions/", "/sessions/new/", "/players/"])
def test_every_name_is_safe_in_the_lists(phone, nasty, address):
    response = phone.get(address)
    assert "<b>x" not in response.content.decode()
    assert "<script>alert" not in response.content.decode()
    if address in ("/sessions/new/", "/players/"):
        for written in NASTY:
            assert written in Page(response).text + " ".join(Page(response).having("value"))


def test_the_winners_names_are_safe_at_home_and_in_the_end(phone, nasty):
    close(nasty.game)
    for address in ("/", nasty.game.get_absolute_url(), nasty.address("shared")):
        text = phone.get(address).content.decode()
        assert "<b>x" not in text
        assert "<script>alert" not in text


# --- every page -----------------------------------------------------------------------------------


class Missing(str):
    """In place of what a template asks for and nobody gave it."""

    def __contains__(self, part: str) -> bool:
        return part == "%s"

    def __mod__(self, name: object) -> str:
        raise AssertionError(f"the template asks for {name}, which is not there")


@pytest.mark.parametrize("name", [*PAGES, "home", "sessions", "players", "new-session"])
@pytest.mark.parametrize("finished", [False, True])
def test_no_page_asks_for_what_is_not_there(phone, settings, owner, name, finished):
    evenings = [start(owner, at=later(day), name="Friday") for day in (0, 1000)]
    for game in evenings:
        play(game, "Anna", Bram=400, Cees=100)
    if not finished:
        evenings.append(start(owner, at=later(2000)))
        play(evenings[-1], "Anna", deck_differs=True, Bram="+4 +4 +4", Cees="+4 +4")
    (engine,) = project_settings.TEMPLATES
    options = engine["OPTIONS"] | {"string_if_invalid": Missing("%s")}
    settings.TEMPLATES = [engine | {"OPTIONS": options}]
    address = Evening.of(evenings[-1]).address(name)
    assert phone.get(address, follow=True).status_code == 200
