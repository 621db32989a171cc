import gzip

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import get_language, override
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoreboard import access
from scoreboard.actions.sharing import revoke_link, share_session
from scoreboard.views.kept import kept_shared_page


@require_http_methods(["GET", "HEAD", "POST"])
def share(request: HttpRequest, pk: int) -> HttpResponse:
    game, member = access.game_to_own(request, pk)
    if request.method == "POST":
        share_session(game=game, by=member, at=timezone.now())
        return redirect("share", pk)
    link = access.link_that_is_out(game)
    address = request.build_absolute_uri(link.get_absolute_url()) if link else ""
    return render(request, "share.html", {"game": game, "link": link, "address": address})


@require_POST
def revoke(request: HttpRequest, pk: int, link_pk: int) -> HttpResponse:
    link, _member = access.link_to_own(request, pk, link_pk)
    revoke_link(link=link, at=timezone.now())
    return redirect("share", pk)


@require_safe
def shared(request: HttpRequest, token: str) -> HttpResponse:
    game = access.shared_game(request, token)
    asked = request.GET.get("language")
    language = asked if asked in dict(settings.LANGUAGES) else get_language()
    with override(language):
        page = kept_shared_page(game)
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
