"""Two people that are one: which to choose, what becomes of them, and back again."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scoreboard import access
from scoreboard.actions import merging
from scoreboard.actions.players import NameTaken, NotThere
from scoreboard.forms.players import MergeForm
from scoreboard.models import Member
from scoreboard.queries.people import Pair, others


@require_http_methods(["GET", "HEAD", "POST"])
def merge(request: HttpRequest, pk: int) -> HttpResponse:
    """Asked with the `other` one it is the preview; without, only the question who that is."""
    person, member = access.player_to_own(request, pk)
    sent = request.POST if request.method == "POST" else request.GET if request.GET else None
    form = MergeForm(sent, player=person, others=others(person))
    pair = Pair.of(person, form.chosen) if form.chosen else None
    if request.method != "POST" or not form.is_valid() or not pair.can_be_one:
        is_wrong = bool(form.errors) or request.method == "POST"
        return show(request, form, pair, status=422 if is_wrong else 200)
    return make_one(request, form, pair, member)


def show(request: HttpRequest, form: MergeForm, pair: Pair | None, status: int) -> HttpResponse:
    context = {"player": form.player, "form": form, "pair": pair}
    return render(request, "merge.html", context, status=status)


def make_one(request: HttpRequest, form: MergeForm, pair: Pair, member: Member) -> HttpResponse:
    kept, gone = form.kept_and_gone(pair.usual)
    try:
        merging.merge_players(kept=kept, gone=gone, by=member, at=timezone.now())
    except (merging.SatTogether, merging.TwoAccounts, NotThere):
        messages.error(request, _("Another phone changed something meanwhile. Look again."))
        return redirect("players")
    text = _("%(gone)s is %(kept)s from now on. On this page it can be taken back.")
    messages.success(request, text % {"gone": gone.name, "kept": kept.name})
    return redirect(kept)


@require_POST
def undo(request: HttpRequest, pk: int, merge_pk: int) -> HttpResponse:
    made, _member = access.merge_to_own(request, pk, merge_pk)
    name = made.gone.name
    try:
        merging.undo_merge(merge=made, at=timezone.now())
    except NameTaken as taken:
        text = _("Somebody else is called %(name)s by now. Rename them first: %(other)s.")
        messages.error(request, text % {"name": name, "other": taken.by.name})
    except merging.MergedFurther as further:
        text = _("%(kept)s is part of %(other)s by now. Take that back first.")
        messages.error(request, text % {"kept": made.kept.name, "other": further.into.name})
    else:
        messages.success(request, _("%(name)s is a person again.") % {"name": name})
    return redirect(made.kept)
