"""What may be agreed before the deal, from the page to the row: box, way to win, teams, rules."""

import pytest
from django.urls import reverse

import rules
from scoreboard.actions.editions import change_edition, hide_edition
from tests.scoreboard.editions import own_edition
from tests.scoreboard.people import EVENING, own_playgroup
from tests.scoreboard.readback import everything_stored
from tests.scoreboard.setup_page import (
    DUTCH,
    EDITIONS,
    NEW,
    SetUp,
    choosing,
    sent,
    started,
    stored,
)

# --- what is offered ------------------------------------------------------------------------------


def test_a_newcomer_is_offered_the_official_game(client, db):
    page = SetUp(client.get(NEW))
    assert page.sent["scoring"] == "winner-collects"
    assert page.sent["edition"] == "classic-108"
    assert (page.sent["target"], page.sent["wins"], page.sent["max_rounds"]) == ("500", "3", "")
    assert page.sent["ties"] == "shared"
    assert page.sent["teams"] == "each"
    assert "house_rules" not in page.fields
    assert "options" not in page.fields
    assert not [tag for tag, given in page.tags if tag == "details" and "open" in given]


def test_nothing_but_names_starts_the_official_game(client, db):
    game = started(client, sent("Anna", "Bram"))
    assert game.edition == "classic-108"
    official = {
        "edition_table": None,
        "decks": 1,
        "missing_cards": [],
        "card_points": {},
        "scoring": "winner-collects",
        "target": 500,
        "max_rounds": None,
        "ties": "shared",
        "house_rules": [],
        "team": ["", ""],
        "start_points": [0, 0],
    }
    assert {column: stored(game, column) for column in official} == official


@pytest.mark.parametrize("language", ["en", "nl"])
def test_every_box_way_and_rule_is_offered_in_the_readers_words(client, db, language):
    page = SetUp(client.get(NEW, headers={"Accept-Language": language}))
    assert page.offered["edition"] == EDITIONS
    for thing in (*rules.editions(), *rules.SCORING_SYSTEMS.values(), *rules.HOUSE_RULES.values()):
        assert thing.names[language] in page.words
    for rule in rules.HOUSE_RULES.values():
        assert rule.explanation[language] in page.words


@pytest.mark.parametrize("key", EDITIONS)
def test_a_box_asks_what_it_needs_and_nothing_that_does_nothing(client, db, key):
    edition = rules.find_edition(key)
    page = SetUp(client.post(NEW, {"edition": key, "usual_target": "500", "target": "500"}))
    assert page.sent["target"] == str(edition.target)
    inputs = [given for tag, given in page.tags if tag == "input"]
    fields = [given.get("name") for given in inputs if given["type"] != "hidden"]
    named = {given["value"] for _tag, given in page.tags if given.get("name") == "options"}
    assert named == {option.key for option in edition.options}
    of_cards = {face.face for face in edition.faces if not face.is_number}
    assert {name for name in fields if name and name.startswith("points-")} == {
        f"points-{key}-{face}" for face in of_cards
    }
    is_known = edition.composition == "known"
    assert ("decks" in fields, "missing" in fields) == (is_known, is_known)
    assert ("cannot be checked against the deck" in page.words) is not is_known
    assert ("no-numbers" not in page.having("id")) is edition.has_numbers
    has_link = reverse("edition", args=[key]) in page.having("href")
    assert has_link is bool(edition.faces)


@pytest.mark.parametrize("key", EDITIONS)
@pytest.mark.parametrize("scoring", rules.SCORING_SYSTEMS)
def test_every_box_starts_with_every_way_of_winning(phone, owner, key, scoring):
    page = SetUp(phone.post(NEW, choosing(edition=key, scoring=scoring, wins="3")))
    agreed = {row: "5" for row in page.fields if row.startswith("points-")}
    game = started(phone, page.form(start="1", **agreed))
    assert (game.edition, game.scoring) == (key, scoring)
    assert phone.get(game.get_absolute_url()).status_code == 200


