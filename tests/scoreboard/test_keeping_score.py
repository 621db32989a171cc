"""Keeping score with nothing but a link: of that session, as long as the link is out."""

import datetime

import pytest
from django.test import Client
from django.utils import timezone

from scoreboard.actions.history import Gone
from scoreboard.actions.members import give_right, leave, remove_member
from scoreboard.actions.rounds import record_round
from scoreboard.actions.sessions import close_session
from scoreboard.actions.sharing import renew_link, revoke_link, share_session
from scoreboard.models import Change, GameSession, Playgroup, Right, ShareLink
from scoreboard.queries.score_sheet import ScoreSheet
from tests.scoreboard.people import (
    EVENING,
    a_key,
    browser_of,
    close,
    later,
    member_beside,
    own_playgroup,
    play,
    start,
    with_account,
)
from tests.scoreboard.people import a_round as told_round
from tests.scoreboard.readback import Page, everything_stored, fresh


@pytest.fixture
def link(game, owner) -> ShareLink:
    play(game, "Anna", Bram=20, Cees=7)
    return share_session(game=game, by=owner, at=EVENING, right=Right.SCORE)


def taken_up(link: ShareLink, browser: Client | None = None) -> Client:
    browser = browser or browser_of(None)
    assert browser.post(f"{link.get_absolute_url()}keep-score/").status_code == 302
    return browser


def a_round(game: GameSession) -> dict:
    hands = {"winner": "0", "points-1": "20", "points-2": "31"}
    return hands | {"seen_version": fresh(game).version, "key": a_key()}


def record(browser: Client, game: GameSession, **other):
    return browser.post(f"{game.get_absolute_url()}rounds/", a_round(game) | other)


def test_the_shared_page_leads_to_keeping_score_by_pressing_a_button(client, game, link):
    shared = Page(client.get(link.get_absolute_url()))
    (way,) = [way for way in shared.having("href") if way.endswith("keep-score/")]
    asked = Page(client.get(way))
    assert "Keep score here" in asked.words
    assert client.get(game.get_absolute_url()).status_code == 404  # a look is no promise
    assert client.post(way).url == game.get_absolute_url()
    assert "Record round 2" in Page(client.get(game.get_absolute_url())).words


def test_a_link_that_only_looks_leads_nowhere(client, game, owner):
    link = share_session(game=game, by=owner, at=EVENING)
    assert "keep-score" not in Page(client.get(link.get_absolute_url())).text
    for ask in (client.get, client.post):
        assert ask(f"{link.get_absolute_url()}keep-score/").status_code == 404
    client.session["links"] = [link.token_hash]
    assert client.get(game.get_absolute_url()).status_code == 404


def test_rounds_are_recorded_corrected_and_removed(game, link):
    browser = taken_up(link)
    assert record(browser, game).status_code == 302
    row = game.rounds.last()
    address = f"{game.get_absolute_url()}rounds/{row.pk}/"
    version = fresh(game).version
    assert (
        browser.post(address, a_round(game) | {"winner": "0", "points-1": "5"}).status_code == 302
    )
    assert fresh(game).version == version + 1
    assert browser.post(f"{address}remove/", {"seen_version": version + 1}).status_code == 302
    assert game.rounds.count() == 1


def test_the_evening_is_closed_and_taken_up_again(game, link):
    browser = taken_up(link)
    address = game.get_absolute_url()
    sent = {"seen_version": fresh(game).version}
    assert browser.post(f"{address}close/", sent).status_code == 302
    board = Page(browser.get(address))
    assert f"{address}rematch/" not in board.having("action")
    assert f"{address}reopen/" in board.having("action")
    assert browser.post(f"{address}reopen/").status_code == 302
    assert fresh(game).closed_at is None


