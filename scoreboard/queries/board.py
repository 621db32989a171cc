"""What the board, the shared page and the winning page show, from a score sheet."""

from dataclasses import dataclass
from functools import cached_property

import rules
from scoreboard.models import GameSession
from scoreboard.queries import ending
from scoreboard.queries.agreed import Agreed, agreed_lines
from scoreboard.queries.chart import Chart, Course, chart
from scoreboard.queries.courses import courses_of
from scoreboard.queries.fan import FanCard, fan
from scoreboard.queries.rounds_table import RoundRow, round_rows
from scoreboard.queries.score_sheet import ScoreSheet
from scoreboard.queries.standing import LONG_NAME, StandingRow, marks_of, standing_rows

MANY_NAMES = 4


@dataclass(frozen=True)
class Board:
    sheet: ScoreSheet

    @property
    def game(self) -> GameSession:
        return self.sheet.game

    @property
    def system(self) -> rules.ScoringSystem:
        return self.sheet.setup.system

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

    # --- the standing ---------------------------------------------------------------------------

    @cached_property
    def rows(self) -> list[StandingRow]:
        return standing_rows(self.sheet, self.marks)

    @property
    def ranked(self) -> list[StandingRow]:
        """The rows of those who have joined."""
        return [row for row in self.rows if row.rank is not None]

    @cached_property
    def counted(self) -> list[rules.ScoredRound]:
        return ending.counted(self.sheet)

    @property
    def last_round(self) -> rules.ScoredRound | None:
        return self.counted[-1] if self.counted else None

    @property
    def dealer(self) -> str | None:
        return self.sheet.names.get(self.standings.next_dealer)

    @property
    def plays_on(self) -> bool:
        """Whether the end was reached, but the best place is tied."""
        is_open = not self.standings.finished
        return is_open and self.last_round is not None and self.last_round.plays_on

    @property
    def has_too_few(self) -> bool:
        """Whether so many left that there is nobody to play a round with."""
        return not self.standings.finished and self.standings.next_dealer is None

    # --- the end --------------------------------------------------------------------------------

    @property
    def winners(self) -> list[StandingRow]:
        return [row for row in self.rows if row.wins]

    @property
    def beaten(self) -> list[StandingRow]:
        return [row for row in self.rows if not row.wins]

    @property
    def winner_names(self) -> list[list[str]]:
        """Those who won, the people of a team together."""
        return [row.names for row in self.winners]

    @property
    def names_size(self) -> str:
        """How large the names of the winners can be."""
        names = [name for names in self.winner_names for name in names]
        if len(names) > MANY_NAMES or any(len(name) > LONG_NAME for name in names):
            return "long"
        return "many" if len(names) > 1 else ""

    @property
    def victory(self) -> str:
        return ending.victory(self.sheet, self.winners)

    @property
    def headline(self) -> str:
        """Who has won and how, in one line; nothing where nobody has."""
        if not self.winners:
            return ""
        names = ending.listed([row.name for row in self.winners])
        return f"{names} {self.victory}"

    @property
    def decided(self) -> list[str]:
        return ending.decided(self.sheet, self.rows)

    @property
    def fan(self) -> list[FanCard]:
        winners = [([person.mark for person in row.people], row.total) for row in self.winners]
        return fan(winners, [row.mark for row in self.beaten])

    # --- what was agreed, and the rounds ----------------------------------------------------------

    @property
    def agreed(self) -> list[Agreed]:
        return agreed_lines(self.sheet)

    @cached_property
    def rounds(self) -> list[RoundRow]:
        return round_rows(self.sheet, self.marks)

    @property
    def has_odd_decks(self) -> bool:
        return any(round.deck_differs for round in self.rounds)

    @property
    def has_late_rounds(self) -> bool:
        return any(not round.counts for round in self.rounds)

    @property
    def has_ties_played_on(self) -> bool:
        return any(round.plays_on for round in self.rounds)

    @property
    def has_knock_outs(self) -> bool:
        return any(cell.knocked_out for round in self.rounds for cell in round.cells)

    @cached_property
    def courses(self) -> list[Course]:
        return courses_of(self.sheet, self.marks)

    @property
    def course(self) -> list[tuple[int, list[int | None]]]:
        """The rounds that count, oldest first, with the totals after each of them."""
        return [
            (scored.number, [course.after(place) for course in self.courses])
            for place, scored in enumerate(self.counted, start=1)
        ]

    @cached_property
    def chart(self) -> Chart:
        return chart(self.courses, self.sheet.setup.target)
