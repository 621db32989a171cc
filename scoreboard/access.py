"""The only way from an address to a row: who may see or change what.

Whoever asks is an account that signed in, or else the guest of this browser, whose row the login
session holds. Each may be a member of several playgroups. Whoever may not see a row is told 404,
so that nobody can learn which rows exist.
"""

import datetime
from contextlib import suppress

from django.contrib.auth import SESSION_KEY
from django.db.models import Case, Exists, F, Model, OuterRef, Q, QuerySet, When
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.crypto import salted_hmac

from scoreboard import limits
from scoreboard.models import (
    Account,
    GameSession,
    Guest,
    Invitation,
    Keeper,
    Member,
    Merge,
    OwnEdition,
    Player,
    Playgroup,
    Right,
    Secret,
    ShareLink,
)

LONGEST_NUMBER = 18
RENEW_AFTER = datetime.timedelta(days=7)
MOST_LINKS = 20  # that one browser keeps score by


# --- who is asking --------------------------------------------------------------------------------


def account_or_none(request: HttpRequest) -> Account | None:
    return request.user if request.user.is_authenticated else None


def account_here(request: HttpRequest) -> Account:
    account = account_or_none(request)
    if account is None:
        raise Http404
    return account


def guest_pk(request: HttpRequest) -> int | None:
    """The guest whom this browser holds, also while an account is signed in."""
    login = request.session
    if "guest" not in login and "member" in login:
        # Until 0.3 there were only guests, and a login held the row of the member.
        former = Member.objects.filter(pk=login["member"]).values_list("guest", flat=True)
        login["guest"] = former.first()
    return login.get("guest")


def guest_or_none(request: HttpRequest) -> Guest | None:
    pk = guest_pk(request)
    return pk and Guest.objects.filter(pk=pk).first()


def whose(request: HttpRequest) -> str:
    """A word that is the same for one account, or one guest, and tells nothing of them."""
    login = request.session
    who = f"{login.get(SESSION_KEY)} {login.get('guest', login.get('member'))}"
    return salted_hmac("scoreboard.whose", who).hexdigest()[:16]


def asker(request: HttpRequest) -> dict[str, object] | None:
    """What tells a membership of whoever asks from all others; None for a passer-by."""
    if account := account_or_none(request):
        return {"account": account}
    guest = guest_pk(request)
    return {"guest": guest} if guest else None


def memberships(request: HttpRequest) -> QuerySet[Member]:
    """Of whoever asks, in all their playgroups; the one they look at now comes first."""
    who = asker(request)
    if who is None:
        return Member.objects.none()
    renew(request)
    now_here = Case(When(pk=request.session.get("playing"), then=0), default=1)
    return Member.objects.filter(**who).select_related("playgroup").order_by(now_here, "-pk")


def membership(request: HttpRequest, pk: int) -> Member:
    return get_object_or_404(memberships(request), pk=pk)


def member_or_none(request: HttpRequest) -> Member | None:
    """Who is asking, as far as they belong to a playgroup: the one they look at now.

    A form says of which playgroup it is: another tab may have looked at another one since.
    """
    members, here = memberships(request), request.POST.get("here", "")
    if here:
        return looking_at(request, get_object_or_404(members, pk=as_number(here)))
    member = members.first()
    return looking_at(request, member) if member else None


def as_number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < LONGEST_NUMBER else 0


def looking_at(request: HttpRequest, member: Member) -> Member:
    look_at(request, member)
    return member


def scorer_or_none(request: HttpRequest) -> Member | None:
    """Whoever may record; nobody, where nothing was recorded yet; who only watches may not."""
    member = member_or_none(request)
    if member and not member.may(Right.SCORE):
        raise Http404
    return member


def member_with(request: HttpRequest, right: Right) -> Member:
    member = member_or_none(request)
    if member is None or not member.may(right):
        raise Http404
    return member


def renew(request: HttpRequest) -> None:
    """Keep the cookie of people who come back: it would end 400 days after the first evening."""
    now = timezone.now()
    seen = request.session.get("seen", "")
    if seen < (now.date() - RENEW_AFTER).isoformat():
        request.session["seen"] = now.date().isoformat()
        Guest.objects.filter(pk=guest_pk(request)).update(seen_at=now)


def remember_guest(request: HttpRequest, guest: Guest) -> None:
    """This browser is the guest's from now on."""
    if account_or_none(request) is None:  # else its key is that of the phone in the account's list
        request.session.cycle_key()
    now = timezone.now()
    request.session["guest"] = guest.pk
    request.session["seen"] = now.date().isoformat()
    Guest.objects.filter(pk=guest.pk).update(seen_at=now)


