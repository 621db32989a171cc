"""A guest becomes an account, or somebody else takes along what they began; an account goes."""

import datetime
from functools import reduce
from operator import or_

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from scoreboard import live
from scoreboard.actions.members import take_back_all_of
from scoreboard.actions.players import show_new_names
from scoreboard.actions.playgroups import new_guest
from scoreboard.models import (
    Account,
    Change,
    GameSession,
    Guest,
    Invitation,
    Member,
    Merge,
    Player,
    Playgroup,
    Right,
    ShareLink,
    name_key,
)

DID = (Change, Invitation, Merge, ShareLink)  # each tells in `by` who did it


class StillNeeded(Exception):
    """Nothing was stored: others are left in these playgroups, and nobody else owns them."""

    def __init__(self, playgroups: list[Playgroup]) -> None:
        super().__init__(playgroups)
        self.playgroups = playgroups


def playgroups_of(*rows) -> list[Playgroup]:
    """Locked, in an order of which no two can wait for each other."""
    of_any = [Q(pk__in=some.values("playgroup")) for some in rows]
    playgroups = Playgroup.objects.filter(reduce(or_, of_any))
    return list(playgroups.select_for_update(no_key=True).order_by("pk"))


@transaction.atomic
def keep(*, guest: Guest, account: Account) -> None:
    """What the guest began is the account's; the addresses stay what they are.

    The guest's row stays without a playgroup, so that their other phones can be told to sign in.
    """
    playgroups_of(guest.memberships)
    for member in guest.memberships.select_related("playgroup"):
        if member.playgroup.is_demo:
            member.delete()
        elif there := account.memberships.filter(playgroup=member.playgroup).first():
            become_one(member, there)
        else:
            member.account, member.guest = account, None
            member.save(update_fields=["account", "guest"])


def become_one(member: Member, there: Member) -> None:
    """They were in that playgroup twice: the higher right is theirs."""
    there.right = max(there.right, member.right)
    there.name = there.name or member.name
    there.save(update_fields=["right", "name"])
    for model in DID:
        model.objects.filter(by=member).update(by=there)
    member.delete()


@transaction.atomic
def renew_secret(*, guest: Guest, at: datetime.datetime) -> Guest:
    """The guest anew, with another link; whoever came by the one before is out, on any phone."""
    anew = new_guest(at=at)
    guest.memberships.update(guest=anew)
    guest.delete()
    return anew


@transaction.atomic
def delete_account(*, account: Account, forget_name: bool, at: datetime.datetime) -> None:
    """The account goes, and the playgroups in which there is nobody else.

    In the others everything stays; where they said of a person "that's me", that person may be
    called somebody from now on.
    """
    playgroups_of(account.memberships, account.players)
    if needed := list(needing(account)):
        raise StillNeeded(needed)
    alone = only_of(account)
    # So that no round comes in while all are looked up; and before the links, as a round does.
    games = GameSession.objects.filter(playgroup__in=alone).order_by("pk")
    list(games.select_for_update(no_key=True).values_list("pk"))
    for member in account.memberships.all():
        take_back_all_of(member, at)
    if forget_name:
        call_somebody(account)
    alone.delete()
    account.delete()
    live.tell()


def only_of(account: Account) -> QuerySet[Playgroup]:
    """The playgroups in which there is nobody else."""
    others = Member.objects.exclude(account=account)
    theirs = Playgroup.objects.filter(members__account=account)
    return theirs.exclude(pk__in=others.values("playgroup"))


def needing(account: Account) -> QuerySet[Playgroup]:
    """The playgroups that nobody else owns, though others are in them."""
    others = Member.objects.exclude(account=account)
    theirs = Playgroup.objects.filter(members__account=account).order_by("pk")
    owned = others.filter(right=Right.OWN)
    return theirs.filter(pk__in=others.values("playgroup")).exclude(
        pk__in=owned.values("playgroup")
    )


def call_somebody(account: Account) -> None:
    """Also where they left the playgroup before."""
    for player in account.players.select_related("playgroup"):
        playgroup = player.playgroup
        taken = {*playgroup.players.filter(merged_into=None).values_list("name_key", flat=True)}
        player.name = next(name for name in somebodies() if name_key(name) not in taken)
        player.save(update_fields=["name"])
        for merged in Player.objects.filter(merged_into=player):
            merged.name = player.name
            merged.save(update_fields=["name"])
        show_new_names(playgroup)


def somebodies():
    yield _("somebody")
    number = 2
    while True:
        yield _("somebody %(number)s") % {"number": number}
        number += 1


# --- what nobody comes back to --------------------------------------------------------------------

DAYS = 90
# While a guest comes back, when they were last seen is told with a delay of up to a week.
SWEPT_AFTER = datetime.timedelta(days=DAYS + 7)
NEVER_CONFIRMED = datetime.timedelta(days=7)


def kept_until(at: datetime.datetime) -> datetime.datetime:
    """Until when a guest's playgroup is kept if they never come back after this."""
    return at + datetime.timedelta(days=DAYS)


@transaction.atomic
def sweep(*, at: datetime.datetime) -> dict[str, int]:
    """Delete the playgroups of guests alone who all stayed away; how many of what went."""
    away = Guest.objects.filter(seen_at__lt=at - SWEPT_AFTER)
    in_use = Member.objects.exclude(guest__in=away)  # an account, or a guest who comes back
    left = Playgroup.objects.filter(is_demo=False, created_at__lt=at - SWEPT_AFTER)
    left = left.exclude(pk__in=in_use.values("playgroup"))
    number = left.count()
    left.delete()
    live.tell()
    Member.objects.filter(guest__in=away, playgroup__is_demo=True).delete()
    guests = away.filter(memberships=None)
    gone = guests.count()
    guests.delete()
    accounts = Account.objects.filter(
        last_login=None, memberships=None, created_at__lt=at - NEVER_CONFIRMED
    )
    unconfirmed = accounts.count()
    accounts.delete()
    return {"playgroups": number, "guests": gone, "accounts never confirmed": unconfirmed}
