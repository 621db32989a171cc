"""A finished session for BG Stats, by the link with which that app is handed a play.

The app shows what it was handed and asks before it keeps it. Its documentation calls `winner`
optional, but it stops at players without it, so everybody has it.
"""

import datetime
import json
import re
from urllib.parse import quote

from scoreboard.queries.board import Board
from scoreboard.queries.standing import Person, StandingRow

TAKES_PLAYS = "https://app.bgstatsapp.com/createPlay.html?data="
UNO_AT_BOARDGAMEGEEK = 2223
UNO_KEYS = re.compile(r"classic-|dutch-109-")
COUNTED_CARDS = re.compile(r",? \(?\d+ cards\)?$")
LONGEST = datetime.timedelta(days=1)  # a session that was left open says nothing of its length


def bg_stats_address(board: Board) -> str:
    """Nothing where there is nothing to hand over: still open, or nobody has won."""
    if not board.winners:
        return ""
    play = json.dumps(play_of(board), ensure_ascii=False, separators=(",", ":"))
    return TAKES_PLAYS + quote(play, safe="")


def play_of(board: Board) -> dict:
    ended_at = end_of(board)
    play = {
        "sourceName": "Tafelstand",
        "sourcePlayId": board.game.key,
        "playDate": ended_at.astimezone(datetime.UTC).strftime("%Y-%m-%d %H:%M:%S"),
    }
    length = ended_at - board.game.started_at
    if datetime.timedelta(minutes=1) <= length < LONGEST:
        play["durationMin"] = round(length.total_seconds() / 60)
    return play | {"game": game_of(board), "players": players_of(board)}


def end_of(board: Board) -> datetime.datetime:
    number, game = board.standings.ended_by_round, board.game
    by_round = board.sheet.rounds[number - 1].ended_at if number else None
    return by_round or game.closed_at or game.started_at


def game_of(board: Board) -> dict:
    edition = board.sheet.setup.edition
    about = {
        "name": COUNTED_CARDS.sub("", edition.names["en"]),
        "sourceGameId": edition.key,
        "highestWins": not board.system.lowest_wins,
        "noPoints": False,
    }
    is_classic = not board.game.edition_table and UNO_KEYS.match(edition.key)
    return about | ({"name": "UNO", "bggId": UNO_AT_BOARDGAMEGEEK} if is_classic else {})


def players_of(board: Board) -> list[dict]:
    """Whoever joined, best first; everybody in a team has what the team has."""
    return [
        player_of(row, person)
        for row in board.ranked
        for person in row.people
        if person.total is not None
    ]


def player_of(row: StandingRow, person: Person) -> dict:
    return {
        "name": person.name,
        "sourcePlayerId": person.key,
        "startPlayer": False,  # who began is not written down
        "score": row.total,
        "rank": row.rank,
        "winner": row.wins,
        "role": row.team,
    }