def test_a_card_without_a_printed_value_has_to_be_agreed(phone, owner):
    page = SetUp(phone.post(NEW, sent(edition="classic-112-blanks"), headers=DUTCH))
    assert "“blanco kaart” heeft geen vaste waarde." in page.words
    assert page.tag_with(name="points-classic-112-blanks-blank")["aria-invalid"] == "true"
    game = started(phone, page.form(start="1", **{"points-classic-112-blanks-blank": "20"}))
    assert game.card_points == {"blank": 20}


# --- every input reaches the row ------------------------------------------------------------------

SEVEN_ZERO = ["jump-in", "seven-zero"]
STORED = {
    "box": ({"edition": "no-mercy-168"}, "edition", "no-mercy-168"),
    "option": ({"options": "wild-20"}, "card_points", {"wild": 20}),
    "value": ({"points-classic-108-wild": "30"}, "card_points", {"wild": 30}),
    "value before option": (
        {"options": "wild-20", "points-classic-108-wild": "30"},
        "card_points",
        {"wild": 30},
    ),
    "value as printed": ({"points-classic-108-skip": "20"}, "card_points", {}),
    "value of nothing": ({"points-classic-108-skip": "0"}, "card_points", {"skip": 0}),
    "decks": ({"decks": "2"}, "decks", 2),
    "no decks typed": ({"decks": ""}, "decks", 1),
    "missing": ({"missing": "red 7, 2x wild"}, "missing_cards", ["red 7", "wild", "wild"]),
    "missing of both sides": (
        {"edition": "flip-112", "missing": "rode 7, pink 7"},
        "missing_cards",
        ["red 7", "pink 7"],
    ),
    "scoring": ({"scoring": "everyone-keeps"}, "scoring", "everyone-keeps"),
    "target": ({"target": " 300 "}, "target", 300),
    "no target": ({"target": ""}, "target", None),
    "rounds won": ({"scoring": "round-wins", "wins": "5"}, "target", 5),
    "no rounds won": ({"scoring": "round-wins", "wins": ""}, "target", None),
    "rounds": ({"max_rounds": "10"}, "max_rounds", 10),
    "ties": ({"max_rounds": "10", "ties": "play-on"}, "ties", "play-on"),
    "ties of the lowest": ({"scoring": "everyone-keeps", "ties": "play-on"}, "ties", "play-on"),
    "teams": ({"teams": "teams"}, "team", ["1", "2", "1", "2"]),
    "other teams": (
        {"teams": "teams", "team-Anna": "2", "team-Bram": "2", "team-Cees": "1", "team-Dirk": "1"},
        "team",
        ["2", "2", "1", "1"],
    ),
    "start points": ({"start-Bram": "50"}, "start_points", [0, 50, 0, 0]),
    "house rules": ({"house_rules": SEVEN_ZERO}, "house_rules", ["seven-zero", "jump-in"]),
    "name": ({"name": " Friday  night "}, "name", "Friday night"),
    # What the page does not show, as things are chosen, is not agreed.
    "rounds of a knockout": (
        {"scoring": "knockout", "max_rounds": "x", "ties": "play-on"},
        "max_rounds",
        None,
    ),
    "ties of a knockout": ({"scoring": "knockout", "ties": "play-on"}, "ties", "shared"),
    "ties at a target": ({"ties": "play-on"}, "ties", "shared"),
    "ties until closed": (
        {"scoring": "everyone-keeps", "target": "", "ties": "play-on"},
        "ties",
        "shared",
    ),
    "teams of a knockout": ({"scoring": "knockout", "teams": "teams"}, "team", ["", "", "", ""]),
    "target when rounds are counted": (
        {"scoring": "round-wins", "wins": "4", "target": "x"},
        "target",
        4,
    ),
    "wins when points are counted": ({"wins": "x"}, "target", 500),
    "values when rounds are counted": (
        {"scoring": "round-wins", "options": "wild-20", "points-classic-108-skip": "x"},
        "card_points",
        {},
    ),
    "option of another box": ({"edition": "flip-112", "options": "wild-20"}, "card_points", {}),
    "value of another box": (
        {"edition": "flip-112", "points-classic-108-wild": "30"},
        "card_points",
        {},
    ),
    "cards of no deck": ({"edition": "points-only", "missing": "blub"}, "missing_cards", []),
    "decks of no deck": ({"edition": "points-only", "decks": "99"}, "decks", 1),
    "rule about number cards": (
        {"edition": "all-wild-112", "house_rules": ["no-action-finish", "jump-in"]},
        "house_rules",
        ["jump-in"],
    ),
    "unasked value": (
        {"edition": "classic-112-blanks", "scoring": "round-wins", "wins": "3"},
        "card_points",
        {},
    ),
}


