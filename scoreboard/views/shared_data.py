"""A shared session as files and pictures, for whoever has its link."""

import io

import segno
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.crypto import salted_hmac
from django.utils.http import content_disposition_header
from django.utils.text import slugify
from django.utils.translation import gettext, override
from django.views.decorators.http import require_safe

from scoreboard import access
from scoreboard.interchange.session_table import session_table
from scoreboard.interchange.shared_session import shared_session
from scoreboard.models import GameSession
from scoreboard.queries.score_sheet import ScoreSheet
from scoreboard.views.kept import kept_picture, mark_of
from scoreboard.views.sharing import language_asked

INK, CARD = "#2b2018", "#fffaf0"  # dark on light at night too: many cameras read no other
A_DAY = 24 * 3600


@require_safe
def session_json(request: HttpRequest, token: str) -> HttpResponse:
    game = access.shared_game(request, token)
    text = shared_session(ScoreSheet(game))
    return given(HttpResponse(text, "application/json"), named(game, "json"))


@require_safe
def session_csv(request: HttpRequest, token: str) -> HttpResponse:
    game = access.shared_game(request, token)
    with override(language_asked(request)):
        text = session_table(ScoreSheet(game))
    return given(HttpResponse(text, "text/csv; charset=utf-8"), named(game, "csv"))


@require_safe
def picture(request: HttpRequest, token: str) -> HttpResponse:
    game, language = access.shared_game(request, token), language_asked(request)
    seen = f"{game.pk} {mark_of(game)} {language}"
    etag = f'"{salted_hmac("scoreboard.picture", seen).hexdigest()[:32]}"'
    # Asked before it is drawn: most who ask have it.
    response = get_conditional_response(request, etag=etag)
    if response is None:
        with override(language):
            response = HttpResponse(kept_picture(game), "image/png")
    response["ETag"] = etag
    return given(response, named(game, "png"))


@require_safe
def qr(request: HttpRequest, token: str) -> HttpResponse:
    game = access.shared_game(request, token)
    address = request.build_absolute_uri(reverse("shared", args=[token]))
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
    response = given(HttpResponse(drawing.getvalue(), "image/svg+xml"), named(game, "svg"))
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
