"""A guest keeps what they began, comes back on another phone, or goes; an account goes."""

import datetime

import pytest
from django.apps import apps
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from rules.session_file import judged, read_session_file
from scoreboard.actions import accounts
from scoreboard.actions.invitations import invite
from scoreboard.actions.playgroups import join_demo, new_guest
from scoreboard.models import Account, Guest, Member, Player, Playgroup, Right
from tests.scoreboard.editions import own_edition
from tests.scoreboard.people import (
    EVENING,
    account_of,
    browser_of,
    close,
    member_beside,
    own_playgroup,
    play,
    start,
    with_account,
)
from tests.scoreboard.readback import Page, everything_stored, fresh, totals


@pytest.fixture
def anna(db) -> Account:
    return account_of("anna")


@pytest.fixture
def played(game):
    play(game, "Anna", Bram="7 3 wild", Cees=7)
    return fresh(game)


def signed_in(account: Account, guest: Guest | None = None) -> Client:
    """A phone on which somebody signed in; it may hold a guest as well."""
    browser = Client()
    browser.force_login(account)
    login = browser.session
    login["guest"], login["seen"] = guest and guest.pk, timezone.now().date().isoformat()
    login.save()
    return browser


def demo() -> Playgroup:
    return Playgroup.objects.create(time_zone="UTC", is_demo=True, created_at=EVENING)


# --- keeping --------------------------------------------------------------------------------------


def test_what_a_guest_began_is_the_account_s(played, owner, anna):
    before = everything_stored()
    accounts.keep(guest=owner.guest, account=anna)
    member = fresh(played).playgroup.members.get()
    assert (member.pk, member.account, member.guest, member.right) == (
        *(owner.pk, anna, None),
        Right.OWN,
    )
    after = everything_stored()
    assert {table for table in before if before[table] != after[table]} == {"Member"}
    assert signed_in(anna).get(played.get_absolute_url()).status_code == 200


def test_the_other_phone_of_a_guest_who_made_an_account_is_told_to_sign_in(played, owner, anna):
    other = browser_of(owner)
    accounts.keep(guest=owner.guest, account=anna)
    assert other.get(played.get_absolute_url()).status_code == 404
    page = Page(other.get("/"))
    assert "What this phone recorded is not here any more" in page.words
    assert reverse("account_login") in page.having("href")


def test_the_demo_is_not_kept(db, anna):
    member = join_demo(playgroup=demo(), at=EVENING)
    accounts.keep(guest=member.guest, account=anna)
    assert not Member.objects.exists()


@pytest.mark.parametrize(("there", "brought"), [(Right.SEE, Right.OWN), (Right.OWN, Right.SCORE)])
def test_whoever_was_in_a_playgroup_twice_has_the_higher_right(played, owner, there, brought):
    account = with_account(member_beside(owner, there)).account
    twice = member_beside(owner, brought, name="Anna")
    played.changes.update(by=twice)
    accounts.keep(guest=twice.guest, account=account)
    member = Member.objects.get(account=account)
    assert (member.right, member.name) == (Right.OWN, "Anna")
    assert {change.by for change in played.changes.all()} == {member}
    assert played.playgroup.members.count() == 2


def test_keeping_twice_keeps_once(played, owner, anna):
    accounts.keep(guest=owner.guest, account=anna)
    stored = everything_stored()
    accounts.keep(guest=Guest.objects.get(pk=owner.guest.pk), account=account_of("bram"))
    assert {**everything_stored(), "Account": 0, "EmailAddress": 0} == {
        **stored,
        "Account": 0,
        "EmailAddress": 0,
    }


def test_what_a_phone_began_is_offered_to_the_account_that_signs_in(played, owner, anna):
    phone = signed_in(anna, owner.guest)
    for address in ("/", reverse("account")):
        page = Page(phone.get(address))
        assert "This phone has something of its own" in page.words
        assert "Anna, Bram and Cees" in page.words
    assert phone.get(played.get_absolute_url()).status_code == 404
    phone.post(reverse("take-along"))
    assert phone.get(played.get_absolute_url()).status_code == 200
    assert "This phone has something of its own" not in Page(phone.get("/")).words


