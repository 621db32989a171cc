"""Setting up: what cannot be agreed is said, nothing typed is lost, and it is as last time."""

import pytest

from scoreboard.actions.editions import change_edition, hide_edition
from scoreboard.models import GameSession
from tests.scoreboard.editions import own_edition, table_of
from tests.scoreboard.people import EVENING, a_key, own_playgroup, start
from tests.scoreboard.readback import Page, everything_stored
from tests.scoreboard.setup_page import (
    EDITIONS,
    HTMX,
    NEW,
    SetUp,
    as_list,
    choosing,
    sent,
    started,
    stored,
)

# --- what cannot be agreed ------------------------------------------------------------------------

WRONG = {
    "target": ({"target": "0"}, "from 1 to 1,000,000", "target", False),
    "no number": ({"target": "1.000"}, "Enter a whole number.", "target", False),
    "target of a knockout": (
        {"scoring": "knockout", "target": ""},
        "A knockout needs a target",
        "target",
        False,
    ),
    "rounds to win": ({"scoring": "round-wins", "wins": "0"}, "from 1 to", "wins", False),
    "rounds": ({"max_rounds": "0"}, "number of rounds must be", "max_rounds", False),
    "half a round": ({"max_rounds": "2,5"}, "Enter a whole number.", "max_rounds", False),
    "no decks": ({"decks": "0"}, "a whole number from 1 to 20", "decks", True),
    "decks": ({"decks": "21"}, "a whole number from 1 to 20", "decks", True),
    "missing": ({"missing": "7, blub"}, "There is no “blub” in this deck.", "missing", True),
    "too much missing": ({"missing": "5x wild"}, "More of “Wild” are missing", "missing", True),
    "a value below nothing": (
        {"points-classic-108-wild": "-1"},
        "For Wild give a whole number from 0",
        "points-classic-108-wild",
        True,
    ),
    "a value that is none": (
        {"points-classic-108-wild": "many"},
        "Enter a whole number.",
        "points-classic-108-wild",
        True,
    ),
    "a value that is missing": (
        {"edition": "dutch-109-swap"},
        "“Wild Swap Hands” has no printed value.",
        "points-dutch-109-swap-wild-swap-hands",
        False,
    ),
    "start points": ({"start-Bram": "500"}, "Bram: start points are", "start-Bram", True),
    "start points below": ({"start-Bram": "-5"}, "Bram: start points are", "start-Bram", True),
    "start points in words": ({"start-Bram": "ten"}, "Enter a whole number.", "start-Bram", True),
    "start points of a team": (
        {"teams": "teams", "start-Anna": "300", "start-Cees": "200"},
        "The start points of a team together",
        "start-Anna",
        True,
    ),
    "name": ({"name": "\u200b"}, "that can be seen", "name", False),
}


