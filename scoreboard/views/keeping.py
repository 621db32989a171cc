"""What pages tell a guest of keeping what they began."""

import datetime
from collections.abc import Iterable

from django.http import HttpRequest
from django.utils import timezone

from scoreboard import access
from scoreboard.actions import accounts
from scoreboard.models import Guest, Member
from scoreboard.queries.members import playgroup_names


def kept_until(member: Member) -> datetime.datetime | None:
    """Until when a guest's things are kept if they never come back; None where it is for good."""
    is_guest = member.guest_id and not member.playgroup.is_demo
    return accounts.kept_until(timezone.now()) if is_guest else None


def names_of(memberships: Iterable[Member]) -> list[str]:
    return playgroup_names([member.playgroup for member in memberships])


def began(guest: Guest) -> list[str]:
    """The names of the playgroups that a guest has."""
    return names_of(guest.memberships.exclude(playgroup__is_demo=True).select_related("playgroup"))


def left_here(request: HttpRequest) -> list[str]:
    """What this phone began as a guest, and the account that is signed in could take along."""
    guest = access.account_or_none(request) and access.guest_or_none(request)
    return began(guest) if guest else []


def is_elsewhere(request: HttpRequest) -> bool:
    """This phone had something once, and nothing of it is the guest's any more."""
    guest = None if access.account_or_none(request) else access.guest_or_none(request)
    return guest is not None and not guest.memberships.exists()
