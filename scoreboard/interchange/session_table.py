"""One session as a table for spreadsheets: a line for each round, the oldest first.

Blocks of columns, each with everybody in the order of the seats: what they were left with, what
the round brought them, and their totals, so that a chart of the totals is made by marking them.
"""

import csv
import io
import re

from django.utils.translation import get_language, gettext

import rules
from scoreboard.models import Round, Seat
from scoreboard.queries.rounds_table import points_told
from scoreboard.queries.score_sheet import ScoreSheet
from scoreboard.queries.words import team_told

# A spreadsheet takes what begins so for a formula, and would run it: at the beginning, and after
# whatever parts the columns in some country.
RUNS = re.compile(r"(^|[;,|\t])(?=\s*[=+\-@＝＋－＠]|[\t\r])")
TELLS_UTF8 = "\ufeff"


def session_table(sheet: ScoreSheet) -> str:
    text = io.StringIO()
    text.write(TELLS_UTF8)
    # Where a comma stands before decimals, Excel parts the columns at semicolons only.
    parted = ";" if (get_language() or "").startswith("nl") else ","
    table = csv.writer(text, delimiter=parted)
    table.writerow([harmless(cell) for cell in head(sheet)])
    rounds = zip(sheet.rounds, sheet.standings.rounds, sheet.played, strict=True)
    for row, scored, played in rounds:
        table.writerow([harmless(cell) for cell in line(sheet, row, scored, played)])
    return text.getvalue()


def harmless(cell: str | int | None) -> str | int | None:
    return RUNS.sub(r"\1'", cell) if isinstance(cell, str) else cell


def head(sheet: ScoreSheet) -> list[str]:
    names = [seat.player.name for seat in sheet.seats]
    return [
        gettext("Round"),
        gettext("Ended at"),
        gettext("Went out"),
        *(gettext("%(name)s: left in hand") % {"name": name} for name in names),
        *(gettext("%(name)s: this round") % {"name": name} for name in names),
        *(gettext("%(name)s: total") % {"name": name} for name in names),
        *(gettext("%(name)s: total") % {"name": team_told(team)} for team in teams(sheet)),
        gettext("Remark"),
    ]


def line(
    sheet: ScoreSheet, row: Round, scored: rules.ScoredRound, played: rules.Round
) -> list[str | int | None]:
    keys = [seat.player.key for seat in sheet.seats]
    held = {**points_told(sheet.setup, scored, played), scored.winner: None}
    totals = scored.totals if scored.counts else {}
    of_teams = [
        sum(totals.get(seat.player.key, 0) for seat in seats) if totals else None
        for seats in teams(sheet).values()
    ]
    return [
        scored.number,
        row.ended_at.astimezone(sheet.game.playgroup.zone).strftime("%Y-%m-%d %H:%M"),
        sheet.names.get(scored.winner),
        *(held.get(key) for key in keys),
        *(scored.gained.get(key) for key in keys),
        *(totals.get(key) for key in keys),
        *of_teams,
        "; ".join(remarks(row, scored)),
    ]


def teams(sheet: ScoreSheet) -> dict[str, list[Seat]]:
    found: dict[str, list[Seat]] = {}
    for seat in sheet.seats:
        if seat.team:
            found.setdefault(seat.team, []).append(seat)
    return found


def remarks(row: Round, scored: rules.ScoredRound) -> list[str]:
    told = []
    if not scored.counts:
        told.append(gettext("after the end, counts nothing"))
    if row.deck_differs:
        told.append(gettext("stored although this deck cannot give it"))
    return told
