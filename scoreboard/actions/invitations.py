"""Inviting people into a playgroup by a link, and accepting such a link."""

import datetime
import hashlib

from django.db import transaction

from scoreboard.actions.members import as_it_is_now, locked, set_right
from scoreboard.models import Account, Guest, Invitation, Member, Right

# Within which the same again is the same button pressed twice.
TWICE = datetime.timedelta(seconds=5)
# Within which a page that made a guest may be sent again by a browser that got no answer.
SENT_AGAIN = datetime.timedelta(minutes=5)


class InvitationOver(Exception):
    """It was used up, taken back or over meanwhile; nobody got in."""


@transaction.atomic
def invite(
    *,
    by: Member,
    right: Right,
    is_single_use: bool,
    ends_at: datetime.datetime | None,
    at: datetime.datetime,
) -> Invitation:
    """Pressed twice, it is one; asked for again later, another one."""
    as_it_is_now(by, by)  # or it would outlive the right of whoever made it
    same = by.playgroup.invitations.filter(by=by, right=right, is_single_use=is_single_use)
    if twin := same.filter(Invitation.open_at(at), created_at__gt=at - TWICE).first():
        return twin
    invitation = Invitation(
        playgroup=by.playgroup,
        right=right,
        is_single_use=is_single_use,
        ends_at=ends_at,
        by=by,
        created_at=at,
    )
    invitation.renew()
    invitation.save()
    return invitation


def take_back(*, invitation: Invitation, at: datetime.datetime) -> None:
    Invitation.objects.filter(pk=invitation.pk, revoked_at=None).update(revoked_at=at)


@transaction.atomic
def accept(
    *,
    invitation: Invitation,
    name: str,
    key: str,
    at: datetime.datetime,
    account: Account | None = None,
    guest: Guest | None = None,
) -> Member:
    """The account, or the guest, or a new guest is a member, with the right at least that it gives.

    Whoever has that right already does not use it up. `key` is the one that the page brought.
    """
    locked(invitation.playgroup_id)
    rows = Invitation.objects.select_for_update(no_key=True).filter(pk=invitation.pk)
    now = rows.filter(Invitation.open_at(at)).first()
    if account is None:
        guest = guest or guest_of_page(key, at)
    member = membership(invitation, account, guest)
    if member and (now is None or member.may(invitation.right)):
        return member
    if now is None:
        raise InvitationOver
    if member:
        set_right(member, invitation.right)
    else:
        member = invitation.playgroup.members.create(
            account=account,
            guest=None if account else guest or new_guest(key, at),
            name=name,
            right=invitation.right,
            created_at=at,
        )
    now.uses, now.last_used_at = now.uses + 1, at
    now.save(update_fields=["uses", "last_used_at"])
    return member


def membership(
    invitation: Invitation, account: Account | None, guest: Guest | None
) -> Member | None:
    members = invitation.playgroup.members
    if account:
        return members.filter(account=account).first()
    return members.filter(guest=guest).first() if guest else None


# --- the button pressed twice by a browser that was nobody's --------------------------------------


def made_by_page(key: str, at: datetime.datetime) -> Guest:
    """Hashed, so that the table does not hold what a page brings."""
    seed = hashlib.sha256(f"join {key}".encode()).hexdigest()[:32]
    guest = Guest(seed=seed, created_at=at, seen_at=at)
    guest.token_hash = Guest.hash_of(guest.token)
    return guest


def guest_of_page(key: str, at: datetime.datetime) -> Guest | None:
    """The guest whom the same page made a moment ago: the answer never arrived."""
    same = Guest.objects.filter(token_hash=made_by_page(key, at).token_hash)
    return same.filter(created_at__gt=at - SENT_AGAIN).first()


def new_guest(key: str, at: datetime.datetime) -> Guest:
    guest = made_by_page(key, at)
    if Guest.objects.filter(token_hash=guest.token_hash).exists():
        guest.renew()  # by an old page, long after its guest was made
    guest.save()
    return guest