@pytest.mark.parametrize(("more", "column", "value"), STORED.values(), ids=STORED)
def test_what_is_chosen_is_what_is_stored(phone, owner, more, column, value):
    game = started(phone, sent(**more))
    assert stored(game, column) == value
    assert phone.get(game.get_absolute_url()).status_code == 200


@pytest.mark.parametrize("house_rule", rules.HOUSE_RULES)
def test_every_house_rule_can_be_agreed(phone, owner, house_rule):
    assert started(phone, sent(house_rules=house_rule)).house_rules == [house_rule]


# --- boxes of one's own ---------------------------------------------------------------------------


def test_a_box_of_ones_own_comes_along_as_it_is_now(phone, owner):
    own = own_edition(owner.playgroup, names={"en": "Ours", "nl": "Van ons"}, target=150)
    page = SetUp(phone.post(NEW, {"edition": own.key, "target": "500", "usual_target": "500"}))
    assert page.sent["target"] == "150"
    assert page.offered["edition"] == [*EDITIONS, own.key]
    game = started(phone, sent(edition=own.key, target="150"))
    assert (game.edition, game.edition_table) == (own.frozen_key, own.table)
    table = own.table | {"target": 90}
    change_edition(edition=own, name=own.name, table=table, seen_revision=1, at=EVENING)
    page = SetUp(phone.get(NEW))
    assert page.sent["edition"] == own.key
    again = started(phone, page.form("key", start="1"))
    assert (again.edition, again.edition_table["target"]) == (f"{own.key}@2", 90)


def test_its_note_is_shown(phone, owner):
    own = own_edition(owner.playgroup, note="Oma lost a card.")
    assert "Oma lost a card." in SetUp(phone.post(NEW, {"edition": own.key})).words


@pytest.mark.parametrize("whose", ["nobody", "others", "put away"])
def test_a_box_that_is_not_offered_starts_nothing(phone, owner, whose):
    key = "no-such-box"
    if whose == "others":
        key = own_edition(own_playgroup().playgroup).key
    if whose == "put away":
        own = own_edition(owner.playgroup)
        hide_edition(edition=own, hidden=True)
        key = own.key
    before = everything_stored()
    response = phone.post(NEW, sent(edition=key))
    assert response.status_code == 422
    page = SetUp(response)
    assert "This box is not there any more. Choose another one." in page.words
    assert page.tag_with(id="id_edition")["aria-invalid"] == "true"
    assert key not in page.offered["edition"]
    assert everything_stored() == before


def test_a_name_that_is_markup_stays_a_name(phone, owner):
    own_edition(owner.playgroup, names={"en": "<b>Ours</b>", "nl": "x"})
    assert "<b>Ours" not in phone.get(NEW).content.decode()


# --- the target goes with the box -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("target", "then"), [("500", "200"), ("300", "300"), ("", ""), ("200", "200"), ("x", "x")]
)
def test_the_target_follows_the_box_unless_another_was_typed(phone, owner, target, then):
    chosen = {"edition": "dos-108", "usual_target": "500", "target": target}
    assert SetUp(phone.post(NEW, chosen)).sent["target"] == then


