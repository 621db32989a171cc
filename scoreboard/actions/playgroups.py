import datetime
from zoneinfo import available_timezones

from django.conf import settings
from django.db import transaction

from scoreboard.models import Member, Playgroup, Right


@transaction.atomic
def start_playgroup(*, time_zone: str, at: datetime.datetime) -> Member:
    """A playgroup of its own for whoever records something for the first time; they own it."""
    # A browser may send any name, or one that is newer than this machine's tables.
    known = time_zone if time_zone in available_timezones() else settings.DEFAULT_TIME_ZONE
    playgroup = Playgroup.objects.create(time_zone=known, created_at=at)
    return playgroup.members.create(right=Right.OWN, created_at=at)


def join_demo(*, playgroup: Playgroup, at: datetime.datetime) -> Member:
    return playgroup.members.create(right=Right.OWN, created_at=at)


def leave(*, member: Member) -> None:
    """What they recorded stays; the history no longer says that it was them."""
    member.delete()
