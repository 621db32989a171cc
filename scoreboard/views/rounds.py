from collections.abc import Callable
from dataclasses import replace

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRedirect

from scoreboard import access
from scoreboard.actions import rounds
from scoreboard.forms.fields import SeenForm
from scoreboard.forms.hands import Reading
from scoreboard.forms.rounds import RoundForm
from scoreboard.models import GameSession, Round
from scoreboard.queries.board import Board
from scoreboard.queries.history import history_lines, told_round, was_removed_since
from scoreboard.queries.score_sheet import ScoreSheet
from scoreboard.queries.words import language

LATEST_CHANGES = 20


@require_http_methods(["GET", "HEAD", "POST"])
def record(request: HttpRequest, pk: int) -> HttpResponse:
    game, keeper = access.game_to_score(request, pk)
    sheet = ScoreSheet(game)
    if request.method != "POST":
        if sheet.standings.next_dealer is None:  # it is over, or too few are left to play
            return redirect(game)
        return show(request, RoundForm.for_next(sheet))
    form = RoundForm(request.POST, sheet=sheet)

    def action() -> rounds.Stored:
        return rounds.record_round(
            sheet=sheet,
            played=form.played,
            by=keeper,
            entry_key=form.key,
            seen_version=form.cleaned_data["seen_version"],
            at=timezone.now(),
        )

    return store(request, form, action)


@require_http_methods(["GET", "HEAD", "POST"])
def correct(request: HttpRequest, pk: int, round_pk: int) -> HttpResponse:
    game, keeper = access.game_to_score(request, pk)
    sheet = ScoreSheet(game)
    row = sheet.round_with(round_pk)
    if row is None:
        return answer_about_none(request, RoundForm(request.POST or None, sheet=sheet))
    if request.method != "POST":
        return show(request, RoundForm.for_stored(sheet, row), row)
    form = RoundForm(request.POST, sheet=sheet, number=row.number)

    def action() -> rounds.Stored:
        return rounds.correct_round(
            sheet=sheet,
            row=row,
            played=form.played,
            by=keeper,
            seen_version=form.cleaned_data["seen_version"],
            at=timezone.now(),
        )

    return store(request, form, action, row)


def answer_about_none(request: HttpRequest, form: RoundForm) -> HttpResponse:
    """Another phone removed the round: what was typed may be stored as another one."""
    seen = SeenForm(request.POST)
    if not seen.is_valid() or not was_removed_since(
        form.sheet.game, seen.cleaned_data["seen_version"]
    ):
        raise Http404
    return show_others(request, form, None, None)


def store(
    request: HttpRequest,
    form: RoundForm,
    action: Callable[[], rounds.Stored],
    row: Round | None = None,
) -> HttpResponse:
    """Try it, and say every reason where it belongs if it cannot be."""
    try:
        if not form.is_valid():
            # Nobody mends a hand of a round that is stored already.
            rounds.refuse_if_stale(form.sheet, row, form.cleaned_data.get("seen_version"))
            form.add_all_problems()
            return show(request, form, row, status=422)
        stored = action()
    except rounds.RoundRefused as refused:
        form.add_problems(refused.problems)
        return show(request, form, row, status=422)
    except rounds.LaterRoundsBroken as broken:
        form.add_error(None, later_rounds(broken.numbers))
        return show(request, form, row, status=422)
    except rounds.RoundTaken as taken:
        return show_others(request, form, row, taken.row_id)
    except rounds.SessionOver:
        return show_others(request, form, row, None)
    for problem in stored.unlikely:
        messages.warning(request, problem.message(language(), form.sheet.names))
    return to_board(request, form.sheet.game, stored.version)


