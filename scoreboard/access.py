"""The only way from an address to a row: who may see or change what.

Whoever may not see a row is told 404, so that nobody can learn which rows exist. The member is
kept in the login session; later versions put accounts behind it.
"""

import datetime

from django.db.models import F, Model, QuerySet
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.utils import timezone

from scoreboard.models import (
    GameSession,
    Member,
    OwnEdition,
    Player,
    Playgroup,
    Right,
    ShareLink,
)

RENEW_AFTER = datetime.timedelta(days=7)


def member_or_none(request: HttpRequest) -> Member | None:
    """Who is asking, as far as anything was ever recorded from this browser."""
    member_id = request.session.get("member")
    if member_id is None:
        return None
    renew(request)
    return Member.objects.select_related("playgroup").filter(pk=member_id).first()


def scorer_or_none(request: HttpRequest) -> Member | None:
    """Whoever may record; nobody, where nothing was recorded yet; who only watches may not."""
    member = member_or_none(request)
    if member and not member.may(Right.SCORE):
        raise Http404
    return member


def renew(request: HttpRequest) -> None:
    """Keep the cookie of people who come back: it would end 400 days after the first evening."""
    today = timezone.now().date()
    seen = request.session.get("seen", "")
    if seen < (today - RENEW_AFTER).isoformat():
        request.session["seen"] = today.isoformat()


def remember_member(request: HttpRequest, member: Member) -> None:
    request.session.cycle_key()
    request.session["member"] = member.pk
    request.session["seen"] = timezone.now().date().isoformat()


def member_with(request: HttpRequest, right: Right) -> Member:
    member = member_or_none(request)
    if member is None or not member.may(right):
        raise Http404
    return member


def row_with(request: HttpRequest, rows: QuerySet, right: Right) -> tuple[Model, Member]:
    """The row of the asker's playgroup, and the asker, in one statement: most pages begin so."""
    member_id = request.session.get("member")
    if member_id is None:
        raise Http404
    renew(request)
    members = {"playgroup__members": member_id, "playgroup__members__right__gte": right}
    rows = rows.filter(**members).annotate(right=F("playgroup__members__right"))
    row = get_object_or_404(rows.select_related("playgroup"))
    return row, Member(pk=member_id, playgroup=row.playgroup, right=row.right)


def game_with(request: HttpRequest, pk: int, right: Right) -> tuple[GameSession, Member]:
    return row_with(request, GameSession.objects.filter(pk=pk), right)


def as_it_is_now(game: GameSession) -> GameSession:
    return GameSession.objects.select_related("playgroup").get(pk=game.pk)


def demo_playgroup() -> Playgroup | None:
    """Open to everybody who comes; there is one where `manage.py demo` was run."""
    return Playgroup.objects.filter(is_demo=True).first()


def link_that_is_out(game: GameSession) -> ShareLink | None:
    return game.links.filter(revoked_at=None).first()


def game_to_see(request: HttpRequest, pk: int) -> tuple[GameSession, Member]:
    return game_with(request, pk, Right.SEE)


def game_to_score(request: HttpRequest, pk: int) -> tuple[GameSession, Member]:
    return game_with(request, pk, Right.SCORE)


def game_to_own(request: HttpRequest, pk: int) -> tuple[GameSession, Member]:
    return game_with(request, pk, Right.OWN)


def link_to_own(request: HttpRequest, pk: int, link_pk: int) -> tuple[ShareLink, Member]:
    game, member = game_to_own(request, pk)
    return get_object_or_404(ShareLink, pk=link_pk, game=game), member


def player_with(request: HttpRequest, pk: int, right: Right) -> tuple[Player, Member]:
    return row_with(request, Player.objects.filter(pk=pk), right)


def player_to_see(request: HttpRequest, pk: int) -> tuple[Player, Member]:
    return player_with(request, pk, Right.SEE)


def player_to_score(request: HttpRequest, pk: int) -> tuple[Player, Member]:
    return player_with(request, pk, Right.SCORE)


def edition_with(request: HttpRequest, key: str, right: Right) -> tuple[OwnEdition, Member]:
    if not key.isprintable():
        raise Http404
    return row_with(request, OwnEdition.objects.filter(key=key), right)


def edition_to_see(request: HttpRequest, key: str) -> tuple[OwnEdition, Member]:
    return edition_with(request, key, Right.SEE)


def edition_to_score(request: HttpRequest, key: str) -> tuple[OwnEdition, Member]:
    return edition_with(request, key, Right.SCORE)


def shared_game(token: str) -> GameSession:
    """The session behind a link that is out; a wrong and a revoked token are answered alike."""
    links = ShareLink.objects.select_related("game__playgroup").filter(revoked_at=None)
    return get_object_or_404(links, token_hash=ShareLink.hash_of(token)).game