def forget_guest(request: HttpRequest) -> None:
    request.session["guest"] = None


def look_at(request: HttpRequest, member: Member) -> None:
    """The playgroup that pages without a row of their own are about from now on."""
    if request.session.get("playing") != member.pk:
        request.session["playing"] = member.pk


def looked_at(request: HttpRequest) -> int | None:
    """The row of the asker in the playgroup whose page this is."""
    return request.session.get("playing")


# --- rows of a playgroup --------------------------------------------------------------------------


def row_with(request: HttpRequest, rows: QuerySet, right: Right) -> tuple[Model, Member]:
    """The row of a playgroup of the asker's, and the asker in it, in one statement.

    A page of another playgroup of theirs is looked at with it: people follow their bookmarks.
    """
    who = asker(request)
    if who is None:
        raise Http404
    renew(request)
    belongs = {f"playgroup__members__{word}": value for word, value in who.items()}
    rows = rows.filter(**belongs, playgroup__members__right__gte=right)
    rows = rows.annotate(
        member_pk=F("playgroup__members"),
        member_right=F("playgroup__members__right"),
        member_name=F("playgroup__members__name"),
    )
    row = get_object_or_404(rows.select_related("playgroup"))
    member = Member(
        pk=row.member_pk,
        playgroup=row.playgroup,
        right=row.member_right,
        name=row.member_name,
        **{f"{word}_id": getattr(value, "pk", value) for word, value in who.items()},
    )
    look_at(request, member)
    return row, member


def game_with(request: HttpRequest, pk: int, right: Right) -> tuple[GameSession, Member]:
    return row_with(request, GameSession.objects.filter(pk=pk), right)


def as_it_is_now(game: GameSession) -> GameSession:
    now = GameSession.objects.select_related("playgroup").get(pk=game.pk)
    return game.by_link.shown(now) if game.by_link else now


def demo_playgroup() -> Playgroup | None:
    """Open to everybody who comes; there is one where `manage.py demo` was run."""
    return Playgroup.objects.filter(is_demo=True).first()


def links_out() -> QuerySet[ShareLink]:
    return ShareLink.objects.filter(ShareLink.out_at(timezone.now()))


def game_to_see(request: HttpRequest, pk: int) -> tuple[GameSession, Member]:
    return game_with(request, pk, Right.SEE)


def game_to_arrange(request: HttpRequest, pk: int) -> tuple[GameSession, Member]:
    """What was agreed, and what comes after it: not by a link."""
    return game_with(request, pk, Right.SCORE)


def game_at_the_table(request: HttpRequest, pk: int) -> tuple[GameSession, Keeper]:
    """And what lets this browser do the most there: a membership, or a link that it took up."""
    try:
        game, member = game_to_see(request, pk)
    except Http404:
        return game_by_link(request, pk)
    if not member.may(Right.SCORE):
        with suppress(Http404):
            return game_by_link(request, pk)
    return game, member


def game_to_score(request: HttpRequest, pk: int) -> tuple[GameSession, Keeper]:
    game, keeper = game_at_the_table(request, pk)
    if not keeper.may(Right.SCORE):
        raise Http404
    return game, keeper


def game_to_own(request: HttpRequest, pk: int) -> tuple[GameSession, Member]:
    return game_with(request, pk, Right.OWN)


def link_to_own(request: HttpRequest, pk: int) -> tuple[ShareLink, Member]:
    return row_with(request, links_out().select_related("game").filter(pk=pk), Right.OWN)


def link_to_take_back(request: HttpRequest, pk: int) -> tuple[ShareLink, Member]:
    """Also one that is taken back already: the button may be pressed twice."""
    return row_with(request, ShareLink.objects.filter(pk=pk), Right.OWN)


def player_with(request: HttpRequest, pk: int, right: Right) -> tuple[Player, Member]:
    return row_with(request, Player.objects.filter(pk=pk, merged_into=None), right)


def player_to_look_up(request: HttpRequest, pk: int) -> tuple[Player, Member]:
    """Also somebody who is part of another person by now: people follow their bookmarks."""
    return row_with(request, Player.objects.filter(pk=pk), Right.SEE)


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


def member_to_own(request: HttpRequest, pk: int) -> tuple[Member, Member]:
    """Another member of a playgroup that the asker owns (or the asker), and the asker."""
    return row_with(request, Member.objects.filter(pk=pk), Right.OWN)


