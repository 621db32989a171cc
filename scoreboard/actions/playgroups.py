import datetime
from zoneinfo import available_timezones

from django.conf import settings
from django.db import transaction

from scoreboard import live
from scoreboard.models import Account, Guest, Member, Playgroup, Right


@transaction.atomic
def name_playgroup(*, playgroup: Playgroup, name: str) -> None:
    playgroup.name = name
    playgroup.save(update_fields=["name"])
    live.tell()


def new_guest(*, at: datetime.datetime) -> Guest:
    guest = Guest(created_at=at, seen_at=at)
    guest.renew()
    guest.save()
    return guest


@transaction.atomic
def start_playgroup(
    *,
    time_zone: str,
    at: datetime.datetime,
    account: Account | None = None,
    guest: Guest | None = None,
) -> Member:
    """A playgroup of its own for the account, or the guest, or a new guest; they own it."""
    # A browser may send any name, or one that is newer than this machine's tables.
    known = time_zone if time_zone in available_timezones() else settings.DEFAULT_TIME_ZONE
    playgroup = Playgroup.objects.create(time_zone=known, created_at=at)
    if account is None and guest is None:
        guest = new_guest(at=at)
    return playgroup.members.create(
        account=account, guest=None if account else guest, right=Right.OWN, created_at=at
    )


@transaction.atomic
def join_demo(*, playgroup: Playgroup, at: datetime.datetime) -> Member:
    """They may record there, but not own: one visitor could shut out all others."""
    guest = new_guest(at=at)
    return playgroup.members.create(guest=guest, right=Right.SCORE, created_at=at)


@transaction.atomic
def leave_demo(*, member: Member) -> None:
    """What they recorded stays; the history no longer says that it was them."""
    guest = member.guest
    member.delete()
    if guest and not guest.memberships.exists():
        guest.delete()
