"""What a playgroup brings to a new session: its people, its own boxes, how it played last."""

from dataclasses import dataclass, field

from django.db.models import Max

from scoreboard.models import GameSession, OwnEdition, Playgroup, Seat


@dataclass(frozen=True)
class Known:
    """Everybody's `marks` by name, those who played last first; who sat at the `last` session."""

    marks: dict[str, int] = field(default_factory=dict)
    last: GameSession | None = None
    seats: tuple[Seat, ...] = ()
    own: tuple[OwnEdition, ...] = ()

    @property
    def usual(self) -> list[str]:
        return [seat.player.name for seat in self.seats]


def known_to(playgroup: Playgroup) -> Known:
    players = playgroup.players.annotate(last=Max("seats__game")).order_by("-last", "name_key")
    last = playgroup.sessions.order_by("-started_at", "-id").first()
    return Known(
        marks={player.name: player.mark for player in players},
        last=last,
        seats=tuple(last.seats.select_related("player")) if last else (),
        own=tuple(playgroup.editions.filter(is_hidden=False).order_by("name_key")),
    )
