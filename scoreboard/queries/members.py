"""What a playgroup, and a member of it, is called; who is in it and who is invited."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import (
    Count,
    F,
    OuterRef,
    Prefetch,
    QuerySet,
    Subquery,
    Window,
    prefetch_related_objects,
)
from django.db.models.functions import RowNumber
from django.utils.text import get_text_list
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from scoreboard.models import Invitation, Member, Player, Playgroup, Right, Round, Seat

NAMED = 3

# What somebody with that right does.
DOES = {
    Right.SEE: _("looks on"),
    Right.SCORE: _("keeps score"),
    Right.OWN: _("owner"),
}


# --- playgroups -----------------------------------------------------------------------------------


def playgroup_name(playgroup: Playgroup) -> str:
    (name,) = playgroup_names([playgroup])
    return name


def playgroup_names(playgroups: Sequence[Playgroup]) -> list[str]:
    """Each its own, or after its most usual people; in one statement."""
    people: dict[int, list[str]] = {}
    everybody: dict[int, int] = {}
    unnamed = [playgroup.pk for playgroup in playgroups if not playgroup.name]
    for pk, name, number in usual_people(unnamed):
        people.setdefault(pk, []).append(name)
        everybody[pk] = number
    return [
        playgroup.name or called_after(people.get(playgroup.pk, []), everybody.get(playgroup.pk, 0))
        for playgroup in playgroups
    ]


def usual_people(playgroups: Sequence[int]) -> QuerySet:
    """The playgroup, the name, and how many there are of them; one more than are named."""
    played = Seat.objects.filter(player=OuterRef("pk")).order_by().values("player")
    of_one = [F("playgroup")]
    people = Player.objects.filter(playgroup__in=playgroups, merged_into=None, is_hidden=False)
    people = people.annotate(
        played=Subquery(played.annotate(number=Count("*")).values("number")),
        place=Window(
            RowNumber(), of_one, order_by=[F("played").desc(nulls_last=True), F("pk").asc()]
        ),
        number=Window(Count("*"), of_one),
    )
    people = people.filter(place__lte=NAMED + 1).order_by("playgroup", "place")
    return people.values_list("playgroup", "name", "number")


def called_after(names: list[str], everybody: int) -> str:
    if not names:
        return gettext("A new playgroup")
    if everybody > len(names):
        names = names[:NAMED]
        others = everybody - NAMED
        rest = ngettext("%(number)s other", "%(number)s others", others)
        names = [*names, rest % {"number": others}]
    return get_text_list(names, gettext("and"))


@dataclass(frozen=True)
class Belonging:
    """A playgroup of the asker's, in a list of them."""

    member: Member
    name: str
    is_here: bool

    @property
    def does(self) -> str:
        return DOES[self.member.right]


def belongings(memberships: Sequence[Member]) -> list[Belonging]:
    """The one that is looked at now comes first, as in `memberships`."""
    names = playgroup_names([member.playgroup for member in memberships])
    pairs = enumerate(zip(memberships, names, strict=True))
    return [Belonging(member, name, place == 0) for place, (member, name) in pairs]


def what_goes(playgroup: Playgroup) -> dict[str, int]:
    """How much there is that would go with it."""
    return {
        "sessions": playgroup.sessions.count(),
        "rounds": Round.objects.filter(game__playgroup=playgroup).count(),
        "people": playgroup.players.filter(merged_into=None).count(),
    }


# --- members --------------------------------------------------------------------------------------


def named_members() -> QuerySet[Member]:
    """With `player_name`: the name of the person at the table who said “that's me”."""
    themselves = Player.objects.filter(playgroup=OuterRef("playgroup"), account=OuterRef("account"))
    return Member.objects.annotate(player_name=Subquery(themselves.values("name")[:1]))


def called(member: Member | None, asker: int | None = None) -> str:
    """What the others call one of `named_members`; empty where nothing can be said.

    `asker` is the row of the member who is told.
    """
    if member is None:
        return ""
    name = member.player_name or member.name
    return name or (gettext("you") if member.pk == asker else "")


@dataclass(frozen=True)
class MemberRow:
    member: Member
    name: str
    is_you: bool

    @property
    def does(self) -> str:
        return DOES[self.member.right]


def member_row(member: Member, asker: Member) -> MemberRow:
    return MemberRow(member, called(member), member.pk == asker.pk)


def members_of(asker: Member) -> list[MemberRow]:
    """Everybody in the asker's playgroup, owners first."""
    members = named_members().filter(playgroup=asker.playgroup).order_by("-right", "pk")
    return [member_row(member, asker) for member in members]


def one_member(pk: int, asker: Member) -> MemberRow:
    return member_row(named_members().get(pk=pk), asker)


# --- invitations ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Invited:
    """An invitation, and what whoever made it is called."""

    invitation: Invitation
    by: str

    @property
    def does(self) -> str:
        return DOES[self.invitation.right]


def with_makers(rows: Iterable[Invitation], asker: int | None = None) -> list[Invited]:
    rows = list(rows)
    prefetch_related_objects(rows, Prefetch("by", named_members()))
    return [Invited(row, called(row.by, asker)) for row in rows]
