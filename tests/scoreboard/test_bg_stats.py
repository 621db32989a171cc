"""A finished session as BG Stats takes it."""

import json
from urllib.parse import parse_qs, urlsplit

import pytest
from django.urls import reverse

from scoreboard.actions.sharing import share_session
from scoreboard.interchange.bg_stats import bg_stats_address
from scoreboard.models import GameSession, ShareLink
from tests.scoreboard.boards import FOUR, PAIRS, board
from tests.scoreboard.editions import own_edition
from tests.scoreboard.people import EVENING, close, play, someone, start
from tests.scoreboard.readback import Page


@pytest.fixture
def shared(game) -> ShareLink:
    play(game, "Anna", Bram=20, Cees=7)
    return share_session(game=game, by=someone(game), at=EVENING)


def share_page(phone, game: GameSession) -> Page:
    link = game.links.filter(revoked_at=None).first()
    if link is None:
        return Page(phone.get(reverse("share", args=[game.pk])))
    return Page(phone.get(reverse("link", args=[link.pk])))


def handed_over(game: GameSession) -> dict:
    address = bg_stats_address(board(game))
    assert address.startswith("https://app.bgstatsapp.com/createPlay.html?data=")
    return json.loads(parse_qs(urlsplit(address).query)["data"][0])


def test_a_finished_session_for_bg_stats(owner):
    game = start(owner, target=100)
    play(game, "Bram", Anna=50, Cees=8)
    assert bg_stats_address(board(game)) == ""
    play(game, "Anna", Bram=100, Cees=20)
    keys = dict(game.seats.values_list("player__name", "player__key"))
    each = {"startPlayer": False, "role": ""}
    assert handed_over(game) == {
        "sourceName": "Tafelstand",
        "sourcePlayId": game.key,
        "playDate": "2026-03-14 20:00:00",
        "durationMin": 30,
        "game": {
            **{"name": "UNO", "sourceGameId": "classic-108", "bggId": 2223},
            **{"highestWins": True, "noPoints": False},
        },
        "players": [
            {"name": name, "sourcePlayerId": keys[name], "score": score, "rank": rank}
            | {"winner": rank == 1}
            | each
            for rank, (name, score) in enumerate((("Anna", 120), ("Bram", 58), ("Cees", 0)), 1)
        ],
    }


def test_teams_and_shared_wins_for_bg_stats(owner):
    game = start(owner, FOUR, teams=PAIRS, target=50)
    play(game, "Anna", Bram=20, Dirk=30)
    players = {player["name"]: player for player in handed_over(game)["players"]}
    assert [players[name]["winner"] for name in FOUR.split()] == [True, False, True, False]
    assert [players[name]["score"] for name in FOUR.split()] == [50, 0, 50, 0]
    assert players["Anna"]["role"] == "Team 1"


def test_other_boxes_are_not_taken_for_the_classic(owner):
    flip = start(owner, edition="flip-112", target=10)
    play(flip, "Anna", side="light", Bram=20, Cees=7)
    about = handed_over(flip)["game"]
    assert (about["name"], about["sourceGameId"]) == ("UNO Flip!", "flip-112")
    assert "bggId" not in about
    own = own_edition(owner.playgroup)
    ours = start(owner, edition=own.frozen_key, edition_table=own.table, target=10)
    play(ours, "Anna", Bram=20, Cees=7)
    assert "bggId" not in handed_over(ours)["game"]


def test_the_lowest_wins_for_bg_stats_and_a_night_left_open_has_no_length(owner):
    game = start(owner, scoring="everyone-keeps")
    play(game, "Anna", Bram=20, Cees=7)
    play(game, "Anna", Bram=20, Cees=7, at=EVENING.replace(year=2027))
    close(game, at=EVENING.replace(year=2028))
    play_told = handed_over(game)
    assert play_told["game"]["highestWins"] is False
    assert "durationMin" not in play_told
    assert play_told["playDate"].startswith("2027-")


def test_closed_without_a_round_there_is_nothing_to_hand_over(phone, game):
    share_session(game=game, by=someone(game), at=EVENING)
    close(game)
    assert bg_stats_address(board(game)) == ""
    assert "BG Stats" not in share_page(phone, game).words


def test_the_link_to_bg_stats_is_on_the_page_once_it_is_won(phone, game, shared):
    assert "BG Stats" not in share_page(phone, game).words
    close(game)
    page = share_page(phone, game)
    assert "To BG Stats" in page.words
    assert bg_stats_address(board(game)) in page.having("href")