def test_the_history_says_that_it_was_by_a_link_and_keeps_it_to_the_members(phone, game, link):
    browser = taken_up(link)
    record(browser, game)
    change = game.changes.latest("version")
    assert (change.by, change.by_link) == (None, link)
    history = Page(phone.get(f"{game.get_absolute_url()}history/"))
    assert "somebody with a link recorded round 2" in history.words
    row = game.rounds.last()
    theirs = Page(browser.get(f"{game.get_absolute_url()}rounds/{row.pk}/"))
    assert "What was changed when" not in theirs.words
    assert (
        "What was changed when"
        in Page(phone.get(f"{game.get_absolute_url()}rounds/{row.pk}/")).words
    )


def test_nothing_on_its_pages_leads_to_more_than_the_link_is_for(game, link):
    browser, seen, to_see = taken_up(link), set(), {game.get_absolute_url()}
    while to_see:
        address = to_see.pop()
        seen.add(address)
        answer = browser.get(address)
        if answer.status_code == 200 and answer["Content-Type"].startswith("text/html"):
            found = {way.split("#")[0].split("?")[0] for way in Page(answer).having("href")}
            to_see |= {way for way in found if way.startswith("/") and "/static/" not in way} - seen
        assert answer.status_code in (200, 302), address
    mine = game.get_absolute_url()
    of_the_playgroup = {way for way in seen if way.startswith(("/sessions/", "/players", "/group"))}
    row = game.rounds.get()
    allowed = {"", "close/", "cards/", "rounds/", f"rounds/{row.pk}/", f"rounds/{row.pk}/remove/"}
    assert of_the_playgroup == {f"{mine}{way}" for way in allowed}


def test_another_session_of_the_playgroup_is_not_found(owner, link):
    browser, other = taken_up(link), start(owner, "Dirk Els")
    before = everything_stored()
    assert browser.get(other.get_absolute_url()).status_code == 404
    assert record(browser, other).status_code == 404
    assert everything_stored() == before


@pytest.mark.parametrize("end", ["revoked", "renewed", "over"])
def test_at_once_it_is_over_when_the_link_is(game, owner, link, end):
    browser = taken_up(link)
    if end == "revoked":
        revoke_link(link=link, at=later(1))
    elif end == "renewed":
        renew_link(link=link, by=owner)
    else:
        ShareLink.objects.update(ends_at=timezone.now() - datetime.timedelta(seconds=1))
    before = everything_stored()
    assert browser.get(game.get_absolute_url()).status_code == 404
    assert record(browser, game).status_code == 404
    assert everything_stored() == before


def test_whoever_made_the_link_and_is_out_keeps_score_by_it_no_more(game, owner):
    for end in ("removed", "watches", "left"):
        other = member_beside(owner, Right.OWN, end)
        link = share_session(game=game, by=other, at=EVENING, right=Right.SCORE)
        look_on = share_session(game=game, by=other, at=EVENING, names="first")
        browser = taken_up(link)
        if end == "removed":
            remove_member(member=other, by=owner, at=later(1))
        elif end == "watches":
            give_right(member=other, right=Right.SEE, by=owner, at=later(1))
        else:
            leave(member=other, at=later(1))
        assert browser.get(game.get_absolute_url()).status_code == 404
        assert browser.get(look_on.get_absolute_url()).status_code == 200
        revoke_link(link=look_on, at=later(1))


def test_members_stay_who_they_are(game, owner, scorer, watcher, link):
    for member in (owner, scorer):
        browser = taken_up(link, browser_of(member))
        record(browser, game)
        assert game.changes.latest("version").by == member
        assert "History" in Page(browser.get(game.get_absolute_url())).words
    browser = browser_of(watcher)
    assert record(browser, game).status_code == 404
    taken_up(link, browser)
    assert record(browser, game).status_code == 302
    assert game.changes.latest("version").by_link == link
    assert browser.get(f"{game.get_absolute_url()}history/").status_code == 200


def test_who_has_a_playgroup_of_their_own_keeps_both(game, link):
    theirs = own_playgroup()
    own = start(theirs, "Xavier Yvonne")
    browser = taken_up(link, browser_of(theirs))
    assert record(browser, game).status_code == 302
    assert browser.get(own.get_absolute_url()).status_code == 200
    home = Page(browser.get("/"))
    assert {own.get_absolute_url(), game.get_absolute_url()} <= {*home.having("href")}


