"""How every change to a session is made: one at a time, remembered, and counted in its version."""

import datetime

from scoreboard.models import Change, GameSession, Member, Round, Seat
from scoreboard.queries.score_sheet import ScoreSheet

CACHED_OF_SEAT = [
    "cached_rank",
    "cached_total",
    "cached_rounds_won",
    "cached_best_round",
    "cached_hands",
    "cached_points_left",
]
CACHED_OF_GAME = ["cached_rounds", "cached_ended_at", "cached_competitors", "cached_winners"]


def locked(sheet: ScoreSheet) -> ScoreSheet:
    """The session as it is now, and nobody else's to change until this transaction ends.

    Every change raises the version, so at the same version what was read of it still holds.
    """
    fresh = GameSession.objects.select_for_update().get(pk=sheet.game.pk)
    if fresh.version == sheet.game.version:
        return sheet
    fresh.playgroup = sheet.game.playgroup
    return ScoreSheet(fresh)


def remember(
    sheet: ScoreSheet,
    *,
    what: Change.What,
    by: Member,
    at: datetime.datetime,
    row: Round | None = None,
    number: int | None = None,
    entry_key: str = "",
    before: dict | None = None,
    after: dict | None = None,
) -> None:
    """Bring the caches to what the sheet says, and write the line of history."""
    game = sheet.game
    game.version += 1
    write_cache(sheet)
    game.save(update_fields=["version", "closed_at", *CACHED_OF_GAME])
    game.changes.create(
        version=game.version,
        at=at,
        by=by,
        what=what,
        round=row,
        round_number=row.number if row else number,
        entry_key=entry_key,
        before=before,
        after=after,
    )


def write_cache(sheet: ScoreSheet) -> None:
    """Leaves the game's own columns to be saved with its version."""
    put(sheet.game, cached_of_game(sheet))
    for seat in sheet.seats:
        put(seat, cached_of_seat(sheet, seat.player.key))
    # All rows are there, so this only updates; bulk_update, which writes a CASE for each cell,
    # was measured fifteen times slower.
    Seat.objects.bulk_create(
        sheet.seats, update_conflicts=True, unique_fields=["id"], update_fields=CACHED_OF_SEAT
    )


def put(row: GameSession | Seat, columns: dict[str, object]) -> None:
    for column, value in columns.items():
        setattr(row, column, value)


def cached_of_game(sheet: ScoreSheet) -> dict[str, object]:
    rounds = sum(scored.counts for scored in sheet.standings.rounds)
    return {
        "cached_rounds": rounds,
        "cached_ended_at": ended_at(sheet),
        "cached_competitors": len(sheet.seats) if rounds else 0,
        "cached_winners": len(sheet.standings.winners),
    }


def ended_at(sheet: ScoreSheet) -> datetime.datetime | None:
    """Its ending round's time, or else when it was closed: closing it later changes nothing."""
    if not sheet.standings.finished:
        return None
    number = sheet.standings.ended_by_round
    return sheet.rounds[number - 1].ended_at if number else sheet.game.closed_at


def cached_of_seat(sheet: ScoreSheet, key: str) -> dict[str, object]:
    counted = [scored for scored in sheet.standings.rounds if scored.counts]
    won = [scored.gained[key] for scored in counted if scored.winner == key]
    left = [scored.points[key] for scored in counted if key in scored.points]
    return {
        "cached_rank": sheet.standings.ranks[key],
        "cached_total": sheet.standings.totals[key],
        "cached_rounds_won": len(won),
        "cached_best_round": max(won, default=None),
        "cached_hands": len(left),
        "cached_points_left": sum(left),
    }
