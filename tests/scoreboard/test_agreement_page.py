"""The page on which what was agreed is changed."""

import pytest
from django.urls import reverse

from scoreboard.models import GameSession
from tests.scoreboard.people import close, later, play, start
from tests.scoreboard.readback import Page, everything_stored, folded, fresh
from tests.scoreboard.test_agreement import change, joiner, lines, seat


def address(game: GameSession) -> str:
    return reverse("agreement", args=[game.pk])


def page_of(phone, game: GameSession) -> Page:
    return Page(phone.get(address(game)))


def sent_from(page: Page, **changed: str) -> dict[str, str]:
    """All that the page sends, with what was changed on it; a select has no value of its own."""
    return page.sent | changed


def field(game: GameSession, part: str, name: str) -> str:
    return f"{part}-{game.seats.get(player__name=name).pk}"


def send(phone, game: GameSession, page: Page, **changed: str):
    return phone.post(address(game), sent_from(page, **changed))


def test_the_page_sent_as_it_is_changes_nothing(phone, game):
    play(game, "Anna", Bram=20, Cees=7)
    before = everything_stored()
    response = send(phone, game, page_of(phone, game))
    assert (response.status_code, response.url) == (302, game.get_absolute_url())
    assert everything_stored() == before


def test_one_tick_lets_somebody_go_home(phone, game):
    play(game, "Anna", Bram=20, Cees=7)
    page = page_of(phone, game)
    assert "Cees goes home now Round 1 was the last one" in page.words
    assert send(phone, game, page, **{field(game, "goes", "Cees"): "on"}).status_code == 302
    assert game.seats.get(player__name="Cees").to_round == 1
    page = page_of(phone, game)
    assert "Cees is back" in page.words
    assert send(phone, game, page, **{field(game, "back", "Cees"): "on"}).status_code == 302
    assert game.seats.get(player__name="Cees").to_round is None


def test_who_missed_a_round_is_not_offered_to_be_back(phone, game):
    play(game, "Anna", Bram=20, Cees=7)
    change(game, seats=(seat(game, "Cees", to_round=1),))
    play(game, "Anna", Bram=20)
    page = page_of(phone, game)
    assert "Rounds were played without Cees since" in page.words
    assert "Cees is back" not in page.words
    response = send(phone, game, page, **{field(game, "to", "Cees"): ""})
    assert response.status_code == 422
    assert "Round 2 would make no sense after this" in Page(response).words


def test_known_people_and_new_ones_join_by_tick_and_by_typing(phone, owner, game):
    start(owner, "Daan Els", at=later(-500))
    page = page_of(phone, game)
    assert page.having("value").count("Daan") == 1
    response = phone.post(
        address(game), page.sent | {"joins": ["Daan"], "new": "fay, Gijs", "join_start": "40"}
    )
    assert response.status_code == 302
    names = [row.player.name for row in game.seats.select_related("player")]
    assert names == ["Anna", "Bram", "Cees", "Daan", "fay", "Gijs"]
    assert {row.start_points for row in game.seats.all()[3:]} == {40}


def test_fair_start_points_are_hinted_at(phone, game):
    assert "So far the others have" not in page_of(phone, game).words
    play(game, "Anna", Bram=20, Cees=7)
    assert "So far the others have 0 to 27, on average 9." in page_of(phone, game).words


def test_every_problem_stands_at_its_field_and_nothing_typed_is_lost(phone, game):
    play(game, "Anna", Bram=20, Cees=7)
    before = everything_stored()
    wrong = {
        "target": "0",
        "max_rounds": "many",
        field(game, "start", "Bram"): "-5",
        "new": "Anna, !!",
        "join_start": "900000000",
    }
    response = send(phone, game, page_of(phone, game), **wrong)
    page = Page(response)
    assert response.status_code == 422
    for name, typed in wrong.items():
        given = page.tag_with(name=name)
        assert (given["value"], given["aria-invalid"]) == (typed, "true"), name
    assert "Anna is at the table twice." in page.words
    assert "open" in page.tag_with(**{"class": "seat", "open": None})
    assert everything_stored() == before


@pytest.mark.parametrize("number", ["9" * 400, "2147483648", "1.5", "x", "٣"])
def test_numbers_that_nobody_means_are_refused_everywhere(phone, game, number):
    before = everything_stored()
    names = ["target", "max_rounds", "join_from", "join_start"]
    names += [field(game, part, "Bram") for part in ("start", "from", "to")]
    for name in names:
        more = {"new": "Daan"} if name.startswith("join") else {}
        response = send(phone, game, page_of(phone, game), **{name: number}, **more)
        assert response.status_code == 422, name
    assert everything_stored() == before


def test_what_follows_is_said(phone, game):
    play(game, "Anna", Bram=200, Cees=110)
    play(game, "Bram", Anna=20, Cees=7)
    told = [
        ("300", "Stored. The session ended with round 1."),
        ("310", "Stored."),
        ("311", "Stored. The session goes on."),
        ("500", "Stored."),
    ]
    for target, sentence in told:
        send(phone, game, page_of(phone, game), target=target)
        assert sentence in Page(phone.get(game.get_absolute_url())).words


