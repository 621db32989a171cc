from django.http import HttpRequest, HttpResponse
from django.urls import path

from scoreboard.urls import urlpatterns as pages


def empty(request: HttpRequest) -> HttpResponse:
    return HttpResponse()


# Last, as the longest way that an address can go before it is found.
urlpatterns = [*pages, path("empty/", empty)]
