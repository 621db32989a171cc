"""How every change to a session is made: one at a time, remembered, and counted in its version."""

import datetime

from django.core.exceptions import PermissionDenied

import rules
from scoreboard import live
from scoreboard.models import Change, GameSession, Keeper, Round, Seat, ShareLink
from scoreboard.queries.history import plain_seat
from scoreboard.queries.score_sheet import ScoreSheet

CACHED_OF_SEAT = [
    "cached_rank",
    "cached_has_left",
    "cached_rounds",
    "cached_total",
    "cached_rounds_won",
    "cached_best_round",
    "cached_hands",
    "cached_points_left",
]
CACHED_OF_GAME = ["cached_rounds", "cached_ended_at", "cached_competitors", "cached_winners"]


class Gone(PermissionDenied):
    """Nothing was stored: the session is deleted, or the link that it was to be done by is over."""


def locked(sheet: ScoreSheet) -> ScoreSheet:
    """The session as it is now, and nobody else's to change until this transaction ends.

    Every change raises the version, so at the same version what was read of it still holds.
    """
    rows = GameSession.objects.filter(pk=sheet.game.pk)
    version = rows.select_for_update(no_key=True).values_list("version", flat=True).first()
    if version is None:
        raise Gone
    if version == sheet.game.version:
        return sheet
    fresh = rows.get()
    fresh.playgroup = sheet.game.playgroup
    return ScoreSheet(fresh)


def remember(
    sheet: ScoreSheet,
    *,
    what: Change.What,
    by: Keeper,
    at: datetime.datetime,
    row: Round | None = None,
    number: int | None = None,
    entry_key: str = "",
    before: dict | None = None,
    after: dict | None = None,
) -> None:
    """Bring the caches to what the sheet says, and write the line of history."""
    line = Change(
        what=what,
        round=row,
        round_number=row.number if row else number,
        entry_key=entry_key,
        before=before,
        after=after,
    )
    remember_all(sheet, [line], by=by, at=at)


def remember_all(
    sheet: ScoreSheet, lines: list[Change], *, by: Keeper, at: datetime.datetime
) -> None:
    """Several lines of one change, each with a version of its own; the caches are written once."""
    game = sheet.game
    for line in lines:
        game.version += 1
        line.game, line.version, line.at = game, game.version, at
        line.by, line.by_link = (None, by) if isinstance(by, ShareLink) else (by, None)
    write_cache(sheet)
    game.save(update_fields=["version", "closed_at", *CACHED_OF_GAME])
    Change.objects.bulk_create(lines)
    if isinstance(by, ShareLink):
        note_use_or_refuse(by, at)
    live.tell()


def note_use_or_refuse(link: ShareLink, at: datetime.datetime) -> None:
    """It may have been taken back while this waited for its turn; now that waits."""
    still = ShareLink.objects.filter(ShareLink.out_at(at), pk=link.pk, token_hash=link.token_hash)
    if not still.update(last_used_at=at):
        raise Gone


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
    standings, parties = sheet.standings, sheet.setup.parties
    rounds = [scored for scored in standings.rounds if scored.counts]
    played = {seat for scored in rounds for seat in scored.gained}
    return {
        "cached_rounds": len(rounds),
        "cached_ended_at": ended_at(sheet),
        "cached_competitors": len(parties(played - {*standings.left})),
        "cached_winners": len(parties(standings.winners)),
    }


def ended_at(sheet: ScoreSheet) -> datetime.datetime | None:
    """Its ending round's time, or else when it was closed: closing it later changes nothing."""
    if not sheet.standings.finished:
        return None
    number = sheet.standings.ended_by_round
    return sheet.rounds[number - 1].ended_at if number else sheet.game.closed_at


def cached_of_seat(sheet: ScoreSheet, key: str) -> dict[str, object]:
    setup, standings = sheet.setup, sheet.standings
    counted = [scored for scored in standings.rounds if scored.counts and key in scored.gained]
    party = setup.party_of
    won = [scored for scored in counted if party[scored.winner] == party[key]]
    counts_cards = setup.system.counts_cards
    left = [scored.points[key] for scored in counted if key in scored.points and counts_cards]
    # Where everybody keeps the own points a gain is nothing to be proud of.
    gained = [] if setup.system.lowest_wins or not counts_cards else won
    return {
        "cached_rank": standings.ranks.get(key),
        # Leaving is the team's: whoever went home before their partner wins with them all the same.
        "cached_has_left": all(
            seat in standings.left for seat in party if party[seat] == party[key]
        ),
        "cached_total": standings.totals.get(key, 0),
        "cached_rounds": len(counted),
        "cached_rounds_won": len(won),
        "cached_best_round": max(
            (scored.gained[key] for scored in gained if scored.winner == key), default=None
        ),
        "cached_hands": len(left),
        "cached_points_left": sum(left),
    }


def first_dealer(setup: rules.Setup) -> str:
    return setup.first_dealer or setup.seats[0].player


def lines_between(before: rules.Setup, after: rules.Setup) -> list[Change]:
    """One for each thing that differs, in the words of the session file."""
    what = Change.What
    lines = [
        Change(what=kind, before={word: was}, after={word: now})
        for kind, word, was, now in (
            (what.TARGET, "target", before.target, after.target),
            (what.LIMIT, "max_rounds", before.max_rounds, after.max_rounds),
        )
        if was != now
    ]
    if before.first_dealer != after.first_dealer:
        was, now = ({"first_dealer": first_dealer(setup)} for setup in (before, after))
        lines.append(Change(what=what.DEALER, before=was, after=now))
    for key in dict.fromkeys((*before.players, *after.players)):
        was, now = before.seat_of.get(key), after.seat_of.get(key)
        if was != now:
            kind = what.TOOK_BACK if now is None else what.JOINED if was is None else what.SEAT
            plain = [None if seat is None else plain_seat(seat) for seat in (was, now)]
            lines.append(Change(what=kind, before=plain[0], after=plain[1]))
    return lines