def test_nobody_takes_along_without_an_account(phone, owner):
    before = everything_stored()
    assert phone.post(reverse("take-along")).status_code == 404
    assert everything_stored() == before


def test_a_login_of_the_time_before_accounts_still_holds_its_guest(played, owner):
    browser = Client()
    login = browser.session
    login["member"] = owner.pk
    login.save()
    assert browser.get(played.get_absolute_url()).status_code == 200
    assert browser.session["guest"] == owner.guest.pk


def test_whoever_is_in_two_playgroups_follows_their_bookmarks(played, owner, anna):
    """A page of the other one is opened as ever, and home is then that one's."""
    accounts.keep(guest=owner.guest, account=anna)
    club = own_playgroup()
    other = start(club, "Xavier Yvonne", at=EVENING)
    accounts.keep(guest=club.guest, account=anna)
    phone = signed_in(anna)
    for game, people in ((played, "Anna, Bram and Cees"), (other, "Xavier and Yvonne")) * 2:
        assert phone.get(game.get_absolute_url()).status_code == 200
        assert people in Page(phone.get("/")).words


@pytest.mark.parametrize(
    ("address", "sent", "table"),
    [
        ("/group/delete/", {"sure": "on"}, "Playgroup"),
        ("/group/leave/", {}, "Member"),
        ("/group/name/", {"name": "Thursdays"}, "Playgroup"),
        ("/group/invite/", {"right": 3, "uses": "often", "lasts": "week"}, "Invitation"),
        ("/players/", {"name": "Fay"}, "Player"),
        (
            "/sessions/new/",
            {"start": "1", "seat": ["Fay", "Gus"], "plays": ["Fay", "Gus"]},
            "Player",
        ),
    ],
)
def test_a_form_is_for_the_playgroup_that_its_page_showed(owner, anna, address, sent, table):
    """Meanwhile another tab looked at another playgroup."""
    club = own_playgroup()
    other = start(club, "Xavier Yvonne", at=EVENING)
    start(owner, "Anna Bram", at=EVENING)
    for member in (owner, club):
        accounts.keep(guest=member.guest, account=anna)
        member_beside(member, Right.OWN)
    phone = signed_in(anna)
    phone.post(f"/group/switch/{owner.pk}/")
    page = Page(phone.get(address.replace("name/", "")))
    (here,) = {given["value"] for _tag, given in page.tags if given.get("name") == "here"}
    assert here == str(owner.pk)
    phone.get(other.get_absolute_url())
    phone.post(address, sent | {"here": here})
    rows = {"Playgroup": "pk", "Member": "playgroup_id"}.get(table, "playgroup_id")
    left = list(apps.get_model("scoreboard", table).objects.values_list(rows, flat=True))
    theirs = left.count(club.playgroup_id)
    assert theirs == {"Playgroup": 1, "Member": 2, "Invitation": 0, "Player": 2}[table]
    club.playgroup.refresh_from_db()
    assert club.playgroup.name == ""


def test_a_form_of_a_playgroup_that_one_is_no_more_in_is_refused(played, owner, anna):
    accounts.keep(guest=owner.guest, account=anna)
    club = own_playgroup()
    before = everything_stored()
    for here in (club.pk, "0", "x", "9" * 40):
        assert signed_in(anna).post("/players/", {"name": "Fay", "here": here}).status_code == 404
    assert everything_stored()["Player"] == before["Player"]


def test_a_right_that_was_taken_away_is_gone_at_once(played, scorer):
    phone, address = browser_of(scorer), reverse("record", args=[played.pk])
    assert phone.get(address).status_code == 200
    Member.objects.filter(pk=scorer.pk).update(right=Right.SEE)
    assert phone.get(address).status_code == 404
    assert phone.get(played.get_absolute_url()).status_code == 200
    scorer.delete()
    assert phone.get(played.get_absolute_url()).status_code == 404


