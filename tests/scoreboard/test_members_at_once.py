"""Members who change, leave and come in at the same moment, really."""

from collections import Counter

import pytest
from django.test import Client

from scoreboard.actions import invitations, members
from scoreboard.actions.accounts import delete_account
from scoreboard.actions.sharing import share_session
from scoreboard.models import Guest, Invitation, Member, Playgroup, Right, Round, ShareLink
from tests.scoreboard.people import (
    EVENING,
    a_key,
    browser_of,
    later,
    member_beside,
    play,
    with_account,
)
from tests.scoreboard.test_concurrency import PHONES, at_once, kinds

pytestmark = pytest.mark.django_db(transaction=True)


def out(owner: Member, *, is_single_use: bool = True) -> Invitation:
    return invitations.invite(
        by=owner, right=Right.SCORE, is_single_use=is_single_use, ends_at=None, at=EVENING
    )


def owners(member: Member) -> int:
    return Member.objects.filter(playgroup=member.playgroup, right=Right.OWN).count()


def test_of_two_owners_who_leave_at_once_one_stays(owner):
    both = [owner, member_beside(owner, Right.OWN)]
    jobs = [lambda member=member: members.leave(member=member, at=EVENING) for member in both]
    assert kinds(at_once(*jobs)) == {"done": 1, members.LastOwner: 1}
    assert owners(owner) == 1


def test_of_eight_owners_who_leave_at_once_one_stays(owner):
    everybody = [owner, *(member_beside(owner, Right.OWN) for _ in range(PHONES - 1))]
    jobs = [lambda member=member: members.leave(member=member, at=EVENING) for member in everybody]
    assert kinds(at_once(*jobs)) == {"done": PHONES - 1, members.LastOwner: 1}
    assert owners(owner) == 1


def test_two_owners_who_take_each_other_out(owner):
    other = member_beside(owner, Right.OWN)
    outcomes = at_once(
        lambda: members.remove_member(member=other, by=owner, at=later(1)),
        lambda: members.remove_member(member=owner, by=other, at=later(1)),
    )
    assert kinds(outcomes) == {"done": 1, members.Overtaken: 1}
    assert owners(owner) == 1


def test_two_owners_who_lower_each_other_and_one_who_leaves(owner):
    other, third = member_beside(owner, Right.OWN), member_beside(owner, Right.OWN)
    at_once(
        lambda: members.give_right(member=other, right=Right.SEE, by=owner, at=later(1)),
        lambda: members.give_right(member=owner, right=Right.SEE, by=other, at=later(1)),
        lambda: members.leave(member=third, at=EVENING),
    )
    assert owners(owner) >= 1


def test_handing_over_to_somebody_who_leaves(owner, scorer):
    outcomes = at_once(
        lambda: members.hand_over(member=scorer, by=owner, at=EVENING),
        lambda: members.leave(member=scorer, at=EVENING),
    )
    assert kinds(outcomes) in (
        {"done": 1, members.LastOwner: 1},  # they owned it already
        {"done": 1, members.Overtaken: 1},  # they were gone already
    )
    assert owners(owner) == 1


def test_deleted_twice_while_a_round_is_recorded_nothing_is_left(game, owner):
    play(game, "Anna", Bram=20, Cees=1)
    outcomes = at_once(
        lambda: members.delete_playgroup(by=owner),
        lambda: members.delete_playgroup(by=owner),
        lambda: play(game, "Anna", number=2, Bram=20, Cees=1),
    )
    deleted = kinds(outcomes[:2])
    assert deleted == {"done": 1, members.Overtaken: 1}
    assert not Playgroup.objects.exists()
    assert not Round.objects.exists()


def test_an_invitation_for_one_accepted_by_eight_lets_one_in(owner):
    made = out(owner)

    def come_in() -> Member:
        return invitations.accept(invitation=made, name="Els", key=a_key(), at=later(1))

    outcomes = kinds(at_once(*[come_in] * PHONES))
    assert outcomes == {"done": 1, invitations.InvitationOver: PHONES - 1}
    made.refresh_from_db()
    assert (made.uses, owner.playgroup.members.count()) == (1, 2)
    assert Guest.objects.count() == 2


def test_one_page_sent_eight_times_makes_one_member(owner):
    made, key = out(owner), a_key()
    phones = [Client() for _ in range(PHONES)]
    sent = {"name": "Els", "key": key}
    jobs = [lambda phone=phone: phone.post(made.get_absolute_url(), sent) for phone in phones]
    answers = at_once(*jobs)
    assert Counter(answer.status_code for answer in answers) == {302: PHONES}
    assert owner.playgroup.members.count() == 2
    assert len({phone.session["guest"] for phone in phones}) == 1


def test_two_invitations_accepted_by_one_guest_make_one_member(owner, stranger):
    made = [out(owner), out(owner, is_single_use=False)]
    places = [invitation.get_absolute_url() for invitation in made] * (PHONES // 2)
    phones = [browser_of(stranger) for _ in places]
    sent = {"name": "Els", "key": a_key()}
    jobs = [
        lambda phone=phone, place=place: phone.post(place, sent)
        for phone, place in zip(phones, places, strict=True)
    ]
    assert {answer.status_code for answer in at_once(*jobs)} == {302}
    assert owner.playgroup.members.filter(guest=stranger.guest).count() == 1


def test_accepted_while_it_is_taken_back(owner):
    made = out(owner)
    outcomes = at_once(
        lambda: invitations.accept(invitation=made, name="Els", key=a_key(), at=later(1)),
        lambda: invitations.take_back(invitation=made, at=later(1)),
    )
    assert kinds(outcomes) in ({"done": 2}, {"done": 1, invitations.InvitationOver: 1})
    made.refresh_from_db()
    assert owner.playgroup.members.count() == 1 + made.uses


def test_the_button_pressed_eight_times_makes_one_invitation(owner):
    assert kinds(at_once(*[lambda: out(owner)] * PHONES)) == {"done": PHONES}
    assert Invitation.objects.count() == 1


def test_nothing_that_lets_others_in_outlives_the_right_of_whoever_made_it(owner, game):
    for _again in range(5):
        other = member_beside(owner, Right.OWN)
        at_once(
            lambda other=other: members.give_right(
                member=other, right=Right.SEE, by=owner, at=later(1)
            ),
            *[lambda other=other: out(other)] * 3,
            *[lambda other=other: share_session(game=game, by=other, at=EVENING, right=Right.SCORE)]
            * 3,
        )
        assert not Invitation.objects.filter(Invitation.open_at(later(2)), by=other).exists()
        assert not ShareLink.objects.filter(ShareLink.out_at(later(2)), by=other).exists()


def test_an_account_is_deleted_while_six_phones_record_by_its_link(owner, game):
    """Nobody waits for whoever waits for them: a round takes the session first, then the link."""
    account = with_account(owner).account
    link = share_session(game=game, by=owner, at=EVENING, right=Right.SCORE)
    address = f"{link.get_absolute_url()}keep-score/"
    phones = [Client() for _ in range(6)]
    for phone in phones:
        assert phone.post(address).status_code == 302
    hands = {"winner": "0", "points-1": "20", "points-2": "31", "seen_version": "1"}

    def record(phone: Client) -> int:
        return phone.post(f"{game.get_absolute_url()}rounds/", hands | {"key": a_key()}).status_code

    outcomes = at_once(
        lambda: delete_account(account=account, forget_name=False, at=later(1)),
        *[lambda phone=phone: record(phone) for phone in phones],
    )
    assert outcomes[0] is None
    assert {*outcomes[1:]} <= {302, 404, 409}
    assert not Playgroup.objects.exists()