def test_without_script_the_target_follows_when_it_starts(phone, owner):
    page = SetUp(phone.get(NEW))
    names = ["Anna", "Bram"]
    game = started(phone, page.form(start="1", edition="dos-108", plays=names, seat=names))
    assert game.target == 200


def test_points_and_rounds_won_are_two_numbers(phone, owner):
    page = SetUp(phone.post(NEW, {"scoring": "round-wins", "target": "300", "wins": "3"}))
    assert "First to 3 wins." in page.words
    assert (page.sent["target"], page.sent["wins"]) == ("300", "3")
    assert "First to 300 wins." in page.words


def test_the_ways_of_winning_name_the_target_that_was_typed(phone, owner):
    page = SetUp(phone.post(NEW, {"target": "250", "wins": "7"}))
    for words in (
        "First to 250 wins",
        "reaches 250, the lowest",
        "reaches 250 is out",
        "to 7 wins",
    ):
        assert words in page.words
    page = SetUp(phone.post(NEW, {"target": "", "wins": ""}))
    for words in ("The highest total wins.", "The most rounds win."):
        assert words in page.words


# --- teams ----------------------------------------------------------------------------------------


def teams_on(page: SetUp) -> dict[str, str]:
    return {
        name.removeprefix("team-"): values[0]
        for name, values in page.fields.items()
        if name.startswith("team-")
    }


@pytest.mark.parametrize(
    ("seats", "teams"),
    [(4, "1212"), (6, "121212"), (8, "12121212"), (9, "123123123"), (12, "121212121212")],
)
def test_partners_sit_opposite_each_other(phone, owner, seats, teams):
    names = [f"P{number}" for number in range(seats)]
    game = started(phone, sent(*names, teams="teams"))
    assert stored(game, "team") == list(teams)


def test_teams_nobody_chose_are_made_anew_when_a_seat_moves(phone, owner):
    page = SetUp(phone.post(NEW, choosing(teams="teams")))
    assert teams_on(page) == {"Anna": "1", "Bram": "2", "Cees": "1", "Dirk": "2"}
    page = SetUp(phone.post(NEW, page.form(later="0")))
    assert teams_on(page) == {"Bram": "1", "Anna": "2", "Cees": "1", "Dirk": "2"}


def test_chosen_teams_go_with_the_people(phone, owner):
    page = SetUp(phone.post(NEW, choosing(teams="teams")))
    chosen = {"team-Bram": "1", "team-Cees": "2"}
    page = SetUp(phone.post(NEW, page.form(later="0", **chosen)))
    assert teams_on(page) == {"Bram": "1", "Anna": "1", "Cees": "2", "Dirk": "2"}
    page = SetUp(phone.post(NEW, page.form(add="1", new="Els")))
    assert teams_on(page)["Els"] in "12"
    assert teams_on(page)["Bram"] == "1"


@pytest.mark.parametrize(("seats", "possible"), [(2, False), (3, False), (4, True), (5, False)])
def test_teams_are_offered_where_they_come_out_even(phone, owner, seats, possible):
    names = [f"P{number}" for number in range(seats)]
    page = SetUp(phone.post(NEW, {"plays": names, "seat": names}))
    assert ("disabled" not in page.tag_with(name="teams", value="teams")) is possible
    assert ("do not come out of so many players" in page.words) is not possible


def test_as_many_teams_are_offered_as_fit(phone, owner):
    names = [f"P{number}" for number in range(6)]
    page = SetUp(phone.post(NEW, {"plays": names, "seat": names}))
    assert page.offered["team-P0"] == ["1", "2", "3"]
    three = {f"team-P{number}": str(number % 3 + 1) for number in range(6)}
    game = started(phone, sent(*names, teams="teams", **three))
    assert stored(game, "team") == list("123123")
