"""The page of a round with every edition: which cards, on which side, and what else they can do."""

import json
from functools import partial

import pytest
from django.urls import reverse
from django.utils import translation

import rules
from scoreboard.forms.rounds import RoundForm
from scoreboard.queries.score_sheet import ScoreSheet
from scoreboard.queries.words import spoken
from scoreboard.templatetags.tafelstand import face
from tests.scoreboard.readback import Page, totals
from tests.scoreboard.round_page import (
    LOST,
    at_the_field,
    faces_on,
    next_round,
    record,
    send,
    start_with,
    stored_round,
)

DUTCH = {"Accept-Language": "nl"}


@pytest.fixture
def started(owner):
    """Starts a session: the names, and what was agreed."""
    return partial(start_with, owner)


# --- the pad's keys -------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", rules.editions(), ids=lambda edition: edition.key)
def test_every_face_is_drawn_and_none_like_another(edition):
    for side in tuple(edition.sides) or (None,):
        drawn = [str(face(each.face)) for each in edition.faces_on(side)]
        assert len(set(drawn)) == len(drawn)
        assert not [drawing for drawing in drawn if "letters" in drawing]


@pytest.mark.parametrize(
    ("called", "drawn"),
    [
        ("Wild Storm", "WS"),
        ("Zombie", "Zomb"),
        ("a b c d e", "abcd"),
        ("Jo <b>", "Jb"),
        ("<>", "&lt;&gt;"),
    ],
)
def test_a_face_that_nobody_knows_is_drawn_by_its_first_letters(called, drawn):
    assert face("their-own", called) == f'<span class="letters">{drawn}</span>'


@pytest.mark.parametrize("edition", rules.editions(), ids=lambda edition: edition.key)
@pytest.mark.parametrize("language", rules.LANGUAGES)
def test_what_the_pad_writes_is_read_as_the_same_cards(edition, language):
    """Each face, as the pad writes it into the input, with every colour it comes in."""
    for side in tuple(edition.sides) or (None,):
        faces = edition.faces_on(side)
        cards = [
            rules.Card(each.face, colour) for each in faces for colour in (None, *each.colours)
        ]
        with translation.override(language):
            text = ", ".join(spoken(card, edition) for card in cards)
        assert rules.read_cards(text, faces) == tuple(cards)


@pytest.mark.parametrize("edition", rules.editions(), ids=lambda edition: edition.key)
@pytest.mark.parametrize("scoring", ["winner-collects", "round-wins"])
def test_the_keys_are_those_of_the_edition_numbers_first(phone, started, edition, scoring):
    agreed = {"classic-112-blanks": {"blank": 30}, "dutch-109-swap": {"wild-swap-hands": 30}}
    values = agreed.get(edition.key, {}) if scoring == "winner-collects" else {}
    game = started(edition=edition.key, scoring=scoring, card_points=values)
    page = Page(phone.get(next_round(game)))
    assert sorted(faces_on(page)) == sorted(each.face for each in edition.faces)
    form = RoundForm.for_next(ScoreSheet(game))
    for keys in form.sets:
        kinds = [0 if key["is_number"] else 1 if key["colours"] else 2 for key in keys.keys]
        assert kinds == sorted(kinds)
        numbers = [int(key["face"]) or 1_000 for key in keys.keys if key["is_number"]]
        assert numbers == sorted(numbers)
        assert {key["face"]: key["points"] for key in keys.keys if key["points"] is not None} == (
            dict(game.in_rules(()).values_on(keys.side))
        )


@pytest.mark.parametrize(
    ("edition", "layout"),
    [("classic-108", ""), ("attack-112", "six"), ("no-mercy-168", "many"), ("flip-112", "")],
)
def test_many_keys_stand_closer_together(started, edition, layout):
    form = RoundForm.for_next(ScoreSheet(started(edition=edition)))
    assert {keys.layout for keys in form.sets} == {layout}


def test_a_card_without_a_value_disturbs_nothing_where_none_is_counted(phone, started):
    game = started(edition="classic-112-blanks", scoring="round-wins")
    blank = Page(phone.get(next_round(game))).tag_with(**{"data-face": "blank"})
    assert (blank["data-points"], blank["aria-label"]) == ("", "Blank")
    asked = {"cards-1": "blank 7"}
    read = phone.get(reverse("read-cards", args=[game.pk]), asked)
    assert "Understood: Blank, 7." in Page(read).words
    row = record(phone, game, cards_1="blank 7")
    assert phone.get(stored_round(row)).status_code == 200
    assert totals(game) == {"Anna": 1, "Bram": 0, "Cees": 0}


