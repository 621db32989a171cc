"""What a phone asks for that keeps Tafelstand as an app, and opens it where there is no network."""

from pathlib import Path

from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_safe

ICONS = (
    ("icon.svg", "any", "any"),
    ("icon-192.png", "192x192", "any"),
    ("icon-512.png", "512x512", "any"),
    ("icon-whole.png", "512x512", "maskable"),
)


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    icons = [
        {"src": static(f"scoreboard/{name}"), "sizes": sizes, "purpose": purpose}
        for name, sizes, purpose in ICONS
    ]
    about = {
        "id": reverse("home"),
        "name": "Tafelstand",
        "short_name": "Tafelstand",
        "description": _("Keeps the score of your UNO nights."),
        "lang": get_language(),
        "start_url": reverse("home"),
        "scope": reverse("home"),
        "display": "standalone",
        "background_color": "#f6eddc",
        "theme_color": "#f6eddc",
        "icons": icons,
    }
    return JsonResponse(about, content_type="application/manifest+json")


@require_safe
@cache_control(no_cache=True)
@conditional_page
def worker(request: HttpRequest) -> HttpResponse:
    """From the root, since a worker only sees the addresses below its own."""
    script = Path(finders.find("scoreboard/worker.js")).read_bytes()
    return HttpResponse(script, content_type="text/javascript")


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """What the phone shows in place of a page that it has not kept."""
    return render(request, "offline.html")
