"""Sending a session to others: the sentence, the ways, the QR code, what a chat reads."""

from html.parser import HTMLParser
from urllib.parse import parse_qs, urlsplit
from xml.etree import ElementTree

import pytest
import segno
from django.urls import reverse
from django.utils.translation import override

from scoreboard.actions.sharing import share_session
from scoreboard.models import GameSession, ShareLink
from scoreboard.queries.sending import ways_to_send
from scoreboard.queries.told import told_in_a_sentence
from tests.scoreboard.boards import FOUR, PAIRS, board
from tests.scoreboard.people import EVENING, close, play, sits, someone, start
from tests.scoreboard.readback import Page

ODD = 'Tom & "Jerry" #1 <b>🎉 100% + é'
LINK = "https://example.org/s/abc_-123/"


def told(game: GameSession, language: str = "en") -> str:
    with override(language):
        return told_in_a_sentence(board(game))


# --- the sentence ---------------------------------------------------------------------------------


def test_before_the_first_round(owner):
    assert told(start(owner)) == "Anna, Bram and Cees are about to play."
    many = start(owner, " ".join(f"P{number}" for number in range(12)))
    assert told(many) == "P0, P1, P2 and 9 others are about to play."


def test_while_it_runs(game):
    play(game, "Anna", Bram=20, Cees=7)
    assert told(game) == "After 1 round Anna leads with 27 to 0 for Bram and Cees."
    play(game, "Bram", Anna=5, Cees=8)
    assert told(game) == "After 2 rounds Anna leads with 27 to 13 for Bram and 0 for Cees."


def test_when_it_is_won(owner):
    game = start(owner, target=100)
    play(game, "Bram", Anna=50, Cees=8)
    play(game, "Anna", Bram=100, Cees=20)
    assert told(game) == "Anna won with 120 to 58 for Bram and 0 for Cees."


def test_more_than_a_few_are_counted(owner):
    game = start(owner, "Anna Bram Cees Dirk Els Fatima", target=100)
    rest = {"Cees": 10, "Dirk": 10, "Els": 10, "Fatima": 10}
    play(game, "Bram", Anna=10, **rest)
    play(game, "Anna", Bram=100, **rest)
    assert told(game) == "Anna won with 140, ahead of Bram with 50, Cees with 0 and 3 others."


def test_a_shared_win(game):
    play(game, "Anna", Bram=10, Cees=10)
    play(game, "Bram", Anna=10, Cees=10)
    assert told(game) == "After 2 rounds Anna and Bram lead together with 20 each to 0 for Cees."
    close(game)
    assert told(game) == "Anna and Bram have won together with 20 each to 0 for Cees."


@pytest.mark.parametrize("scoring", ["winner-collects", "everyone-keeps", "knockout"])
def test_nobody_leads_where_all_are_equal(owner, scoring):
    game = start(owner, scoring=scoring)
    play(game, "Anna", Bram=0, Cees=0, deck_differs=True)
    assert told(game) == "After 1 round Anna, Bram and Cees are equal with 0 each."
    close(game)
    assert told(game) == "Anna, Bram and Cees are equal with 0 each and share the win."


def test_all_are_equal_in_rounds_won(owner):
    game = start(owner, "Anna Bram", scoring="round-wins", target=None)
    play(game, "Anna")
    play(game, "Bram")
    assert told(game) == "After 2 rounds Anna and Bram are equal with 1 round each."


def test_teams_that_are_equal(owner):
    game = start(owner, FOUR, teams=PAIRS)
    play(game, "Anna", Bram=10, Dirk=10)
    play(game, "Bram", Anna=10, Cees=10)
    equal = "Anna & Cees and Bram & Dirk are equal with 20 each"
    assert told(game) == f"After 2 rounds {equal}."
    close(game)
    assert told(game) == f"{equal} and share the win."


def test_many_who_are_equal_are_counted(owner):
    game = start(owner, "Anna Bram Cees Dirk Els", scoring="round-wins", target=None)
    for name in ("Anna", "Bram", "Cees", "Dirk"):
        play(game, name)
    together = "Anna, Bram, Cees and Dirk lead together with 1 round each to 0 for Els."
    assert told(game) == f"After 4 rounds {together}"
    play(game, "Els")
    equal = "Anna, Bram, Cees and 2 others are equal with 1 round each"
    assert told(game) == f"After 5 rounds {equal}."
    close(game)
    assert told(game) == f"{equal} and share the win."


def test_who_is_out_is_not_equal(owner):
    game = start(owner, FOUR, scoring="knockout", target=100)
    play(game, "Anna", Bram=0, Cees=0, Dirk=120, deck_differs=True)
    assert told(game) == "After 1 round Anna, Bram and Cees are equal with 0 each. Dirk is out."


def test_who_left_is_no_rival_whatever_they_have(owner):
    game = start(owner)
    sits(game, "Bram", to_round=1)
    play(game, "Bram", Anna=20, Cees=7)
    play(game, "Anna", Cees=13)
    assert told(game) == "After 2 rounds Anna leads with 13 to 0 for Cees."
    close(game)
    assert told(game) == "Anna won with 13 to 0 for Cees."


