"""The score sheet of one session: its rows, and what the rules make of them."""

from dataclasses import dataclass

import rules
from scoreboard.models import GameSession, Round, Seat


@dataclass(frozen=True)
class ScoreSheet:
    game: GameSession
    seats: tuple[Seat, ...]
    rounds: tuple[Round, ...]
    setup: rules.Setup
    played: tuple[rules.Round, ...]
    standings: rules.Standings

    @property
    def names(self) -> dict[str, str]:
        return {seat.player.key: seat.player.name for seat in self.seats}

    @property
    def next_number(self) -> int:
        return len(self.rounds) + 1

    def seat_of(self, key: str) -> Seat:
        return next(seat for seat in self.seats if seat.player.key == key)

    def played_before(self, number: int) -> tuple[rules.Round, ...]:
        return self.played[: number - 1]


def score_sheet(game: GameSession) -> ScoreSheet:
    """Three statements, however long the evening was."""
    seats = tuple(game.seats.select_related("player"))
    rounds = tuple(game.rounds.prefetch_related("hands"))
    key_of = {seat.pk: seat.player.key for seat in seats}
    setup = game.as_setup(seats)
    played = tuple(row.as_rules(key_of) for row in rounds)
    standings = rules.standings(setup, played, closed=game.closed_at is not None)
    return ScoreSheet(game, seats, rounds, setup, played, standings)