@pytest.mark.parametrize(("more", "told", "field", "folded"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_is_said_at_its_field_and_unfolded(phone, owner, more, told, field, folded):
    before = everything_stored()
    data = sent(**more)
    response = phone.post(NEW, data)
    assert response.status_code == 422
    page = SetUp(response)
    assert told in page.words
    assert page.tag_with(name=field)["aria-invalid"] == "true"
    is_open = any(tag == "details" and "open" in given for tag, given in page.tags)
    assert is_open is folded
    described = page.tag_with(name=field)["aria-describedby"]
    assert page.tag_with(id=described)
    for name, value in data.items():
        if name != "start":
            assert page.fields[name] == as_list(value)
    assert everything_stored() == before


@pytest.mark.parametrize(
    "uneven",
    [{"team-Anna": "2", "team-Bram": "2", "team-Cees": "2", "team-Dirk": "1"}, {"plays": "abc"}],
)
def test_teams_that_are_not_even_are_refused_where_they_are_chosen(phone, owner, uneven):
    if "plays" in uneven:
        uneven = {"plays": list("abc"), "seat": list("abc")}
    response = phone.post(NEW, sent(teams="teams", **uneven))
    assert response.status_code == 422
    page = SetUp(response)
    assert "Teams: at least two, all of the same size" in page.words
    assert page.sent["teams"] == "teams"
    assert any(tag == "details" and "open" in given for tag, given in page.tags)


def test_everything_that_is_wrong_is_said_at_once(phone, owner):
    data = sent("Anna", target="x", decks="0", missing="blub", max_rounds="0", name="\u200b")
    page = SetUp(phone.post(NEW, data))
    for words in (
        "A session needs at least two players.",
        "Enter a whole number.",
        "from 1 to 20",
        "There is no “blub”",
        "number of rounds",
        "that can be seen",
    ):
        assert words in page.words
    assert page.having("autofocus") == [None]


@pytest.mark.parametrize(
    "no_choice",
    [
        {"scoring": "poker"},
        {"ties": "coin"},
        {"teams": "both"},
        {"options": "gratis"},
        {"house_rules": "no-such-rule"},
        {"missing": "7," * 2000},
    ],
)
def test_what_no_page_offers_starts_nothing(phone, owner, no_choice):
    before = everything_stored()
    assert phone.post(NEW, sent(**no_choice)).status_code == 422
    assert everything_stored() == before


# --- nothing typed is lost ------------------------------------------------------------------------

TYPED = {
    "edition": "classic-108",
    "options": ["wild-20"],
    "points-classic-108-skip": "15",
    "decks": "2",
    "missing": "red 7",
    "scoring": "round-wins",
    "target": "321",
    "wins": "4",
    "max_rounds": "9",
    "ties": "play-on",
    "teams": "teams",
    "team-Anna": "2",
    "team-Bram": "2",
    "team-Cees": "1",
    "team-Dirk": "1",
    "start-Cees": "2",
    "house_rules": ["seven-zero", "no-action-finish"],
    "name": "Friday",
    "first_dealer": "Bram",
}


def kept(page: SetUp, *but: str) -> None:
    for name, value in TYPED.items():
        if name not in (*but, "first_dealer"):
            assert sorted(page.fields[name]) == sorted(as_list(value)), name


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "htmx"])
@pytest.mark.parametrize(
    ("pressed", "but"),
    [
        ({}, ()),
        ({"later": "0"}, ()),
        ({"plays": ["Anna", "Bram", "Cees", "Dirk", "Els"]}, ()),
        ({"new": "Els", "add": "1"}, ()),
        ({"new": "Anna", "add": "1"}, ()),
        ({"scoring": "knockout"}, ("scoring",)),
        ({"take": "1"}, ()),
        ({"start": "1", "wins": "0"}, ("wins",)),
        ({"start": "1", "new": "Anna"}, ()),
    ],
)
def test_what_was_typed_survives(phone, game, headers, pressed, but):
    data = choosing() | TYPED | pressed
    page = SetUp(phone.post(NEW, data, headers=headers))
    kept(page, *but)


@pytest.mark.parametrize("key", EDITIONS)
def test_what_was_typed_for_one_box_is_there_on_the_way_back(phone, game, key):
    there = SetUp(phone.post(NEW, choosing() | TYPED | {"edition": key}))
    back = SetUp(phone.post(NEW, there.form(edition="classic-108")))
    kept(back)


def test_who_deals_first_stays_chosen(phone, game):
    html = phone.post(NEW, choosing() | TYPED | {"later": "0"}).content.decode()
    assert "<option selected>Bram</option>" in html


@pytest.mark.parametrize("edition", ["classic-108", "points-only", "flip-112"])
def test_every_part_that_htmx_looks_for_is_there_once(phone, game, edition):
    page = SetUp(phone.post(NEW, choosing("Anna", edition=edition), headers=HTMX))
    ids = page.having("id")
    wanted = {part for parts in page.having("hx-select-oob") for part in parts.split(",")}
    wanted |= {*page.having("hx-select")}
    # Where there is no deck to check, none of its cards can be missing.
    wanted -= {"#say-missing"} if edition == "points-only" else set()
    assert len(wanted) > 10
    parts = [part.removeprefix("#").partition(":")[0] for part in wanted]
    assert [part for part in parts if ids.count(part) != 1] == []
    assert len(ids) == len({*ids})


