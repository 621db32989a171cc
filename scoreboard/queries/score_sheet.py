"""The score sheet of one session: its rows, and what the rules make of them."""

from dataclasses import dataclass
from functools import cache, cached_property
from itertools import groupby
from operator import itemgetter

from django.db.models import QuerySet

import rules
from scoreboard.models import GameSession, Hand, Round, Seat
from scoreboard.queries.names import call

COLUMNS = [field.attname for field in Round._meta.concrete_fields]
HELD = ("hands__seat_id", "hands__cards", "hands__points", "hands__cards_left")


@cache
def rounds_and_hands() -> QuerySet:
    """A row for each hand, or one for a round without any; of all sessions, to be narrowed.

    Made once: to name all these columns takes a quarter of the time of reading an evening.
    """
    return Round.objects.order_by("number", "hands__id").values_list(*COLUMNS, *HELD)


@dataclass
class ScoreSheet:
    """Reads what is asked of it, once: a statement for the seats, one for rounds and hands.

    However long the evening was it stays at these two, and a page that needs no rounds reads none.
    """

    game: GameSession

    @cached_property
    def seats(self) -> tuple[Seat, ...]:
        seats = tuple(self.game.seats.select_related("player"))
        call(seats, self.game.by_link)
        return seats

    @cached_property
    def setup(self) -> rules.Setup:
        return self.game.in_rules(self.seats)

    @cached_property
    def stored(self) -> dict[Round, dict[int, rules.Hand]]:
        """The rounds in their order, each with its hands by seat.

        Read together, so that nobody sees a round half corrected; and as plain values, since
        making an instance of every hand takes longer than all the rest.
        """
        rows = rounds_and_hands().filter(game=self.game)
        found: dict[Round, dict[int, rules.Hand]] = {}
        for of_round, with_hand in groupby(rows, key=itemgetter(slice(len(COLUMNS)))):
            hands = (row[len(COLUMNS) :] for row in with_hand)
            found[Round.from_db(rows.db, COLUMNS, of_round)] = {
                seat: Hand.in_rules(*held) for seat, *held in hands if seat is not None
            }
        return found

    @cached_property
    def rounds(self) -> tuple[Round, ...]:
        return tuple(self.stored)

    @cached_property
    def played(self) -> tuple[rules.Round, ...]:
        key_of = {seat.pk: seat.player.key for seat in self.seats}
        return tuple(
            row.in_rules(key_of, {key_of[seat]: hand for seat, hand in hands.items()})
            for row, hands in self.stored.items()
        )

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

    def round_with(self, pk: int) -> Round | None:
        """Out of the same reading as all the rest, so that its number and hands belong to it."""
        return next((row for row in self.rounds if row.pk == pk), None)

    def played_before(self, number: int) -> tuple[rules.Round, ...]:
        return self.played[: number - 1]

    def told_anew(self, rounds: tuple[Round, ...], played: tuple[rules.Round, ...]) -> "ScoreSheet":
        """The sheet as it is once these are its rounds, each row with what it says."""
        sheet = ScoreSheet(self.game)
        sheet.seats, sheet.setup = self.seats, self.setup
        sheet.rounds, sheet.played = rounds, played
        return sheet