# --- on another phone -----------------------------------------------------------------------------


def test_a_guest_goes_on_on_another_phone(played, owner):
    address, other = owner.guest.get_absolute_url(), Client()
    page = Page(other.get(address))
    assert "Anna, Bram and Cees" in page.words
    assert other.get(played.get_absolute_url()).status_code == 404  # looking is not yet going on
    assert other.post(address).status_code == 302
    assert other.get(played.get_absolute_url()).status_code == 200


def test_the_secret_link_is_shown_to_whoever_has_something_to_lose(phone, owner):
    assert f"http://testserver{owner.guest.get_absolute_url()}" in Page(
        phone.get(reverse("account"))
    ).having("value")
    stranger = Page(Client().get(reverse("account")))
    assert "secret" not in stranger.words


def test_another_link_ends_the_one_before_and_whoever_came_by_it(phone, played, owner):
    old, thief = owner.guest.get_absolute_url(), Client()
    thief.post(old)
    assert thief.get(played.get_absolute_url()).status_code == 200
    phone.post(reverse("renew-secret"))
    assert Client().get(old).status_code == 404
    assert thief.get(played.get_absolute_url()).status_code == 404
    assert phone.get(played.get_absolute_url()).status_code == 200
    assert Client().get(Guest.objects.get().get_absolute_url()).status_code == 200


def test_the_database_does_not_give_the_secret_links_away(owner):
    token = owner.guest.token
    assert not any(token in str(rows) for rows in everything_stored().values())


def test_a_secret_link_ends_with_the_account(played, owner, anna):
    address = owner.guest.get_absolute_url()
    accounts.keep(guest=owner.guest, account=anna)
    other = Client()
    assert "Sign in to go on" in Page(other.get(address)).words
    other.post(address)
    assert other.get(played.get_absolute_url()).status_code == 404


def test_a_phone_with_something_of_its_own_is_warned_and_given_its_own_link(played, owner):
    mine = own_playgroup()
    start(mine, "Xavier Yvonne")
    page = Page(browser_of(mine).get(owner.guest.get_absolute_url()))
    assert "This phone has something of its own" in page.words
    assert f"http://testserver{mine.guest.get_absolute_url()}" in page.having("value")


def test_an_account_that_opens_a_secret_link_is_offered_what_is_behind_it(played, owner, anna):
    phone = signed_in(anna)
    answer = phone.post(owner.guest.get_absolute_url(), follow=True)
    assert "Anna, Bram and Cees" in Page(answer).words
    phone.post(reverse("take-along"))
    assert Member.objects.get().account == anna


# --- nobody comes back ----------------------------------------------------------------------------


def days_ago(days: float) -> datetime.datetime:
    return timezone.now() - datetime.timedelta(days=days)


def away(*members: Member, days: float = 98) -> None:
    """They, and all that they began, were last seen so long ago."""
    for member in members:
        Guest.objects.filter(pk=member.guest_id).update(seen_at=days_ago(days))
    Playgroup.objects.update(created_at=days_ago(max(days, 98)))


def test_what_guests_left_is_swept(played, owner, capsys):
    away(owner)
    call_command("sweep")
    assert not any(everything_stored()[table] for table in ("Playgroup", "Guest", "Round", "Seat"))
    assert "Swept 1 playgroups, 1 guests" in capsys.readouterr().out


def test_ninety_days_after_the_last_visit_everything_is_there(played, owner):
    away(owner, days=96)  # that somebody was here is noted once in seven days
    before = everything_stored()
    call_command("sweep")
    assert everything_stored() == before


