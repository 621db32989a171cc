"""A link to one session, for whoever has it, until it is taken back."""

import datetime

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoreboard import live
from scoreboard.actions.members import remove_member
from scoreboard.actions.players import rename_player
from scoreboard.actions.sessions import NewSession, start_session
from scoreboard.actions.sharing import renew_link, revoke_link, share_session
from scoreboard.models import Right, ShareLink
from scoreboard.views import watching
from tests.scoreboard.people import (
    EVENING,
    a_key,
    correct,
    later,
    member_beside,
    play,
    remove,
    start,
)
from tests.scoreboard.readback import Page, fresh


@pytest.fixture
def link(game, owner) -> ShareLink:
    play(game, "Anna", Bram=20, Cees=7)
    return share_session(game=game, by=owner, at=EVENING)


def test_pressing_twice_makes_one_link(game, owner, link):
    a_moment = datetime.timedelta(seconds=2)
    assert share_session(game=game, by=owner, at=EVENING + a_moment) == link
    assert ShareLink.objects.count() == 1
    # Asked for again later it is another one: each can be taken back by itself.
    assert share_session(game=game, by=owner, at=later(1)) != link


def test_a_link_for_a_day_lasts_a_day_also_where_one_for_a_month_is_out(phone, game):
    for lasts in ("month", "day"):
        phone.post(reverse("share", args=[game.pk]), {"lasts": lasts})
    month, day = ShareLink.objects.order_by("pk")
    assert month.ends_at - day.ends_at > datetime.timedelta(days=28)


def test_what_a_co_owner_made_is_theirs_and_one_s_own_another_one(game, owner, link):
    other = member_beside(owner, Right.OWN)
    assert share_session(game=game, by=other, at=EVENING) != link
    renew_link(link=link, by=other)
    remove_member(member=other, by=owner, at=later(1))
    link.refresh_from_db()
    assert link.revoked_at is None  # to look on by: those who have it go on


def test_another_session_has_another_link(owner, link):
    other = share_session(game=start(owner), by=owner, at=EVENING)
    assert other.token != link.token


def test_the_link_shows_the_standing_and_the_rounds(client, link):
    page = Page(client.get(link.get_absolute_url()))
    for told in ("Anna", "Bram", "Cees", "27", "473 to go", "Bram deals"):
        assert told in page.words


def test_it_stays_the_same_link_however_often_it_is_shown(link):
    assert ShareLink.objects.get().token == link.token


def test_the_link_offers_nothing_to_change_and_no_way_to_the_rest(client, link, game):
    page = Page(client.get(link.get_absolute_url()))
    assert not [tag for tag, _ in page.tags if tag == "form"]
    ways = [way for way in page.having("href") if not way.startswith(("#", "/static/"))]
    look_up = reverse("edition", args=["classic-108"])
    assert ways == [look_up, look_up, "?language=nl"]
    assert client.get(look_up).status_code == 200
    assert game.seats.first().player.key not in page.text


def test_the_link_speaks_the_language_that_the_visitor_chooses(client, link):
    address = link.get_absolute_url()
    for chosen, spoken in (("nl", "nl"), ("en", "en"), ("xx", "en")):
        answer = client.get(address, {"language": chosen}, headers={"accept-language": "en"})
        assert f'<html lang="{spoken}">' in answer.content.decode()
        assert answer["Content-Language"] == spoken
    assert not client.cookies


def test_a_kept_page_follows_rounds_and_names(client, link, game):
    address = link.get_absolute_url()
    before = client.get(address).content
    assert client.get(address).content == before
    play(game, "Anna", Bram=20, Cees=7)
    after = client.get(address).content.decode()
    assert '<b class="points">54</b>' in after
    rename_player(player=game.seats.first().player, name="Annabel")
    assert "Annabel" in client.get(address).content.decode()


def test_the_owner_who_opens_the_shared_page_sees_what_the_others_see(client, phone, link):
    theirs = Page(client.get(link.get_absolute_url()))
    own = Page(phone.get(link.get_absolute_url()))
    assert own.words == theirs.words
    assert len(own.having("href")) == len(theirs.having("href"))