def test_who_is_there_alone_has_not_the_fewest(owner):
    game = start(owner, "Anna Bram", scoring="everyone-keeps")
    sits(game, "Bram", to_round=1)
    play(game, "Bram", Anna=20)
    assert told(game) == "After 1 round Anna leads with 20."


def test_all_who_played_have_left(owner):
    game = start(owner, "Anna Bram")
    for name in ("Anna", "Bram"):
        sits(game, name, to_round=1)
    play(game, "Anna", Bram=20)
    assert told(game) == "After 1 round everybody has left."


def test_teams(owner):
    game = start(owner, FOUR, teams=PAIRS, target=60)
    play(game, "Anna", Bram=20, Dirk=30)
    assert told(game) == "After 1 round Anna & Cees lead with 50 to 0 for Bram & Dirk."
    play(game, "Cees", Bram=20, Dirk=30)
    assert told(game) == "Anna & Cees won with 100 to 0 for Bram & Dirk."


def test_the_lowest_wins(owner):
    game = start(owner, scoring="everyone-keeps", target=100)
    play(game, "Anna", Bram=20, Cees=30)
    leads = "After 1 round Anna leads with the fewest points: 0 to 20 for Bram and 30 for Cees."
    assert told(game) == leads
    play(game, "Anna", Bram=90, Cees=30)
    assert told(game) == "Anna won with the fewest points: 0 to 60 for Cees and 110 for Bram."


def test_a_knockout(owner):
    game = start(owner, FOUR, scoring="knockout", target=100)
    play(game, "Anna", Bram=20, Cees=130, Dirk=40)
    leads = "After 1 round Anna leads with the fewest points: 0 to 20 for Bram and 40 for Dirk."
    assert told(game) == f"{leads} Cees is out."
    play(game, "Anna", Bram=90, Dirk=80)
    assert told(game) == "Anna has won, the last one left after 2 rounds."


def test_rounds_that_are_counted(owner):
    game = start(owner, scoring="round-wins", target=2)
    play(game, "Anna")
    assert told(game) == "After 1 round Anna leads with 1 round to 0 for Bram and Cees."
    play(game, "Bram")
    play(game, "Anna")
    assert told(game) == "Anna won with 2 rounds to 1 for Bram and 0 for Cees."


def test_nobody_has_won(owner, game):
    close(game)
    assert told(game) == "Closed without a round: nobody has won."


def test_who_comes_later_is_no_rival_yet(owner):
    game = start(owner)
    sits(game, "Cees", from_round=3)
    play(game, "Anna", Bram=20)
    assert told(game) == "After 1 round Anna leads with 20 to 0 for Bram."


def test_a_name_from_right_to_left_turns_nothing_around(owner):
    game = start(owner, "דוד יעל Bram")
    play(game, "דוד", יעל=33, Bram=5)
    assert told(game) == (
        "After 1 round \u2068דוד\u2069 leads with 38 to 0 for \u2068יעל\u2069 and Bram."
    )


def test_in_dutch(owner):
    game = start(owner, target=100)
    assert told(game, "nl") == "Anna, Bram en Cees gaan beginnen."
    play(game, "Anna", Bram=20, Cees=7)
    leads = "Na 1 ronde staat Anna bovenaan met 27, tegen 0 voor Bram en Cees."
    assert told(game, "nl") == leads
    play(game, "Bram", Anna=50, Cees=8)
    play(game, "Anna", Bram=90, Cees=20)
    assert told(game, "nl") == "Anna heeft gewonnen met 137, tegen 58 voor Bram en 0 voor Cees."


def test_shared_and_lowest_in_dutch(owner):
    game = start(owner, scoring="everyone-keeps", target=100)
    play(game, "Anna", Bram=0, Cees=30)
    equal = "Na 1 ronde staan Anna en Bram samen bovenaan met de minste punten: elk 0"
    assert told(game, "nl") == f"{equal}, tegen 30 voor Cees."
    close(game)
    won = "Anna en Bram hebben samen gewonnen met de minste punten: elk 0, tegen 30 voor Cees."
    assert told(game, "nl") == won


def test_all_equal_in_dutch(owner):
    game = start(owner, "Anna Bram", scoring="everyone-keeps")
    play(game, "Anna", Bram=0, deck_differs=True)
    assert told(game, "nl") == "Na 1 ronde staan Anna en Bram gelijk met elk 0."
    close(game)
    assert told(game, "nl") == "Anna en Bram staan gelijk met elk 0 en delen de winst."


# --- the ways -------------------------------------------------------------------------------------


def query(address: str) -> dict[str, str]:
    return {key: values[0] for key, values in parse_qs(urlsplit(address).query).items()}


