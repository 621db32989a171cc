from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.defaults import page_not_found, permission_denied

from scoreboard.actions.history import Gone
from scoreboard.limits import TooMany


def refused(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Whoever tried too often is told so, as where allauth counts; else it is Django's answer."""
    if isinstance(exception, TooMany):
        return render(request, "429.html", status=429)
    if isinstance(exception, Gone):  # as if it had been so before they asked
        return page_not_found(request, exception)
    return permission_denied(request, exception)