def test_a_link_that_was_taken_back_looks_like_one_that_never_was(client, link):
    revoke_link(link=link, at=later(1))
    never = reverse("shared", args=["A" * 32])
    back, wrong = client.get(link.get_absolute_url()), client.get(never)
    assert (back.status_code, wrong.status_code) == (404, 404)
    assert Page(back).words == Page(wrong).words
    same = back.content.decode().replace(link.token, "A" * 32)
    assert len(same) == len(wrong.content.decode())


@pytest.mark.parametrize("token", ["x", "%00", "%ff", "é", "😀", "A" * 5000, "' OR 1=1 --"])
def test_tokens_that_nobody_made_are_not_found(client, link, token):
    assert client.get(f"/s/{token}/").status_code == 404


@pytest.mark.parametrize("change", [str.lower, str.upper, lambda token: token[:-1]])
def test_nearly_the_token_is_not_the_token(client, link, change):
    assert client.get(reverse("shared", args=[change(link.token)])).status_code == 404


def test_shared_again_after_that_it_is_a_new_link(client, game, owner, link):
    revoke_link(link=link, at=later(1))
    fresh_link = share_session(game=game, by=owner, at=later(2))
    assert fresh_link.token != link.token
    assert client.get(fresh_link.get_absolute_url()).status_code == 200
    assert client.get(link.get_absolute_url()).status_code == 404


def test_taking_back_twice_keeps_the_first_time(link):
    revoke_link(link=link, at=later(1))
    revoke_link(link=link, at=later(2))
    link.refresh_from_db()
    assert link.revoked_at == later(1)


def test_the_owner_makes_sends_and_takes_back(phone, game):
    address = reverse("share", args=[game.pk])
    made = phone.post(address, follow=True)
    link = ShareLink.objects.get()
    assert made.redirect_chain == [(reverse("link", args=[link.pk]), 302)]
    assert f"http://testserver/s/{link.token}/" in Page(made).having("value")
    assert reverse("link", args=[link.pk]) in Page(phone.get(address)).having("href")
    assert phone.post(reverse("revoke", args=[link.pk])).url == address
    assert "Link to look on" in Page(phone.get(address)).words


def test_sharing_changes_nothing_about_the_session(game, owner, link):
    assert fresh(game).version == 2
    assert fresh(game).changes.count() == 2


def test_a_shared_session_follows_what_is_recorded(client: Client, game, link):
    play(game, "Bram", Anna=400, Cees=100)
    page = Page(client.get(link.get_absolute_url()))
    assert "wins, with +500 in round 2" in page.words


# --- kept by its version --------------------------------------------------------------------------


def test_the_page_that_is_kept_is_the_page_that_was_made(client, link):
    first, kept = (client.get(link.get_absolute_url()) for _ in range(2))
    assert Page(first).words == Page(kept).words
    assert Page(first).tags[-1] == Page(kept).tags[-1]


def test_a_new_name_is_on_the_shared_page_at_once(client, game, link):
    client.get(link.get_absolute_url())
    rename_player(player=game.seats.first().player, name="Annelies")
    assert "Annelies" in Page(client.get(link.get_absolute_url())).words


def test_everybody_reads_the_shared_page_in_their_own_language(client, link):
    english, dutch = "UNO classic, 108 cards", "UNO klassiek, 108 kaarten"
    for _ in range(2):
        assert english in Page(client.get(link.get_absolute_url())).words
        response = client.get(link.get_absolute_url(), headers={"Accept-Language": "nl"})
        assert dutch in Page(response).words


def test_a_correction_and_an_undo_are_on_the_shared_page_at_once(client, game, link):
    address = link.get_absolute_url()
    client.get(address)
    row = correct(game.rounds.get(), "Bram", Anna=33, Cees=7)
    assert "460 to go" in Page(client.get(address)).words
    remove(row)
    assert "460 to go" not in Page(client.get(address)).words


def test_a_link_taken_back_is_gone_also_while_its_page_is_kept(client, link):
    client.get(link.get_absolute_url())
    revoke_link(link=link, at=later(1))
    assert client.get(link.get_absolute_url()).status_code == 404


def test_two_sessions_are_never_mistaken_for_each_other(client, owner, link):
    other = start(owner, "Dirk Els")
    play(other, "Dirk", Els=50)
    other_link = share_session(game=other, by=owner, at=EVENING)
    client.get(link.get_absolute_url())
    assert "Dirk" in Page(client.get(other_link.get_absolute_url())).words


