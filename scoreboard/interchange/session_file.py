"""A playgroup as a session file, which `python -m rules check` reads too."""

import datetime
from zoneinfo import ZoneInfo

from rules.session_file import (
    FilePlayer,
    FileRound,
    FileSession,
    SessionFile,
    write_session_file,
)
from scoreboard.models import GameSession, Playgroup
from scoreboard.queries.files import all_sheets
from scoreboard.queries.score_sheet import ScoreSheet


def playgroup_as_file(playgroup: Playgroup) -> str:
    """All its people, the boxes of its own that were played with, and all its sessions."""
    people = playgroup.players.filter(merged_into=None)
    sheets = all_sheets(playgroup)
    boxes = {sheet.setup.edition.key: sheet.setup.edition for sheet in sheets if own_box(sheet)}
    return write_session_file(
        SessionFile(
            players=tuple(FilePlayer(player.key, player.name) for player in people),
            editions=tuple(boxes.values()),
            sessions=tuple(told(sheet, playgroup.zone) for sheet in sheets),
        )
    )


def own_box(sheet: ScoreSheet) -> bool:
    return sheet.game.edition_table is not None


def told(sheet: ScoreSheet, zone: ZoneInfo) -> FileSession:
    game: GameSession = sheet.game
    rows = zip(sheet.rounds, sheet.played, strict=True)
    return FileSession(
        key=game.key,
        name=game.name or game.key,
        setup=sheet.setup,
        rounds=tuple(FileRound(played, moment(row.ended_at, zone)) for row, played in rows),
        started_at=moment(game.started_at, zone),
        closed_at=moment(game.closed_at, zone),
    )


def moment(at: datetime.datetime | None, zone: ZoneInfo) -> str | None:
    """With the offset of the table, to the second."""
    return at and at.astimezone(zone).isoformat(timespec="seconds")
