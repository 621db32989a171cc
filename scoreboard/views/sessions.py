from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoreboard import access
from scoreboard.actions import sessions
from scoreboard.forms.fields import SeenForm, named, sent_key
from scoreboard.forms.sessions import SetupForm
from scoreboard.models import Member, Right, new_key
from scoreboard.queries.board import Board
from scoreboard.queries.history import history_lines
from scoreboard.queries.home import entries, sessions_of
from scoreboard.queries.known import known_to
from scoreboard.queries.score_sheet import ScoreSheet
from scoreboard.queries.words import language
from scoreboard.views.home import start
from scoreboard.views.keeping import kept_until
from scoreboard.views.kept import kept_board

A_PAGE = 50
LATEST_CHANGES = 200


@require_safe
def everything(request: HttpRequest) -> HttpResponse:
    member = access.member_with(request, Right.SEE)
    paginator = Paginator(sessions_of(member.playgroup), A_PAGE)
    page = paginator.get_page(request.GET.get("page"))
    context = {"page": page, "entries": entries(member.playgroup, page)}
    return render(request, "sessions.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    member = access.scorer_or_none(request)
    known = known_to(member.playgroup) if member else None
    if request.method != "POST":
        return render(request, "setup.html", {"form": SetupForm(known=known)})
    form = SetupForm(request.POST, known=known)
    if {"add", "start"} & {*request.POST}:
        form.seat_the_new()
    if "start" not in request.POST:
        return arrange(request, form)
    form.add_problems()
    if not form.is_valid():
        return show_setup(request, form, status=422)
    try:
        return start(request, form, member)
    except sessions.SetupRefused as refused:
        form.add_problems(refused.problems)
        return show_setup(request, form, status=422)


def arrange(request: HttpRequest, form: SetupForm) -> HttpResponse:
    """Somebody was ticked, added or moved, or something chosen: the same page, nothing stored."""
    places = {str(place): place for place in range(len(form.seating.names))}
    for word, by in (("earlier", -1), ("later", 1)):
        if request.POST.get(word) in places:
            form.seating.move(places[request.POST[word]], by)
    return show_setup(request, form)


def show_setup(request: HttpRequest, form: SetupForm, status: int = 200) -> HttpResponse:
    template = "_setup.html" if request.htmx else "setup.html"
    return render(request, template, {"form": form}, status=status)


@require_safe
def board(request: HttpRequest, pk: int) -> HttpResponse:
    game, keeper = access.game_at_the_table(request, pk)
    may_score = keeper.may(Right.SCORE)
    member = keeper if isinstance(keeper, Member) else None
    context = {
        "game": game,
        "board": kept_board(game, may_score=may_score),
        "member": member,
        "may_score": may_score,
        "may_own": keeper.may(Right.OWN),
        "kept_until": kept_until(member) if member and game.cached_rounds else None,
        "back": reverse("home") if member else keeper.address_of(game),
        "key": new_key(),
    }
    return render(request, "board.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def close(request: HttpRequest, pk: int) -> HttpResponse:
    game, keeper = access.game_to_score(request, pk)
    if request.method != "POST":
        board = Board(ScoreSheet(game))
        if board.standings.finished:
            return redirect(game)
        return render(request, "close.html", {"board": board})
    form = SeenForm(request.POST)
    seen = form.cleaned_data["seen_version"] if form.is_valid() else 0
    try:
        sessions.close_session(game=game, by=keeper, seen_version=seen, at=timezone.now())
    except sessions.SessionChanged:
        messages.error(request, _("Another phone changed something meanwhile. Look again."))
        return redirect("close", pk)
    return redirect(game)


@require_POST
def reopen(request: HttpRequest, pk: int) -> HttpResponse:
    game, keeper = access.game_to_score(request, pk)
    sessions.reopen_session(game=game, by=keeper, at=timezone.now())
    return redirect(game)


@require_POST
def rematch(request: HttpRequest, pk: int) -> HttpResponse:
    game, member = access.game_to_arrange(request, pk)
    sheet = ScoreSheet(game)
    try:
        again = sessions.rematch(
            sheet=sheet, key=sent_key(request.POST), by=member, at=timezone.now()
        )
    except sessions.SetupRefused as refused:
        for problem in refused.problems:
            messages.error(request, problem.message(language(), named([*sheet.names.values()])))
        return redirect("new-session")
    messages.success(request, _("A new session with the same people. Have fun!"))
    return redirect(again)


@require_safe
def history(request: HttpRequest, pk: int) -> HttpResponse:
    game, member = access.game_to_see(request, pk)
    sheet = ScoreSheet(game)
    lines = history_lines(sheet, game.changes.all()[:LATEST_CHANGES], member.pk)
    return render(request, "history.html", {"game": game, "lines": lines})
