import datetime

from django.db import transaction
from django.db.models import Q

from scoreboard import live
from scoreboard.actions.invitations import TWICE
from scoreboard.actions.members import as_it_is_now
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
    """Pressed twice, it is one; asked for again later, another one, to be taken back by itself.

    Without a session it is to all that the playgroup has, and to those that are still to come.
    """
    as_it_is_now(by, by)  # or it would outlive the right of whoever made it
    of = {"by": by, "playgroup": by.playgroup, "game": game, "right": right, "names": names}
    same = ShareLink.objects.filter(ShareLink.out_at(at), created_at__gt=at - TWICE, **of)
    around = ends_at and (ends_at - TWICE, ends_at + TWICE)
    if twin := same.filter(Q(ends_at__range=around) if around else Q(ends_at=None)).first():
        return twin
    link = ShareLink(ends_at=ends_at, created_at=at, **of)
    link.renew()
    link.save()
    return link


@transaction.atomic
def renew_link(*, link: ShareLink, by: Member) -> None:
    """The same for whoever gets the new address; the old one is dead, also where it is open.

    It is the link of whoever did it, who alone has the new address.
    """
    as_it_is_now(by, by)
    link.renew()
    link.by, link.last_used_at = by, None
    link.save(update_fields=["seed", "token_hash", "by", "last_used_at"])
    live.tell()


@transaction.atomic
def revoke_link(*, link: ShareLink, at: datetime.datetime) -> None:
    """It shows nothing any more, also where its page is open."""
    ShareLink.objects.filter(pk=link.pk, revoked_at=None).update(revoked_at=at)
    live.tell()