def test_a_visit_is_noted_once_a_week(phone, played, owner):
    away(owner, days=30)
    login = phone.session
    login["seen"] = days_ago(8).date().isoformat()
    login.save()
    phone.get(played.get_absolute_url())
    seen = Guest.objects.get().seen_at
    assert seen > days_ago(0.1)
    phone.get(played.get_absolute_url())
    assert Guest.objects.get().seen_at == seen


def test_whoever_comes_back_on_another_phone_was_here(played, owner):
    away(owner, days=91)
    Client().post(owner.guest.get_absolute_url())
    assert Guest.objects.get().seen_at > days_ago(0.1)


def test_a_guest_is_told_until_when_it_is_kept(phone, played):
    day = timezone.now() + datetime.timedelta(days=90)
    told = f"Kept until {day.day} {day:%B %Y}"
    assert told in Page(phone.get("/")).words
    assert told in Page(phone.get(played.get_absolute_url())).words
    assert f"kept until {day.day} {day:%B %Y}" in Page(phone.get(reverse("account"))).words


def test_an_account_is_told_no_end(played, owner):
    phone = browser_of(with_account(owner))
    for address in ("/", played.get_absolute_url(), reverse("account")):
        assert "until" not in Page(phone.get(address)).words


def test_nothing_of_an_account_is_swept(played, owner, scorer):
    away(scorer)
    with_account(owner)
    Playgroup.objects.update(created_at=days_ago(3000))
    before = everything_stored()
    call_command("sweep")
    assert everything_stored() == before


def test_one_guest_who_comes_back_keeps_the_playgroup_for_all(played, owner, scorer):
    away(owner)
    away(scorer, days=1)
    before = everything_stored()
    call_command("sweep")
    assert everything_stored() == before


def test_the_demo_stays_and_its_visitors_go(db):
    visitor = join_demo(playgroup=demo(), at=EVENING)
    start(visitor, "Anna Bram")
    away(visitor)
    call_command("sweep")
    assert Playgroup.objects.get().is_demo
    assert not Member.objects.exists()
    assert not Guest.objects.exists()


def test_accounts_that_were_never_confirmed_are_swept_and_no_others(anna):
    quiet = account_of("quiet")
    Account.objects.update(created_at=days_ago(8))
    Account.objects.filter(pk=anna.pk).update(last_login=days_ago(8))
    call_command("sweep")
    assert [*Account.objects.all()] == [anna]
    assert quiet.email == "quiet@example.org"


# --- everything as a file -------------------------------------------------------------------------


def test_everything_of_a_playgroup_as_a_file(phone, played, owner):
    box = own_edition(owner.playgroup)
    other = start(owner, "Dirk Els", edition=box.frozen_key, edition_table=box.table)
    play(other, "Dirk", Els=30)
    close(other)
    answer = phone.get(reverse("file", args=[owner.pk]))
    assert answer["Content-Type"] == "application/json"
    assert answer["Content-Disposition"].startswith('attachment; filename="tafelstand_')
    file = read_session_file(answer.content)
    assert not file.problems
    assert {player.name for player in file.players} == {"Anna", "Bram", "Cees", "Dirk", "Els"}
    sessions = {session.key: session for session in file.sessions}
    for game in (played, other):
        session = sessions[game.key]
        told = judged(session).standings.totals
        assert {file.names[key]: total for key, total in told.items()} == totals(game)
        assert session.started_at == "2026-03-14T20:30:00+01:00"


def test_a_file_is_as_many_statements_however_much_there_is(
    phone, played, owner, django_assert_num_queries
):
    with django_assert_num_queries(8):
        phone.get(reverse("file", args=[owner.pk]))
    for number in range(5):
        play(start(owner, f"Anna P{number}"), "Anna", **{f"P{number}": 20})
    with django_assert_num_queries(8):
        phone.get(reverse("file", args=[owner.pk]))


# --- an account goes ------------------------------------------------------------------------------

SURE = {"sure": "on"}
DELETE = "/account/delete/"