def test_home_leads_back_to_what_this_phone_keeps_score_of(game, link):
    browser = taken_up(link)
    assert game.get_absolute_url() in Page(browser.get("/")).having("href")
    revoke_link(link=link, at=later(1))
    assert game.get_absolute_url() not in Page(browser.get("/")).having("href")


def test_names_are_those_of_the_link_also_while_recording(owner):
    game = start(owner, "Anna Bram")
    game.seats.first().player.__class__.objects.filter(name="Anna").update(name="Anna de Vries")
    link = share_session(game=game, by=owner, at=EVENING, right=Right.SCORE, names="initials")
    browser = taken_up(link)
    for way in ("", "rounds/", "close/"):
        page = Page(browser.get(f"{game.get_absolute_url()}{way}"))
        assert "A.D.V." in page.words
        assert "de Vries" not in page.text
    seen = fresh(game).version
    hands = {"winner": "0", "points-1": "20", "key": a_key()}
    address = f"{game.get_absolute_url()}rounds/"
    browser.post(address, hands | {"seen_version": seen})
    # Another phone's, at the same time: told in the same way.
    taken = browser.post(address, hands | {"seen_version": seen, "winner": "1", "key": a_key()})
    assert taken.status_code == 409
    assert "A.D.V." in Page(taken).words
    assert "de Vries" not in Page(taken).text
    assert game.seats.first().player.name == "Anna de Vries"


def test_twenty_are_remembered_and_the_latest_counts(owner):
    browser = browser_of(None)
    games = [start(owner) for _ in range(22)]
    links = [share_session(game=game, by=owner, at=EVENING, right=Right.SCORE) for game in games]
    for link in links:
        taken_up(link, browser)
        taken_up(link, browser)
    assert len(browser.session["links"]) == 20
    assert browser.get(games[-1].get_absolute_url()).status_code == 200
    assert browser.get(games[0].get_absolute_url()).status_code == 404


@pytest.mark.parametrize("number", ["0", "2147483648", "9223372036854775808", "9" * 400])
def test_numbers_that_no_session_has(link, number):
    assert taken_up(link).get(f"/sessions/{number}/").status_code == 404


def test_the_owner_makes_such_a_link_and_is_told_what_it_lets_people_do(phone, game):
    close(game)
    sent = {"right": "score", "names": "first", "lasts": "day"}
    page = Page(phone.post(f"{game.get_absolute_url()}share/", sent, follow=True))
    link = ShareLink.objects.get()
    assert (link.right, link.names) == (Right.SCORE, "first")
    assert "may record, correct and remove the rounds of this session" in page.words
    assert "WhatsApp" in page.words
    assert "Facebook" not in page.words  # not where everybody reads along
    assert Change.objects.filter(by_link=link).count() == 0


def test_the_owner_sees_that_it_is_used(phone, game, link):
    def facts() -> str:
        return Page(phone.get("/group/links/")).words

    assert "not used yet" in facts()
    record(taken_up(link), game)
    assert "last used on" in facts()


def test_nobody_else_s_name_is_told_whatever_a_page_asks(owner):
    """By the keys that a page carries, of who sits there and of who sat there once."""
    game, other = start(owner, "Anna Bram Cees"), start(owner, "Xavier Yvonne")
    for name in ("Anna", "Bram", "Cees", "Xavier"):
        owner.playgroup.players.filter(name=name).update(name=f"{name} Secretname")
    link = share_session(game=game, by=owner, at=EVENING, right=Right.SCORE, names="first")
    browser = taken_up(link)
    keys = {
        seat.player.name[0]: seat.player.key for seat in (*game.seats.all(), *other.seats.all())
    }
    for first, second in (("B", "A"), ("X", "C"), ("nobody", "X")):
        swapped = {"seat-1": keys.get(first, first), "seat-2": keys[second]}
        answer = record(browser, game, **swapped)
        assert answer.status_code == 422
        assert "was taken away meanwhile" in Page(answer).words
        assert "Secretname" not in answer.content.decode()
        assert "Xavier" not in answer.content.decode()


