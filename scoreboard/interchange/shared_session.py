"""One session as those may have it who only have a link to it: as a session file.

Nobody's key in it is the one that the playgroup knows them by, so that two links tell nobody that
they are about the same people, and it carries no notes.
"""

from collections.abc import Mapping
from dataclasses import replace

from django.utils.crypto import salted_hmac

import rules
from rules.session_file import (
    FilePlayer,
    FileRound,
    FileSession,
    SessionFile,
    write_session_file,
)
from scoreboard.interchange.session_file import moment
from scoreboard.queries.score_sheet import ScoreSheet

KEY_LENGTH = 12


def shared_session(sheet: ScoreSheet) -> str:
    keys = {seat.player.key: f"p{seat.position + 1}" for seat in sheet.seats}
    game, zone, edition = sheet.game, sheet.game.playgroup.zone, box_of(sheet)
    key = veiled(game.key)
    rows = zip(sheet.rounds, sheet.played, strict=True)
    told = FileSession(
        key=key,
        name=game.name or key,
        setup=with_keys(replace(sheet.setup, edition=edition), keys),
        rounds=tuple(
            FileRound(round_with_keys(played, keys), moment(row.ended_at, zone))
            for row, played in rows
        ),
        started_at=moment(game.started_at, zone),
        closed_at=moment(game.closed_at, zone),
    )
    players = tuple(FilePlayer(keys[seat.player.key], seat.player.name) for seat in sheet.seats)
    own = (edition,) if game.edition_table else ()
    return write_session_file(SessionFile(players=players, editions=own, sessions=(told,)))


def veiled(key: str) -> str:
    """The same for the same session each time; nobody can get back to its own key."""
    return salted_hmac("scoreboard.shared-session", key).hexdigest()[:KEY_LENGTH]


def box_of(sheet: ScoreSheet) -> rules.Edition:
    edition = sheet.setup.edition
    if not sheet.game.edition_table:
        return edition
    key, _, revision = edition.key.rpartition("@")
    return replace(edition, key=f"{veiled(key)}@{revision}", note="")


def with_keys(setup: rules.Setup, keys: Mapping[str, str]) -> rules.Setup:
    return replace(
        setup,
        seats=tuple(replace(seat, player=keys[seat.player]) for seat in setup.seats),
        first_dealer=keys.get(setup.first_dealer or ""),
    )


def round_with_keys(played: rules.Round, keys: Mapping[str, str]) -> rules.Round:
    return replace(
        played,
        winner=keys.get(played.winner or ""),
        hands={keys[key]: hand for key, hand in played.hands.items()},
        dealer=keys.get(played.dealer or ""),
        knocked_out=tuple(keys[key] for key in played.knocked_out),
        gained={keys[key]: points for key, points in played.gained.items()},
    )
