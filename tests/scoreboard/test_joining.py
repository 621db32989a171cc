"""Invitations: made, sent, taken back; accepted by guests and accounts, once or often."""

import datetime

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoreboard.actions import invitations, members
from scoreboard.models import Guest, Invitation, Member, Player, Playgroup, Right
from tests.scoreboard.people import (
    EVENING,
    a_key,
    account_of,
    browser_of,
    later,
    member_beside,
    play,
    start,
    with_account,
)
from tests.scoreboard.readback import Page, everything_stored

GROUP = "/group/"
NEW = {"right": Right.SCORE.value, "uses": "once", "lasts": "week"}


def out(owner: Member, right: Right = Right.SCORE, *, minutes: int = 0, **agreed) -> Invitation:
    agreed = {"is_single_use": True, "ends_at": None} | agreed
    return invitations.invite(by=owner, right=right, at=later(minutes), **agreed)


def of(member: Member) -> str:
    """The address of a new invitation of theirs."""
    return out(member).get_absolute_url()


def join(client: Client, invitation: Invitation, name: str = "Els", **sent):
    return client.post(invitation.get_absolute_url(), {"name": name, "key": a_key()} | sent)


def uses(invitation: Invitation) -> int:
    return Invitation.objects.get(pk=invitation.pk).uses


@pytest.fixture
def others() -> list[Client]:
    """Three browsers that nobody has seen before."""
    return [Client() for _ in range(3)]


# --- making one -----------------------------------------------------------------------------------


def test_the_page_proposes_to_keep_score_once_and_for_a_week(phone):
    page = Page(phone.get("/group/invite/"))
    assert page.sent["right"] == "2"
    chosen = {given["value"] for tag, given in page.tags if tag == "option" and "selected" in given}
    assert chosen == {"once", "week"}


def test_the_owner_makes_sends_and_takes_back(phone, owner):
    response = phone.post("/group/invite/", NEW)
    made = Invitation.objects.get()
    place = reverse("invitation", args=[made.pk])
    assert response.url == place
    link = f"http://testserver/join/{made.token}/"
    assert link in Page(phone.get(place)).having("data-share")
    assert place in Page(phone.get(GROUP)).having("href")
    assert (made.right, made.is_single_use, made.by) == (Right.SCORE, True, owner)
    assert phone.post(reverse("revoke-invitation", args=[made.pk])).url == GROUP
    assert "Nobody can come in" in Page(phone.get(place)).words
    assert link not in phone.get(place).content.decode()
    assert place not in Page(phone.get(GROUP)).having("href")


@pytest.mark.parametrize(("lasts", "days"), [("day", 1), ("week", 7), ("month", 30)])
def test_it_ends_when_the_owner_says(phone, lasts, days):
    phone.post("/group/invite/", NEW | {"lasts": lasts})
    made = Invitation.objects.get()
    assert made.ends_at - made.created_at == datetime.timedelta(days=days)


def test_it_may_be_for_many_and_without_an_end(phone):
    phone.post("/group/invite/", NEW | {"uses": "often", "lasts": "always"})
    made = Invitation.objects.get()
    assert (made.is_single_use, made.ends_at) == (False, None)


@pytest.mark.parametrize("language", ["en", "nl"])
def test_whatever_is_wrong_is_said_at_each_field_at_once(phone, language):
    sent = {"right": "7", "uses": "twice", "lasts": "for ever"}
    response = phone.post("/group/invite/", sent, headers={"Accept-Language": language})
    page = Page(response)
    assert response.status_code == 422
    assert {"right-errors", "uses-errors", "lasts-errors"} <= {*page.having("id")}
    assert not Invitation.objects.exists()


def test_pressed_twice_it_is_one_and_later_another_one(owner):
    first, again = out(owner), out(owner)
    assert first == again
    assert out(owner, minutes=1) != first
    assert out(owner, Right.SEE) != first


def test_the_group_lists_what_is_out_with_all_there_is_to_know(phone, owner, others):
    Member.objects.filter(pk=owner.pk).update(name="Anna")
    ends = timezone.now() + datetime.timedelta(days=3)
    made = out(owner, is_single_use=False, ends_at=ends)
    join(others[0], made)
    join(others[1], made)
    page = Page(phone.get(GROUP)).words
    assert "Keeps score, everybody who has the link made on 14 March by Anna" in page
    assert "used 2 times, last on" in page
    out(owner, Right.SEE, minutes=1)
    page = Page(phone.get(GROUP)).words
    assert "Looks on, one person" in page
    assert "works until it is taken back · not used yet" in page


