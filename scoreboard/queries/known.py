"""What a playgroup brings to a new session: its people, its own boxes, how it played last."""

from dataclasses import dataclass, field

from django.db.models import Count, F, Max, Q, QuerySet

from scoreboard.models import GameSession, OwnEdition, Player, Playgroup, Seat

LATELY = 20


@dataclass(frozen=True)
class Known:
    """Everybody's `marks` by name, the usual ones first; who sat at the `last` session."""

    marks: dict[str, int] = field(default_factory=dict)
    last: GameSession | None = None
    seats: tuple[Seat, ...] = ()
    own: tuple[OwnEdition, ...] = ()

    @property
    def usual(self) -> list[str]:
        return [seat.player.name for seat in self.seats]


def known_to(playgroup: Playgroup) -> Known:
    last = playgroup.sessions.order_by("-started_at", "-id").first()
    return Known(
        marks={player.name: player.mark for player in usual_first(playgroup)},
        last=last,
        seats=tuple(last.seats.select_related("player")) if last else (),
        own=tuple(playgroup.editions.filter(is_hidden=False).order_by("name_key")),
    )


def usual_first(playgroup: Playgroup) -> QuerySet[Player]:
    """By how often they played lately; who never did so lately, by when they last played."""
    lately = playgroup.sessions.order_by("-started_at", "-id").values("pk")[:LATELY]
    often = Count("seats", filter=Q(seats__game__in=lately))
    players = playgroup.players.annotate(often=often, last=Max("seats__game__started_at"))
    return players.order_by("-often", F("last").desc(nulls_last=True), "name_key")
