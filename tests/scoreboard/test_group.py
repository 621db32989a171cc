"""The playgroup's page: who is in it, who may what, and that it always has an owner."""

import pytest
from django.urls import reverse

from scoreboard.actions import members
from scoreboard.actions.invitations import invite
from scoreboard.models import (
    Account,
    Change,
    GameSession,
    Guest,
    Invitation,
    Member,
    Player,
    Playgroup,
    Right,
)
from scoreboard.queries.members import called, named_members, playgroup_name, playgroup_names
from tests.scoreboard.addresses import Evening, parameters
from tests.scoreboard.people import (
    EVENING,
    a_key,
    account_of,
    browser_of,
    correct,
    later,
    member_beside,
    own_playgroup,
    play,
    start,
    with_account,
)
from tests.scoreboard.readback import Page, everything_stored, fresh

GROUP = "/group/"
NASTY = ("<b>x</b>", '"><script>alert(1)</script>', "يوسف", "👩‍👩‍👧 Ö", "W" * 40)


def words(client, address: str = GROUP, **headers: str) -> str:
    return Page(client.get(address, headers=headers)).words


def right_of(member: Member) -> int | None:
    return Member.objects.filter(pk=member.pk).values_list("right", flat=True).first()


def address(name: str, *args: int) -> str:
    return reverse(name, args=args)


def out(owner: Member, right: Right = Right.SEE, *, minutes: int = 0, **agreed) -> Invitation:
    agreed = {"is_single_use": True, "ends_at": None} | agreed
    return invite(by=owner, right=right, at=later(minutes), **agreed)


# --- what it is called ----------------------------------------------------------------------------


def test_without_a_name_it_is_called_after_its_most_usual_people(owner):
    assert playgroup_name(owner.playgroup) == "A new playgroup"
    start(owner, "Anna Bram")
    assert playgroup_name(owner.playgroup) == "Anna and Bram"
    start(owner, "Cees Bram")
    start(owner, "Cees Bram Dirk")
    assert playgroup_name(owner.playgroup) == "Bram, Cees, Anna and Dirk"
    start(owner, "Els Fay")
    assert playgroup_name(owner.playgroup) == "Bram, Cees, Anna and 3 others"


def test_who_is_hidden_or_twice_the_same_gives_it_no_name(game, owner):
    Player.objects.filter(name="Anna").update(is_hidden=True)
    bram = Player.objects.get(name="Bram")
    Player.objects.filter(name="Cees").update(merged_into=bram)
    assert playgroup_name(owner.playgroup) == "Bram"


def test_each_of_many_has_its_own(game, owner, stranger):
    start(stranger, "Xavier Yvonne")
    named = own_playgroup().playgroup
    named.name = "Thursdays"
    names = playgroup_names([stranger.playgroup, named, owner.playgroup])
    assert names == ["Xavier and Yvonne", "Thursdays", "Anna, Bram and Cees"]


def test_the_owner_names_it_and_takes_the_name_away_again(phone, game):
    assert "Anna, Bram and Cees" in words(phone)
    phone.post("/group/name/", {"name": "  De   Jansens "})
    assert Playgroup.objects.get().name == "De Jansens"
    assert "De Jansens" in words(phone)
    phone.post("/group/name/", {"name": " "})
    assert Playgroup.objects.get().name == ""


@pytest.mark.parametrize("name", ["x" * 61, "x" * 201, "\x00", "\u200b", "a\x00b"])
def test_a_name_that_cannot_be_is_refused_at_its_field(phone, game, name):
    before = everything_stored()
    for sent_to in ("/group/name/", "/group/me/"):
        response = phone.post(sent_to, {"name": name})
        page = Page(response)
        assert response.status_code == 422
        field = page.tag_with(**{"aria-invalid": "true"})
        assert field["aria-describedby"] in page.having("id")
    assert everything_stored() == before


def test_who_has_no_name_for_themselves_is_told_to_say_one_in_both_languages(phone, game):
    for language, told in (("en", "What do the others call you?"), ("nl", "noemen")):
        response = phone.post("/group/me/", {"name": ""}, headers={"Accept-Language": language})
        assert response.status_code == 422
        if language == "en":
            assert told in Page(response).words


