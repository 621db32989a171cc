"""What is going on in a playgroup: the open session, and the latest ones."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.text import get_text_list
from django.utils.translation import gettext

from scoreboard.models import GameSession, Playgroup, Seat, ShareLink
from scoreboard.queries.names import call
from scoreboard.queries.standing import Person, StandingRow, marks_of
from scoreboard.queries.words import team_told

LATEST = 20
LEADING = 6


@dataclass(frozen=True)
class Entry:
    """A session in a list; its standing is read from the cache, not folded."""

    game: GameSession
    seats: tuple[Seat, ...]

    @property
    def address(self) -> str:
        link = self.game.by_link
        return link.address_of(self.game) if link else self.game.get_absolute_url()

    @cached_property
    def standing(self) -> list[StandingRow]:
        """A row for each player or team that has joined, by rank."""
        parties: dict[str | int, list[tuple[Seat, int]]] = {}
        for seat, mark in zip(self.seats, marks_of(self.seats), strict=True):
            if seat.cached_rank is not None:
                parties.setdefault(seat.team or seat.player_id, []).append((seat, mark))
        rows = [self.row_of(seats) for seats in parties.values()]
        return sorted(rows, key=lambda row: row.rank or 0)

    def row_of(self, seats: list[tuple[Seat, int]]) -> StandingRow:
        first, _mark = seats[0]
        has_left = first.cached_has_left
        return StandingRow(
            people=tuple(Person(seat.player.name, mark, seat.cached_total) for seat, mark in seats),
            rank=first.cached_rank,
            total=sum(seat.cached_total for seat, _mark in seats),
            team=team_told(first.team),
            aside=gettext("went home") if has_left else "",
            is_out=has_left,
            # Closed before anything was recorded, nobody has won.
            wins=first.cached_rank == 1 and not has_left and self.game.cached_rounds > 0,
        )

    @property
    def leading(self) -> list[StandingRow]:
        """As many as leave the way to go on in sight; all but one would be none too many."""
        return self.standing[:LEADING] if len(self.standing) > LEADING + 1 else self.standing

    @property
    def behind(self) -> int:
        """How many people are in none of the leading rows."""
        return sum(len(row.people) for row in self.standing[len(self.leading) :])

    @property
    def winners(self) -> list[StandingRow]:
        return [row for row in self.standing if row.wins]

    @property
    def is_won(self) -> bool:
        return bool(self.game.cached_ended_at and self.winners)

    @property
    def winner_names(self) -> str:
        return get_text_list([row.name for row in self.winners], gettext("and"))

    @property
    def winning(self) -> int:
        """How many are named as winners."""
        return sum(len(row.names) for row in self.winners)

    @property
    def others(self) -> int:
        """How many people have not won."""
        return sum(len(row.people) for row in self.standing if not row.wins)

    @property
    def company(self) -> str:
        """The others by name, for whoever knows the people from nowhere else; many are counted."""
        rows = [row for row in self.standing if not (self.is_won and row.wins)]
        others = [person.name for row in rows for person in row.people]
        is_told = self.game.by_link and 0 < len(others) <= LEADING
        return get_text_list(others, gettext("and")) if is_told else ""

    @property
    def best(self) -> StandingRow | None:
        """Nobody, as long as nobody has joined."""
        return self.standing[0] if self.standing else None

    @property
    def next_number(self) -> int:
        return self.game.cached_rounds + 1


def latest_sessions(playgroup: Playgroup) -> list[Entry]:
    return entries(playgroup, sessions_of(playgroup)[:LATEST])


def sessions_of(playgroup: Playgroup) -> QuerySet[GameSession]:
    """Newest first, with all that an entry shows."""
    return playgroup.newest_sessions.prefetch_related("seats__player")


def entries(
    playgroup: Playgroup, games: Iterable[GameSession], link: ShareLink | None = None
) -> list[Entry]:
    """As members see them, or as whoever has only that link."""
    found = []
    for game in games:
        game.playgroup, game.by_link = playgroup, link
        seats = tuple(game.seats.all())
        call(seats, link)
        found.append(Entry(game, seats))
    return found


def demo_links() -> list[ShareLink]:
    """The shared sessions of the demo, as live examples for a stranger."""
    is_out = ShareLink.out_at(timezone.now())
    links = ShareLink.objects.filter(is_out, game__isnull=False, playgroup__is_demo=True)
    return list(links.select_related("game").order_by("-game__started_at")[:2])
