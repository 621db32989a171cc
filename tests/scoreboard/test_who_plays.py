"""Who is offered a seat and in which order, whose names come along, and what home shows of many."""

import pytest

from scoreboard.models import GameSession, Playgroup, Seat
from scoreboard.queries.known import LATELY, known_to
from tests.scoreboard.people import a_key, close, later, play, start
from tests.scoreboard.readback import Page, everything_stored
from tests.scoreboard.setup_page import HTMX, NEW, SetUp, choosing, stored

# --- the usual ones -------------------------------------------------------------------------------


def evenings(owner, *tables: str) -> None:
    """One after the other, the last one last."""
    for number, names in enumerate(tables):
        start(owner, names, at=later(60 * number))


def test_who_played_most_of_late_comes_first(owner):
    evenings(owner, "Dirk Els", "Anna Bram Cees", "Anna Bram", "Anna Dirk")
    assert [*known_to(owner.playgroup).marks] == ["Anna", "Dirk", "Bram", "Cees", "Els"]


def test_what_was_long_ago_makes_nobody_usual(owner):
    evenings(owner, *["Zus Mies"] * 5, *["Anna Bram"] * (LATELY - 1), "Cees Anna")
    assert [*known_to(owner.playgroup).marks] == ["Anna", "Bram", "Cees", "Mies", "Zus"]


def names_of(chips) -> list[str]:
    return [chip.name for chip in chips]


def chips_on(page: SetUp) -> list[str]:
    return [given["value"] for _tag, given in page.tags if given.get("name") == "plays"]


def folded(page: SetUp) -> bool:
    return "everybody" in page.having("id")


def test_the_table_of_last_time_lies_first_in_its_order(phone, owner):
    evenings(owner, "Anna Bram", "Anna Bram", "Gijs Els Anna")
    page = SetUp(phone.get(NEW))
    assert chips_on(page) == ["Gijs", "Els", "Anna", "Bram"]
    assert page.fields["plays"] == ["Gijs", "Els", "Anna"]
    assert not folded(page)


