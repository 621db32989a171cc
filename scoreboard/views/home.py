from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from scoreboard import access
from scoreboard.actions import playgroups, sessions
from scoreboard.forms.sessions import QuickStartForm, SetupForm
from scoreboard.models import Member, Right, new_key
from scoreboard.queries.home import demo_links, latest_sessions
from scoreboard.queries.words import language


@require_http_methods(["GET", "HEAD", "POST"])
def home(request: HttpRequest) -> HttpResponse:
    if request.method == "POST":
        return quick_start(request)
    member = access.member_or_none(request)
    entries = latest_sessions(member.playgroup) if member else []
    if not entries:
        return welcome(request, QuickStartForm())
    now = next((entry for entry in entries if not entry.game.cached_ended_at), None)
    context = {
        "is_demo": member.playgroup.is_demo,
        "may_score": member.may(Right.SCORE),
        "now": now,
        "lately": [entry for entry in entries if entry is not now],
        "last": entries[0],
        "key": new_key(),
    }
    return render(request, "home.html", context)


def welcome(request: HttpRequest, form: QuickStartForm, status: int = 200) -> HttpResponse:
    context = {"form": form, "links": demo_links()}
    return render(request, "welcome.html", context, status=status)


def quick_start(request: HttpRequest) -> HttpResponse:
    form = QuickStartForm(request.POST)
    if not form.is_valid():
        return welcome(request, form, status=422)
    member = access.scorer_or_none(request)
    # Names typed on the welcome page are one's own people, not for the demo in another tab.
    return start(request, form, None if member and member.playgroup.is_demo else member)


def start(
    request: HttpRequest, form: QuickStartForm | SetupForm, member: Member | None
) -> HttpResponse:
    """Whoever records something for the first time gets a playgroup, held by the login session."""
    at = timezone.now()
    if member is None:
        member = playgroups.start_playgroup(time_zone=request.POST.get("time_zone", ""), at=at)
        access.remember_member(request, member)
    game = sessions.start_session(
        playgroup=member.playgroup, agreed=form.agreed(), key=form.key, by=member, at=at
    )
    for problem in form.agreed().unlikely():
        messages.warning(request, problem.message(language()))
    return redirect(game)


@require_POST
def demo(request: HttpRequest) -> HttpResponse:
    """Look around, and try everything, in the playgroup that `manage.py demo` filled."""
    playgroup = access.demo_playgroup()
    if playgroup is None:
        raise Http404
    if access.member_or_none(request):
        return redirect("home")
    access.remember_member(request, playgroups.join_demo(playgroup=playgroup, at=timezone.now()))
    return redirect("home")


@require_POST
def leave_demo(request: HttpRequest) -> HttpResponse:
    member = access.member_or_none(request)
    if member is None or not member.playgroup.is_demo:
        raise Http404
    playgroups.leave(member=member)
    request.session.flush()
    return redirect("home")
