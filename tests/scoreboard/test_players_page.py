"""The people of a playgroup by the pages: added, hidden, removed, made one, and “that's me”."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoreboard.actions.players import add_player, hide_player, take_as_oneself
from scoreboard.models import GameSession, Merge, Player, Right
from scoreboard.queries.known import known_to
from tests.scoreboard.people import (
    EVENING,
    a_key,
    account_of,
    browser_of,
    later,
    member_beside,
    own_playgroup,
    play,
    start,
    with_account,
)
from tests.scoreboard.readback import Page, everything_stored
from tests.scoreboard.test_merging import merge, person

LONG = "Wilhelmina-Alexandrina-van-Oranje-Nassau"


def of(name: str, player: Player, **more) -> str:
    return reverse(name, args=[player.pk, *more.values()])


def add(phone, name: str, **more):
    return phone.post("/players/", {"name": name, "key": a_key()} | more)


def said(response) -> str:
    """What stands at the field."""
    page = Page(response)
    field = page.tag_with(name="name")
    assert field["aria-describedby"] == "name-errors"
    return page.words


# --- adding ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["Fay", " fay ", LONG, "🦄 Émile", "أمينة", "<b>x</b>", "O'Neil"])
def test_somebody_is_added_and_offered_at_the_next_session(phone, game, name):
    assert add(phone, name).url == "/players/"
    added = Player.objects.latest("pk")
    assert added.name == name.strip()
    page = Page(phone.get("/players/"))
    assert name.strip() in page.text
    assert added.name in Page(phone.get("/sessions/new/")).having("value")


def test_the_next_of_twelve_marks_is_theirs(phone, game):
    add(phone, "Fay")
    assert person("Fay").mark == 3


def test_sent_twice_somebody_is_added_once(phone, game):
    key = a_key()
    assert [add(phone, "Fay", key=key).status_code for _ in range(2)] == [302, 302]
    assert Player.objects.filter(name="Fay").count() == 1
    assert add(phone, "Gus", key=key).status_code == 302
    assert Player.objects.filter(name="Gus").count() == 1


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", "What are they called?"),
        ("  ", "What are they called?"),
        ("\u200b", "A name needs at least one letter"),
        ("x" * 61, "A name has at most 60 letters"),
        ("ANNA ", "Somebody here has that name already"),
        ("cees", "Cees is there already, among the hidden"),
        ("Anne", "another name of Anna"),
    ],
)
def test_what_cannot_be_a_name_is_said_at_the_field(phone, game, owner, name, reason):
    add(phone, "Anne")
    merge("Anna", "Anne", owner)
    hide_player(player=person("Cees"), hidden=True)
    before = everything_stored()
    response = add(phone, name)
    assert response.status_code == 422
    assert reason in said(response)
    assert Page(response).sent["name"] == name
    assert everything_stored() == before


def test_who_only_watches_is_offered_no_adding(watcher, game):
    assert "Add somebody" not in Page(browser_of(watcher).get("/players/")).words


# --- hidden ---------------------------------------------------------------------------------------


@pytest.fixture
def hidden(game, phone) -> Player:
    play(game, "Anna", Bram=20, Cees=7)
    cees = person("Cees")
    assert phone.post(of("hide", cees), {"hide": "1"}).url == cees.get_absolute_url()
    return person("Cees")


def test_hidden_they_are_not_offered_and_their_evenings_stay(phone, game, owner, hidden):
    assert hidden.is_hidden
    setup = Page(phone.get("/sessions/new/"))
    assert "Cees" not in [*setup.having("value"), *setup.words.split()]
    assert known_to(owner.playgroup).usual == ["Anna", "Bram"]
    agreement = Page(phone.get(reverse("agreement", args=[start(owner, "Anna Bram").pk])))
    assert "Cees" not in agreement.words
    assert "Cees" in Page(phone.get(game.get_absolute_url())).words
    assert "Cees" in Page(phone.get(hidden.get_absolute_url())).words
    people = phone.get("/players/").content.decode()
    assert people.index("Hidden") < people.index("Cees")


def test_shown_again_they_are_offered(phone, hidden):
    phone.post(of("hide", hidden), {"show": "1"})
    assert not person("Cees").is_hidden
    assert "Cees" in Page(phone.get("/sessions/new/")).having("value")


@pytest.mark.parametrize("how", ["typed", "joins", "rematch", "quick"])
def test_who_plays_again_is_the_same_person_and_shown_again(phone, owner, game, hidden, how):
    if how == "typed":
        sent = {"plays": ["Anna"], "new": "cees", "start": "1", "target": "500", "key": a_key()}
        phone.post("/sessions/new/", sent)
    elif how == "quick":
        phone.post("/", {"names": "CEES, Anna", "key": a_key()})
    elif how == "joins":
        address = reverse("agreement", args=[start(owner, "Anna Bram").pk])
        phone.post(address, Page(phone.get(address)).sent | {"new": "cees"})
    else:
        phone.post(reverse("rematch", args=[game.pk]), {"key": a_key()})
    assert GameSession.objects.latest("pk").seats.filter(player=hidden).exists()
    assert not person("Cees").is_hidden
    assert Player.objects.filter(name_key="cees").count() == 1


def test_typed_while_setting_up_they_have_their_own_mark(phone, hidden):
    sent = {"plays": ["Anna"], "seat": ["Anna"], "new": "cees", "add": "1"}
    page = Page(phone.post("/sessions/new/", sent))
    assert "Cees" in page.having("value")
    assert "green" in phone.post("/sessions/new/", sent).content.decode()


# --- removed --------------------------------------------------------------------------------------


def test_the_page_says_beforehand_what_removing_does(phone, game):
    add(phone, "Fay")
    assert "They have never played" in Page(phone.get(person("Fay").get_absolute_url())).words
    assert "So removing hides" in Page(phone.get(person("Anna").get_absolute_url())).words


def test_who_never_played_is_deleted(phone, game):
    add(phone, "Fay")
    page = Page(phone.post(of("remove-player", person("Fay")), follow=True))
    assert "Fay is removed." in page.words
    assert not Player.objects.filter(name="Fay").exists()


def test_who_has_played_is_hidden_and_nobody_s_history_changes(phone, game, owner):
    play(game, "Anna", Bram=20, Cees=7)
    board = Page(phone.get(game.get_absolute_url())).words
    page = Page(phone.post(of("remove-player", person("Cees")), follow=True))
    assert "Cees is hidden. What was played stays." in page.words
    assert person("Cees").is_hidden
    assert Page(phone.get(game.get_absolute_url())).words == board


def test_whose_only_seat_was_taken_back_is_named_in_the_history_and_so_hidden(phone, game):
    address = reverse("agreement", args=[game.pk])
    phone.post(address, Page(phone.get(address)).sent | {"new": "Dirk"})
    page = Page(phone.get(address))
    seat = game.seats.get(player__name="Dirk")
    assert phone.post(address, page.sent | {f"away-{seat.pk}": "on"}).status_code == 302
    assert not person("Dirk").seats.exists()
    phone.post(of("remove-player", person("Dirk")))
    assert person("Dirk").is_hidden
    words = Page(phone.get(reverse("history", args=[game.pk]))).words
    assert "took the seat of Dirk back" in words


# --- made one -------------------------------------------------------------------------------------


@pytest.fixture
def twins(owner, game) -> GameSession:
    play(game, "Anna", Bram=20, Cees=7)
    second = start(owner, "Bram Anne")
    play(second, "Anne", Bram=30)
    play(second, "Bram", Anne=20)
    return second


def test_the_preview_says_what_becomes_of_both_and_changes_nothing(phone, twins):
    before = everything_stored()
    page = Page(phone.get(of("merge", person("Anna")), {"other": person("Anne").pk}))
    for told in ("Anna 1 session, 1 round", "Anne 1 session, 2 rounds", "Together 2 sessions"):
        assert told in page.words
    # Who has played more stays, if nobody says otherwise.
    assert page.sent["stays"] == str(person("Anne").pk)
    assert everything_stored() == before


@pytest.mark.parametrize(("kept", "gone"), [("Anna", "Anne"), ("Anne", "Anna")])
def test_whichever_name_is_chosen_stays(phone, twins, owner, kept, gone):
    sent = {"other": person("Anne").pk, "stays": person(kept).pk}
    response = phone.post(of("merge", person("Anna")), sent, follow=True)
    assert f"{gone} is {kept} from now on." in Page(response).words
    assert person(gone).merged_into == person(kept)
    made = Merge.objects.get()
    assert (made.by, made.kept, made.gone) == (owner, person(kept), person(gone))


def test_it_is_taken_back_from_the_page_of_who_stays(phone, twins, owner):
    made = merge("Anna", "Anne", owner)
    page = Page(phone.get(person("Anna").get_absolute_url()))
    address = of("undo-merge", person("Anna"), merge=made.pk)
    assert address in page.having("action")
    response = phone.post(address, follow=True)
    assert "Anne is a person again." in Page(response).words
    assert person("Anne").merged_into is None
    assert address not in Page(response).having("action")


def test_two_who_sat_together_are_refused_with_the_sessions(phone, twins):
    before = everything_stored()
    sent = {"other": person("Bram").pk}
    for response in (
        phone.get(of("merge", person("Anne")), sent),
        phone.post(of("merge", person("Anne")), sent),
    ):
        page = Page(response)
        assert "sat at one table, so they are two people" in page.words
        assert twins.get_absolute_url() in page.having("href")
        assert "Make them one" not in page.words
    assert response.status_code == 422
    assert everything_stored() == before


def test_of_very_many_sessions_together_the_latest_are_told(phone, owner, game):
    for day in range(12):
        start(owner, at=later(1440 * day))
    page = Page(phone.get(of("merge", person("Anna")), {"other": person("Bram").pk}))
    assert "and 3 other sessions" in page.words


def test_two_accounts_are_refused(phone, twins):
    for name in ("Anna", "Anne"):
        take_as_oneself(player=person(name), account=account_of(name.lower()))
    response = phone.post(of("merge", person("Anna")), {"other": person("Anne").pk})
    assert response.status_code == 422
    assert "Two people have said" in Page(response).words


@pytest.mark.parametrize("other", ["", "0", "x", "9" * 40, "\x00"])
def test_nobody_to_be_made_one_with_is_said_at_the_field(phone, twins, other):
    before = everything_stored()
    for response in (
        phone.get(of("merge", person("Anna")), {"other": other}),
        phone.post(of("merge", person("Anna")), {"other": other}),
    ):
        assert response.status_code == 422
        assert Page(response).tag_with(name="other")["aria-describedby"] == "other-errors"
    assert everything_stored() == before


def test_a_name_of_neither_cannot_stay(phone, twins):
    sent = {"other": person("Anne").pk, "stays": person("Cees").pk}
    response = phone.post(of("merge", person("Anna")), sent)
    assert response.status_code == 422
    assert "Choose one of both names." in Page(response).words
    assert not Merge.objects.exists()


def test_nobody_of_another_playgroup_is_offered_or_merged(phone, twins):
    foreign = start(own_playgroup(), "Xavier Yvonne").seats.first().player
    assert "Xavier" not in Page(phone.get(of("merge", person("Anna")))).words
    response = phone.post(of("merge", person("Anna")), {"other": foreign.pk})
    assert response.status_code == 422
    assert not Merge.objects.exists()


def test_a_merge_of_somebody_else_s_page_is_not_found(phone, twins, owner):
    made = merge("Anna", "Anne", owner)
    assert phone.post(of("undo-merge", person("Bram"), merge=made.pk)).status_code == 404
    assert person("Anne").merged_into


def test_who_is_gone_cannot_be_changed_and_leads_to_who_stays(phone, twins, owner):
    merge("Anna", "Anne", owner)
    gone = person("Anne")
    assert phone.get(gone.get_absolute_url()).url == person("Anna").get_absolute_url()
    for name in ("rename", "hide", "remove-player", "me", "merge"):
        assert phone.post(of(name, gone), {"name": "Zus"}).status_code == 404


def test_an_undo_that_cannot_be_is_told(phone, twins, owner):
    made = merge("Anna", "Anne", owner)
    address = of("undo-merge", person("Anna"), merge=made.pk)
    phone.post(of("rename", person("Cees")), {"name": "ANNE"})
    words = Page(phone.post(address, follow=True)).words
    assert "Somebody else is called Anne by now. Rename them first: ANNE." in words
    phone.post(of("rename", person("ANNE")), {"name": "Cees"})
    add(phone, "Zus")
    merge("Zus", "Anna", owner)
    words = Page(phone.post(address, follow=True)).words
    assert "Anna is part of Zus by now. Take that back first." in words
    assert "first take back Anna" in words
    assert person("Anne").merged_into == person("Zus")


# --- that's me ------------------------------------------------------------------------------------


@pytest.fixture
def anna_s(owner, game) -> object:
    """A phone of somebody with an account who only watches."""
    return browser_of(with_account(member_beside(owner, Right.SEE), "anna"))


def test_an_account_says_who_it_is_and_is_told_so(anna_s, game):
    anna = person("Anna")
    assert "That's me" in Page(anna_s.get(anna.get_absolute_url())).words
    page = Page(anna_s.post(of("me", anna), {"mine": "1"}, follow=True))
    assert "you ·" in page.words
    assert person("Anna").account.email == "anna@example.org"
    assert "you ·" in Page(anna_s.get("/players/")).words
    anna_s.post(of("me", anna), {"not_me": "1"})
    assert person("Anna").account is None


def test_in_one_playgroup_an_account_is_one_person(anna_s, game):
    anna_s.post(of("me", person("Anna")), {"mine": "1"})
    assert "So far you are Anna" in Page(anna_s.get(person("Bram").get_absolute_url())).words
    anna_s.post(of("me", person("Bram")), {"mine": "1"})
    assert (person("Anna").account, person("Bram").account.email) == (None, "anna@example.org")


def test_in_two_playgroups_it_is_two_people(owner, game):
    account = account_of("anna")
    other = start(own_playgroup(), "Xavier Yvonne").seats.first().player
    for player in (person("Anna"), other):
        take_as_oneself(player=player, account=account)
    assert account.players.count() == 2


def test_nobody_takes_the_person_of_another_account_and_only_an_owner_takes_it_back(
    anna_s, owner, game
):
    anna_s.post(of("me", person("Anna")), {"mine": "1"})
    other = browser_of(with_account(member_beside(owner, Right.SCORE), "other"))
    assert "That's me" not in Page(other.get(person("Anna").get_absolute_url())).words
    response = other.post(of("me", person("Anna")), {"mine": "1"}, follow=True)
    assert "Somebody else has said that this is them." in Page(response).words
    assert other.post(of("me", person("Anna")), {"not_me": "1"}).status_code == 404
    assert person("Anna").account.email == "anna@example.org"
    phone = browser_of(owner)
    assert "Somebody said: that's me" in Page(phone.get(person("Anna").get_absolute_url())).words
    assert "anna@" not in phone.get(person("Anna").get_absolute_url()).content.decode()
    assert phone.post(of("me", person("Anna")), {"not_me": "1"}).status_code == 302
    assert person("Anna").account is None


def test_a_guest_is_told_what_an_account_is_good_for(phone, game):
    page = Page(phone.get(person("Anna").get_absolute_url()))
    assert "Is this you?" in page.words
    assert reverse("account_signup") in page.having("href")


def test_the_demo_asks_nobody_to_be_anybody(owner, game, phone):
    owner.playgroup.is_demo = True
    owner.playgroup.save()
    assert "Is this you?" not in Page(phone.get(person("Anna").get_absolute_url())).words


# --- how much there is ----------------------------------------------------------------------------


@pytest.mark.parametrize("people", [2, 20, 100])
def test_the_pages_of_many_people_take_as_many_statements(phone, owner, game, people):
    for number in range(people):
        add_player(playgroup=owner.playgroup, name=f"P{number}", key=a_key(), at=EVENING)
    for number in range(people // 2):
        hide_player(player=person(f"P{number}"), hidden=True)
    merge("Anna", "P0", owner)
    asked = {"other": person("P1").pk}
    pages = {
        "/players/": (3, {}),
        person("Anna").get_absolute_url(): (5, {}),
        of("merge", person("Anna")): (5, asked),
    }
    for address, (statements, sent) in pages.items():
        with CaptureQueriesContext(connection) as captured:
            assert phone.get(address, sent).status_code == 200
        assert len(captured) == statements, address
