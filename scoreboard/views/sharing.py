import gzip

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoreboard import access
from scoreboard.actions.sharing import renew_link, revoke_link, share_session
from scoreboard.forms.sharing import NEW_LINK, ShareForm
from scoreboard.interchange.bg_stats import bg_stats_address
from scoreboard.models import GameSession, NamesShown
from scoreboard.queries.board import Board
from scoreboard.queries.score_sheet import ScoreSheet
from scoreboard.queries.sending import ways_to_send
from scoreboard.queries.told import told_in_a_sentence
from scoreboard.views.kept import kept_shared_board, kept_shared_page, name_of


@require_http_methods(["GET", "HEAD", "POST"])
def share(request: HttpRequest, pk: int) -> HttpResponse:
    game, member = access.game_to_own(request, pk)
    form = ShareForm(request.POST if request.method == "POST" else None, initial=NEW_LINK)
    if form.is_valid():
        at = timezone.now()
        names = form.cleaned_data["names"] or NamesShown.FULL
        ends_at = form.ends_at(at)
        link = share_session(game=game, by=member, at=at, names=names, ends_at=ends_at)
        return redirect("link", pk, link.pk)
    links = list(access.links_out(game))
    context = {"game": game, "links": links, "form": form}
    return render(request, "share.html", context, status=422 if form.errors else 200)


@require_safe
@never_cache
def link(request: HttpRequest, pk: int, link_pk: int) -> HttpResponse:
    link, member = access.link_to_own(request, pk, link_pk)
    link.game.playgroup = member.playgroup
    address = request.build_absolute_uri(link.get_absolute_url())
    return render(request, "share/link.html", {"link": link, **to_send(link.shown_game, address)})


def to_send(game: GameSession, address: str) -> dict:
    """The link with the sentence that goes with it, and where they can go."""
    board = Board(ScoreSheet(game))
    sentence = told_in_a_sentence(board)
    return {
        "game": game,
        "address": address,
        "sentence": sentence,
        "ways": ways_to_send(link=address, sentence=sentence, subject=f"UNO: {name_of(game)}"),
        "bg_stats": bg_stats_address(board),
    }


@require_POST
def revoke(request: HttpRequest, pk: int, link_pk: int) -> HttpResponse:
    link, _member = access.link_to_own(request, pk, link_pk)
    revoke_link(link=link, at=timezone.now())
    return redirect("share", pk)


@require_POST
def renew(request: HttpRequest, pk: int, link_pk: int) -> HttpResponse:
    link, _member = access.link_to_own(request, pk, link_pk)
    renew_link(link=link)
    messages.success(request, _("There is a new link; the one before works no more."))
    return redirect("link", pk, link_pk)


def language_asked(request: HttpRequest) -> str:
    """Whoever has only a link may have no cookie to choose a language with."""
    asked = request.GET.get("language")
    return asked if asked in dict(settings.LANGUAGES) else get_language()


@require_safe
def shared(request: HttpRequest, token: str) -> HttpResponse:
    game = access.shared_game(request, token)
    language = language_asked(request)
    with override(language):
        page = kept_shared_page(game, request.build_absolute_uri(request.path))
    headers = {
        "Cache-Control": "private, no-cache",
        "Content-Language": language,
        "Vary": "Accept-Encoding, Cookie",
        "X-Robots-Tag": "noindex",
    }
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        headers["Content-Encoding"] = "gzip"
    else:
        page = gzip.decompress(page)
    return HttpResponse(page, headers=headers)


@require_safe
def tv(request: HttpRequest, token: str) -> HttpResponse:
    """For the big screen: the same as the shared page, in large, and how to follow it."""
    game = access.shared_game(request, token)
    with override(language_asked(request)):
        context = {
            "board": kept_shared_board(game),
            "game": game,
            "qr": reverse("shared-qr", args=[token]),
        }
        page = render_to_string("tv.html", context, request)
    headers = {"X-Robots-Tag": "noindex", "Cache-Control": "private, no-cache"}
    return HttpResponse(page, headers=headers)
