"""What a playgroup brings to a new session: its people, its own boxes, how it played last."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from django.db.models import Count, F, Max, Q, QuerySet

from scoreboard.models import GameSession, OwnEdition, Player, Playgroup, Seat

LATELY = 20


@dataclass(frozen=True)
class Known:
    """Who is offered, as `marks` by name, the usual ones first; who sat at the `last` session.

    `hidden` are the marks of those who are not offered: typed, they are the same people again.
    `called` gives the name by which somebody goes now for the key of each name they had;
    `people` is how many rows there are, which tells the mark that comes next.
    """

    marks: dict[str, int] = field(default_factory=dict)
    hidden: dict[str, int] = field(default_factory=dict)
    called: dict[str, str] = field(default_factory=dict)
    people: int = 0
    last: GameSession | None = None
    seats: tuple[Seat, ...] = ()
    own: tuple[OwnEdition, ...] = ()

    @property
    def usual(self) -> list[str]:
        return [seat.player.name for seat in self.seats if not seat.player.is_hidden]


def known_to(playgroup: Playgroup) -> Known:
    last = playgroup.newest_sessions.first()
    people = list(usual_first(playgroup))
    living = [player for player in people if player.merged_into_id is None]
    return Known(
        marks={player.name: player.mark for player in living if not player.is_hidden},
        hidden={player.name: player.mark for player in living if player.is_hidden},
        called={key: player.name for key, player in by_name(people).items()},
        people=len(people),
        last=last,
        seats=tuple(last.seats.select_related("player")) if last else (),
        own=tuple(playgroup.editions.filter(is_hidden=False).order_by("name_key")),
    )


def usual_first(playgroup: Playgroup) -> QuerySet[Player]:
    """By how often they played lately; who never did so lately, by when they last played."""
    lately = playgroup.newest_sessions.values("pk")[:LATELY]
    often = Count("seats", filter=Q(seats__game__in=lately))
    players = playgroup.players.select_related("merged_into")
    players = players.annotate(often=often, last=Max("seats__game__started_at"))
    return players.order_by("-often", F("last").desc(nulls_last=True), "name_key")


def by_name(players: Iterable[Player]) -> dict[str, Player]:
    """Whom each name means; that of a row which was merged means the person it is now.

    Rows that were merged may share a name with each other, and with somebody of today, who counts.
    """
    in_turn = sorted(players, key=lambda player: (player.merged_into_id is None, player.pk))
    return {player.name_key: player.merged_into or player for player in in_turn}