def test_the_folded_parts_say_what_is_chosen(phone, game):
    page = SetUp(phone.post(NEW, choosing() | TYPED))
    for words in (
        "2 decks, 1 card missing",
        "2 teams",
        "Cees 2",
        "2 agreed",
        "Not in the box: red 7",
    ):
        assert words in page.words
    page = SetUp(phone.get(NEW))
    for words in (
        "As it comes out of the box",
        "Each for themselves",
        "Everybody starts at 0",
        "None agreed",
    ):
        assert words in page.words


# --- as last time ---------------------------------------------------------------------------------


def test_a_session_begins_as_the_last_one_did(phone, owner):
    data = sent() | TYPED | {"scoring": "winner-collects"}
    first = started(phone, data)
    page = SetUp(phone.get(NEW))
    kept(page, "name", "start-Cees", "scoring", "wins")
    assert page.sent["name"] == page.sent["start-Cees"] == ""
    again = started(phone, page.form(start="1"))
    same = ("edition", "card_points", "decks", "missing_cards", "scoring", "target", "max_rounds")
    for column in (*same, "ties", "house_rules", "team"):
        assert stored(again, column) == stored(first, column), column
    assert stored(again, "start_points") == [0, 0, 0, 0]


def test_rounds_won_are_remembered_as_such(phone, owner):
    started(phone, sent(scoring="round-wins", wins="7"))
    page = SetUp(phone.get(NEW))
    assert (page.sent["scoring"], page.sent["wins"]) == ("round-wins", "7")
    assert page.sent["target"] == "500"


def test_a_last_session_without_target_goes_on_without(phone, owner):
    started(phone, sent(target=""))
    assert SetUp(phone.get(NEW)).sent["target"] == ""


@pytest.mark.parametrize("language", ["en", "nl"])
def test_missing_cards_of_a_flip_are_read_back(phone, owner, language):
    started(phone, sent(edition="flip-112", missing="red 7, pink 7, teal skip everyone, wild"))
    headers = {"Accept-Language": language}
    page = SetUp(phone.get(NEW, headers=headers))
    again = started(phone, page.form(start="1"), headers=headers)
    assert again.missing_cards == ["red 7", "pink 7", "teal skip-everyone", "wild"]


def test_a_box_that_was_put_away_is_not_taken_again(phone, owner):
    own = own_edition(owner.playgroup)
    started(phone, sent(edition=own.key, scoring="knockout", options="wild-20"))
    hide_edition(edition=own, hidden=True)
    page = SetUp(phone.get(NEW))
    assert (page.sent["edition"], page.sent["scoring"]) == ("classic-108", "knockout")
    assert "options" not in page.fields


def test_a_card_that_the_own_box_has_no_more_is_forgotten(phone, owner):
    own = own_edition(owner.playgroup)
    started(phone, sent(edition=own.key, missing="wild", **{f"points-{own.key}-wild": "30"}))
    cards = [card for card in own.table["cards"] if card["face"] != "wild"]
    table = own.table | {"cards": cards, "options": []}
    change_edition(edition=own, name=own.name, table=table, seen_revision=1, at=EVENING)
    page = SetUp(phone.get(NEW))
    game = started(phone, page.form(start="1"))
    assert (game.missing_cards, game.card_points) == ([], {})


def test_the_names_alone_start_the_official_game_whatever_was_played_last(phone, owner):
    started(phone, sent(edition="flip-112", scoring="knockout", house_rules="jump-in"))
    response = phone.post("/", {"names": "Anna, Bram", "key": a_key()})
    game = GameSession.objects.get(pk=response.url.split("/")[2])
    assert (game.edition, game.scoring, game.house_rules) == ("classic-108", "winner-collects", [])


def test_what_others_played_last_is_not_offered(phone, owner):
    start(own_playgroup(), edition="flip-112")
    assert SetUp(phone.get(NEW)).sent["edition"] == "classic-108"


# --- sent twice, and many -------------------------------------------------------------------------