@pytest.mark.parametrize(("people", "is_folded"), [(16, False), (17, True), (60, True)])
def test_of_many_only_the_usual_ones_lie_there(phone, owner, people, is_folded):
    names = [f"P{number:02}" for number in range(people)]
    for place in range(0, people, 4):
        regulars = names[:2] if place else []
        start(owner, " ".join([*names[place : place + 4], *regulars]), at=later(place))
    page = SetUp(phone.get(NEW))
    assert sorted(chips_on(page)) == names
    assert folded(page) is is_folded
    table = [*names[(people - 1) // 4 * 4 :], "P00", "P01"]
    assert chips_on(page)[: len(table)] == table
    if is_folded:
        assert chips_on(page)[12:] == sorted(chips_on(page)[12:])
    assert set(page.offered["away"]) == {*names} - {*table}


def test_whoever_is_ticked_or_new_lies_in_sight(phone, owner):
    names = [f"P{number:02}" for number in range(30)]
    start(owner, " ".join(names), decks=4)
    start(owner, "P00 P01", at=later(60))
    rare = chips_on(SetUp(phone.get(NEW)))[-1]
    page = SetUp(phone.post(NEW, choosing("P00", rare, "Newcomer"), headers=HTMX))
    assert chips_on(page)[12:14] == [rare, "Newcomer"]
    assert len(chips_on(page)) == 31
    assert rare not in page.offered["away"]


@pytest.mark.parametrize("typed", ["oma riet", "OMA RIET", " Oma  Riet "])
def test_a_known_name_typed_otherwise_is_that_person(phone, owner, typed):
    start(owner, "Anna Bram")
    owner.playgroup.players.filter(name="Bram").update(name="Oma Riet", name_key="oma riet")
    page = SetUp(phone.post(NEW, choosing("Anna", add="1", new=typed)))
    assert page.fields["seat"] == ["Anna", "Oma Riet"]
    assert sorted(chips_on(page)) == ["Anna", "Oma Riet"]


# --- the order ------------------------------------------------------------------------------------


def test_teams_nobody_chose_follow_seats_that_the_page_moved_itself(phone, owner):
    page = SetUp(phone.post(NEW, choosing(teams="teams")))
    moved = ["Bram", "Anna", "Cees", "Dirk"]
    page = SetUp(phone.post(NEW, page.form(seat=moved), headers=HTMX))
    assert page.fields["seat"] == page.fields["paired"] == moved
    assert [page.sent[f"team-{name}"] for name in moved] == ["1", "2", "1", "2"]


def test_chosen_teams_stay_with_people_that_the_page_moved_itself(phone, owner):
    page = SetUp(phone.post(NEW, choosing(teams="teams")))
    chosen = {"team-Bram": "1", "team-Cees": "2", "start-Dirk": "30"}
    moved = ["Dirk", "Cees", "Bram", "Anna"]
    response = phone.post(NEW, page.form(seat=moved, start="1", **chosen))
    game = GameSession.objects.get(pk=response.url.split("/")[2])
    assert [*game.seats.values_list("player__name", flat=True)] == moved
    assert stored(game, "team") == ["2", "2", "1", "1"]
    assert stored(game, "start_points") == [30, 0, 0, 0]


# --- from the welcome page ------------------------------------------------------------------------


def test_names_of_the_welcome_page_come_along(client, db):
    before = everything_stored()
    page = SetUp(client.post(NEW, {"names": "Anna, bram\nCees", "key": "k" * 12, "add": "1"}))
    assert page.fields["seat"] == page.fields["plays"] == ["Anna", "bram", "Cees"]
    assert (page.sent["key"], page.sent["new"]) == ("k" * 12, "")
    assert (page.sent["target"], page.sent["edition"]) == ("500", "classic-108")
    assert everything_stored() == before
    response = client.post(NEW, page.form(start="1"))
    assert GameSession.objects.get(pk=response.url.split("/")[2]).seats.count() == 3


@pytest.mark.parametrize(
    ("names", "kept", "told"),
    [
        ("", "", ""),
        ("Anna, Bram, anna", "anna", "Anna is already at the table."),
        ("Anna, " + "x" * 61, "Anna, " + "x" * 61, "A name has at most 60 letters."),
    ],
)
def test_what_is_wrong_with_them_is_said_there_and_nothing_is_lost(client, db, names, kept, told):
    response = client.post(NEW, {"names": names, "add": "1"})
    page = SetUp(response)
    assert response.status_code == 200
    assert page.sent["new"] == kept
    assert told in page.words
    assert not Playgroup.objects.exists()


def test_they_come_into_the_usual_box_of_people_who_played_before(phone, owner):
    start(owner, "Anna Bram", scoring="everyone-keeps", house_rules=("jump-in",))
    page = SetUp(phone.post(NEW, {"names": "Dirk, Els", "key": a_key(), "add": "1"}))
    assert page.fields["seat"] == ["Dirk", "Els"]
    assert page.sent["scoring"] == "everyone-keeps"
    assert page.fields["house_rules"] == ["jump-in"]


# --- home -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "rows", "told"), [(7, 7, ""), (8, 6, "and 2 others")])
def test_of_a_long_table_home_shows_who_leads(phone, owner, seats, rows, told):
    Playgroup.objects.update(name="Us")  # it would be called after its people, and others
    names = [f"P{number}" for number in range(seats)]
    game = start(owner, " ".join(names))
    play(game, "P3", **{name: 5 for name in names if name != "P3"})
    page = Page(phone.get("/"))
    assert page.having("class").count("rank") == rows
    assert ("others" in page.words) is bool(told)
    assert told in page.words
    assert Seat.objects.count() == seats


def test_a_session_without_a_name_says_its_day_once(phone, owner):
    for name in ("", "Friday night"):
        close(start(owner, at=later(0), name=name))
    words = Page(phone.get("/")).words
    assert words.count("14 March") == 2
    assert "Closed without a round · 3 players · 14 March" in words
