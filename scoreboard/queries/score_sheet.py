"""The score sheet of one session: its rows, and what the rules make of them."""

from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property

import rules
from scoreboard.models import GameSession, Hand, Round, Seat


@dataclass
class ScoreSheet:
    """Reads what is asked of it, once: a statement each for seats, rounds and hands.

    However long the evening was it stays at these three, and a page that needs no rounds reads
    none.
    """

    game: GameSession

    @cached_property
    def seats(self) -> tuple[Seat, ...]:
        return tuple(self.game.seats.select_related("player"))

    @cached_property
    def rounds(self) -> tuple[Round, ...]:
        return tuple(self.game.rounds.all())

    @cached_property
    def setup(self) -> rules.Setup:
        return self.game.in_rules(self.seats)

    @cached_property
    def played(self) -> tuple[rules.Round, ...]:
        key_of = {seat.pk: seat.player.key for seat in self.seats}
        hands: dict[int, dict[str, rules.Hand]] = defaultdict(dict)
        columns = ("round_id", "seat_id", "cards", "points", "cards_left")
        # Plain values: making a thousand model instances takes longer than all the rest.
        for row in Hand.objects.filter(round__game=self.game).values_list(*columns):
            hands[row[0]][key_of[row[1]]] = Hand.in_rules(*row[2:])
        return tuple(row.in_rules(key_of, hands[row.pk]) for row in self.rounds)

    @cached_property
    def standings(self) -> rules.Standings:
        closed = self.game.closed_at is not None
        return rules.standings(self.setup, self.played, closed=closed)

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

    def told_anew(self, rounds: tuple[Round, ...], played: tuple[rules.Round, ...]) -> "ScoreSheet":
        """The sheet as it is once these are its rounds, each row with what it says."""
        sheet = ScoreSheet(self.game)
        sheet.seats, sheet.setup = self.seats, self.setup
        sheet.rounds, sheet.played = rounds, played
        return sheet