def test_the_code_on_the_television_is_not_to_keep_score_by(client, phone, game, link):
    page = Page(client.get(f"{link.get_absolute_url()}tv/"))
    assert not [way for way in page.having("src") if "qr" in way]
    assert f"{link.get_absolute_url()}tv/" not in Page(
        phone.get(f"/group/links/{link.pk}/")
    ).having("href")


def test_whoever_may_already_is_not_asked_again(client, owner, scorer, game, link):
    address = f"{link.get_absolute_url()}keep-score/"
    for member in (owner, scorer):
        browser = browser_of(member)
        for ask in (browser.get, browser.post):
            assert ask(address).url == game.get_absolute_url()
        assert "links" not in browser.session
    assert client.get(address).status_code == 200
    client.post(address)
    assert client.get(address).url == game.get_absolute_url()


def test_a_link_is_given_up_by_whoever_took_it_up(game, link):
    browser = taken_up(link)
    (way,) = [way for way in Page(browser.get("/")).having("action") if way.endswith("give-up/")]
    assert browser.post(way).url == "/"
    assert browser.get(game.get_absolute_url()).status_code == 404
    revoke_link(link=link, at=later(1))
    assert browser.post(way).url == "/"


def test_a_round_that_was_under_way_is_not_stored_once_the_link_is_over(game, owner, link):
    """Taken back after the page was let in, and before the round was written."""
    sheet = ScoreSheet(link.shown(fresh(game)))
    before = game.rounds.count()
    for end in ("revoked", "renewed"):
        if end == "revoked":
            ShareLink.objects.update(revoked_at=later(1))
        else:
            ShareLink.objects.update(revoked_at=None)
            renew_link(link=ShareLink.objects.get(), by=owner)
        with pytest.raises(Gone):
            record_round(
                sheet=sheet,
                played=told_round(game, "Anna", Bram=20, Cees=7),
                by=link,
                entry_key=a_key(),
                seen_version=sheet.game.version,
                at=later(2),
            )
        assert game.rounds.count() == before


def test_pressed_twice_it_is_taken_back_once(phone, link):
    for _ in range(2):
        assert phone.post(f"/group/links/{link.pk}/revoke/").status_code == 302


def test_signing_out_keeps_what_the_phone_took_up(game, link):
    browser = taken_up(link, browser_of(with_account(own_playgroup())))
    browser.post("/account/sign-out/")
    assert record(browser, game).status_code == 302


@pytest.mark.parametrize("to_all_first", [False, True])
def test_each_of_two_links_that_were_taken_up_goes_on_without_the_other(
    owner, game, link, to_all_first
):
    to_all = share_session(game=None, by=owner, at=EVENING, right=Right.SCORE)
    other = start(owner, "Dirk Els")
    ways = [
        f"{link.get_absolute_url()}keep-score/",
        f"{to_all.address_of(game)}keep-score/",
    ]
    browser = browser_of(None)
    for way in reversed(ways) if to_all_first else ways:
        browser.post(way)
    assert browser.get(other.get_absolute_url()).status_code == 200
    revoke_link(link=to_all, at=later(1))
    assert record(browser, game).status_code == 302
    assert browser.get(other.get_absolute_url()).status_code == 404


def test_leaving_the_demo_keeps_what_the_phone_took_up(game, link):
    Playgroup.objects.create(time_zone="UTC", is_demo=True, created_at=EVENING)
    browser = taken_up(link)
    browser.post("/demo/")
    browser.post("/demo/leave/")
    assert record(browser, game).status_code == 302


def test_a_session_that_is_deleted_meanwhile_is_not_found(game, owner, link):
    sheet, told = ScoreSheet(link.shown(fresh(game))), told_round(game, "Anna", Bram=20, Cees=7)
    owner.playgroup.delete()
    with pytest.raises(Gone):
        record_round(
            sheet=sheet, played=told, by=link, entry_key=a_key(), seen_version=1, at=later(2)
        )
    with pytest.raises(Gone):
        close_session(game=sheet.game, by=link, seen_version=1, at=later(2))
