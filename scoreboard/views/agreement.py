from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

import rules
from scoreboard import access
from scoreboard.actions.agreement import change_agreement
from scoreboard.actions.rounds import LaterRoundsBroken
from scoreboard.actions.sessions import SessionChanged, SetupRefused
from scoreboard.forms.agreement import AgreementForm
from scoreboard.models import Member
from scoreboard.queries.history import history_lines
from scoreboard.queries.known import Known, known_to
from scoreboard.queries.score_sheet import ScoreSheet
from scoreboard.queries.words import language
from scoreboard.views.rounds import later_rounds

LATEST_CHANGES = 20


@require_http_methods(["GET", "HEAD", "POST"])
def agreement(request: HttpRequest, pk: int) -> HttpResponse:
    game, member = access.game_to_arrange(request, pk)
    sheet, known = ScoreSheet(game), known_to(game.playgroup)
    if request.method != "POST":
        return show(request, AgreementForm(sheet=sheet, people=known))
    form = AgreementForm(request.POST, sheet=sheet, people=known)
    return store(request, form, member, known)


def store(request: HttpRequest, form: AgreementForm, member: Member, known: Known) -> HttpResponse:
    """Try it, and say every reason where it belongs if it cannot be."""
    if not form.is_valid():
        form.add_all_problems()
        return show(request, form, status=422)
    sheet, seen = form.sheet, form.cleaned_data["seen_version"]
    try:
        after = change_agreement(
            sheet=sheet, agreed=form.agreed(), by=member, seen_version=seen, at=timezone.now()
        )
    except SetupRefused as refused:
        form.add_problems(refused.problems)
    except LaterRoundsBroken as broken:
        form.add_error(None, later_rounds(broken.numbers))
    except SessionChanged:
        return show_others(request, form, known)
    else:
        tell(request, sheet, after)
        return redirect(sheet.game)
    return show(request, form, status=422)


def show(request: HttpRequest, form: AgreementForm, *, status: int = 200, **more) -> HttpResponse:
    context = {"form": form, "game": form.sheet.game, "standings": form.sheet.standings, **more}
    return render(request, "agreement.html", context, status=status)


def show_others(request: HttpRequest, form: AgreementForm, known: Known) -> HttpResponse:
    """What happened since the page was made, above what was changed on it; nothing is stored."""
    sheet = ScoreSheet(access.as_it_is_now(form.sheet.game))
    seen = form.cleaned_data["seen_version"]
    since = sheet.game.changes.filter(version__gt=seen)[:LATEST_CHANGES]
    form = form.for_another_try(sheet, known)
    return show(request, form, status=409, others=history_lines(sheet, since))


def tell(request: HttpRequest, sheet: ScoreSheet, after: ScoreSheet) -> None:
    """What follows from it: whether the session ended by it, or goes on."""
    known = rules.setup_problems(sheet.setup)
    for problem in rules.setup_problems(after.setup):
        if problem not in known:
            messages.warning(request, problem.message(language(), after.names))
    before, now = sheet.standings, after.standings
    if now.finished and (not before.finished or now.ended_by_round != before.ended_by_round):
        text = _("Stored. The session ended with round %(number)s.")
        messages.success(request, text % {"number": now.ended_by_round})
    elif before.finished and not now.finished:
        messages.success(request, _("Stored. The session goes on."))
    else:
        messages.success(request, _("Stored."))