@pytest.mark.parametrize(
    "columns",
    [
        {"revoked_at": EVENING},
        {"ends_at": EVENING},
        {"uses": 1},
    ],
)
def test_what_is_over_is_not_out_any_more(phone, owner, columns):
    out(owner)
    Invitation.objects.update(**columns)
    assert "None. Invite the others" in Page(phone.get(GROUP)).words


def test_taking_back_twice_keeps_the_first_time(owner):
    made = out(owner)
    invitations.take_back(invitation=made, at=later(1))
    invitations.take_back(invitation=made, at=later(2))
    made.refresh_from_db()
    assert made.revoked_at == later(1)


def test_who_may_not_own_makes_none(scorer, watcher):
    for member in (scorer, watcher):
        assert browser_of(member).post("/group/invite/", NEW).status_code == 404
    assert not Invitation.objects.exists()


# --- looking at one -------------------------------------------------------------------------------


def test_the_page_says_who_invites_to_what_and_what_for(client, owner, game):
    assert (
        "You are invited to the playgroup Anna, Bram and Cees" in Page(client.get(of(owner))).words
    )
    Member.objects.filter(pk=owner.pk).update(name="Oma")
    page = Page(client.get(of(owner))).words
    assert "Oma invites you to the playgroup" in page
    assert "start new ones and record rounds" in page


@pytest.mark.parametrize("right", Right.values)
def test_every_right_is_said_in_plain_words(client, owner, right):
    told = {
        Right.SEE: "change nothing",
        Right.SCORE: "record rounds",
        Right.OWN: "decide who is in",
    }
    assert told[right] in Page(client.get(out(owner, right).get_absolute_url())).words


def test_looking_changes_nothing_and_leaves_nothing_behind(client, owner, game):
    play(game, "Anna", Bram=20, Cees=7)
    made = out(owner)
    before = everything_stored()
    for _ in range(3):
        assert client.get(made.get_absolute_url()).status_code == 200
        assert client.head(made.get_absolute_url()).status_code == 200
    assert everything_stored() == before
    assert "tafelstand" not in client.cookies
    assert not Session.objects.exists()


def test_nobody_keeps_the_page_or_finds_it(client, owner):
    response = client.get(of(owner))
    assert "no-store" in response["Cache-Control"]
    assert response["X-Robots-Tag"] == "noindex"
    assert Page(response).tag_with(name="robots", content="noindex")
    assert response["Referrer-Policy"] == "same-origin"
    assert "manifest" not in Page(response).having("rel")


def test_the_page_gives_away_nothing_else_of_the_playgroup(client, owner, game):
    play(game, "Anna", Bram=20, Cees=7)
    Playgroup.objects.update(name="Thursdays")
    game.name = "Secret evening"
    game.save()
    member_beside(owner, Right.SEE, "Secret member")
    page = client.get(of(owner)).content.decode()
    assert "Thursdays" in page
    for hidden in ("Secret", "Anna", game.get_absolute_url(), "27"):
        assert hidden not in page.replace("class=", "")


def test_all_that_cannot_be_accepted_look_alike(client, owner):
    now = timezone.now()
    gone = [out(owner, minutes=minutes) for minutes in range(3)]
    for made, columns in zip(
        gone, ({"revoked_at": now}, {"ends_at": now}, {"uses": 1}), strict=True
    ):
        Invitation.objects.filter(pk=made.pk).update(**columns)
    never = reverse("join", args=["A" * 32])
    before = everything_stored()
    pages = set()
    for place in [never, *(made.get_absolute_url() for made in gone)]:
        looked, sent = client.get(place), client.post(place, {"name": "Els", "key": a_key()})
        assert (looked.status_code, sent.status_code) == (404, 404)
        pages |= {Page(looked).words, Page(sent).words}
    assert len(pages) == 1
    after = everything_stored()
    assert {name for name in after if after[name] != before[name]} == {"Tries"}


@pytest.mark.parametrize("token", ["x", "%00", "%ff", "é", "😀", "A" * 5000, "' OR 1=1 --"])
def test_tokens_that_nobody_made_are_not_found(client, owner, token):
    out(owner)
    assert client.get(f"/join/{token}/").status_code == 404


