import datetime

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from scoreboard import access, limits
from scoreboard.actions import playgroups, sessions
from scoreboard.forms.sessions import QuickStartForm, SetupForm
from scoreboard.models import Member, Right, ShareLink, new_key
from scoreboard.queries.home import demo_links, latest_sessions
from scoreboard.queries.members import playgroup_name
from scoreboard.queries.words import language
from scoreboard.views.keeping import is_elsewhere, kept_until, left_here


@require_http_methods(["GET", "HEAD", "POST"])
def home(request: HttpRequest) -> HttpResponse:
    if request.method == "POST":
        return quick_start(request)
    member = access.member_or_none(request)
    entries = latest_sessions(member.playgroup) if member else []
    may_score = member is not None and member.may(Right.SCORE)
    if not entries and (member is None or may_score):
        return welcome(request, QuickStartForm(), member=member)
    now = next((entry for entry in entries if not entry.game.cached_ended_at), None)
    context = {
        "group_name": playgroup_name(member.playgroup),
        "kept_until": kept_until(member),
        "left_here": left_here(request),
        "by_link": by_link(request),
        "is_demo": member.playgroup.is_demo,
        "may_score": may_score,
        "now": now,
        "lately": [entry for entry in entries if entry is not now],
        "last": entries[0] if entries else None,
        "key": new_key(),
    }
    return render(request, "home.html", context)


def welcome(
    request: HttpRequest, form: QuickStartForm, *, member: Member | None = None, status: int = 200
) -> HttpResponse:
    context = {
        "group_name": playgroup_name(member.playgroup) if member else "",
        "form": form,
        "links": demo_links(),
        "left_here": left_here(request),
        "by_link": by_link(request),
        "is_elsewhere": is_elsewhere(request),
    }
    return render(request, "welcome.html", context, status=status)


def by_link(request: HttpRequest) -> list[ShareLink]:
    """What this browser keeps score of without being a member."""
    links = [*access.links_held(request)]
    for link in links:
        if link.game:
            link.shown(link.game)
    return links


def quick_start(request: HttpRequest) -> HttpResponse:
    form = QuickStartForm(request.POST)
    if not form.is_valid():
        return welcome(request, form, status=422)
    member = access.scorer_or_none(request)
    # Names typed on the welcome page are one's own people, not for the demo in another tab.
    try:
        return start(request, form, None if member and member.playgroup.is_demo else member)
    except sessions.SetupRefused as refused:
        form.add_problems(refused.problems)
        return welcome(request, form, status=422)


def start(
    request: HttpRequest, form: QuickStartForm | SetupForm, member: Member | None
) -> HttpResponse:
    """Whoever records something for the first time gets a playgroup, held by the login session."""
    at = timezone.now()
    if member is None:
        member = begin(request, at)
    game = sessions.start_session(
        playgroup=member.playgroup, agreed=form.agreed(), key=form.key, by=member, at=at
    )
    for problem in form.agreed().unlikely():
        messages.warning(request, problem.message(language()))
    return redirect(game)


def begin(request: HttpRequest, at: datetime.datetime) -> Member:
    """A playgroup for whoever has none yet, or begins another one."""
    account, guest = access.account_or_none(request), access.guest_or_none(request)
    if account is None:
        limits.count(request, "guest")
    time_zone = request.POST.get("time_zone", "")
    member = playgroups.start_playgroup(time_zone=time_zone, at=at, account=account, guest=guest)
    if member.guest and guest is None:
        access.remember_guest(request, member.guest)
    access.look_at(request, member)
    return member


@require_POST
def demo(request: HttpRequest) -> HttpResponse:
    """Look around, and try everything, in the playgroup that `manage.py demo` filled."""
    playgroup = access.demo_playgroup()
    if playgroup is None:
        raise Http404
    if access.account_or_none(request) or access.member_or_none(request):
        return redirect("home")
    limits.count(request, "guest")
    member = playgroups.join_demo(playgroup=playgroup, at=timezone.now())
    access.remember_guest(request, member.guest)
    return redirect("home")


@require_POST
def leave_demo(request: HttpRequest) -> HttpResponse:
    member = access.member_or_none(request)
    if member is None or not member.playgroup.is_demo:
        raise Http404
    playgroups.leave_demo(member=member)
    if not access.memberships(request).exists():
        access.forget_all_but_links(request)
    return redirect("home")
