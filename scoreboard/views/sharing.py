from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoreboard import access
from scoreboard.actions.sharing import revoke_link, share_session
from scoreboard.models import GameSession
from scoreboard.queries.board import Board
from scoreboard.queries.score_sheet import score_sheet


@require_http_methods(["GET", "HEAD", "POST"])
def share(request: HttpRequest, pk: int) -> HttpResponse:
    game, member = access.game_to_own(request, pk)
    if request.method == "POST":
        share_session(game=game, by=member, at=timezone.now())
        return redirect("share", pk)
    link = game.links.filter(revoked_at=None).first()
    address = request.build_absolute_uri(link.get_absolute_url()) if link else ""
    return render(request, "share.html", {"game": game, "link": link, "address": address})


@require_POST
def revoke(request: HttpRequest, pk: int, link_pk: int) -> HttpResponse:
    link, _member = access.link_to_own(request, pk, link_pk)
    revoke_link(link=link, at=timezone.now())
    return redirect("share", pk)


@require_safe
def shared(request: HttpRequest, token: str) -> HttpResponse:
    game = access.shared_game(token)
    context = {"game": game, "fragment": shared_fragment(game)}
    response = render(request, "shared.html", context)
    response["X-Robots-Tag"] = "noindex"
    return response


def shared_fragment(game: GameSession) -> str:
    """The same for everybody who looks, so it is made once for each version and language."""
    key = f"shared-{game.pk}-{game.version}-{game.playgroup.names_version}-{get_language()}"
    fragment = cache.get(key)
    if fragment is None:
        fragment = render_to_string("_shared.html", {"board": Board(score_sheet(game))})
        cache.set(key, fragment)
    return fragment
