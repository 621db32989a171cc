"""A link to all sessions of a playgroup, also those still to come; and all links in a list."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from scoreboard.actions.players import add_player, remove_player, rename_player
from scoreboard.actions.sessions import NewSession, start_session
from scoreboard.actions.sharing import renew_link, revoke_link, share_session
from scoreboard.models import Right, ShareLink
from scoreboard.queries.score_sheet import ScoreSheet
from scoreboard.views import watching
from tests.scoreboard.addresses import Evening
from tests.scoreboard.people import EVENING, a_key, browser_of, later, own_playgroup, play, start
from tests.scoreboard.readback import Page, fresh

OF_ONE = ("shared", "tv", "shared-json", "shared-csv", "shared-qr", "shared-picture")


@pytest.fixture
def link(game, owner) -> ShareLink:
    play(game, "Anna", Bram=20, Cees=7)
    return share_session(game=None, by=owner, at=EVENING)


def key(link: ShareLink, number: str = "", language: str = "en") -> tuple[str, str, str]:
    return link.token, number, language


def test_it_lists_every_session_and_leads_into_each(client, owner, game, link):
    other = start(owner, "Dirk Els", at=later(60))
    play(other, "Dirk", Els=500)
    page = Page(client.get(link.get_absolute_url()))
    assert "Dirk won · with Els" in page.words
    assert "still open · Anna, Bram and Cees" in page.words
    for each in (game, other):
        assert link.address_of(each) in page.having("href")
        for name in OF_ONE:
            address = reverse(name, args=[link.token, each.pk])
            assert client.get(address).status_code == 200, name
    inside = Page(client.get(link.address_of(other)))
    assert link.get_absolute_url() in inside.having("href")  # back to the list
    assert not client.cookies


def test_a_session_that_was_started_later_is_behind_it_too(client, owner, link):
    client.get(link.get_absolute_url())
    later_on = start(owner, "Fay Gijs", at=later(90))
    assert link.address_of(later_on) in Page(client.get(link.get_absolute_url())).having("href")


def test_sessions_of_others_and_none_at_all_are_not_behind_it(client, link, game, owner):
    theirs = start(own_playgroup())
    to_one = share_session(game=game, by=owner, at=EVENING)
    for name in (*OF_ONE, "keep-score"):
        for token, pk in ((link.token, theirs.pk), (link.token, 10**9), (to_one.token, game.pk)):
            assert client.get(reverse(name, args=[token, pk])).status_code == 404, name
        if name not in ("shared", "shared-qr", "tv"):
            assert client.get(reverse(name, args=[link.token])).status_code == 404, name
    for number in (str(theirs.pk), "9" * 18, "1" * 400):
        assert client.get(f"{link.get_absolute_url()}{number}/").status_code == 404


def test_its_pages_lead_to_nothing_else(client, link, game):
    for address in (link.get_absolute_url(), link.address_of(game)):
        page = Page(client.get(address))
        assert not [tag for tag, _ in page.tags if tag == "form"]
        ways = [way for way in page.having("href") if not way.startswith(("#", "/static/", "?"))]
        public = (link.get_absolute_url(), "/rules/", "/editions/classic-108/")
        assert all(way.startswith(public) for way in ways), ways


def test_names_are_shown_as_chosen_and_the_playgroup_is_not_called_after_its_people(client, owner):
    game = start(owner, "Anna Bram")
    rename_player(player=game.seats.first().player, name="Anna de Vries")
    play(game, "Anna de Vries", Bram=500)
    link = share_session(game=None, by=owner, at=EVENING, names="first")
    for address in (link.get_absolute_url(), link.address_of(game)):
        page = Page(client.get(address))
        assert "Anna" in page.words
        assert "de Vries" not in page.text
    owner.playgroup.name = "Thursdays"
    owner.playgroup.save()
    assert "Thursdays" in Page(client.get(link.get_absolute_url())).words


def test_older_ones_are_on_further_pages(client, owner, link):
    for number in range(51):
        start(owner, "Dirk Els", at=later(-number - 1))
    pages = [client.get(link.get_absolute_url(), {"page": page}) for page in (1, 2, "x", 99)]
    assert [len(ways_in(page, link)) for page in pages] == [50, 2, 50, 2]
    assert "Older" in Page(pages[0]).words
    assert "data-mark" not in pages[1].content.decode()


def ways_in(page, link: ShareLink) -> set[str]:
    ways = {way for way in Page(page).having("href") if way.startswith(link.get_absolute_url())}
    return ways - {link.get_absolute_url()}


def test_with_nothing_played_it_says_so(client, owner):
    link = share_session(game=None, by=owner, at=EVENING)
    assert "Nothing has been played yet." in Page(client.get(link.get_absolute_url())).words


def test_it_is_gone_when_it_is_taken_back_renewed_or_over(client, owner, game, link):
    old = [link.get_absolute_url(), link.address_of(game)]
    renew_link(link=link, by=owner)
    assert {client.get(address).status_code for address in old} == {404}
    assert client.get(link.get_absolute_url()).status_code == 200
    ShareLink.objects.update(ends_at=timezone.now())
    assert client.get(link.get_absolute_url()).status_code == 404
    ShareLink.objects.update(ends_at=None)
    revoke_link(link=link, at=later(1))
    assert client.get(link.get_absolute_url()).status_code == 404
    assert client.get(link.address_of(game)).status_code == 404


def test_on_the_television_it_is_the_newest_session_and_goes_on_to_the_next(
    client, owner, game, link
):
    address = reverse("tv", args=[link.token])
    tv, newest = key(link, "newest"), [game]
    for told in ("", "Dirk Els"):
        if told:
            newest.append(start(owner, told, at=later(60)))
        page = client.get(address)
        assert {seat.player.name for seat in newest[-1].seats.all()} <= {*Page(page).words.split()}
        showing = watching.look(tv)
        assert watching.marks([tv]) == {tv: showing.mark}
        assert f'data-mark="{showing.mark}"' in page.content.decode()
    assert f"{link.get_absolute_url()}qr.svg" in Page(page).having("src")


def test_on_the_television_nothing_was_played_yet(client, owner):
    link = share_session(game=None, by=owner, at=EVENING)
    assert client.get(reverse("tv", args=[link.token])).url == link.get_absolute_url()
    assert watching.look(key(link, "newest")) is None
    assert watching.marks([key(link, "newest")]) == {}


def test_two_of_one_first_name_are_called_alike_in_every_session(client, owner):
    nights = []
    for names in (["Hans Bakker", "Bram"], ["Hans Mulder", "Bram"], ["Hans Mulder", "Hans Bakker"]):
        agreed = NewSession(names=names)
        nights.append(
            start_session(
                playgroup=owner.playgroup, agreed=agreed, key=a_key(), by=owner, at=EVENING
            )
        )
    link = share_session(game=None, by=owner, at=EVENING, names="first")
    told = [Page(client.get(link.address_of(night))).words for night in nights]
    assert ["Hans 1" in words for words in told] == [True, False, True]
    assert ["Hans 2" in words for words in told] == [False, True, True]
    one = share_session(game=nights[1], by=owner, at=EVENING, names="first")
    assert "Hans 2" not in Page(client.get(one.get_absolute_url())).words


# --- followed live --------------------------------------------------------------------------------


def test_who_watches_the_list_is_told_of_rounds_sessions_and_names(owner, game, link):
    seen = set()
    for change in (
        lambda: None,
        lambda: play(game, "Anna", Bram=500, Cees=7),
        lambda: start(owner, "Dirk Els", at=later(60)),
        lambda: rename_player(player=game.seats.first().player, name="Annabel"),
    ):
        change()
        showing = watching.look(key(link))
        assert watching.marks([key(link)]) == {key(link): showing.mark}
        seen.add(showing.mark)
    assert len(seen) == 4
    assert "Annabel" in showing.what["html"]


def test_the_page_and_what_follows_it_are_the_same(client, link):
    showing = watching.look(key(link))
    page = client.get(link.get_absolute_url()).content.decode()
    assert f'data-mark="{showing.mark}">{showing.what["html"]}' in page


def test_who_watches_a_session_behind_it_is_told_of_that(owner, game, link):
    other = start(owner, "Dirk Els", at=later(60))
    this, that = key(link, str(game.pk)), key(link, str(other.pk))
    before = watching.marks([this, that])
    play(other, "Dirk", Els=20)
    after = watching.marks([this, that])
    assert before[this] == after[this] == watching.look(this).mark
    assert before[that] != after[that] == watching.look(that).mark
    theirs = start(own_playgroup())
    nowhere = [key(link, str(theirs.pk)), key(link, "99999")]
    assert watching.marks(nowhere) == {}
    assert [watching.look(one) for one in nowhere] == [None, None]


@pytest.mark.parametrize(
    ("path", "number"),
    [("", ""), ("tv/", "newest"), ("7/", "7"), ("007/", "7"), ("7/tv/", "7")],
)
def test_the_addresses_that_can_be_watched(path, number):
    assert watching.key_of(f"/live/s/abc/{path}", "nl") == ("abc", number, "nl")


@pytest.mark.parametrize("path", ["x/", "7/8/", "-1/", "1" * 19 + "/", "7/x", "session.json"])
def test_and_no_others(path):
    assert watching.key_of(f"/live/s/abc/{path}", "nl") is None


def test_somebody_new_of_the_same_first_name_changes_what_the_others_are_called(client, owner):
    agreed = NewSession(names=["Hans Bakker", "Bram"])
    game = start_session(
        playgroup=owner.playgroup, agreed=agreed, key=a_key(), by=owner, at=EVENING
    )
    link = share_session(game=None, by=owner, at=EVENING, names="first")
    inside = link.address_of(game)
    watched = [key(link), key(link, "newest"), key(link, str(game.pk))]
    before = watching.marks(watched)
    assert "Hans 1" not in Page(client.get(inside)).words
    other = add_player(playgroup=owner.playgroup, name="Hans Mulder", key=a_key(), at=EVENING)
    assert "Hans 1" in Page(client.get(inside)).words
    during = watching.marks(watched)
    assert all(before[one] != during[one] for one in watched)
    remove_player(player=other)
    assert "Hans 1" not in Page(client.get(inside)).words
    assert watching.marks(watched) == before


def test_who_comes_in_while_a_page_is_made_has_a_name(owner, game):
    link = share_session(game=None, by=owner, at=EVENING, names="first")
    assert len(link.playgroup.people) == 3  # as they were when the page began
    later_on = start(owner, "Dirk Els", at=later(60))
    assert [*ScoreSheet(link.shown(later_on)).names.values()] == ["Dirk", "Els"]


def test_however_many_links_to_all_are_watched_each_playgroup_is_asked_about_once(owner, game):
    watched = []
    for number in range(10):
        names = "first" if number % 2 else "full"
        link = share_session(game=None, by=owner, at=later(number), names=names)
        watched += [key(link), key(link, "newest"), key(link, "", "nl"), key(link, str(game.pk))]
    with CaptureQueriesContext(connection) as captured:
        assert {*watching.marks(watched)} == {*watched}
    assert len(captured) == 4


# --- keeping score by it --------------------------------------------------------------------------


def test_a_link_to_all_sessions_may_let_people_keep_score_in_each(client, owner, game, link):
    to_score = share_session(game=None, by=owner, at=EVENING, right=Right.SCORE)
    assert client.get(f"{link.address_of(game)}keep-score/").status_code == 404
    assert client.post(f"{to_score.address_of(game)}keep-score/").url == game.get_absolute_url()
    later_on = start(owner, "Dirk Els", at=later(60))
    for each in (game, later_on):
        hands = {f"points-{place}": "20" for place in range(1, each.seats.count())}
        sent = {"winner": "0", "key": a_key(), "seen_version": fresh(each).version} | hands
        assert client.post(f"{each.get_absolute_url()}rounds/", sent).status_code == 302
        assert each.changes.latest("version").by_link == to_score
    board = Page(client.get(game.get_absolute_url()))
    assert to_score.address_of(game) in board.having("href")
    assert client.get("/sessions/").status_code == 404
    theirs = start(own_playgroup())
    assert client.get(theirs.get_absolute_url()).status_code == 404


# --- all that are out -----------------------------------------------------------------------------


def test_the_owner_sees_all_links_in_one_list_and_makes_one_to_all_sessions(phone, game, owner):
    evening = Evening.of(game)
    address = reverse("links")
    assert address in Page(phone.get("/group/")).having("href")
    made = phone.post(address, {"names": "first", "lasts": "week"}, follow=True)
    link = ShareLink.objects.get(names="first")
    assert made.redirect_chain == [(reverse("link", args=[link.pk]), 302)]
    assert f"http://testserver{link.get_absolute_url()}" in Page(made).having("value")
    page = Page(phone.get(address))
    out = (link, evening.link, evening.link_to_score, evening.link_to_all)
    assert {reverse("link", args=[one.pk]) for one in out} <= {*page.having("href")}
    assert "4 links are out" in Page(phone.get("/group/")).words
    assert phone.post(reverse("revoke", args=[link.pk])).url == address
    assert reverse("link", args=[link.pk]) not in Page(phone.get(address)).having("href")


def test_pressed_twice_it_is_one(phone, owner):
    for _ in range(2):
        phone.post(reverse("links"), {"names": "full", "lasts": "month", "right": "see"})
    assert ShareLink.objects.count() == 1


def test_what_cannot_be_chosen_is_refused_at_its_field(phone):
    answer = phone.post(reverse("links"), {"names": "x", "lasts": "y", "right": "own"})
    assert answer.status_code == 422
    assert Page(answer).words.count("Choose one of these.") == 3
    assert not ShareLink.objects.exists()


def test_the_link_of_another_tab_s_playgroup_is_made_for_the_one_that_the_page_showed(owner, game):
    phone = browser_of(owner)
    other = owner.guest.memberships.create(
        playgroup=own_playgroup().playgroup, right=Right.OWN, created_at=EVENING
    )
    shown = Page(phone.get(reverse("links")))
    phone.post(reverse("switch", args=[other.pk]))
    phone.post(reverse("links"), shown.sent)
    assert ShareLink.objects.get().playgroup == owner.playgroup
