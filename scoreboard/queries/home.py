"""What is going on in a playgroup: the open session, and the latest ones."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from django.db.models import Max, QuerySet
from django.utils.text import get_text_list
from django.utils.translation import gettext

from scoreboard.models import GameSession, Playgroup, Seat, ShareLink
from scoreboard.queries.board import marks_of

LATEST = 20


@dataclass(frozen=True)
class EntryRow:
    rank: int
    name: str
    mark: int
    total: int


@dataclass(frozen=True)
class Entry:
    """A session in a list; its standing is read from the cache, not folded."""

    game: GameSession
    seats: tuple[Seat, ...]

    @cached_property
    def standing(self) -> list[EntryRow]:
        rows = [
            EntryRow(seat.cached_rank, seat.player.name, mark, seat.cached_total)
            for seat, mark in zip(self.seats, marks_of(self.seats), strict=True)
            if seat.cached_rank is not None
        ]
        return sorted(rows, key=lambda row: row.rank)

    @property
    def winners(self) -> list[EntryRow]:
        # Closed before anything was recorded, nobody has won.
        if not self.game.cached_rounds:
            return []
        return [row for row in self.standing if row.rank == 1]

    @property
    def is_won(self) -> bool:
        return bool(self.game.cached_ended_at and self.winners)

    @property
    def winner_names(self) -> str:
        return get_text_list([row.name for row in self.winners], gettext("and"))

    @property
    def others(self) -> int:
        return len(self.seats) - len(self.winners)

    @property
    def best(self) -> EntryRow:
        return self.standing[0]

    @property
    def next_number(self) -> int:
        return self.game.cached_rounds + 1


def latest_sessions(playgroup: Playgroup) -> list[Entry]:
    return entries(playgroup, sessions_of(playgroup)[:LATEST])


def sessions_of(playgroup: Playgroup) -> QuerySet[GameSession]:
    """Newest first, with all that an entry shows."""
    games = playgroup.sessions.order_by("-started_at", "-id")
    return games.prefetch_related("seats__player")


def entries(playgroup: Playgroup, games: Iterable[GameSession]) -> list[Entry]:
    found = []
    for game in games:
        game.playgroup = playgroup
        found.append(Entry(game, tuple(game.seats.all())))
    return found


def demo_links() -> list[ShareLink]:
    """The shared sessions of the demo, as live examples for a stranger."""
    links = ShareLink.objects.filter(revoked_at=None, game__playgroup__is_demo=True)
    return list(links.select_related("game").order_by("-game__started_at")[:2])


def people(playgroup: Playgroup) -> tuple[dict[str, int], list[str]]:
    """Everybody's mark by name, those who played last first; and who sat at the last session."""
    players = playgroup.players.annotate(last=Max("seats__game"))
    known = {player.name: player.mark for player in players.order_by("-last", "name_key")}
    last = playgroup.sessions.order_by("-started_at", "-id").first()
    usual = last.seats.select_related("player") if last else []
    return known, [seat.player.name for seat in usual]
