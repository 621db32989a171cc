"""Inviting by a link, and coming in by one."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoreboard import access, limits
from scoreboard.actions import invitations
from scoreboard.actions.members import Overtaken
from scoreboard.forms.fields import sent_key
from scoreboard.forms.group import NEW_INVITATION, InvitationForm, OwnNameForm
from scoreboard.models import Invitation, Member, Right, new_key
from scoreboard.queries.members import one_member, playgroup_name, with_makers

# --- inviting -------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
def invite(request: HttpRequest) -> HttpResponse:
    member = owner_outside_the_demo(request)
    if request.method != "POST":
        form = InvitationForm(initial=NEW_INVITATION)
        return show_inviting(request, member, form)
    form = InvitationForm(request.POST)
    if not form.is_valid():
        return show_inviting(request, member, form, status=422)
    limits.count(request, "invite")
    if form.cleaned_data["name"] and not member.name:
        member.name = form.cleaned_data["name"]
        member.save(update_fields=["name"])
    return redirect("invitation", made(form, member).pk)


def show_inviting(
    request: HttpRequest, member: Member, form: InvitationForm, status: int = 200
) -> HttpResponse:
    context = {
        "form": form,
        "group_name": playgroup_name(member.playgroup),
        "asks_name": not one_member(member.pk, member).name,
    }
    return render(request, "group/invite.html", context, status=status)


def made(form: InvitationForm, by: Member) -> Invitation:
    at = timezone.now()
    try:
        return invitations.invite(
            by=by,
            right=form.cleaned_data["right"],
            is_single_use=form.is_single_use,
            ends_at=form.ends_at(at),
            at=at,
        )
    except Overtaken:
        raise Http404 from None


def owner_outside_the_demo(request: HttpRequest) -> Member:
    member = access.member_with(request, Right.OWN)
    if member.playgroup.is_demo:
        raise Http404
    return member


@require_safe
@never_cache
def invitation(request: HttpRequest, pk: int) -> HttpResponse:
    row, member = access.invitation_to_own(request, pk)
    (invited,) = with_makers([row], member.pk)
    context = {
        "invited": invited,
        "is_open": is_open(row),
        "address": request.build_absolute_uri(row.get_absolute_url()),
        "zone": member.playgroup.time_zone,
    }
    return render(request, "group/invitation.html", context)


def is_open(invitation: Invitation) -> bool:
    still = Invitation.open_at(timezone.now())
    return Invitation.objects.filter(still, pk=invitation.pk).exists()


@require_POST
def revoke(request: HttpRequest, pk: int) -> HttpResponse:
    row, _member = access.invitation_to_own(request, pk)
    invitations.take_back(invitation=row, at=timezone.now())
    messages.success(request, _("The invitation is taken back."))
    return redirect("group")


# --- coming in ------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Only by pressing a button: chats open links by themselves."""
    invited = invitation_behind(request, token)
    member = access.membership_in(request, invited.playgroup)
    if request.method != "POST":
        name = "" if member else usual_name(request)
        return show(request, invited, member, OwnNameForm(initial={"name": name}))
    form = OwnNameForm(request.POST)
    if member is None and not form.is_valid():
        return show(request, invited, member, form, status=422)
    limits.count(request, "join")
    return come_in(request, invited, "" if member else form.cleaned_data["name"])


def invitation_behind(request: HttpRequest, token: str) -> Invitation:
    """Pressed twice, the first may have used it up for a guest of whom this browser never heard."""
    try:
        return access.invitation(request, token)
    except Http404:
        guest = invitations.guest_of_page(sent_key(request.POST), timezone.now())
        if guest is None or access.asker(request):
            raise
        access.remember_guest(request, guest)
        return access.invitation(request, token)


def usual_name(request: HttpRequest) -> str:
    """What they are called in another playgroup."""
    named = access.memberships(request).exclude(name="").first()
    return named.name if named else ""


def come_in(request: HttpRequest, invited: Invitation, name: str) -> HttpResponse:
    account, guest = access.account_or_none(request), access.guest_or_none(request)
    try:
        member = invitations.accept(
            invitation=invited,
            name=name,
            key=sent_key(request.POST),
            at=timezone.now(),
            account=account,
            guest=guest,
        )
    except (invitations.InvitationOver, Overtaken):
        raise Http404 from None
    if member.guest and guest is None:
        access.remember_guest(request, member.guest)
    access.look_at(request, member)
    messages.success(request, _("You are in."))
    return redirect("home")


def show(
    request: HttpRequest,
    invited: Invitation,
    member: Member | None,
    form: OwnNameForm,
    status: int = 200,
) -> HttpResponse:
    (row,) = with_makers([invited])
    context = {
        "name": playgroup_name(invited.playgroup),
        "invited": row,
        "member": member,
        "is_in": member and (member.may(invited.right) or not is_open(invited)),
        "form": form,
        "key": sent_key(request.POST) if request.POST else new_key(),
    }
    response = render(request, "join.html", context, status=status)
    response["X-Robots-Tag"] = "noindex"
    return response
