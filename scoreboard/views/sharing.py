"""What whoever has a link is shown."""

import gzip
from collections.abc import Callable
from functools import wraps

from django.conf import settings
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.translation import activate, get_language, gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoreboard import access, limits, live
from scoreboard.models import GameSession, ShareLink
from scoreboard.queries.home import entries, sessions_of
from scoreboard.views.kept import (
    LATEST_RESULTS,
    kept_results,
    kept_shared_board,
    kept_shared_page,
    results_name,
)


def behind_a_link(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Whoever has only a link may have no cookie to choose a language with."""

    @wraps(view)
    def answer(request: HttpRequest, token: str, pk: int | None = None) -> HttpResponse:
        if (asked := request.GET.get("language")) in dict(settings.LANGUAGES):
            activate(asked)  # until the next request, which begins with its own
        response = view(request, token, pk)
        live.use((token, "", ""))
        return response

    return answer


@require_safe
@behind_a_link
def shared(request: HttpRequest, token: str, pk: int | None) -> HttpResponse:
    """A session; without a number, where the link is to all of them, the list of them."""
    link = access.shared(request, token)
    game = access.game_behind(link, pk)
    if game is None and pk is not None:
        raise Http404
    return shared_page(request, game) if game else results(request, link)


# Not through the template engine's `render`: it would make a token, and with it a cookie.
ABOUT = {"X-Robots-Tag": "noindex", "Cache-Control": "private, no-cache"}


def shared_page(request: HttpRequest, game: GameSession) -> HttpResponse:
    page = kept_shared_page(game, request.build_absolute_uri(request.path))
    headers = ABOUT | {
        "Content-Language": get_language(),
        "Vary": "Accept-Encoding, Accept-Language, Cookie",
    }
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        headers["Content-Encoding"] = "gzip"
    else:
        page = gzip.decompress(page)
    return HttpResponse(page, headers=headers)


def results(request: HttpRequest, link: ShareLink) -> HttpResponse:
    """The newest follow by themselves; older ones are looked up."""
    games = sessions_of(link.playgroup)
    page = Paginator(games, LATEST_RESULTS).get_page(request.GET.get("page"))
    sentence = gettext("Our UNO nights: who played, and who won.")
    context = {"link": link, "name": results_name(link), "sentence": sentence, "page": page}
    if page.number == 1:
        context["kept"] = kept_results(link)
    else:
        context["entries"] = entries(link.playgroup, page, link)
    return HttpResponse(render_to_string("results.html", context), headers=ABOUT)


@require_safe
@behind_a_link
def tv(request: HttpRequest, token: str, pk: int | None) -> HttpResponse:
    """For the big screen: the same as the shared page, in large, and how to follow it.

    Without a number, where the link is to all sessions, it is the newest, and goes on to the next.
    """
    link = access.shared(request, token)
    game = access.game_behind(link, pk) or (access.newest_behind(link) if pk is None else None)
    if game is None and pk is None:
        return redirect(link)  # nothing was played yet
    if game is None:
        raise Http404
    # The whole room sees the code: it is not to keep score by.
    path = link.get_absolute_url() if pk is None else link.address_of(game)
    qr = "" if link.keeps_score else f"{path}qr.svg"
    context = {"board": kept_shared_board(game), "game": game, "qr": qr}
    return HttpResponse(render_to_string("tv.html", context, request), headers=ABOUT)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@behind_a_link
def keep_score(request: HttpRequest, token: str, pk: int | None) -> HttpResponse:
    """Only by pressing a button: chats open links by themselves."""
    game = access.shared_game(request, token, pk)
    if not game.by_link.keeps_score:
        raise Http404
    if access.needs_no_link(request, game):
        return redirect(game)
    if request.method == "POST":
        limits.count(request, "join")
        access.take_up(request, game.by_link)
        return redirect(game)
    context = {"game": game, "back": game.by_link.address_of(game)}
    response = render(request, "keep_score.html", context)
    response["X-Robots-Tag"] = "noindex"
    return response


@require_POST
def give_up(request: HttpRequest, token: str) -> HttpResponse:
    """This browser keeps score by the link no more, whether it is out or not."""
    access.let_go(request, token)
    return redirect("home")
