"""What the board and the shared page of a session say."""

from django.test import Client

import rules
from scoreboard.actions.sharing import share_session
from scoreboard.models import GameSession
from scoreboard.queries.board import Board
from scoreboard.queries.score_sheet import ScoreSheet
from tests.scoreboard.people import (
    EVENING,
    browser_of,
    someone,
)
from tests.scoreboard.readback import Page, fresh

FOUR = "Anna Bram Cees Dirk"
PAIRS = {"Anna": "Team 1", "Cees": "Team 1", "Bram": "Team 2", "Dirk": "Team 2"}


def board(game: GameSession) -> Board:
    return Board(ScoreSheet(fresh(game)))


def standing(game: GameSession) -> list[tuple]:
    """Rank, name, total, and what stands under the name."""
    return [(row.rank, row.name, row.total, row.aside or row.way) for row in board(game).rows]


def cells(game: GameSession, number: int) -> list:
    row = next(row for row in board(game).rounds if row.number == number)
    return [cell.points if cell.played else "" for cell in row.cells]


def pages(game: GameSession) -> list[str]:
    """The board as its owner sees it, and the page behind a link to it."""
    link = share_session(game=game, by=someone(game), at=EVENING)
    own = browser_of(someone(game)).get(game.get_absolute_url())
    theirs = Client().get(link.get_absolute_url())
    assert (own.status_code, theirs.status_code) == (200, 200)
    return [Page(own).words, Page(theirs).words]


def says(game: GameSession, *told: str) -> None:
    for page in pages(game):
        for words in told:
            assert words in page


def agreed_values(edition: rules.Edition) -> dict[str, int]:
    """A value for every card on which none is printed."""
    return {face.face: 40 for face in edition.unvalued}