# --- accepting it ---------------------------------------------------------------------------------


def test_a_newcomer_is_in_as_a_guest_of_this_browser(client, owner, game):
    made = out(owner)
    response = client.post(made.get_absolute_url(), {"name": "Els", "key": a_key()}, follow=True)
    assert response.redirect_chain == [("/", 302)]
    assert "You are in." in Page(response).words
    assert game.get_absolute_url() in Page(response).having("href")
    member = Member.objects.latest("pk")
    assert (member.name, member.right) == ("Els", Right.SCORE)
    assert member.guest.pk == client.session["guest"]
    made.refresh_from_db()
    assert (made.uses, made.last_used_at) == (1, member.created_at)


def test_an_account_that_is_signed_in_comes_in_with_it(owner, others):
    account = account_of("els")
    others[0].force_login(account)
    page = Page(others[0].get(of(owner))).words
    assert "You come in with your account, els@example.org." in page
    assert join(others[0], out(owner, minutes=1)).status_code == 302
    assert account.memberships.get().playgroup == owner.playgroup
    assert Guest.objects.count() == 1


def test_a_guest_of_another_playgroup_comes_in_as_the_same_guest(owner, stranger, game):
    theirs = start(stranger, "Xavier Yvonne")
    Member.objects.filter(pk=stranger.pk).update(name="Xaverius")
    phone = browser_of(stranger)
    made = out(owner)
    assert Page(phone.get(made.get_absolute_url())).sent["name"] == "Xaverius"
    join(phone, made)
    assert stranger.guest.memberships.count() == 2
    assert game.get_absolute_url() in Page(phone.get("/")).having("href")
    assert phone.get(theirs.get_absolute_url()).status_code == 200


@pytest.mark.parametrize("name", ["", "   ", "\u200b", "x" * 61, "x" * 201, "a\x00b"])
@pytest.mark.parametrize("language", ["en", "nl"])
def test_a_name_that_cannot_be_is_refused_at_its_field(client, owner, name, language):
    made = out(owner)
    before = everything_stored()
    place, sent = made.get_absolute_url(), {"name": name, "key": "k" * 20}
    response = client.post(place, sent, headers={"Accept-Language": language})
    page = Page(response)
    assert response.status_code == 422
    assert page.tag_with(id="id_name")["aria-describedby"] == "name-errors"
    assert "name-errors" in page.having("id")
    assert page.sent["key"] == "k" * 20
    assert everything_stored() == before


def test_a_single_use_lets_one_in(owner, others):
    made = out(owner)
    assert [join(other, made).status_code for other in others] == [302, 404, 404]
    assert owner.playgroup.members.count() == 2


def test_until_it_is_taken_back_it_lets_everybody_in(owner, others):
    made = out(owner, is_single_use=False)
    assert [join(other, made).status_code for other in others] == [302] * 3
    assert uses(made) == 3
    invitations.take_back(invitation=made, at=timezone.now())
    assert join(Client(), made).status_code == 404


def test_whoever_is_in_already_is_told_and_uses_nothing_up(owner, scorer, others):
    made = out(owner)
    for member in (owner, scorer):
        phone = browser_of(member)
        page = Page(phone.get(made.get_absolute_url()))
        assert "You are in already" in page.words
        assert "name" not in page.sent
        assert phone.post(made.get_absolute_url()).url == "/"
    assert uses(made) == 0
    assert join(others[0], made).status_code == 302


def test_the_link_in_the_chat_leads_whoever_came_in_by_it_back_to_the_playgroup(owner, others):
    made = out(owner)
    join(others[0], made)
    invitations.take_back(invitation=made, at=timezone.now())
    assert "You are in already" in Page(others[0].get(made.get_absolute_url())).words
    assert join(others[0], made).url == "/"
    assert others[1].get(made.get_absolute_url()).status_code == 404


def test_a_higher_right_lifts_and_a_lower_one_never_lowers(owner, watcher):
    phone = browser_of(watcher)
    lifts = out(owner, Right.SCORE)
    assert "Yes, I do that from now on" in Page(phone.get(lifts.get_absolute_url())).words
    assert phone.post(lifts.get_absolute_url()).url == "/"
    watcher.refresh_from_db()
    assert (watcher.right, uses(lifts)) == (Right.SCORE, 1)
    lowers = out(owner, Right.SEE)
    assert phone.post(lowers.get_absolute_url()).url == "/"
    watcher.refresh_from_db()
    assert (watcher.right, uses(lowers)) == (Right.SCORE, 0)