# --- who is in it ---------------------------------------------------------------------------------


def test_everybody_sees_the_members_what_they_do_and_since_when(owner, scorer, watcher):
    with_account(scorer)
    Member.objects.filter(pk=scorer.pk).update(name="Bram")
    for member in (owner, scorer, watcher):
        page = words(browser_of(Member.objects.get(pk=member.pk)))
        assert "owner · since 14 March" in page
        you = "you · " if member == scorer else ""
        assert f"Bram {you}keeps score · since 14 March · with an account" in page
        assert "looks on · since 14 March · without an account" in page
    assert "You owner" in words(browser_of(owner))
    assert "Somebody who gave no name looks on" in words(browser_of(owner))


def test_nobody_s_address_is_told(owner, scorer):
    with_account(scorer, "secret")
    assert "secret" not in browser_of(owner).get(GROUP).content.decode()


def test_a_member_says_what_the_others_call_them(owner, watcher):
    browser_of(watcher).post("/group/me/", {"name": "Oma Els"})
    assert "Oma Els looks on" in words(browser_of(owner))


def test_a_member_is_called_as_the_person_at_the_table_that_they_are(game, owner):
    account = with_account(owner).account
    Member.objects.filter(pk=owner.pk).update(name="somebody else")
    Player.objects.filter(name="Anna").update(account=account)
    assert called(named_members().get()) == "Anna"
    assert "Anna you · owner" in words(browser_of(owner))


def test_a_person_of_another_playgroup_gives_no_name_here(game, owner, stranger):
    account = with_account(owner).account
    other = start(stranger, "Xavier Yvonne")
    other.playgroup.players.filter(name="Xavier").update(account=account)
    assert called(named_members().get(pk=owner.pk)) == ""
    assert called(named_members().get(pk=owner.pk), owner.pk) == "you"
    assert called(None) == ""


def test_who_does_not_own_it_is_offered_nothing_of_the_owners(owner, scorer, watcher):
    out(owner)
    for member in (scorer, watcher):
        page = Page(browser_of(member).get(GROUP))
        actions = set(page.having("action"))
        assert actions == {"/group/me/", "/group/begin/", "/language/"}
        links = " ".join(page.having("href"))
        for part in ("invit", "members", "delete"):
            assert part not in links


def test_names_that_people_type_become_no_part_of_the_page(owner):
    start(owner, "Anna Bram")
    for name in NASTY:
        member_beside(owner, Right.OWN, name)
        invite(
            by=owner.playgroup.members.last(),
            right=Right.SEE,
            is_single_use=True,
            ends_at=None,
            at=EVENING,
        )
    Playgroup.objects.update(name=NASTY[0])
    phone = browser_of(owner)
    pages = [GROUP, "/group/leave/", "/group/delete/"]
    pages += [address("member", member.pk) for member in Member.objects.all()]
    pages += [address("hand-over", member.pk) for member in Member.objects.exclude(pk=owner.pk)]
    pages += [address("invitation", made.pk) for made in Invitation.objects.all()]
    pages += [made.get_absolute_url() for made in Invitation.objects.all()]
    for place in pages:
        response = phone.get(place)
        assert response.status_code == 200
        assert "<b>x" not in response.content.decode()
        assert "<script>alert" not in response.content.decode()
    for name in NASTY:
        assert name in Page(phone.get(GROUP)).text


def test_in_the_demo_nobody_sees_the_others_or_says_a_name(owner, scorer):
    Playgroup.objects.update(is_demo=True)
    Member.objects.filter(pk=owner.pk).update(name="Somebody else")
    phone = browser_of(scorer)
    assert "Somebody else" not in words(phone)
    assert phone.post("/group/me/", {"name": "Look at me"}).status_code == 404
    assert phone.get("/group/invite/").status_code == 404
    assert browser_of(owner).get("/group/invite/").status_code == 404
    assert browser_of(owner).get("/group/delete/").status_code == 404


# --- rights ---------------------------------------------------------------------------------------


def test_the_owner_gives_and_takes_rights(phone, game, scorer):
    for right in (Right.SEE, Right.OWN, Right.SCORE):
        assert phone.post(address("member", scorer.pk), {"right": right.value}).url == GROUP
        assert right_of(scorer) == right