def show(
    request: HttpRequest, form: RoundForm, row: Round | None = None, *, status: int = 200, **more
) -> HttpResponse:
    template = "_round.html" if request.htmx else "round.html"
    game = form.sheet.game
    # Who did what among the members is nobody else's business.
    changes = row.changes.all()[:LATEST_CHANGES] if row and not game.by_link else []
    context = {
        "form": form,
        "game": game,
        "row": row,
        "number": form.number,
        "history": history_lines(form.sheet, changes, access.looked_at(request)),
        **more,
    }
    return render(request, template, context, status=status)


def show_others(
    request: HttpRequest, form: RoundForm, row: Round | None, row_id: int | None
) -> HttpResponse:
    """What another phone stored meanwhile, beside what is still in the form; nothing is stored."""
    board = Board(ScoreSheet(access.as_it_is_now(form.sheet.game)))
    theirs = next((other for other in board.rounds if other.row.pk == row_id), None)
    told = told_round(board.sheet, theirs.number) if theirs else []
    row = theirs.row if row and theirs else None
    form = form.for_another_try(board.sheet, row.number if row else None)
    return show(request, form, row, status=409, board=board, theirs=theirs, told=told, late=True)


def later_rounds(numbers: list[int]) -> str:
    return ngettext(
        "Round %(numbers)s would make no sense after this. Correct or remove that one first.",
        "Rounds %(numbers)s would make no sense after this. Correct or remove those first.",
        len(numbers),
    ) % {"numbers": ", ".join(map(str, numbers))}


def to_board(request: HttpRequest, game: GameSession, version: int) -> HttpResponse:
    address = game.get_absolute_url()
    response = HttpResponseClientRedirect(address) if request.htmx else redirect(address)
    # What the phone has still to send was entered after this round, and has seen it.
    response["Session-Version"] = version
    return response


@require_http_methods(["GET", "HEAD", "POST"])
def remove(request: HttpRequest, pk: int, round_pk: int) -> HttpResponse:
    game, keeper = access.game_to_score(request, pk)
    sheet = ScoreSheet(game)
    row = sheet.round_with(round_pk)
    if row is None:
        return answer_about_removed(request, game)
    if request.method != "POST":
        board = Board(sheet)
        shown = next(other for other in board.rounds if other.row.pk == row.pk)
        context = {"board": board, "round": shown, "told": told_round(board.sheet, shown.number)}
        return render(request, "remove.html", context)
    form = SeenForm(request.POST)
    seen = form.cleaned_data["seen_version"] if form.is_valid() else 0
    try:
        rounds.remove_round(sheet=sheet, row=row, by=keeper, seen_version=seen, at=timezone.now())
    except rounds.LaterRoundsBroken as broken:
        messages.error(request, later_rounds(broken.numbers))
        return redirect("remove", pk, round_pk)
    except rounds.RoundTaken:
        messages.error(request, _("Somebody changed this round meanwhile. Look again."))
        return redirect("remove", pk, round_pk)
    messages.success(request, _("Round %(number)s is removed.") % {"number": row.number})
    return redirect(game)


def answer_about_removed(request: HttpRequest, game: GameSession) -> HttpResponse:
    """Undo pressed on two phones, or sent twice: what was wanted is so."""
    form = SeenForm(request.POST)
    if not form.is_valid() or not was_removed_since(game, form.cleaned_data["seen_version"]):
        raise Http404
    messages.success(request, _("This round is removed already."))
    return redirect(game)


@require_safe
def read_cards(request: HttpRequest, pk: int) -> HttpResponse:
    """Typed cards, shown back as they were understood."""
    game, _keeper = access.game_to_score(request, pk)
    setup, asked = game.in_rules(()), request.GET
    side = asked.get("side") if asked.get("side") in setup.edition.sides else None
    reading = Reading.of(typed_cards(asked), setup, side)
    if "last_card" in asked:  # nobody counts it
        reading = replace(reading, points=None)
    return render(request, "_read_cards.html", {"reading": reading})


def typed_cards(asked: QueryDict) -> str:
    """Of whichever field was typed into."""
    fields = (text for name, text in asked.items() if name.startswith(("cards-", "last_card")))
    return next(fields, "")
