import datetime

from django.db import transaction
from django.db.models import QuerySet

from scoreboard import live
from scoreboard.actions.members import as_it_is_now, locked
from scoreboard.models import GameSession, Member, NamesShown, Right, ShareLink


@transaction.atomic
def share_session(
    *,
    game: GameSession | None,
    by: Member,
    at: datetime.datetime,
    right: Right = Right.SEE,
    names: str = NamesShown.FULL,
    ends_at: datetime.datetime | None = None,
) -> ShareLink:
    """Such a link that is out, or a new one: pressing twice makes one.

    Without a session it is to all that the playgroup has, and to those that are still to come.
    """
    if right > Right.SEE:
        as_it_is_now(by, by)  # or it would outlive the right of whoever made it
    else:
        locked(by.playgroup_id)
    of = {"playgroup": by.playgroup, "game": game, "right": right, "names": names}
    out = ShareLink.objects.filter(ShareLink.out_at(at), **of)
    if link := those_that_end(ends_at, out).first():
        return link
    link = ShareLink(by=by, ends_at=ends_at, created_at=at, **of)
    link.renew()
    link.save()
    return link


def those_that_end(
    ends_at: datetime.datetime | None, links: QuerySet[ShareLink]
) -> QuerySet[ShareLink]:
    """Asked for twice, it ends at almost the same time."""
    if ends_at is None:
        return links.filter(ends_at=None)
    return links.filter(ends_at__gt=ends_at - datetime.timedelta(minutes=1))


@transaction.atomic
def renew_link(*, link: ShareLink) -> None:
    """The same for whoever gets the new address; the old one is dead, also where it is open."""
    link.renew()
    link.last_used_at = None
    link.save(update_fields=["seed", "token_hash", "last_used_at"])
    live.tell()


@transaction.atomic
def revoke_link(*, link: ShareLink, at: datetime.datetime) -> None:
    """It shows nothing any more, also where its page is open."""
    ShareLink.objects.filter(pk=link.pk, revoked_at=None).update(revoked_at=at)
    live.tell()