@pytest.mark.parametrize("sent", [{}, {"right": ""}, {"right": "4"}, {"right": "x"}])
def test_a_right_that_does_not_exist_is_refused_at_its_field(phone, scorer, sent):
    response = phone.post(address("member", scorer.pk), sent)
    assert response.status_code == 422
    assert "Choose one of these." in Page(response).words
    assert right_of(scorer) == Right.SCORE


def test_a_right_that_was_lowered_is_gone_at_once(phone, game, scorer):
    theirs = browser_of(scorer)
    record = address("record", game.pk)
    assert theirs.get(record).status_code == 200
    phone.post(address("member", scorer.pk), {"right": Right.SEE.value})
    sent = {"winner": "0", "points-1": "20", "points-2": "7", "seen_version": "1"}
    assert theirs.post(record, sent | {"key": a_key()}).status_code == 404
    assert theirs.get(record).status_code == 404
    assert theirs.get(game.get_absolute_url()).status_code == 200
    assert game.rounds.count() == 0


def test_who_was_taken_out_sees_nothing_any_more(phone, game, scorer):
    theirs = browser_of(scorer)
    assert phone.post(address("remove-member", scorer.pk)).url == GROUP
    assert theirs.get(game.get_absolute_url()).status_code == 404
    assert theirs.get(GROUP).status_code == 404
    assert "Who is playing?" in words(theirs, "/")


def test_nobody_takes_out_or_hands_over_to_themselves(phone, owner, scorer):
    before = everything_stored()
    for name in ("remove-member", "hand-over"):
        assert phone.post(address(name, owner.pk)).status_code == 404
    assert everything_stored() == before


def test_the_right_to_own_takes_its_invitations_with_it(owner):
    other = member_beside(owner, Right.OWN)
    for by in (owner, other):
        out(by)
    phone = browser_of(owner)
    phone.post(address("member", other.pk), {"right": Right.SCORE.value})
    taken_back, left = (
        Invitation.objects.exclude(revoked_at=None),
        Invitation.objects.filter(by=owner),
    )
    assert [made.by_id for made in taken_back] == [other.pk]
    assert left.get().revoked_at is None


def test_whoever_is_taken_out_cannot_come_back_by_an_invitation_of_their_own(owner):
    other = member_beside(owner, Right.OWN)
    theirs = out(other, Right.OWN, is_single_use=False)
    browser = browser_of(other)
    browser_of(owner).post(address("remove-member", other.pk))
    assert browser.post(theirs.get_absolute_url(), {"name": "Me again"}).status_code == 404


def test_the_page_of_a_member_tells_that_invitations_are_out(phone, owner, scorer):
    assert "come back by it" not in words(phone, address("member", scorer.pk))
    out(owner)
    assert "1 invitation is out" in words(phone, address("member", scorer.pk))


def test_handing_over_asks_first(phone, owner, scorer):
    place = address("hand-over", scorer.pk)
    assert place in Page(phone.get(address("member", scorer.pk))).having("href")
    assert "You keep score as before." in words(phone, place)
    assert right_of(scorer) == Right.SCORE
    assert phone.post(place).url == GROUP
    assert (right_of(owner), right_of(scorer)) == (Right.SCORE, Right.OWN)
    assert phone.post(place).status_code == 404


def test_sent_twice_a_member_is_taken_out_once(phone, scorer):
    place = address("remove-member", scorer.pk)
    assert phone.post(place).status_code == 302
    assert phone.post(place).status_code == 404


def test_who_was_overtaken_changes_nothing(owner, scorer):
    """The page was let through, and then somebody else was faster."""
    other = member_beside(owner, Right.OWN)
    members.give_right(member=owner, right=Right.SCORE, by=other, at=EVENING)
    for action in (
        lambda: members.give_right(member=scorer, right=Right.OWN, by=owner, at=EVENING),
        lambda: members.hand_over(member=scorer, by=owner, at=EVENING),
        lambda: members.remove_member(member=other, by=owner, at=EVENING),
        lambda: members.delete_playgroup(by=owner),
    ):
        with pytest.raises(members.Overtaken):
            action()
    scorer_pk = scorer.pk
    members.remove_member(member=scorer, by=other, at=EVENING)
    scorer.pk = scorer_pk
    with pytest.raises(members.Overtaken):
        members.hand_over(member=scorer, by=other, at=EVENING)
    assert right_of(other) == Right.OWN