# --- two sides ------------------------------------------------------------------------------------


@pytest.fixture
def flip(started):
    return started(edition="flip-112")


@pytest.mark.parametrize(
    ("side", "cards", "points"),
    [("light", "skip, wild, draw one", 70), ("dark", "skip, wild, draw five", 90)],
)
def test_a_round_counts_the_cards_of_its_side(phone, flip, side, cards, points):
    row = record(phone, flip, side=side, cards_1=cards, points_2="5")
    assert row.side == side
    assert totals(flip)["Anna"] == points + 5


@pytest.mark.parametrize(
    ("headers", "question", "told"),
    [
        ({}, "Which side is up?", "On which side did the round end, light or dark?"),
        (DUTCH, "", "Aan welke kant eindigde de ronde, licht of donker?"),
    ],
)
def test_the_side_must_be_said(phone, flip, headers, question, told):
    came = Page(phone.get(next_round(flip), headers=headers))
    assert question in came.words
    assert "side" not in came.sent
    sent = came.sent | LOST | {"winner": "0"}
    response = phone.post(next_round(flip), sent, headers=headers)
    assert response.status_code == 422
    page = Page(response)
    assert told in page.words
    assert page.tag_with(id="side-errors")
    assert page.sent["points-1"] == "20"
    assert flip.rounds.count() == 0


@pytest.mark.parametrize("side", ["up", "<b>", "x" * 11, "\x00"])
def test_a_side_that_the_cards_do_not_have_is_refused(phone, flip, side):
    response = send(phone, next_round(flip), winner="0", side=side, points_1="20", points_2="7")
    assert response.status_code == 422
    assert Page(response).tag_with(id="side-errors")


def test_where_the_cards_have_one_side_none_is_asked(phone, game):
    assert "Which side" not in Page(phone.get(next_round(game))).words
    assert record(phone, game, side="dark", points_1="20", points_2="7").side == ""


def test_cards_of_the_other_side_are_refused_with_the_reason_and_kept(phone, flip):
    sent = {"winner": "0", "side": "dark", "cards_1": "Draw One, 7", "points_2": "7"}
    response = send(phone, next_round(flip), **sent)
    assert "“Draw One” is not on this side of the cards." in at_the_field(response, "cards-1")
    page = Page(response)
    assert (page.sent["cards-1"], page.sent["side"]) == ("Draw One, 7", "dark")


def test_the_pad_shows_no_cards_until_the_side_is_known(phone, flip):
    response = send(phone, next_round(flip), winner="0", cards_1="7 wild", points_2="7")
    assert set(Page(response).having("data-held")) == {"[]"}
    response = send(phone, next_round(flip), winner="0", cards_1="7 wild", side="dark")
    held = [json.loads(held) for held in Page(response).having("data-held")]
    assert held == [[], ["7", "wild"], []]


@pytest.mark.parametrize(
    ("side", "told"),
    [
        ("light", "Counts: Skip, Wild, together 60."),
        ("dark", "Counts: Skip Everyone, Wild, together 70."),
        ("sideways", "“skip” can be more than one card: Skip or Skip Everyone."),
    ],
)
def test_typed_cards_are_read_as_those_of_the_side(phone, flip, side, told):
    asked = {"side": side, "cards-2": "skip wild"}
    page = Page(phone.get(reverse("read-cards", args=[flip.pk]), asked))
    assert told in page.words
    assert page.having("data-side") == [side if side != "sideways" else ""]


# --- knocked out of the round ---------------------------------------------------------------------


@pytest.fixture
def mercy(started):
    return started(edition="no-mercy-168")


def test_who_was_knocked_out_needs_no_hand(phone, mercy):
    row = record(phone, mercy, knocked_1="on", cards_2="7")
    assert row.knocked_out == [mercy.seats.get(position=1).pk]
    assert totals(mercy) == {"Anna": 257, "Bram": 0, "Cees": 0}


