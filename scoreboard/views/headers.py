"""What every answer says that no library here does."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

# What Tafelstand never asks for, nor lets anybody ask for in its name. Keeping the screen awake,
# sharing and passkeys stay what browsers allow by themselves.
NEVER_ASKED = ("camera", "display-capture", "geolocation", "microphone", "payment", "usb")
POLICY = ", ".join(f"{what}=()" for what in NEVER_ASKED)


def permissions_policy(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers["Permissions-Policy"] = POLICY
        return response

    return answer
