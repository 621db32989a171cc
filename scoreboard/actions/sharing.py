import datetime

from django.db import transaction

from scoreboard import live
from scoreboard.models import GameSession, Member, ShareLink


@transaction.atomic
def share_session(*, game: GameSession, by: Member, at: datetime.datetime) -> ShareLink:
    """The link that is out, or a new one: pressing twice makes one."""
    GameSession.objects.select_for_update(no_key=True).get(pk=game.pk)
    if link := game.links.filter(revoked_at=None).first():
        return link
    link = ShareLink(game=game, by=by, created_at=at)
    link.renew()
    link.save()
    return link


@transaction.atomic
def revoke_link(*, link: ShareLink, at: datetime.datetime) -> None:
    """It shows nothing any more, also where its page is open."""
    ShareLink.objects.filter(pk=link.pk, revoked_at=None).update(revoked_at=at)
    live.tell()
