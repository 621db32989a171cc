"""The picture of a shared session that chats show."""

import io

import pytest
from django.utils.translation import override
from PIL import Image

from scoreboard.actions.players import rename_player
from scoreboard.actions.sharing import revoke_link, share_session
from scoreboard.models import GameSession, ShareLink
from scoreboard.pictures.lettering import cut, fitted_names, font, has_letter, readable
from scoreboard.pictures.marks import SHAPES, mark_drawn
from scoreboard.pictures.standing import MOST_WINNERS, grids, names_of, picture_of
from tests.scoreboard.addresses import Evening
from tests.scoreboard.boards import FOUR, PAIRS, board
from tests.scoreboard.people import EVENING, close, later, play, start
from tests.scoreboard.readback import fresh

PAPER = (0xF6, 0xED, 0xDC)
MOST_BYTES = 60_000
LONG = "Maximiliaan-Alexander-van-den-Oever-Jr"
ODD = [
    "😀🎉",
    "محمد",
    "李雷",
    "\u200d\u200f",
    "Zoë-Łukasz",
    "Ωμέγα",
    "Жанна",
    "a\u0301\u0323\u035c",
]


@pytest.fixture
def link(game, owner) -> ShareLink:
    play(game, "Anna", Bram=20, Cees=7)
    return share_session(game=game, by=owner, at=EVENING)


def address_of(link: ShareLink) -> str:
    return f"{link.get_absolute_url()}picture.png"


def opened(png: bytes) -> Image.Image:
    picture = Image.open(io.BytesIO(png))
    assert picture.format == "PNG"
    assert picture.size == (1200, 630)
    assert len(png) <= MOST_BYTES
    shown = picture.convert("RGB")
    assert {shown.getpixel((x, y)) for x in (2, 1197) for y in (2, 627)} == {PAPER}
    return shown


def drawn(game) -> Image.Image:
    return opened(picture_of(board(game), "Kitchen table"))


def count_of(picture: Image.Image, colour: str) -> int:
    wanted = tuple(bytes.fromhex(colour))
    return next((n for n, c in picture.getcolors(1 << 16) if c == wanted), 0)


def test_it_is_a_picture_of_the_size_that_chats_ask_for(client, link):
    answer = client.get(address_of(link))
    assert answer.status_code == 200
    assert answer["Content-Type"] == "image/png"
    assert answer["X-Robots-Tag"] == "noindex"
    assert "no-cache" in answer["Cache-Control"]
    opened(answer.content)


def test_whoever_has_it_is_told_so_until_something_changed(client, link, game):
    address = address_of(link)
    first = client.get(address)
    seen = {"If-None-Match": first["ETag"]}
    again = client.get(address, headers=seen)
    assert (again.status_code, again.content) == (304, b"")
    play(game, "Bram", Anna=20, Cees=7)
    changed = client.get(address, headers=seen)
    assert changed.status_code == 200
    assert changed.content != first.content
    assert changed["ETag"] != first["ETag"]


def test_a_new_name_makes_a_new_picture(client, link, game):
    first = client.get(address_of(link))
    rename_player(player=game.seats.first().player, name="Annelies")
    assert client.get(address_of(link)).content != first.content


def test_each_language_has_its_own(client, link):
    english, dutch = (client.get(address_of(link), {"language": way}) for way in ("en", "nl"))
    assert english["ETag"] != dutch["ETag"]
    assert english.content != dutch.content


def test_it_is_gone_with_its_link(client, link):
    seen = {"If-None-Match": client.get(address_of(link))["ETag"]}
    revoke_link(link=link, at=later(1))
    assert client.get(address_of(link), headers=seen).status_code == 404


def test_another_session_is_another_picture(client, owner, link):
    other = start(owner)
    play(other, "Anna", Bram=20, Cees=8)
    theirs = share_session(game=other, by=owner, at=EVENING)
    one, two = client.get(address_of(link)), client.get(address_of(theirs))
    assert one["ETag"] != two["ETag"]
    assert one.content != two.content


def test_a_row_fills_in_the_colour_of_its_player(owner):
    game = start(owner, "Anna Bram", target=100)
    assert count_of(drawn(game), "f8d3c9") < 100
    play(game, "Anna", Bram=30)
    less = count_of(drawn(game), "f8d3c9")
    play(game, "Anna", Bram=40)
    assert less > 10_000
    assert count_of(drawn(game), "f8d3c9") > 2 * less


@pytest.mark.parametrize("is_over", [False, True])
@pytest.mark.parametrize(
    "agreed", [{}, {"teams": PAIRS}, {"scoring": "everyone-keeps"}, {"scoring": "knockout"}]
)
def test_every_way_of_scoring_has_a_picture(owner, agreed, is_over):
    game = start(owner, FOUR, target=100, **agreed)
    nothing = drawn(game)
    hands = {"Bram": 20, "Dirk": 30} | ({} if agreed.get("teams") else {"Cees": 120})
    play(game, "Anna", **hands)
    if is_over and not fresh(game).cached_ended_at:
        close(game)
    assert drawn(game).tobytes() != nothing.tobytes()


def test_a_session_that_was_closed_without_a_round_has_one_too(owner):
    game = start(owner, "Anna Bram")
    before = drawn(game)
    close(game)
    assert drawn(game).tobytes() != before.tobytes()


