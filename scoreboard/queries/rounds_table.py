"""The table of rounds: what each of them says of every seat."""

from dataclasses import dataclass

import rules
from scoreboard.models import Round
from scoreboard.queries.score_sheet import ScoreSheet


@dataclass(frozen=True)
class Cell:
    """What a round says of a seat: nothing of one that did not play it.

    `points` None where nobody knows them. `is_gain` for what the winner of the round collects;
    what others were left with, or had to add, has no sign. `knocked_out` of this round, `drops`
    out of the session with it.
    """

    points: int | None
    mark: int
    won: bool = False
    is_gain: bool = False
    played: bool = True
    knocked_out: bool = False
    drops: bool = False


@dataclass(frozen=True)
class RoundRow:
    row: Round
    number: int
    cells: tuple[Cell, ...]
    counts: bool
    deck_differs: bool
    plays_on: bool = False
    side: str = ""


def round_rows(sheet: ScoreSheet, marks: tuple[int, ...]) -> list[RoundRow]:
    """Newest first."""
    told = zip(sheet.rounds, sheet.standings.rounds, sheet.played, strict=True)
    return [round_row(sheet, marks, *round) for round in told][::-1]


def round_row(
    sheet: ScoreSheet,
    marks: tuple[int, ...],
    row: Round,
    scored: rules.ScoredRound,
    played: rules.Round,
) -> RoundRow:
    points = points_told(sheet.setup, scored, played)
    plus = not sheet.setup.system.lowest_wins
    keys = [seat.player.key for seat in sheet.seats]
    cells = tuple(
        Cell(
            points=points.get(key),
            mark=mark,
            won=key == scored.winner,
            is_gain=plus and key == scored.winner and scored.counts,
            played=took_part(sheet, scored, key),
            knocked_out=key in played.knocked_out,
            drops=key in scored.dropped_out,
        )
        for key, mark in zip(keys, marks, strict=True)
    )
    return RoundRow(
        row=row,
        number=scored.number,
        cells=cells,
        counts=scored.counts,
        deck_differs=row.deck_differs,
        plays_on=scored.plays_on,
        side=played.side or "",
    )


def points_told(
    setup: rules.Setup, scored: rules.ScoredRound, played: rules.Round
) -> dict[str, int | None]:
    """By seat: what it held, what the knock-out cost, and what the winner got."""
    if not scored.counts:
        # A round after the end brings nothing, but what was in it is still there to see.
        hands = played.hands.items()
        return {key: rules.hand_points(hand, setup, played.side) for key, hand in hands}
    costs = rules.knock_out_points(setup, played)
    return {**scored.points, **costs, scored.winner: scored.gained[scored.winner]}


def took_part(sheet: ScoreSheet, scored: rules.ScoredRound, key: str) -> bool:
    if scored.counts:
        return key in scored.gained
    return sheet.setup.seat_of[key].is_at_table(scored.number)
