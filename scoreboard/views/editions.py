import json
from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

import rules
from rules.editions import TABLES
from rules.rule_sheet import ENDING_TEXTS, SCORING_TEXTS
from scoreboard import access
from scoreboard.actions import editions as actions
from scoreboard.actions.sessions import DEFAULT_EDITION
from scoreboard.forms.editions import EditionForm
from scoreboard.models import OwnEdition, Right
from scoreboard.queries.editions import answers, card_tables


@require_safe
def editions(request: HttpRequest) -> HttpResponse:
    """The boxes are the same for everybody; those of a playgroup's own only it can see."""
    member = access.member_or_none(request)
    context = {
        "boxes": rules.editions(),
        "own": member.playgroup.editions.order_by("is_hidden", "name_key") if member else [],
        "may_score": member is not None and member.may(Right.SCORE),
    }
    return render(request, "editions.html", context)


@require_safe
def edition(request: HttpRequest, key: str) -> HttpResponse:
    box, own = box_of_the_rules(key), None
    if box is None:
        own, member = access.edition_to_see(request, key)
        box = own.in_rules()
    else:
        member = access.member_or_none(request)
    context = {
        "own": own,
        "may_score": member is not None and member.may(Right.SCORE),
        "back": reverse("editions"),
        **looked_up(box, own.based_on if own else box.key),
    }
    return render(request, "edition.html", context)


@require_safe
def cards(request: HttpRequest, pk: int) -> HttpResponse:
    """The box of a session, as it was when the session started, with the values agreed."""
    game, _keeper = access.game_at_the_table(request, pk)
    own = game.playgroup.editions.filter(key=game.edition.partition("@")[0]).first()
    based_on = own.based_on if own else game.edition
    context = {
        "game": game,
        "back": game.get_absolute_url(),
        **looked_up(game.box, based_on, game.card_points),
    }
    return render(request, "edition.html", context)


def looked_up(
    box: rules.Edition, based_on: str, agreed: dict[str, int] | None = None
) -> dict[str, object]:
    return {
        "edition": box,
        "tables": card_tables(box, based_on, agreed),
        "answers": answers(based_on),
    }


def box_of_the_rules(key: str) -> rules.Edition | None:
    try:
        return rules.find_edition(key)
    except rules.UnknownEdition:
        return None


@require_safe
def rule_sheet(request: HttpRequest) -> HttpResponse:
    """How the points count, what the house rules mean, what tables argue about."""
    systems = [(system, SCORING_TEXTS[key]) for key, system in rules.SCORING_SYSTEMS.items()]
    context = {
        "systems": systems,
        "endings": ENDING_TEXTS.values(),
        "house_rules": rules.HOUSE_RULES.values(),
        "answers": answers(),
    }
    return render(request, "rules.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    member = access.member_with(request, Right.SCORE)
    start, based_on = table_to_copy(request, request.GET.get("from", DEFAULT_EDITION))
    if request.method != "POST":
        return show(request, EditionForm(start=start))
    form = EditionForm(request.POST, start=start)

    def action() -> OwnEdition:
        return actions.make_edition(
            playgroup=member.playgroup,
            name=form.cleaned_data["name"],
            table=form.table(),
            based_on=based_on,
            key=form.key,
            at=timezone.now(),
        )

    return store(request, form, action)


def table_to_copy(request: HttpRequest, key: str) -> tuple[dict, str]:
    """A box as a table, and which of the rules' own it comes from."""
    if box_of_the_rules(key) is None:
        own, _member = access.edition_to_score(request, key)
        return own.table, own.based_on
    return json.loads((TABLES / f"{key}.json").read_text(encoding="utf-8")), key


@require_http_methods(["GET", "HEAD", "POST"])
def change(request: HttpRequest, key: str) -> HttpResponse:
    own, _member = access.edition_to_score(request, key)
    if request.method != "POST":
        return show(request, EditionForm(start=own.table, revision=own.revision), own)
    form = EditionForm(request.POST, start=own.table, revision=own.revision)

    def action() -> OwnEdition:
        return actions.change_edition(
            edition=own,
            name=form.cleaned_data["name"],
            table=form.table(),
            seen_revision=form.cleaned_data["seen_revision"] or 0,
            at=timezone.now(),
        )

    return store(request, form, action, own)


def store(
    request: HttpRequest,
    form: EditionForm,
    action: Callable[[], OwnEdition],
    own: OwnEdition | None = None,
) -> HttpResponse:
    """Try it, and say every reason where it belongs if it cannot be."""
    if not form.is_valid():
        return show(request, form, own, status=422)
    try:
        stored = action()
    except actions.EditionRefused as refused:
        form.add_problems(refused.problems)
        return show(request, form, own, status=422)
    except actions.EditionNameTaken:
        form.add_error("name", _("You have another edition of that name."))
        return show(request, form, own, status=422)
    except actions.EditionChanged as changed:
        form = form.for_another_try(changed.revision)
        form.add_error(
            None, _("Another phone changed this edition meanwhile. Store again, and yours counts.")
        )
        return show(request, form, own, status=409)
    return redirect(stored)


def show(
    request: HttpRequest, form: EditionForm, own: OwnEdition | None = None, status: int = 200
) -> HttpResponse:
    return render(request, "edition_form.html", {"form": form, "own": own}, status=status)


@require_POST
def hide(request: HttpRequest, key: str) -> HttpResponse:
    own, _member = access.edition_to_score(request, key)
    actions.hide_edition(edition=own, hidden="hide" in request.POST)
    if "hide" in request.POST:
        messages.success(request, _("It is offered no more. What was played with it stays."))
    return redirect("editions")