@pytest.mark.parametrize("winner", [f"{LONG}-1", ODD[0]])
def test_twelve_with_long_names_and_odd_letters_fit(owner, winner):
    names = [f"{LONG}-{number}" for number in range(4)] + ODD
    game = start(owner, " ".join(names), target=10_000, name="😀" * 30)
    drawn(game)
    play(game, winner, deck_differs=True, **{name: 300 for name in names if name != winner})
    running = drawn(game)
    close(game)
    assert drawn(game).tobytes() != running.tobytes()


FORTY = [f"{place:02}-{'Wilhelmina-van-Oranje-' * 2}"[:40] for place in range(40)]


def all_equal(owner, names: list[str], number: int, **agreed) -> GameSession:
    """The first so many win together, the others have more."""
    game = start(owner, " ".join(names), scoring="everyone-keeps", target=None, **agreed)
    hands = {name: 0 if place < number else 20 for place, name in enumerate(names)}
    play(game, names[0], deck_differs=True, **{name: hands[name] for name in names[1:]})
    close(game)
    return game


def is_drawn(game, name: str) -> bool:
    """Whether it would be another picture if they were called otherwise."""
    before, player = drawn(game).tobytes(), game.playgroup.players.get(name=name)
    rename_player(player=player, name=f"X{name[:-1]}")
    return drawn(game).tobytes() != before


@pytest.mark.parametrize("number", range(2, MOST_WINNERS + 1))
def test_also_the_last_of_several_winners_is_named(owner, number):
    game = all_equal(owner, FORTY[: number + 4], number)  # with four others they have least room
    assert is_drawn(game, FORTY[number - 1])


def test_more_than_a_dozen_who_win_together_are_counted(owner):
    game = all_equal(owner, FORTY, 20)
    assert is_drawn(game, FORTY[MOST_WINNERS - 1])
    assert not is_drawn(game, FORTY[MOST_WINNERS])


def test_odd_names_of_several_winners(owner):
    drawn(all_equal(owner, ODD, len(ODD)))


@pytest.mark.parametrize("size", [2, 3, 6])
@pytest.mark.parametrize("is_shared", [True, False])
def test_each_of_a_team_is_named_or_the_team_is(owner, size, is_shared):
    names = FORTY[: 2 * size]
    sides = {name: f"Team {place % 2 + 1}" for place, name in enumerate(names)}
    game = start(owner, " ".join(names), teams=sides, target=None)
    for winner in names[: 1 + is_shared]:
        others = [name for name in names if sides[name] != sides[winner]]
        play(game, winner, deck_differs=True, **dict.fromkeys(others, 20))
    close(game)
    assert is_drawn(game, names[2 * size - 2]) is (size <= 3)


@pytest.mark.parametrize("number", range(1, MOST_WINNERS + 1))
def test_names_below_each_other_stay_in_their_place(number):
    for height in (148, 198, 308):  # of the panel with many others, a few, and nobody
        for grid in grids(number, 700, height):
            assert grid.lines * grid.pitch <= height
            assert min(grid.sizes) >= 26
            assert max(grid.sizes) < grid.pitch
    assert grids(number, 700, 148)


def test_who_are_named_together_share_the_place():
    face = font(26, 700)
    whole, _face = fitted_names(["Anna", "Bram"], 500, (40, 26))
    assert whole == "Anna & Bram"
    text, found = fitted_names(["Anna", FORTY[1], FORTY[2]], 500, (40, 26))
    assert found.size == 26
    assert face.getlength(text) <= 500
    first, second, third = text.split(" & ")
    assert first == "Anna"
    assert abs(len(second) - len(third)) <= 1
    assert (second[:3], second[-1], third[:3], third[-1]) == ("01-", "…", "02-", "…")


def test_whoever_has_no_letters_is_called_by_their_seat(owner):
    shown = board(start(owner, "Anna 😀🎉 محمد Zoë😀"))
    told = {row.seat: names_of(shown, row) for row in shown.rows}
    assert told == {0: ["Anna"], 1: ["Player 2"], 2: ["Player 3"], 3: ["Zoë"]}


def test_what_cannot_be_drawn_is_left_out():
    assert readable("Zoë 😀 Łukasz") == "Zoë Łukasz"
    assert readable("Ωμέγα Жанна 7") == "Ωμέγα Жанна 7"
    assert readable("A\u200db\x07\u202e c") == "Ab c"
    assert readable("Zoe\u0308") == "Zoë"
    assert [readable(name) for name in ("", "😀", "محمد", "李雷", "&!")] == [""] * 5
    assert not has_letter("\U0010fffe")


def test_a_name_is_cut_where_it_does_not_fit():
    face = font(40, 700)
    assert cut("Anna", 1000, face) == "Anna"
    short = cut(LONG, 300, face)
    assert short.endswith("…")
    assert LONG.startswith(short[:-1])
    assert face.getlength(short) <= 300
    assert cut(LONG, 1, face) == "…"


def test_twelve_marks_are_twelve_pictures():
    marks = {mark_drawn(mark, 84).tobytes() for mark in range(12)}
    assert len(marks) == 12
    assert {mark_drawn(mark, 84).size for mark in range(12)} == {(60, 84)}
    for points in SHAPES.values():
        assert all(0 <= x <= 24 and 0 <= y <= 24 for x, y in points)


def test_the_address_in_the_head_is_that_of_the_picture_as_it_is_now(client, owner, game, link):
    evening = Evening.of(fresh(game))
    with override("en"):
        before = client.get(address_of(link), {"v": "1"}).content
    play(game, "Bram", Anna=20, Cees=7)
    assert client.get(evening.address("shared-picture"), {"v": "1"}).content != before
