from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoreboard import access
from scoreboard.actions import players as actions
from scoreboard.forms.fields import NameForm
from scoreboard.forms.players import NewPlayerForm
from scoreboard.models import Account, Member, Player, Right, name_key
from scoreboard.queries.people import is_in_history, merges_into
from scoreboard.queries.statistics import Figures, everybody, figures


@contextmanager
def still_there() -> Iterator[None]:
    """Another phone may have made them one with somebody else, or removed them."""
    try:
        yield
    except actions.NotThere:
        raise Http404 from None


@require_http_methods(["GET", "HEAD", "POST"])
def players(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        return show_all(request, access.member_with(request, Right.SEE), NewPlayerForm())
    member = access.member_with(request, Right.SCORE)
    form = NewPlayerForm(request.POST)
    if form.is_valid():
        name = form.cleaned_data["name"]
        try:
            actions.add_player(
                playgroup=member.playgroup, name=name, key=form.key, at=timezone.now()
            )
        except actions.NameTaken as taken:
            form.add_error("name", told_taken(taken, name))
        else:
            messages.success(request, _("%(name)s is there now.") % {"name": name})
            return redirect("players")
    return show_all(request, member, form, status=422)


def show_all(
    request: HttpRequest, member: Member, form: NewPlayerForm, status: int = 200
) -> HttpResponse:
    people = list(everybody(member.playgroup))
    context = {
        "players": [person for person in people if not person.is_hidden],
        "hidden": [person for person in people if person.is_hidden],
        "me": member.account_id,
        "may_score": member.may(Right.SCORE),
        "form": form,
    }
    return render(request, "players.html", context, status=status)


def told_taken(taken: actions.NameTaken, name: str) -> str:
    person = taken.by
    if person.is_hidden:
        return _("%(name)s is there already, among the hidden ones.") % {"name": person.name}
    if name_key(name) != person.name_key:
        return _("%(name)s is there already: it is another name of %(other)s.") % {
            "name": name,
            "other": person.name,
        }
    return _("Somebody here has that name already.")


@require_safe
def player(request: HttpRequest, pk: int) -> HttpResponse:
    person, member = access.player_to_look_up(request, pk)
    if person.merged_into_id:
        return redirect("player", person.merged_into_id)
    return show(request, person, member)


def show(
    request: HttpRequest,
    person: Player,
    member: Member,
    form: NameForm | None = None,
    status: int = 200,
) -> HttpResponse:
    account = access.account_or_none(request)
    may_own, counted = member.may(Right.OWN), figures(person)
    context = {
        "player": person,
        "figures": counted,
        "form": form or NameForm(initial={"name": person.name}),
        "may_rename": member.may(Right.SCORE),
        "may_own": may_own,
        "account": account,
        "myself": myself(person, account),
        "is_you": account is not None and person.account_id == account.pk,
        "here": person.get_absolute_url(),
    }
    return render(
        request, "player.html", context | (owned(person, counted) if may_own else {}), status=status
    )


def myself(person: Player, account: Account | None) -> Player | None:
    """Whom the account said it is, in this playgroup."""
    return account and account.players.filter(playgroup=person.playgroup_id).first()


def owned(person: Player, counted: Figures) -> dict[str, object]:
    """What an owner is told before deciding."""
    return {
        "merges": merges_into(person),
        "has_history": counted.sessions > 0 or is_in_history(person),
    }


@require_POST
def rename(request: HttpRequest, pk: int) -> HttpResponse:
    person, member = access.player_to_score(request, pk)
    form = NameForm(request.POST)
    if form.is_valid():
        name = form.cleaned_data["name"]
        try:
            with still_there():
                actions.rename_player(player=person, name=name)
            return redirect(person)
        except actions.NameTaken as taken:
            form.add_error("name", told_taken(taken, name))
    return show(request, person, member, form, status=422)


@require_POST
def hide(request: HttpRequest, pk: int) -> HttpResponse:
    person, _member = access.player_to_own(request, pk)
    actions.hide_player(player=person, hidden="hide" in request.POST)
    return redirect(person)


@require_POST
def remove(request: HttpRequest, pk: int) -> HttpResponse:
    person, _member = access.player_to_own(request, pk)
    with still_there():
        is_gone = actions.remove_player(player=person)
    text = _("%(name)s is removed.") if is_gone else _("%(name)s is hidden. What was played stays.")
    messages.success(request, text % {"name": person.name})
    return redirect("players")


@require_POST
def me(request: HttpRequest, pk: int) -> HttpResponse:
    """“That's me”, said by an account; taken back by the same one, or by an owner."""
    person, member = access.player_to_see(request, pk)
    if "mine" not in request.POST:
        return not_me(request, person, member)
    account = access.account_here(request)
    try:
        with still_there():
            actions.take_as_oneself(player=person, account=account)
    except actions.SomebodyElse:
        text = _("Somebody else has said that this is them. An owner can take that back.")
        messages.error(request, text)
    return redirect(person)


def not_me(request: HttpRequest, person: Player, member: Member) -> HttpResponse:
    account = access.account_or_none(request)
    is_theirs = account is not None and person.account_id == account.pk
    if not is_theirs and not member.may(Right.OWN):
        raise Http404
    with still_there():
        actions.give_back(player=person)
    return redirect(person)
