import datetime

from django.db import transaction

from scoreboard import live
from scoreboard.models import GameSession, Member, NamesShown, ShareLink


@transaction.atomic
def share_session(
    *,
    game: GameSession,
    by: Member,
    at: datetime.datetime,
    names: str = NamesShown.FULL,
    ends_at: datetime.datetime | None = None,
) -> ShareLink:
    """Such a link that is out, or a new one: pressing twice makes one."""
    GameSession.objects.select_for_update(no_key=True).get(pk=game.pk)
    same = game.links.filter(ShareLink.out_at(at), names=names)
    # Asked for twice, it ends at almost the same time.
    soon = None if ends_at is None else ends_at - datetime.timedelta(minutes=1)
    same = same.filter(ends_at=None) if ends_at is None else same.filter(ends_at__gt=soon)
    if link := same.first():
        return link
    link = ShareLink(game=game, by=by, names=names, ends_at=ends_at, created_at=at)
    link.renew()
    link.save()
    return link


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
