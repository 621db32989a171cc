"""What an owner does with links: make them, send them, take them back."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoreboard import access
from scoreboard.actions.members import Overtaken
from scoreboard.actions.sharing import renew_link, revoke_link, share_session
from scoreboard.forms.sharing import NEW_LINK, ShareForm
from scoreboard.interchange.bg_stats import bg_stats_address
from scoreboard.models import GameSession, Member, Right, ShareLink
from scoreboard.queries.board import Board
from scoreboard.queries.members import playgroup_name
from scoreboard.queries.score_sheet import ScoreSheet
from scoreboard.queries.sending import Way, ways_to_send
from scoreboard.queries.told import told_in_a_sentence
from scoreboard.views.kept import name_of, results_name

A_PAGE = 50


@require_http_methods(["GET", "HEAD", "POST"])
def share(request: HttpRequest, pk: int) -> HttpResponse:
    """The links to one session."""
    game, member = access.game_to_own(request, pk)
    form = ShareForm(request.POST if request.method == "POST" else None, initial=NEW_LINK)
    if form.is_valid():
        return redirect("link", made(form, member, game).pk)
    links = access.links_out().filter(game=game).order_by("pk")
    context = {"game": game, "links": links, "form": form}
    return render(request, "share.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
def links(request: HttpRequest) -> HttpResponse:
    """All that are out, and one to all sessions."""
    member = access.member_with(request, Right.OWN)
    form = ShareForm(request.POST if request.method == "POST" else None, initial=NEW_LINK)
    if form.is_valid():
        return redirect("link", made(form, member, None).pk)
    out = access.links_out().filter(playgroup=member.playgroup).order_by("-pk")
    page = Paginator(out.select_related("game"), A_PAGE).get_page(request.GET.get("page"))
    for link in page:
        link.playgroup = member.playgroup
        if link.game:
            link.shown(link.game)
    context = {"page": page, "form": form, "zone": member.playgroup.time_zone}
    return render(request, "links.html", context, status=422 if form.errors else 200)


def made(form: ShareForm, by: Member, game: GameSession | None) -> ShareLink:
    at = timezone.now()
    try:
        return share_session(
            game=game,
            by=by,
            at=at,
            right=form.cleaned_data["right"],
            names=form.cleaned_data["names"],
            ends_at=form.ends_at(at),
        )
    except Overtaken:
        raise Http404 from None


@require_safe
@never_cache
def link(request: HttpRequest, pk: int) -> HttpResponse:
    link, member = access.link_to_own(request, pk)
    address = request.build_absolute_uri(link.get_absolute_url())
    context = {"link": link, "address": address, "zone": member.playgroup.time_zone}
    about = of_session if link.game else of_all_sessions
    return render(request, "share/link.html", context | about(link, address))


def of_session(link: ShareLink, address: str) -> dict:
    """The sentence that goes with it, and where the two can go."""
    game = link.shown(link.game)
    board = Board(ScoreSheet(game))
    sentence = with_right(link, told_in_a_sentence(board))
    return {
        "game": game,
        "sentence": sentence,
        "ways": ways_of(link, address, sentence, name_of(game)),
        "bg_stats": bg_stats_address(board),
    }


def of_all_sessions(link: ShareLink, address: str) -> dict:
    sentence = with_right(link, _("Our UNO nights: who played, and who won."))
    return {
        "sentence": sentence,
        "ways": ways_of(link, address, sentence, results_name(link)),
        "name": playgroup_name(link.playgroup),
    }


def with_right(link: ShareLink, sentence: str) -> str:
    if not link.keeps_score:
        return sentence
    return " ".join([sentence, _("With this link you can keep score.")])


def ways_of(link: ShareLink, address: str, sentence: str, name: str) -> list[Way]:
    """What lets people keep score is not for everybody who reads along."""
    return ways_to_send(
        link=address,
        sentence=sentence,
        subject=f"UNO: {name}",
        in_public=not link.keeps_score,
    )


@require_POST
def revoke(request: HttpRequest, pk: int) -> HttpResponse:
    link, _member = access.link_to_take_back(request, pk)
    revoke_link(link=link, at=timezone.now())
    messages.success(request, _("The link is taken back."))
    return redirect("share", link.game_id) if link.game_id else redirect("links")


@require_POST
def renew(request: HttpRequest, pk: int) -> HttpResponse:
    link, member = access.link_to_own(request, pk)
    try:
        renew_link(link=link, by=member)
    except Overtaken:
        raise Http404 from None
    messages.success(request, _("There is a new link; the one before works no more."))
    return redirect("link", pk)