def invitation_to_own(request: HttpRequest, pk: int) -> tuple[Invitation, Member]:
    return row_with(request, Invitation.objects.filter(pk=pk), Right.OWN)


def player_to_own(request: HttpRequest, pk: int) -> tuple[Player, Member]:
    return player_with(request, pk, Right.OWN)


def merge_to_own(request: HttpRequest, pk: int, merge_pk: int) -> tuple[Merge, Member]:
    player, member = row_with(request, Player.objects.filter(pk=pk), Right.OWN)
    return get_object_or_404(
        Merge.objects.select_related("kept", "gone"), pk=merge_pk, kept=player
    ), member


# --- links whose address is their key -------------------------------------------------------------


def behind(request: HttpRequest, rows: QuerySet, token: str) -> Secret:
    """The row of a token; a wrong and a revoked one are answered alike, and guessing is slowed."""
    row = rows.filter(token_hash=Secret.hash_of(token)).first()
    if row is None:
        limits.count(request, "token")
        raise Http404
    return row


def shared(request: HttpRequest, token: str) -> ShareLink:
    return behind(request, links_out().select_related("game", "playgroup"), token)


def shared_game(request: HttpRequest, token: str, pk: int | None = None) -> GameSession:
    """The session as that link shows it; `pk` says which, where the link is to all."""
    game = game_behind(shared(request, token), pk)
    if game is None:
        raise Http404
    return game


def game_behind(link: ShareLink, pk: int | None) -> GameSession | None:
    if link.game and pk is None:
        return link.shown(link.game)
    if link.game or pk is None:
        return None
    game = GameSession.objects.filter(playgroup=link.playgroup, pk=pk).first()
    return game and link.shown(game)


def newest_behind(link: ShareLink) -> GameSession | None:
    """Where the link is to all sessions."""
    game = None if link.game else link.playgroup.newest_sessions.first()
    return game and link.shown(game)


# --- keeping score by a link ----------------------------------------------------------------------


def take_up(request: HttpRequest, link: ShareLink) -> None:
    """This browser may do what the link lets it, as long as the link is out.

    Known by what its address is found by: with another address, whoever had the old one is out.
    """
    held = [word for word in request.session.get("links", ()) if word != link.token_hash]
    request.session["links"] = [*held, link.token_hash][-MOST_LINKS:]


def let_go(request: HttpRequest, token: str) -> None:
    held, word = request.session.get("links", ()), ShareLink.hash_of(token)
    if word in held:
        request.session["links"] = [other for other in held if other != word]


def needs_no_link(request: HttpRequest, game: GameSession) -> bool:
    """Whether they keep score there as members, or by this very link already.

    One that leads there too is taken up beside another: either may be taken back.
    """
    if game.by_link.token_hash in request.session.get("links", ()):
        return True
    try:
        game_with(request, game.pk, Right.SCORE)
    except Http404:
        return False
    return True


def forget_all_but_links(request: HttpRequest) -> None:
    """As a new browser, which goes on keeping score where somebody gave it a link to."""
    held = request.session.get("links")
    request.session.flush()
    if held:
        request.session["links"] = held


def links_held(request: HttpRequest) -> QuerySet[ShareLink]:
    held = request.session.get("links")
    if not held:
        return ShareLink.objects.none()
    links = links_out().filter(token_hash__in=held, right=Right.SCORE)
    return links.select_related("game", "playgroup").order_by("-pk")


def game_by_link(request: HttpRequest, pk: int) -> tuple[GameSession, ShareLink]:
    if not request.session.get("links"):
        raise Http404
    game = get_object_or_404(GameSession, pk=pk)
    leads_there = Q(game=game) | Q(game=None, playgroup=game.playgroup_id)
    link = links_held(request).filter(leads_there).first()
    if link is None:
        raise Http404
    return link.shown(game), link


def membership_in(request: HttpRequest, playgroup: Playgroup) -> Member | None:
    return memberships(request).filter(playgroup=playgroup).first()


def invitation(request: HttpRequest, token: str) -> Invitation:
    """One that can still be accepted.

    Whoever is in already finds it in any case: in a chat it is what leads them to the playgroup.
    """
    is_theirs = Invitation.open_at(timezone.now())
    if who := asker(request):
        is_theirs |= Exists(Member.objects.filter(**who, playgroup=OuterRef("playgroup")))
    return behind(request, Invitation.objects.select_related("playgroup").filter(is_theirs), token)


def guest_coming_back(request: HttpRequest, token: str) -> Guest:
    return behind(request, Guest.objects.all(), token)
