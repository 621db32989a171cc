"""A shared session as files and pictures, for whoever has its link."""

import io

import segno
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from django.utils.crypto import salted_hmac
from django.utils.http import content_disposition_header
from django.utils.text import slugify
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_safe

from scoreboard import access
from scoreboard.interchange.session_table import session_table
from scoreboard.interchange.shared_session import shared_session
from scoreboard.models import GameSession
from scoreboard.queries.score_sheet import ScoreSheet
from scoreboard.views.kept import kept_picture, mark_of
from scoreboard.views.sharing import behind_a_link

INK, CARD = "#2b2018", "#fffaf0"  # dark on light at night too: many cameras read no other
A_DAY = 24 * 3600


@require_safe
@behind_a_link
def session_json(request: HttpRequest, token: str, pk: int | None) -> HttpResponse:
    game = access.shared_game(request, token, pk)
    text = shared_session(ScoreSheet(game))
    return given(HttpResponse(text, "application/json"), named(game, "json"))


@require_safe
@behind_a_link
def session_csv(request: HttpRequest, token: str, pk: int | None) -> HttpResponse:
    game = access.shared_game(request, token, pk)
    text = session_table(ScoreSheet(game))
    return given(HttpResponse(text, "text/csv; charset=utf-8"), named(game, "csv"))


@require_safe
@behind_a_link
def picture(request: HttpRequest, token: str, pk: int | None) -> HttpResponse:
    game = access.shared_game(request, token, pk)
    seen = f"{game.pk} {mark_of(game)} {get_language()}"
    etag = f'"{salted_hmac("scoreboard.picture", seen).hexdigest()[:32]}"'
    # Asked before it is drawn: most who ask have it.
    response = get_conditional_response(request, etag=etag)
    if response is None:
        response = HttpResponse(kept_picture(game), "image/png")
    response["ETag"] = etag
    return given(response, named(game, "png"))


@require_safe
def qr(request: HttpRequest, token: str, pk: int | None = None) -> HttpResponse:
    link = access.shared(request, token)
    game = access.game_behind(link, pk)
    if game is None and pk is not None:
        raise Http404
    path = link.address_of(game) if game else link.get_absolute_url()
    address = request.build_absolute_uri(path)
    drawing = io.BytesIO()
    segno.make_qr(address, error="m").save(
        drawing,
        kind="svg",
        title=gettext("QR code of the link"),
        dark=INK,
        light=CARD,
        omitsize=True,
        svgclass=None,
        lineclass=None,
    )
    name = named(game, "svg") if game else "tafelstand.svg"
    response = given(HttpResponse(drawing.getvalue(), "image/svg+xml"), name)
    response["Cache-Control"] = f"private, max-age={A_DAY}"
    return response


def given(response: HttpResponse, name: str) -> HttpResponse:
    """Shown where it is asked for, under a good name once it is kept, and in no search engine."""
    response["Content-Disposition"] = content_disposition_header(False, name)
    response["Cache-Control"] = "private, no-cache"
    response["Vary"] = "Accept-Language, Cookie"
    response["X-Robots-Tag"] = "noindex"
    return response


def named(game: GameSession, kind: str) -> str:
    about = slugify(f"tafelstand {game.day.isoformat()} {game.name}", allow_unicode=True)
    return f"{about}.{kind}"