def test_every_way_carries_the_sentence_and_the_link_whole():
    ways = ways_to_send(link=LINK, sentence=ODD, subject=ODD)
    asked = {urlsplit(way.address).netloc: query(way.address) for way in ways}
    assert asked == {
        "wa.me": {"text": f"{ODD}\n{LINK}"},
        "": {"subject": ODD, "body": f"{ODD}\r\n\r\n{LINK}"},
        "t.me": {"url": LINK, "text": ODD},
        "x.com": {"text": ODD, "url": LINK},
        "www.facebook.com": {"u": LINK},
    }
    for way in ways:
        assert urlsplit(way.address).scheme == ("mailto" if way.is_mail else "https")
        assert not set(way.address) & set(' +"<>#\n')


@pytest.fixture
def shared(game) -> ShareLink:
    play(game, "Anna", Bram=20, Cees=7)
    return share_session(game=game, by=someone(game), at=EVENING)


def share_page(phone, game: GameSession) -> Page:
    link = game.links.filter(revoked_at=None).first()
    if link is None:
        return Page(phone.get(reverse("share", args=[game.pk])))
    return Page(phone.get(reverse("link", args=[link.pk])))


def test_the_page_has_the_sentence_the_ways_and_the_files(phone, game, shared):
    page = share_page(phone, game)
    assert told(game) in page.words
    button = page.tag_with(**{"data-share": f"http://testserver{shared.get_absolute_url()}"})
    assert button["data-text"] == told(game)
    ways = page.having("href")
    for kind in ("session.csv", "session.json", "picture.png"):
        assert f"{shared.get_absolute_url()}{kind}" in ways
    assert page.tag_with(src=f"{shared.get_absolute_url()}qr.svg")["alt"]


def test_who_is_elsewhere_is_told_nothing(phone, game, shared):
    page = share_page(phone, game)
    away = [given for _tag, given in page.tags if (given.get("href") or "").startswith("https://")]
    assert len(away) == 4
    for given in away:
        assert given["rel"] == "noopener noreferrer"
        assert given["target"] == "_blank"
    assert not [src for src in page.having("src") if "//" in src]


def test_without_a_link_there_is_nothing_to_send(phone, game):
    page = share_page(phone, game)
    assert "Link to look on" in page.words
    assert not page.having("data-share")


# --- the QR code ----------------------------------------------------------------------------------


def test_the_qr_code_is_that_of_the_page(client, shared):
    answer = client.get(f"{shared.get_absolute_url()}qr.svg")
    assert answer["Content-Type"] == "image/svg+xml"
    assert "max-age" in answer["Cache-Control"]
    svg = ElementTree.fromstring(answer.content)
    assert svg.find("{*}title").text == "QR code of the link"
    assert not [part for part in svg.iter() if part.get("style") or part.tag.endswith("style")]
    dark = [part.get("d") for part in svg.iter() if part.get("d")][-1]
    code = segno.make_qr(f"http://testserver{shared.get_absolute_url()}", error="m")
    assert dark in code.svg_inline()
    elsewhere = client.get(f"{shared.get_absolute_url()}qr.svg", headers={"host": "localhost"})
    assert elsewhere.content != answer.content


# --- what a chat reads ----------------------------------------------------------------------------


class Head(HTMLParser):
    def __init__(self, response) -> None:
        super().__init__()
        self.meta: dict[str, str] = {}
        self.feed(response.content.decode())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        name = given.get("property") or given.get("name")
        if tag == "meta" and name:
            self.meta[name] = given.get("content") or ""


def test_a_chat_reads_the_name_the_sentence_and_the_picture(client, game, shared):
    GameSession.objects.filter(pk=game.pk).update(name=ODD)
    meta = Head(client.get(shared.get_absolute_url())).meta
    address = f"http://testserver{shared.get_absolute_url()}"
    assert meta["og:title"] == ODD
    assert meta["og:description"] == meta["description"] == told(game)
    assert meta["og:url"] == address
    assert meta["og:type"] == "website"
    assert meta["twitter:card"] == "summary_large_image"
    assert meta["og:image"].startswith(f"{address}picture.png?")
    picture = client.get(meta["og:image"].removeprefix("http://testserver"))
    assert picture["Content-Type"] == "image/png"
    play(game, "Bram", Anna=20, Cees=7)
    later = Head(client.get(shared.get_absolute_url())).meta
    assert later["og:image"] != meta["og:image"]
    assert later["og:description"] != meta["og:description"]


def test_each_host_and_each_link_has_its_own_address(client, game, shared):
    first = Head(client.get(shared.get_absolute_url())).meta["og:url"]
    local = client.get(shared.get_absolute_url(), headers={"host": "localhost"})
    assert Head(local).meta["og:url"] == first.replace("testserver", "localhost")
    ShareLink.objects.filter(pk=shared.pk).update(revoked_at=EVENING)
    another = share_session(game=game, by=someone(game), at=EVENING)
    url = Head(client.get(another.get_absolute_url())).meta["og:url"]
    assert url == f"http://testserver{another.get_absolute_url()}"


def test_the_picture_in_the_head_speaks_the_language_of_the_page(client, shared):
    dutch = Head(client.get(shared.get_absolute_url(), {"language": "nl"})).meta
    assert query(dutch["og:image"])["language"] == "nl"
    assert "?" not in dutch["og:url"]