# --- the last owner -------------------------------------------------------------------------------


def test_the_last_owner_cannot_lower_themselves(phone, owner, scorer):
    response = phone.post(address("member", owner.pk), {"right": Right.SEE.value})
    assert response.status_code == 422
    assert "Somebody has to own the playgroup. Hand over first." in Page(response).words
    assert right_of(owner) == Right.OWN


def test_the_last_owner_cannot_leave(phone, owner, scorer):
    response = phone.post("/group/leave/")
    assert response.status_code == 422
    assert "Hand the playgroup over first, or delete it." in Page(response).words
    assert right_of(owner) == Right.OWN


def test_whoever_is_alone_cannot_leave_either(phone, owner):
    assert phone.post("/group/leave/").status_code == 422
    assert right_of(owner) == Right.OWN


def test_the_last_owner_can_be_taken_out_by_no_action(owner, scorer):
    for action in (
        lambda: members.remove_member(member=owner, by=owner, at=EVENING),
        lambda: members.give_right(member=owner, right=Right.SCORE, by=owner, at=EVENING),
        lambda: members.leave(member=owner, at=EVENING),
    ):
        with pytest.raises(members.LastOwner):
            action()
    members.hand_over(member=owner, by=owner, at=EVENING)
    assert right_of(owner) == Right.OWN


def test_one_of_two_owners_may_leave(owner):
    other = member_beside(owner, Right.OWN)
    phone = browser_of(owner)
    assert phone.post("/group/leave/").url == "/"
    assert phone.get(GROUP).status_code == 404
    assert browser_of(other).post("/group/leave/").status_code == 422


def test_who_leaves_is_asked_first_and_leaves_once(owner, watcher, game):
    phone = browser_of(watcher)
    assert "Leave the playgroup?" in words(phone, "/group/leave/")
    assert right_of(watcher) == Right.SEE
    assert "You left Anna, Bram and Cees." in Page(phone.post("/group/leave/", follow=True)).words
    assert right_of(watcher) is None
    members.leave(member=watcher, at=EVENING)


# --- deleting it ----------------------------------------------------------------------------------


def test_deleting_says_what_goes_and_is_confirmed(phone, game, owner):
    play(game, "Anna", Bram=20, Cees=7)
    page = words(phone, "/group/delete/")
    assert "1 session 1 round 3 people with all statistics" in page
    response = phone.post("/group/delete/")
    assert response.status_code == 422
    assert "Tick this box, if you are sure." in Page(response).words
    assert Playgroup.objects.exists()


def test_everything_of_it_goes_and_nothing_of_others(phone, game, owner, scorer, stranger):
    row = play(game, "Anna", Bram=20, Cees=7)
    correct(row, "Bram", Anna=3, Cees=7)
    GameSession.objects.update(first_dealer=Player.objects.get(name="Anna"))
    bram = Player.objects.get(name="Bram")
    Player.objects.create(
        playgroup=owner.playgroup, name="Bran", merged_into=bram, created_at=EVENING
    )
    Evening.of(fresh(game))
    play(start(stranger, "Xavier Yvonne"), "Xavier", Yvonne=20)
    theirs = browser_of(scorer)
    response = phone.post("/group/delete/", {"sure": "on"}, follow=True)
    assert "is deleted." in Page(response).words
    assert Playgroup.objects.get() == stranger.playgroup
    assert {*Member.objects.values_list("playgroup", flat=True)} == {stranger.playgroup_id}
    assert GameSession.objects.get().playgroup == stranger.playgroup
    assert not Invitation.objects.exists()
    assert Guest.objects.filter(pk=owner.guest_id).exists()
    assert theirs.get(game.get_absolute_url()).status_code == 404
    assert "Who is playing?" in words(theirs, "/")


# --- one's playgroups -----------------------------------------------------------------------------