def test_an_invitation_that_is_over_lifts_nobody(owner, watcher):
    made = out(owner, Right.OWN)
    invitations.take_back(invitation=made, at=timezone.now())
    phone = browser_of(watcher)
    assert "You are in already" in Page(phone.get(made.get_absolute_url())).words
    assert phone.post(made.get_absolute_url()).url == "/"
    watcher.refresh_from_db()
    assert watcher.right == Right.SEE


def test_pressed_twice_by_a_browser_that_got_no_answer_it_is_one_member(owner, others):
    """The first answer was lost with its cookie, and the invitation is used up by then."""
    made, key = out(owner), a_key()
    for other in others[:2]:
        assert join(other, made, key=key).url == "/"
    assert others[0].session["guest"] == others[1].session["guest"]
    assert owner.playgroup.members.count() == 2
    assert Guest.objects.count() == 2


def test_the_page_of_yesterday_does_not_make_one_the_guest_of_yesterday(owner, others):
    made, key = out(owner), a_key()
    join(others[0], made, key=key)
    Guest.objects.update(created_at=timezone.now() - datetime.timedelta(minutes=6))
    assert join(others[1], made, key=key).status_code == 404


def test_what_came_too_late_lets_nobody_in(owner):
    """The page was let through, and then somebody else was faster."""
    made = out(owner)
    invitations.accept(invitation=made, name="Els", key=a_key(), at=later(1))
    with pytest.raises(invitations.InvitationOver):
        invitations.accept(invitation=made, name="Fay", key=a_key(), at=later(1))
    assert owner.playgroup.members.count() == 2


def test_what_the_newcomer_may_do_is_what_the_invitation_gives(owner, game, others):
    record = reverse("record", args=[game.pk])
    for client, right in zip(others, Right, strict=True):
        join(client, out(owner, right))
        assert client.get(game.get_absolute_url()).status_code == 200
        assert client.get(record).status_code == (404 if right == Right.SEE else 200)
        can_invite = client.get("/group/invite/").status_code == 200
        assert can_invite == (right == Right.OWN)


def test_the_maker_is_called_as_the_person_at_the_table(client, owner, game):
    account = with_account(owner).account
    Player.objects.filter(name="Bram").update(account=account)
    assert "Bram invites you" in Page(client.get(of(owner))).words


def test_too_many_are_slowed_down(owner, phone, others, monkeypatch):
    monkeypatch.setattr("scoreboard.limits.MOST", {"join": 1, "invite": 1, "token": 99})
    made = out(owner, is_single_use=False)
    assert [join(other, made).status_code for other in others[:2]] == [302, 429]
    answers = [phone.post("/group/invite/", NEW | {"right": right}) for right in ("1", "2")]
    assert [answer.status_code for answer in answers] == [302, 429]


def test_a_page_that_lay_open_for_long_is_as_good_as_new(owner, monkeypatch):
    """Its first guest was made by the same page; this browser is somebody else by now."""
    invitation = invitations.invite(
        by=owner, right=Right.SEE, is_single_use=False, ends_at=None, at=EVENING
    )
    sent = {"name": "Els", "key": a_key()}
    for minutes in (0, 10):
        at = timezone.now() + datetime.timedelta(minutes=minutes)
        monkeypatch.setattr(timezone, "now", lambda at=at: at)
        assert browser_of(None).post(invitation.get_absolute_url(), sent).status_code == 302
    assert owner.playgroup.members.count() == 3


@pytest.mark.parametrize("how", ["hands over", "leaves"])
def test_who_owns_no_more_has_no_invitation_out(owner, scorer, how):
    members.give_right(member=scorer, right=Right.OWN, by=owner, at=EVENING)
    invitation = invitations.invite(
        by=owner, right=Right.OWN, is_single_use=False, ends_at=None, at=EVENING
    )
    if how == "leaves":
        members.leave(member=owner, at=EVENING)
    else:
        members.hand_over(member=scorer, by=owner, at=EVENING)
    assert browser_of(None).get(invitation.get_absolute_url()).status_code == 404
