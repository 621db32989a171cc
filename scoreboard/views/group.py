"""The playgroup: what it is called, who is in it, and which other ones one has."""

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoreboard import access
from scoreboard.actions import members
from scoreboard.actions.playgroups import name_playgroup
from scoreboard.forms.group import (
    DeletePlaygroupForm,
    OwnNameForm,
    PlaygroupNameForm,
    RightForm,
)
from scoreboard.models import Invitation, Member, Right
from scoreboard.queries.members import (
    belongings,
    members_of,
    one_member,
    playgroup_name,
    what_goes,
    with_makers,
)
from scoreboard.views.home import begin


@require_safe
def group(request: HttpRequest) -> HttpResponse:
    memberships = [*access.memberships(request)]
    if not memberships and access.account_or_none(request) is None:
        raise Http404
    return show(request, memberships)


def show(
    request: HttpRequest, memberships: list[Member], *, status: int = 200, **bound
) -> HttpResponse:
    """`bound` are the forms that were sent, with what is wrong in them."""
    member = memberships[0] if memberships else None
    context = {"member": member, "mine": belongings(memberships), "here": reverse("group")}
    if member and not member.playgroup.is_demo:
        out = member.playgroup.invitations.filter(Invitation.open_at(timezone.now()))
        rows = members_of(member)
        context |= {
            "rows": rows,
            "own_player": next((row.member.player_name for row in rows if row.is_you), None),
            "own_name": OwnNameForm(initial={"name": member.name}),
            "may_own": member.may(Right.OWN),
            "group_name": PlaygroupNameForm(initial={"name": member.playgroup.name}),
        }
        if member.may(Right.OWN):
            context["invited"] = with_makers(out.order_by("-pk"), member.pk)
            context["links"] = access.links_out().filter(playgroup=member.playgroup).count()
    return render(request, "group.html", context | bound, status=status)


@require_POST
def name_group(request: HttpRequest) -> HttpResponse:
    member = access.member_with(request, Right.OWN)
    form = PlaygroupNameForm(request.POST)
    if not form.is_valid():
        return show(request, [*access.memberships(request)], status=422, group_name=form)
    name_playgroup(playgroup=member.playgroup, name=form.cleaned_data["name"])
    return redirect("group")


@require_POST
def call_me(request: HttpRequest) -> HttpResponse:
    member = member_outside_the_demo(request)
    form = OwnNameForm(request.POST)
    if not form.is_valid():
        return show(request, [*access.memberships(request)], status=422, own_name=form)
    member.name = form.cleaned_data["name"]
    member.save(update_fields=["name"])
    return redirect("group")


def member_outside_the_demo(request: HttpRequest) -> Member:
    """In the demo everybody meets everybody: nobody says their name there."""
    member = access.member_with(request, Right.SEE)
    if member.playgroup.is_demo:
        raise Http404
    return member


# --- one member -----------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
def member(request: HttpRequest, pk: int) -> HttpResponse:
    person, asker = access.member_to_own(request, pk)
    if request.method != "POST":
        return show_member(request, person, asker, RightForm(initial={"right": person.right}))
    form = RightForm(request.POST)
    if form.is_valid():
        right = form.cleaned_data["right"]
        try:
            members.give_right(member=person, right=right, by=asker, at=timezone.now())
        except members.LastOwner:
            form.add_error("right", _("Somebody has to own the playgroup. Hand over first."))
        except members.Overtaken:
            return look_again(request)
        else:
            return redirect("group")
    return show_member(request, person, asker, form, status=422)


def show_member(
    request: HttpRequest, person: Member, asker: Member, form: RightForm, status: int = 200
) -> HttpResponse:
    out = asker.playgroup.invitations.filter(Invitation.open_at(timezone.now()))
    links = access.links_out().filter(playgroup=asker.playgroup)
    context = {
        "row": one_member(person.pk, asker),
        "form": form,
        "out": out.count(),
        "links": links.count(),
    }
    return render(request, "group/member.html", context, status=status)


@require_POST
def remove(request: HttpRequest, pk: int) -> HttpResponse:
    person, asker = another_member_to_own(request, pk)
    return change(
        request,
        lambda: members.remove_member(member=person, by=asker, at=timezone.now()),
        _("They are in the playgroup no more."),
    )


@require_http_methods(["GET", "HEAD", "POST"])
def hand_over(request: HttpRequest, pk: int) -> HttpResponse:
    person, asker = another_member_to_own(request, pk)
    if request.method != "POST":
        return render(request, "group/hand_over.html", {"row": one_member(person.pk, asker)})
    return change(
        request,
        lambda: members.hand_over(member=person, by=asker, at=timezone.now()),
        _("The playgroup is theirs now, and you keep score."),
    )


def another_member_to_own(request: HttpRequest, pk: int) -> tuple[Member, Member]:
    person, asker = access.member_to_own(request, pk)
    if person.pk == asker.pk:
        raise Http404
    return person, asker


def change(request: HttpRequest, action: Callable[[], None], done: str) -> HttpResponse:
    try:
        action()
    except (members.LastOwner, members.Overtaken):
        return look_again(request)
    messages.success(request, done)
    return redirect("group")


def look_again(request: HttpRequest) -> HttpResponse:
    messages.error(request, _("Somebody changed the members meanwhile. Look again."))
    return redirect("group")


# --- the end of it --------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
def leave(request: HttpRequest) -> HttpResponse:
    member = access.member_with(request, Right.SEE)
    name, refused = playgroup_name(member.playgroup), False
    if request.method == "POST":
        try:
            members.leave(member=member, at=timezone.now())
        except members.LastOwner:
            refused = True
        else:
            messages.success(request, _("You left %(name)s.") % {"name": name})
            return redirect("home")
    context = {"name": name, "refused": refused}
    return render(request, "group/leave.html", context, status=422 if refused else 200)


@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest) -> HttpResponse:
    member = access.member_with(request, Right.OWN)
    if member.playgroup.is_demo:
        raise Http404
    name = playgroup_name(member.playgroup)
    form = DeletePlaygroupForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            members.delete_playgroup(by=member)
        except members.Overtaken:
            return look_again(request)
        messages.success(request, _("%(name)s is deleted.") % {"name": name})
        return redirect("home")
    context = {"name": name, "form": form, "goes": what_goes(member.playgroup)}
    return render(request, "group/delete.html", context, status=422 if form.errors else 200)


# --- one's other playgroups -----------------------------------------------------------------------


@require_POST
def switch(request: HttpRequest, member_pk: int) -> HttpResponse:
    access.look_at(request, access.membership(request, member_pk))
    return redirect("home")


@require_POST
def begin_another(request: HttpRequest) -> HttpResponse:
    """Named at the next page. Whoever has none yet begins by playing, as everybody."""
    if access.asker(request) is None:
        raise Http404
    begin(request, timezone.now())
    return redirect("group")