@pytest.mark.parametrize(
    ("scoring", "expected"),
    [
        ("everyone-keeps", {"Anna": 0, "Bram": 250, "Cees": 7}),
        ("knockout", {"Anna": 0, "Bram": 250, "Cees": 7}),
        ("round-wins", {"Anna": 1, "Bram": 0, "Cees": 0}),
    ],
)
def test_a_knock_out_counts_by_the_way_of_scoring(phone, started, scoring, expected):
    game = started(edition="no-mercy-168", scoring=scoring)
    record(phone, game, knocked_1="on", cards_2="7")
    assert totals(game) == expected


def test_when_all_others_are_knocked_out_no_hands_are_asked(phone, mercy):
    record(phone, mercy, winner="2", knocked_0="on", knocked_1="on")
    assert totals(mercy)["Cees"] == 500


def test_who_went_out_was_not_knocked_out(phone, mercy):
    address = next_round(mercy)
    response = send(phone, address, winner="0", knocked_0="on", points_1="3", points_2="4")
    assert response.status_code == 422
    page = Page(response)
    assert "Anna went out, so Anna was not knocked out." in page.words
    assert page.tag_with(name="knocked-0")["aria-describedby"] == "knocked-errors-0"
    assert page.tag_with(id="knocked-errors-0")


def test_on_the_pad_the_winner_s_own_mark_is_kept_but_not_meant(phone, mercy):
    row = record(phone, mercy, is_pad="on", knocked_0="on", points_1="3", points_2="4")
    assert row.knocked_out == []


def test_a_hand_beside_a_knock_out_is_kept(phone, mercy):
    row = record(phone, mercy, knocked_1="on", cards_1="7 7", cards_2="9")
    assert row.hands.count() == 2
    assert totals(mercy)["Anna"] == 259


@pytest.mark.parametrize("scoring", rules.SCORING_SYSTEMS)
def test_of_who_was_knocked_out_the_number_of_cards_says_nothing(phone, started, scoring):
    """Everybody would say 25: it is no hand, and not asked for."""
    game = started(edition="no-mercy-168", scoring=scoring)
    row = record(phone, game, knocked_1="on", way_1="points", left_1="25", cards_2="7")
    assert [hand.seat.position for hand in row.hands.all()] == [2]
    row = record(phone, game, knocked_1="on", points_1="60", left_1="25", cards_2="7")
    assert row.hands.get(seat__position=1).cards_left == 25


def test_where_nobody_can_be_knocked_out_it_is_not_asked(phone, game):
    assert "knocked" not in Page(phone.get(next_round(game))).text.lower()
    assert record(phone, game, knocked_1="on", points_1="20", points_2="7").knocked_out == []


# --- boxes of which less is known -----------------------------------------------------------------


@pytest.mark.parametrize("scoring", rules.SCORING_SYSTEMS)
def test_only_points_are_asked_where_there_are_no_cards(phone, started, scoring):
    game = started(edition="points-only", scoring=scoring)
    page = Page(phone.get(next_round(game)))
    assert not {"cards-1", "last_card"} & set(page.having("name"))
    assert [given["value"] for _tag, given in page.tags if given.get("name") == "pad-way"] == [
        "points",
        "more",
    ]
    record(phone, game, points_1="123", points_2="45")
    expected = {
        "winner-collects": {"Anna": 168, "Bram": 0, "Cees": 0},
        "round-wins": {"Anna": 1, "Bram": 0, "Cees": 0},
    }
    assert totals(game) == expected.get(scoring, {"Anna": 0, "Bram": 123, "Cees": 45})


def test_cards_that_cannot_be_checked_say_so(phone, started):
    game = started(edition="all-wild-112")
    assert "Hands cannot be checked with these cards." in Page(phone.get(next_round(game))).words
    record(phone, game, cards_1="50x wild", cards_2="wild skip")
    assert totals(game)["Anna"] == 1050


def test_cards_that_are_checked_say_nothing_of_it(phone, game):
    assert "cannot be checked" not in Page(phone.get(next_round(game))).words


def test_what_may_be_typed_is_shown_by_cards_that_there_are(phone, started, game):
    assert "As you say it: 7 3 +2 wild" in Page(phone.get(next_round(game))).words
    wild = started(edition="all-wild-112")
    assert "As you say it: Wild, Forced Swap" in Page(phone.get(next_round(wild))).words
