"""The account, and what a guest has in place of one."""

from functools import wraps

from allauth.account.adapter import get_adapter
from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.text import get_valid_filename
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoreboard import access
from scoreboard.actions import accounts
from scoreboard.forms.account import DeleteAccountForm
from scoreboard.interchange.session_file import playgroup_as_file
from scoreboard.queries.members import playgroup_names
from scoreboard.views.keeping import began, left_here, names_of


@require_safe
@never_cache
def account(request: HttpRequest) -> HttpResponse:
    mine = access.account_or_none(request)
    guest = access.guest_or_none(request)
    memberships = [one for one in access.memberships(request) if not one.playgroup.is_demo]
    context = {
        "mine": mine,
        "files": [*zip(memberships, names_of(memberships), strict=True)],
        "left_here": left_here(request),
        "is_known": guest and memberships,
        "kept_until": accounts.kept_until(timezone.now()),
        "secret": request.build_absolute_uri(guest.get_absolute_url()) if guest else "",
    }
    return render(request, "account.html", context)


@require_POST
def take_along(request: HttpRequest) -> HttpResponse:
    mine, guest = access.account_here(request), access.guest_or_none(request)
    if guest:
        accounts.keep(guest=guest, account=mine)
        access.forget_guest(request)
        messages.success(request, _("It is kept in your account now."))
    return redirect("account")


@require_POST
def renew_secret(request: HttpRequest) -> HttpResponse:
    guest = access.guest_or_none(request)
    if guest is None or access.account_or_none(request):
        raise Http404
    access.remember_guest(request, accounts.renew_secret(guest=guest, at=timezone.now()))
    told = _("There is a new link. The one before is dead, and other phones that used it are out.")
    messages.success(request, told)
    return redirect("account")


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def come_back(request: HttpRequest, token: str) -> HttpResponse:
    """Only by pressing a button: chats open links by themselves."""
    guest = access.guest_coming_back(request, token)
    here = access.guest_or_none(request)
    if request.method == "POST":
        access.remember_guest(request, guest)
        return redirect("account" if access.account_or_none(request) else "home")
    names = names_of(guest.memberships.select_related("playgroup"))
    loses = here and here != guest and began(here)
    context = {
        "names": names,
        "loses": loses,
        "secret": request.build_absolute_uri(here.get_absolute_url()) if loses else "",
    }
    return render(request, "come_back.html", context)


@require_safe
@never_cache
def file(request: HttpRequest, member_pk: int) -> HttpResponse:
    """Everything of a playgroup, to keep or to take elsewhere."""
    playgroup = access.membership(request, member_pk).playgroup
    name = get_valid_filename(f"tafelstand {timezone.now().date()}.json")
    return HttpResponse(
        playgroup_as_file(playgroup),
        content_type="application/json",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


def as_oneself(view):
    """What cannot be undone is done by whoever signed in just now, not by who found the phone."""
    asked_again = reauthentication_required(view)

    @wraps(view)
    def only_for_accounts(request: HttpRequest, *args, **kwargs) -> HttpResponse:
        access.account_here(request)
        return asked_again(request, *args, **kwargs)

    return only_for_accounts


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@as_oneself
def delete(request: HttpRequest) -> HttpResponse:
    mine = access.account_here(request)
    form = DeleteAccountForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            forget_name = form.cleaned_data["forget_name"]
            accounts.delete_account(account=mine, forget_name=forget_name, at=timezone.now())
        except accounts.StillNeeded as needed:
            form.add_needed(playgroup_names(needed.playgroups))
        else:
            get_adapter().logout(request)
            messages.success(request, _("Your account is gone."))
            return redirect("signed-out")
    context = {
        "form": form,
        "alone": playgroup_names(list(accounts.only_of(mine))),
        "needed": playgroup_names(list(accounts.needing(mine))),
    }
    return render(request, "delete_account.html", context, status=422 if form.errors else 200)
