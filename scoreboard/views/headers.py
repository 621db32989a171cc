"""What every answer says that no library here does."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from scoreboard import access

# What Tafelstand never asks for, nor lets anybody ask for in its name. Keeping the screen awake,
# sharing and passkeys stay what browsers allow by themselves.
NEVER_ASKED = ("camera", "geolocation", "microphone", "payment")
POLICY = ", ".join(f"{what}=()" for what in NEVER_ASKED)


def permissions_policy(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers["Permissions-Policy"] = POLICY
        return response

    return answer


def whose(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Tells the phone when pages are another one's, so that it forgets those it has kept."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        # A page that is the same for everybody has not looked, and says nothing.
        login = getattr(request, "session", None)
        if login is not None and login.accessed:
            response.headers["X-Whose"] = access.whose(request)
        return response

    return answer