# --- names, an end, another address ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        ("full", ["Anna de Vries", "Anna Bakker", "👩\u200d🌾 Jo", "ßeta"]),
        ("first", ["Anna 1", "Anna 2", "👩\u200d🌾", "ßeta"]),
        ("initials", ["A.D.V.", "A.B.", "👩\u200d🌾J.", "SS."]),
    ],
)
def test_a_link_calls_the_people_as_chosen_everywhere(client, owner, names, shown):
    full = ["Anna de Vries", "Anna Bakker", "👩\u200d🌾 Jo", "ßeta"]
    game = start_session(
        playgroup=owner.playgroup, agreed=NewSession(names=full), key=a_key(), by=owner, at=EVENING
    )
    link = share_session(game=game, by=owner, at=EVENING, names=names)
    page = Page(client.get(link.get_absolute_url()))
    data = client.get(reverse("shared-json", args=[link.token])).json()
    assert [player["name"] for player in data["players"]] == shown
    table = client.get(reverse("shared-csv", args=[link.token])).content.decode()
    for name, called in zip(full, shown, strict=True):
        assert called in page.words
        assert called in table
        if name != called:
            assert name not in page.words
            assert name not in table


def test_two_links_of_one_session_each_call_them_their_own_way(client, game, owner, link):
    rename_player(player=game.seats.first().player, name="Anna de Vries")
    first = share_session(game=game, by=owner, at=EVENING, names="first")
    for _again in range(2):  # the second time they come from what is kept
        assert "de Vries" in Page(client.get(link.get_absolute_url())).words
        assert "de Vries" not in Page(client.get(first.get_absolute_url())).words
    full, short = (
        client.get(reverse("shared-picture", args=[each.token])) for each in (link, first)
    )
    assert full.content != short.content
    assert full["ETag"] != short["ETag"]


def test_a_link_ends_when_it_was_said_to(client, game, owner):
    soon = timezone.now() + datetime.timedelta(minutes=5)
    link = share_session(game=game, by=owner, at=timezone.now(), ends_at=soon)
    addresses = [link.get_absolute_url()]
    names = ("tv", "shared-json", "shared-csv", "shared-picture", "shared-qr")
    addresses += [reverse(name, args=[link.token]) for name in names]
    assert {client.get(address).status_code for address in addresses} == {200}
    ShareLink.objects.update(ends_at=timezone.now())
    assert {client.get(address).status_code for address in addresses} == {404}
    assert watching.look((link.token, "", "en")) is None
    assert watching.marks([(link.token, "", "en")]) == {}


def test_another_address_for_the_same_link(client, phone, game, link):
    old = link.get_absolute_url()
    answer = phone.post(reverse("renew-link", args=[link.pk]))
    assert answer.url == reverse("link", args=[link.pk])
    link.refresh_from_db()
    assert client.get(old).status_code == 404
    assert client.get(link.get_absolute_url()).status_code == 200


def test_the_owner_sees_when_a_link_was_last_used(client, phone, game, link):
    list_of = reverse("share", args=[game.pk])
    assert "not used yet" in Page(phone.get(list_of)).words
    client.get(link.get_absolute_url())  # a chat that makes a preview, say
    assert "not used yet" in Page(phone.get(list_of)).words
    watching.note([(link.token, "", "en")])
    assert "last used on" in Page(phone.get(list_of)).words


def test_a_choice_that_there_is_not_is_refused_at_its_field(phone, game):
    answer = phone.post(reverse("share", args=[game.pk]), {"names": "x", "lasts": "y"})
    assert answer.status_code == 422
    assert Page(answer).words.count("Choose one of these.") == 2
    assert not ShareLink.objects.exists()


def test_pressed_twice_with_an_end_it_is_one_link(phone, game):
    for _ in range(2):
        phone.post(reverse("share", args=[game.pk]), {"names": "first", "lasts": "week"})
    link = ShareLink.objects.get()
    assert link.names == "first"
    assert abs(link.ends_at - timezone.now() - datetime.timedelta(days=7)).total_seconds() < 60


def test_a_picture_of_the_address_on_the_owner_s_page_is_no_use_of_it(client, phone, game, link):
    live.used_here.clear()
    client.get(f"{link.get_absolute_url()}qr.svg")
    assert not live.used_here
    client.get(f"{link.get_absolute_url()}session.csv")
    assert live.used_here == {(link.token, "", "")}
