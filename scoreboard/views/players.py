from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scoreboard import access
from scoreboard.actions.players import NameTaken, rename_player
from scoreboard.forms.fields import NameForm
from scoreboard.models import Player, Right
from scoreboard.queries.statistics import everybody, figures


@require_safe
def players(request: HttpRequest) -> HttpResponse:
    member = access.member_with(request, Right.SEE)
    return render(request, "players.html", {"players": everybody(member.playgroup)})


@require_safe
def player(request: HttpRequest, pk: int) -> HttpResponse:
    person, member = access.player_to_see(request, pk)
    return show(request, person, NameForm(initial={"name": person.name}), member.may(Right.SCORE))


@require_POST
def rename(request: HttpRequest, pk: int) -> HttpResponse:
    person, _member = access.player_to_score(request, pk)
    form = NameForm(request.POST)
    if form.is_valid():
        try:
            rename_player(player=person, name=form.cleaned_data["name"])
            return redirect(person)
        except NameTaken:
            form.add_error("name", _("Somebody here has that name already."))
    return show(request, person, form, may_rename=True, status=422)


def show(
    request: HttpRequest, person: Player, form: NameForm, may_rename: bool, status: int = 200
) -> HttpResponse:
    context = {
        "player": person,
        "figures": figures(person),
        "form": form,
        "may_rename": may_rename,
        "here": person.get_absolute_url(),
    }
    return render(request, "player.html", context, status=status)
