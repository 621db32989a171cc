"""Who may do what in a playgroup; it always has an owner."""

import datetime

from django.db import transaction

from scoreboard import live
from scoreboard.models import Invitation, Member, Playgroup, Right, ShareLink


class LastOwner(Exception):
    """Nobody would own the playgroup any more; nothing was changed."""


class Overtaken(Exception):
    """Whoever asks owns it no more, or whom it is about is in it no more; nothing was changed."""


def locked(playgroup_id: int) -> Playgroup:
    """Whoever locks the playgroup changes its members alone."""
    playgroup = Playgroup.objects.select_for_update(no_key=True).filter(pk=playgroup_id).first()
    if playgroup is None:
        raise Overtaken
    return playgroup


def as_it_is_now(member: Member, by: Member) -> Member:
    """Under the lock: whom it is about, while `by` owns the playgroup still."""
    locked(by.playgroup_id)
    there = {one.pk: one for one in Member.objects.filter(pk__in=[member.pk, by.pk])}
    if member.pk not in there or by.pk not in there or not there[by.pk].may(Right.OWN):
        raise Overtaken
    return there[member.pk]


def refuse_if_last_owner(member: Member) -> None:
    owners = Member.objects.filter(playgroup=member.playgroup_id, right=Right.OWN)
    if member.may(Right.OWN) and not owners.exclude(pk=member.pk).exists():
        raise LastOwner


def take_back_all_of(member: Member, at: datetime.datetime) -> None:
    """They would come back by one of their own, or go on keeping score."""
    made = Invitation.objects.filter(by=member).filter(Invitation.open_at(at))
    made.update(revoked_at=at)
    links = ShareLink.objects.filter(ShareLink.out_at(at), by=member, right__gt=Right.SEE)
    if links.update(revoked_at=at):
        live.tell()


def set_right(member: Member, right: Right) -> None:
    member.right = right
    member.save(update_fields=["right"])


@transaction.atomic
def give_right(*, member: Member, right: Right, by: Member, at: datetime.datetime) -> None:
    member = as_it_is_now(member, by)
    if right < Right.OWN:
        refuse_if_last_owner(member)
        take_back_all_of(member, at)
    set_right(member, right)


@transaction.atomic
def hand_over(*, member: Member, by: Member, at: datetime.datetime) -> None:
    """They own it from now on; who did keeps score."""
    member = as_it_is_now(member, by)
    if member.pk != by.pk:
        set_right(member, Right.OWN)
        set_right(by, Right.SCORE)
        take_back_all_of(by, at)


@transaction.atomic
def remove_member(*, member: Member, by: Member, at: datetime.datetime) -> None:
    """What they recorded stays; the history no longer says that it was them."""
    member = as_it_is_now(member, by)
    refuse_if_last_owner(member)
    take_back_all_of(member, at)
    member.delete()


@transaction.atomic
def leave(*, member: Member, at: datetime.datetime) -> None:
    """Pressed twice, they are gone already."""
    Playgroup.objects.select_for_update(no_key=True).filter(pk=member.playgroup_id).first()
    if there := Member.objects.filter(pk=member.pk).first():
        refuse_if_last_owner(there)
        take_back_all_of(there, at)
        there.delete()


@transaction.atomic
def delete_playgroup(*, by: Member) -> None:
    """With everything that was ever recorded in it."""
    as_it_is_now(by, by)
    # So that no round comes in while all are looked up.
    list(by.playgroup.sessions.select_for_update(no_key=True).values_list("pk"))
    by.playgroup.delete()
    live.tell()