def test_a_closed_session_stays_closed_and_offers_to_play_on(phone, game):
    play(game, "Anna", Bram=20, Cees=7)
    close(game)
    page = page_of(phone, game)
    assert "What you change here does not open it again" in page.words
    assert reverse("reopen", args=[game.pk]) in page.having("action")
    send(phone, game, page, target="700")
    assert (fresh(game).target, folded(game).closed) == (700, True)


def test_a_session_that_ended_by_rule_says_how_it_goes_on(phone, game):
    play(game, "Anna", Bram=400, Cees=100)
    page = page_of(phone, game)
    assert (
        "The session ended with round 1. With a higher target or more rounds it goes on."
        in page.words
    )


def test_too_many_at_the_table_is_said_and_stored(phone, owner):
    game = start(owner, " ".join(f"P{number}" for number in range(10)))
    send(phone, game, page_of(phone, game), new="Anna")
    assert game.seats.count() == 11
    assert "at most 10 players; you are 11" in Page(phone.get(game.get_absolute_url())).words
    send(phone, game, page_of(phone, game), target="600")
    assert "at most 10 players" not in Page(phone.get(game.get_absolute_url())).words


def test_no_more_than_forty_people(phone, game):
    response = send(
        phone, game, page_of(phone, game), new=",".join(f"Q{number}" for number in range(38))
    )
    assert response.status_code == 422
    assert "At most 40 people fit in one session." in Page(response).words


def test_a_page_that_came_too_late_keeps_what_was_changed_on_it_and_only_that(phone, game):
    play(game, "Anna", Bram=20, Cees=7)
    old = page_of(phone, game)
    change(game, target=300)
    before = everything_stored()
    tick = {field(game, "goes", "Cees"): "on"}
    response = send(phone, game, old, max_rounds="9", **tick)
    assert response.status_code == 409
    assert everything_stored() == before
    page = Page(response)
    assert "Another phone changed something meanwhile. Look again." in page.words
    assert "Play to: 500 → 300" in page.words
    assert (page.sent["target"], page.sent["max_rounds"]) == ("300", "9")
    assert page.sent[field(game, "goes", "Cees")] == "on"
    assert phone.post(address(game), page.sent).status_code == 302
    game = fresh(game)
    assert (game.target, game.max_rounds) == (300, 9)
    assert game.seats.get(player__name="Cees").to_round == 1


def test_a_page_that_knew_nothing_of_a_seat_leaves_it_as_it_is(phone, game):
    old = page_of(phone, game)
    change(game, joining=(joiner("Daan", start_points=30),))
    page = Page(send(phone, game, old, target="400"))
    assert page.sent[field(game, "start", "Daan")] == "30"
    assert phone.post(address(game), page.sent).status_code == 302
    assert game.seats.get(player__name="Daan").start_points == 30


def test_two_quick_taps_store_once_and_both_lead_to_the_board(phone, game):
    sent = sent_from(page_of(phone, game), target="300", new="Daan")
    assert [phone.post(address(game), sent).status_code for _ in range(2)] == [302, 302]
    assert [what for what, *_ in lines(game)] == ["target", "joined"]


def test_a_knockout_asks_for_no_number_of_rounds_and_needs_its_target(phone, owner):
    game = start(owner, scoring="knockout", target=500)
    page = page_of(phone, game)
    assert "max_rounds" not in page.sent
    response = send(phone, game, page, target="")
    assert response.status_code == 422
    assert "A knockout needs a target" in Page(response).words


def test_teams_are_told_why_nobody_joins(phone, owner):
    teams = {"Anna": "A", "Bram": "B", "Cees": "A", "Daan": "B"}
    game = start(owner, "Anna Bram Cees Daan", teams=teams)
    page = page_of(phone, game)
    assert "You play in teams, which have to stay equal" in page.words
    assert "new" not in page.sent
    response = send(phone, game, page, new="Els")
    assert response.status_code == 422
    assert "Teams: at least two, all of the same size" in Page(response).words
    assert game.seats.count() == 4


def test_what_the_page_of_another_form_sends_is_no_change(phone, game):
    """Nothing but a version: whatever was not sent stays as it is."""
    before = everything_stored()
    version = {"seen_version": fresh(game).version}
    assert phone.post(address(game), version).status_code == 302
    assert phone.post(address(game), {}).status_code == 422
    assert everything_stored() == before


def test_rows_of_seats_of_another_session_are_passed_over(phone, owner, game):
    other = start(owner, "Dirk Els")
    theirs = {field(other, "start", "Dirk"): "50", field(other, "away", "Els"): "on"}
    before = everything_stored()
    assert send(phone, game, page_of(phone, game), **theirs).status_code == 302
    assert everything_stored() == before


def test_a_session_in_which_nobody_has_joined_yet_is_in_the_list(phone, game):
    changed = {field(game, "from", name): "2" for name in ("Anna", "Bram", "Cees")}
    assert send(phone, game, page_of(phone, game), **changed).status_code == 302
    assert phone.get(reverse("sessions")).status_code == 200
    close(game)
    assert phone.get(reverse("home")).status_code == 200