def test_an_account_goes_with_what_is_nobody_else_s(played, owner):
    phone = browser_of(with_account(owner))
    assert "Anna, Bram and Cees" in Page(phone.get(DELETE)).words
    answer = phone.post(DELETE, SURE, follow=True)
    assert "Your account is gone." in Page(answer).words
    stored = everything_stored()
    assert not any(stored[table] for table in ("Account", "Playgroup", "Member", "Round"))
    assert phone.get(played.get_absolute_url()).status_code == 404


def test_only_who_is_sure_goes(played, owner):
    phone = browser_of(with_account(owner))
    before = everything_stored()
    answer = phone.post(DELETE, {"forget_name": "on"})
    assert answer.status_code == 422
    assert "Tick this box, if you are sure." in Page(answer).words
    assert 'name="forget_name" checked' in answer.content.decode()
    assert everything_stored() == before


def test_the_only_owner_hands_over_first(played, owner, scorer):
    phone = browser_of(with_account(owner))
    before = everything_stored()
    answer = phone.post(DELETE, SURE)
    assert answer.status_code == 422
    assert (
        "Others play on in Anna, Bram and Cees, and you are the only owner." in Page(answer).words
    )
    assert everything_stored() == before
    Member.objects.filter(pk=scorer.pk).update(right=Right.OWN)
    phone.post(DELETE, SURE)
    assert not Account.objects.exists()
    assert fresh(played).playgroup.members.get() == scorer
    assert totals(played) == {"Anna": 67, "Bram": 0, "Cees": 0}


def test_whoever_goes_may_be_called_somebody(played, owner, scorer):
    for member, name in ((owner, "Anna"), (scorer, "Bram")):
        account = with_account(member).account
        Player.objects.filter(name=name).update(account=account)
        Member.objects.filter(pk=member.pk).update(right=Right.OWN)
    member_beside(owner, Right.OWN)
    board = browser_of(member_beside(owner, Right.SEE))
    assert "Anna" in Page(board.get(played.get_absolute_url())).words
    browser_of(owner).post(DELETE, SURE | {"forget_name": "on"})
    browser_of(scorer).post(DELETE, SURE | {"forget_name": "on"})
    assert totals(played) == {"somebody": 67, "somebody 2": 0, "Cees": 0}
    assert "Anna" not in Page(board.get(played.get_absolute_url())).words


def test_whoever_goes_and_does_not_mind_stays_in_the_history(played, owner, scorer):
    account = with_account(scorer).account
    Player.objects.filter(name="Bram").update(account=account)
    browser_of(scorer).post(DELETE, SURE)
    assert Player.objects.get(name="Bram").account is None


def test_whoever_left_before_may_be_called_somebody_as_well(played, owner, scorer):
    account = with_account(scorer).account
    Player.objects.filter(name="Bram").update(account=account)
    phone = browser_of(scorer)
    scorer.delete()
    phone.post(DELETE, SURE | {"forget_name": "on"})
    assert sorted(totals(played)) == ["Anna", "Cees", "somebody"]


def test_nobody_comes_back_by_an_invitation_of_their_own(played, owner, scorer):
    account = with_account(scorer).account
    Member.objects.filter(pk=scorer.pk).update(right=Right.OWN)
    invitation = invite(by=scorer, right=Right.OWN, is_single_use=False, ends_at=None, at=EVENING)
    browser_of(scorer).post(DELETE, SURE)
    assert not Account.objects.filter(pk=account.pk).exists()
    assert Client().get(invitation.get_absolute_url()).status_code == 404


def test_the_only_owner_is_told_before_pressing(played, owner, scorer):
    page = Page(browser_of(with_account(owner)).get(DELETE))
    assert (
        "nobody else owns them. Hand over first, or delete them: Anna, Bram and Cees" in page.words
    )


def test_a_guest_has_no_account_to_delete(phone, owner):
    assert phone.get(DELETE).status_code == 404
    assert phone.post(DELETE, SURE).status_code == 404
    assert new_guest(at=EVENING).pk