def test_the_other_playgroups_are_listed_and_switched_to(phone, game, owner, stranger):
    other = start(stranger, "Xavier Yvonne")
    theirs = stranger.playgroup.members.create(
        guest=owner.guest, right=Right.SEE, created_at=EVENING
    )
    assert "Xavier and Yvonne looks on" in words(phone)
    place = address("switch", theirs.pk)
    assert place in Page(phone.get(GROUP)).having("action")
    assert phone.get(place).status_code == 405
    assert phone.post(place).url == "/"
    page = Page(phone.get("/"))
    assert other.get_absolute_url() in page.having("href")
    assert game.get_absolute_url() not in page.having("href")
    assert phone.post(address("switch", owner.pk)).url == "/"
    assert game.get_absolute_url() in Page(phone.get("/")).having("href")


def test_nobody_switches_to_a_playgroup_of_others(phone, owner, stranger):
    assert phone.post(address("switch", stranger.pk)).status_code == 404


def test_somebody_begins_another_one_and_is_asked_for_its_name(phone, owner, game):
    response = phone.post("/group/begin/", {"time_zone": "Europe/Brussels"}, follow=True)
    assert response.redirect_chain == [(GROUP, 302)]
    assert "A new playgroup" in Page(response).words
    begun = owner.guest.memberships.latest("pk")
    assert (begun.right, begun.playgroup.time_zone) == (Right.OWN, "Europe/Brussels")
    phone.post("/group/name/", {"name": "Club"})
    assert "Club" in words(phone)
    owner.playgroup.refresh_from_db()
    assert owner.playgroup.name == ""


def test_an_account_in_no_playgroup_can_begin_one(db):
    stranger = with_account(own_playgroup())
    phone = browser_of(stranger)
    Playgroup.objects.all().delete()
    assert "Begin another playgroup" in words(phone)
    assert phone.post("/group/begin/").url == GROUP
    assert Account.objects.get().memberships.get().right == Right.OWN


def test_under_ones_own_playgroup_only_ones_own_members_and_invitations(phone, owner, stranger):
    game = start(stranger, "Xavier Yvonne")
    play(game, "Xavier", Yvonne=20)
    theirs = Evening.of(game)
    before = everything_stored()
    for name in ("member", "remove-member", "hand-over", "invitation", "revoke-invitation"):
        assert parameters()[name] == {"pk"}
        assert phone.get(theirs.address(name)).status_code in (404, 405)
        assert phone.post(theirs.address(name), theirs.sent_to(name)).status_code in (404, 405)
    assert everything_stored() == before


def test_a_member_of_a_playgroup_that_one_only_watches_is_not_ones_own(owner, stranger, scorer):
    """Owner in one, watcher in the other: each right counts where it was given."""
    stranger.playgroup.members.create(guest=owner.guest, right=Right.SEE, created_at=EVENING)
    assert browser_of(owner).get(address("member", stranger.pk)).status_code == 404
    assert browser_of(owner).get(address("member", scorer.pk)).status_code == 200


# --- who did it -----------------------------------------------------------------------------------


def told_by(client, game: GameSession) -> str:
    return words(client, address("history", game.pk))


def by(game: GameSession, what: str, member: Member | None) -> None:
    Change.objects.filter(game=game, what=what).update(by=member)


def test_the_history_tells_who_did_it(game, owner, scorer, watcher):
    correct(play(game, "Anna", Bram=20, Cees=7), "Bram", Anna=3, Cees=7)
    account = account_of("cees")
    cees = owner.playgroup.members.create(account=account, right=Right.SEE, created_at=EVENING)
    Player.objects.filter(name="Cees").update(account=account)
    Member.objects.filter(pk=scorer.pk).update(name="Bram de B.")
    by(game, "started", owner)
    by(game, "recorded", scorer)
    by(game, "corrected", cees)
    page = told_by(browser_of(owner), game)
    assert ", you started the session" in page
    assert ", Bram de B. recorded round 1" in page
    assert ", Cees corrected round 1" in page
    # To the others the owner, who has no name, is nobody in particular.
    assert "20:30 started the session" in told_by(browser_of(watcher), game)


def test_who_left_is_not_named_any_more_and_what_they_did_stays(game, owner, scorer):
    Member.objects.filter(pk=scorer.pk).update(name="Bram de B.")
    by(game, "started", scorer)
    members.leave(member=scorer, at=EVENING)
    page = told_by(browser_of(owner), game)
    assert "Bram de B." not in page
    assert "started the session" in page
