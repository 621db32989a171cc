"""A playgroup's people: all of them, what becomes of two that are made one, what was made one."""

from dataclasses import dataclass
from functools import cached_property

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Sum

from scoreboard.models import Change, GameSession, Merge, Player, Seat
from scoreboard.queries.score_sheet import ScoreSheet

MOST_TOLD = 10


def others(player: Player) -> QuerySet[Player]:
    """Everybody else of the playgroup, by name."""
    living = Player.objects.filter(playgroup=player.playgroup_id, merged_into=None)
    return living.exclude(pk=player.pk).order_by("name_key")


def is_in_history(player: Player) -> bool:
    """Whether anything that was recorded is about them, also if their only seat was taken back."""
    seats = Seat.objects.filter(player=OuterRef("pk"))
    taken_back = Change.objects.filter(
        game__playgroup=OuterRef("playgroup"),
        what=Change.What.TOOK_BACK,
        before__player=player.key,
    )
    merges = Merge.objects.filter(Q(kept=OuterRef("pk")) | Q(gone=OuterRef("pk")))
    found = Exists(seats) | Exists(taken_back) | Exists(merges)
    return Player.objects.filter(found, pk=player.pk).exists()


# --- two that are made one ------------------------------------------------------------------------


@dataclass(frozen=True)
class Pair:
    """Two rows that may be one person; what each has, and what is against it."""

    players: tuple[Player, Player]

    @classmethod
    def of(cls, one: Player, other: Player) -> "Pair":
        played = Q(seats__cached_rounds__gt=0)
        rows = Player.objects.filter(pk__in=(one.pk, other.pk)).annotate(
            sessions=Count("seats", filter=played), rounds=Sum("seats__cached_rounds", default=0)
        )
        found = rows.in_bulk()
        return cls((found[one.pk], found[other.pk]))

    @cached_property
    def together(self) -> list[GameSession]:
        """The sessions in which both sat, latest first."""
        one, other = self.players
        games = GameSession.objects.filter(seats__player=one).filter(seats__player=other)
        return list(games.select_related("playgroup").order_by("-started_at", "-pk"))

    @property
    def told(self) -> list[GameSession]:
        return self.together[:MOST_TOLD]

    @property
    def untold(self) -> int:
        return len(self.together) - len(self.told)

    @property
    def are_two_accounts(self) -> bool:
        return all(player.account_id for player in self.players)

    @property
    def can_be_one(self) -> bool:
        return not (self.together or self.are_two_accounts)

    @property
    def usual(self) -> Player:
        """Who has played more stays, if nobody says otherwise."""
        return max(self.players, key=lambda player: (player.sessions, player.rounds))

    @property
    def sessions(self) -> int:
        return sum(player.sessions for player in self.players)

    @property
    def rounds(self) -> int:
        return sum(player.rounds for player in self.players)


def merges_into(player: Player) -> list[Merge]:
    """What can be taken back, newest first; and what lies beneath that."""
    merges = Merge.objects.filter(gone__merged_into=player, undone_at=None)
    return list(merges.select_related("kept", "gone").order_by("-at", "-pk"))


def sat_there(sheet: ScoreSheet, keys: set[str]) -> set[tuple[int, str]]:
    """Under which of these keys each seat's row went before a merge, or before one was undone.

    A page that is open meanwhile says who sat there; a merge gives the same chair another name.
    """
    can_be = [key for key in keys if key.isprintable()]
    seats = {seat.pk for seat in sheet.seats}
    merges = Merge.objects.filter(
        Q(kept__key__in=can_be) | Q(gone__key__in=can_be), kept__playgroup=sheet.game.playgroup_id
    )
    return {
        (seat, key)
        for merge in merges.select_related("kept", "gone")
        for seat in seats.intersection(merge.seats)
        for key in (merge.kept.key, merge.gone.key)
    }