@pytest.mark.parametrize("own", [False, True])
def test_sent_twice_it_starts_one_session(phone, owner, own):
    data = sent() | TYPED
    if own:
        data |= {"edition": own_edition(owner.playgroup).key}
    assert {started(phone, data).pk for _ in range(2)} == {GameSession.objects.get().pk}


@pytest.mark.parametrize(
    "other",
    [
        {"edition": "flip-112"},
        {"max_rounds": "8"},
        {"house_rules": "jump-in"},
        {"team-Anna": "1", "team-Cees": "2"},
        {"start-Cees": "1"},
        {"missing": ""},
    ],
)
def test_sent_again_with_something_else_agreed_it_starts_another(phone, owner, other):
    data = sent() | TYPED
    started(phone, data)
    started(phone, data | other)
    assert GameSession.objects.count() == 2


def test_more_people_than_the_box_is_for_are_told_once_it_has_started(phone, owner):
    names = [f"P{number}" for number in range(12)]
    game = started(phone, sent(*names, edition="no-mercy-168", target="1000"))
    assert "at most 6 players; you are 12" in Page(phone.get(game.get_absolute_url())).words
    game = started(phone, sent(*names, edition="no-mercy-168", decks="2"))
    assert "are meant for" not in Page(phone.get(game.get_absolute_url())).words


def test_the_forty_first_is_refused_and_the_others_stay(phone, owner):
    names = [f"P{number}" for number in range(40)]
    page = SetUp(phone.post(NEW, {"plays": names, "seat": names, "new": "Els", "add": "1"}))
    assert "At most 40 people fit in one session." in page.words
    assert page.fields["seat"] == names
    assert page.sent["new"] == "Els"


def test_a_name_is_added_whatever_else_is_wrong_on_the_page(phone, owner):
    data = {"plays": ["Anna"], "seat": ["Anna"], "new": "Bram", "add": "1", "target": "x"}
    assert SetUp(phone.post(NEW, data)).fields["seat"] == ["Anna", "Bram"]


def test_an_own_box_may_be_of_any_shape(phone, owner):
    cards = [{"face": "1", "names": {"en": "1", "nl": "1"}, "colours": [], "copies": 4}]
    cards[0]["points"] = None
    own = own_edition(owner.playgroup, cards=cards, options=[])
    page = SetUp(phone.post(NEW, sent(edition=own.key)))
    assert "“1” has no printed value" in page.words
    game = started(phone, page.form(start="1", **{f"points-{own.key}-1": "10"}))
    assert game.card_points == {"1": 10}


def test_an_option_of_an_own_box_says_what_it_changes(phone, owner):
    option = {"key": "cheap", "names": {"en": "Cheap", "nl": "Goedkoop"}}
    table = table_of() | {"options": [option | {"card_points": {"skip": 5}}]}
    own = own_edition(owner.playgroup, **{"options": table["options"]})
    page = SetUp(phone.post(NEW, {"edition": own.key}))
    assert "Skip: 5 instead of 20" in page.words
    assert started(phone, sent(edition=own.key, options="cheap")).card_points == {"skip": 5}


@pytest.mark.parametrize("rounds", ["10001", "2147483648", "9223372036854775808", "9" * 40])
def test_more_rounds_than_anybody_plays_are_refused(phone, rounds):
    answer = phone.post(NEW, sent("Anna", "Bram", start="1", max_rounds=rounds))
    assert answer.status_code == 422
    assert "10000" in answer.content.decode()


def test_hundreds_of_names_are_refused_and_not_all_drawn(phone):
    names = [f"Player {number}" for number in range(490)]
    answer = phone.post(NEW, sent(*names, start="1"))
    assert answer.status_code == 422
    assert "At most 40 people" in answer.content.decode()
    assert "Player 41" not in answer.content.decode()


def test_names_with_commas_between_them_are_several(phone):
    answer = phone.post(NEW, sent("Anna", new="Bram, Cees,, anna", add="1"))
    page = answer.content.decode()
    assert SetUp(answer).fields["seat"] == ["Anna", "Bram", "Cees"]
    assert "Anna is already at the table." in page
