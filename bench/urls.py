from itertools import count

from django.db.backends.signals import connection_created
from django.http import HttpRequest, HttpResponse
from django.urls import path

from scoreboard.urls import urlpatterns as pages


def empty(request: HttpRequest) -> HttpResponse:
    return HttpResponse()


counted = count()


def count_statement(execute, sql, params, many, context):
    next(counted)
    return execute(sql, params, many, context)


def count_from_now(connection, **kwargs) -> None:
    connection.execute_wrappers.append(count_statement)


connection_created.connect(count_from_now)


def statements(request: HttpRequest) -> HttpResponse:
    """How many were sent to the database by this process so far, this question left out."""
    return HttpResponse(str(counted.__reduce__()[1][0]))


# Last, as the longest way that an address can go before it is found.
urlpatterns = [*pages, path("statements/", statements), path("empty/", empty)]
