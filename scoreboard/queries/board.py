"""What the board, the shared page and the winning page show, from a score sheet."""

from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext

import rules
from scoreboard.models import MARKS, GameSession, Round, Seat
from scoreboard.queries.chart import Chart, Course, chart
from scoreboard.queries.fan import FanCard, fan
from scoreboard.queries.score_sheet import ScoreSheet

LONG_NAME = 12  # letters; more do not fit in the largest type on a phone


@dataclass(frozen=True)
class StandingRow:
    rank: int
    name: str
    mark: int
    total: int
    to_go: int | None
    gained: int
    deals: bool
    wins: bool


@dataclass(frozen=True)
class Cell:
    points: int | None
    won: bool
    mark: int


@dataclass(frozen=True)
class RoundRow:
    row: Round
    number: int
    cells: tuple[Cell, ...]
    totals: tuple[int, ...]
    counts: bool
    deck_differs: bool


@dataclass(frozen=True)
class Board:
    sheet: ScoreSheet

    @property
    def game(self) -> GameSession:
        return self.sheet.game

    @property
    def standings(self) -> rules.Standings:
        return self.sheet.standings

    @property
    def next_number(self) -> int:
        return self.sheet.next_number

    @cached_property
    def marks(self) -> tuple[int, ...]:
        return marks_of(self.sheet.seats)

    @cached_property
    def columns(self) -> list[tuple[str, int]]:
        """Name and mark of each seat, in the order of the seats."""
        names = [seat.player.name for seat in self.sheet.seats]
        return list(zip(names, self.marks, strict=True))

    @cached_property
    def rows(self) -> list[StandingRow]:
        """By rank; the seats' own order where ranks are equal."""
        rows = [
            self.row(seat, mark) for seat, mark in zip(self.sheet.seats, self.marks, strict=True)
        ]
        return sorted(rows, key=lambda row: row.rank)

    def row(self, seat: Seat, mark: int) -> StandingRow:
        key, standings, target = seat.player.key, self.standings, self.sheet.setup.target
        total = standings.totals[key]
        return StandingRow(
            rank=standings.ranks[key],
            name=seat.player.name,
            mark=mark,
            total=total,
            to_go=max(target - total, 0) if target else None,
            gained=self.last_round.gained.get(key, 0) if self.last_round else 0,
            deals=key == standings.next_dealer,
            wins=key in standings.winners,
        )

    @cached_property
    def counted(self) -> list[rules.ScoredRound]:
        return [scored for scored in self.standings.rounds if scored.counts]

    @cached_property
    def last_round(self) -> rules.ScoredRound | None:
        return self.counted[-1] if self.counted else None

    @property
    def dealer(self) -> str | None:
        return self.sheet.names.get(self.standings.next_dealer)

    @property
    def decided(self) -> str:
        """What brought the end, in a sentence or two."""
        last, target = self.last_round, self.sheet.setup.target
        if last is None:
            return ""
        if self.standings.closed:
            return gettext("Closed after round %(number)s; the best total wins.") % {
                "number": last.number
            }
        told = gettext("Round %(number)s decided it: +%(points)s for %(name)s.") % {
            "number": last.number,
            "points": last.gained[last.winner],
            "name": self.sheet.names[last.winner],
        }
        second = self.beaten[0] if self.beaten else None
        is_alone = second and [row.rank for row in self.rows].count(second.rank) == 1
        if target and second and is_alone:
            told += " " + gettext("%(name)s was %(points)s short of %(target)s.") % {
                "name": second.name,
                "points": target - second.total,
                "target": target,
            }
        return told

    @property
    def winning_gain(self) -> int:
        return self.last_round.gained[self.last_round.winner] if self.last_round else 0

    @property
    def fan(self) -> list[FanCard]:
        winners = [(row.mark, row.total) for row in self.winners]
        return fan(winners, [row.mark for row in self.beaten])

    @property
    def winners(self) -> list[StandingRow]:
        return [row for row in self.rows if row.wins]

    @property
    def winner_is_long(self) -> bool:
        return any(len(row.name) > LONG_NAME for row in self.winners)

    @property
    def beaten(self) -> list[StandingRow]:
        return [row for row in self.rows if not row.wins]

    @cached_property
    def rounds(self) -> list[RoundRow]:
        """Newest first."""
        sheet = self.sheet
        told = zip(sheet.rounds, sheet.standings.rounds, sheet.played, strict=True)
        return [self.round_row(*round) for round in told][::-1]

    def round_row(self, row: Round, scored: rules.ScoredRound, played: rules.Round) -> RoundRow:
        setup = self.sheet.setup
        # A round after the end brings nothing, but what was in it is still there to see.
        left = scored.points or {
            key: rules.hand_points(hand, setup) for key, hand in played.hands.items()
        }
        keys = [seat.player.key for seat in self.sheet.seats]
        cells = tuple(
            Cell(
                scored.gained.get(key) if key == scored.winner else left.get(key),
                key == scored.winner,
                mark,
            )
            for key, mark in zip(keys, self.marks, strict=True)
        )
        return RoundRow(
            row=row,
            number=scored.number,
            cells=cells,
            totals=tuple(scored.totals[key] for key in keys),
            counts=scored.counts,
            deck_differs=row.deck_differs,
        )

    @property
    def has_odd_decks(self) -> bool:
        return any(round.deck_differs for round in self.rounds)

    @property
    def has_late_rounds(self) -> bool:
        return any(not round.counts for round in self.rounds)

    @property
    def course(self) -> list[RoundRow]:
        """The rounds that count, oldest first."""
        return [round for round in reversed(self.rounds) if round.counts]

    @cached_property
    def chart(self) -> Chart:
        courses = [
            Course(
                name=seat.player.name,
                mark=mark,
                totals=(0, *(scored.totals[seat.player.key] for scored in self.counted)),
                won=tuple(
                    number
                    for number, scored in enumerate(self.counted, start=1)
                    if scored.winner == seat.player.key
                ),
            )
            for seat, mark in zip(self.sheet.seats, self.marks, strict=True)
        ]
        return chart(courses, self.sheet.setup.target)


def marks_of(seats: tuple[Seat, ...]) -> tuple[int, ...]:
    """Each player's own mark; where two have the same, the later seat gets the next free one."""
    taken: list[int] = []
    for seat in seats:
        after = [(seat.player.mark + step) % MARKS for step in range(MARKS)]
        free = [mark for mark in after if mark not in taken]
        taken.append(free[0] if free else seat.player.mark)
    return tuple(taken)
