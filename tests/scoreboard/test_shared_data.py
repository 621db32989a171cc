"""A shared session as data: what the files say, and what they keep to themselves."""

import csv
import io

import pytest

from rules.session_file import judged, read_session_file
from scoreboard.actions.sessions import NewSession, start_session
from scoreboard.actions.sharing import revoke_link, share_session
from scoreboard.interchange.shared_session import veiled
from scoreboard.models import GameSession, ShareLink
from tests.scoreboard.boards import FOUR, PAIRS
from tests.scoreboard.editions import own_edition
from tests.scoreboard.people import EVENING, a_key, close, later, play, sits, someone, start
from tests.scoreboard.readback import folded, fresh, totals

KINDS = ("session.json", "session.csv", "qr.svg", "picture.png")


def link_to(game: GameSession) -> ShareLink:
    return share_session(game=game, by=someone(game), at=EVENING)


def asked(client, game: GameSession, kind: str, **given):
    return client.get(f"{link_to(game).get_absolute_url()}{kind}", given)


def read(client, game: GameSession):
    return read_session_file(asked(client, game, "session.json").content.decode())


def table(client, game: GameSession, language: str = "en") -> list[dict[str, str]]:
    text = asked(client, game, "session.csv", language=language).content.decode("utf-8-sig")
    parted = ";" if language == "nl" else ","
    return list(csv.DictReader(io.StringIO(text, newline=""), delimiter=parted))


# --- the session file -----------------------------------------------------------------------------


def same_totals(client, game: GameSession) -> None:
    file = read(client, game)
    (session,) = file.sessions
    told = judged(session)
    assert not told.problems
    assert not file.problems
    names = {player.key: player.name for player in file.players}
    assert {names[key]: points for key, points in told.standings.totals.items()} == totals(game)
    expected = folded(game)
    assert told.standings.finished == expected.finished
    assert len(told.standings.winners) == len(expected.winners)


@pytest.mark.parametrize(
    "agreed",
    [
        {},
        {"teams": PAIRS},
        {"scoring": "everyone-keeps"},
        {"scoring": "knockout", "target": 100},
        {"scoring": "round-wins", "target": 2},
        {"first_dealer": "Cees", "house_rules": ["no-action-finish"], "max_rounds": 3},
    ],
)
def test_the_session_file_gives_the_same_totals(client, owner, agreed):
    game = start(owner, FOUR, **agreed)
    hands = {"Bram": "7 3 wild", "Dirk": (30, 3)} | ({} if agreed.get("teams") else {"Cees": 120})
    play(game, "Anna", **hands)
    same_totals(client, game)
    close(game)
    same_totals(client, game)


def test_what_is_told_of_single_rounds_comes_along(client, owner):
    game = start(owner, FOUR)
    sits(game, "Dirk", from_round=2, start_points=40)
    play(game, "Anna", gained=99)
    play(game, "Bram", Anna="7", Cees="9", Dirk=5, dealer="Cees")
    play(game, "Anna", Bram="wild wild wild wild wild", Cees=0, Dirk=1, deck_differs=True)
    (session,) = read(client, game).sessions
    first, second, third = (row.played for row in session.rounds)
    assert first.gained == {"p1": 99}
    assert (second.dealer, second.winner) == ("p3", "p2")
    assert third.deck_differs
    assert session.setup.seats[3].start_points == 40
    assert session.rounds[0].ended_at == "2026-03-14T20:45:00+01:00"


def test_no_mercy_and_sides_come_along(client, owner):
    game = start(owner, edition="no-mercy-168")
    play(game, "Anna", knocked_out=("Bram",), Cees=7)
    assert read(client, game).sessions[0].rounds[0].played.knocked_out == ("p2",)
    same_totals(client, game)


def test_nobody_s_key_is_in_it(client, owner):
    edition = own_edition(owner.playgroup)
    game = start(owner, edition=edition.frozen_key, edition_table=edition.table)
    play(game, "Anna", Bram=20, Cees=7)
    for kind in ("session.json", "session.csv"):
        text = asked(client, game, kind).content.decode()
        for secret in (game.key, edition.key, *game.seats.values_list("player__key", flat=True)):
            assert secret not in text


def test_keys_go_by_the_seats_and_names_by_the_people(client, game):
    file = read(client, game)
    assert [(player.key, player.name) for player in file.players] == [
        ("p1", "Anna"),
        ("p2", "Bram"),
        ("p3", "Cees"),
    ]


def test_a_box_of_their_own_comes_along_without_its_note(client, owner):
    edition = own_edition(owner.playgroup)
    edition.table["note"] = "hidden in the attic"
    edition.save()
    game = start(owner, edition=edition.frozen_key, edition_table=edition.table)
    play(game, "Anna", Bram=20, Cees=7)
    file = read(client, game)
    assert file.sessions[0].setup.edition == file.editions[0]
    assert file.editions[0].key.endswith("@1")
    assert "attic" not in asked(client, game, "session.json").content.decode()
    same_totals(client, game)


def test_a_session_keeps_its_key_and_each_has_its_own(client, owner, game):
    play(game, "Anna", Bram=20, Cees=7)
    key = read(client, game).sessions[0].key
    assert read(client, game).sessions[0].key == key
    assert read(client, start(owner)).sessions[0].key != key
    assert veiled(a_key()) != veiled(a_key())


# --- the table ------------------------------------------------------------------------------------


def test_the_table_has_a_line_for_each_round(client, game):
    play(game, "Anna", Bram=20, Cees=7)
    play(game, "Bram", Anna=5, Cees=8)
    first, second = table(client, game)
    assert first == {
        **{"Round": "1", "Ended at": "2026-03-14 20:45", "Went out": "Anna"},
        **{"Anna: left in hand": "", "Bram: left in hand": "20", "Cees: left in hand": "7"},
        **{"Anna: this round": "27", "Bram: this round": "0", "Cees: this round": "0"},
        **{"Anna: total": "27", "Bram: total": "0", "Cees: total": "0", "Remark": ""},
    }
    assert [second[f"{name}: total"] for name in ("Anna", "Bram", "Cees")] == ["27", "13", "0"]


def test_the_last_line_has_the_totals_of_the_board(client, owner):
    game = start(owner, FOUR, scoring="everyone-keeps", target=100)
    sits(game, "Dirk", from_round=2)
    play(game, "Anna", Bram=20, Cees=30)
    play(game, "Bram", Anna=5, Cees=3, Dirk=9)
    first, last = table(client, game)
    assert first["Dirk: total"] == first["Dirk: left in hand"] == ""
    assert {name: int(last[f"{name}: total"]) for name in FOUR.split()} == totals(game)


def test_teams_have_their_totals_too(client, owner):
    game = start(owner, FOUR, teams=PAIRS)
    play(game, "Anna", Bram=20, Dirk=30)
    play(game, "Cees", Bram=1, Dirk=2)
    last = table(client, game)[-1]
    assert (last["Team 1: total"], last["Team 2: total"]) == ("53", "0")


def test_what_is_odd_about_a_round_is_said(client, game):
    play(game, "Anna", Bram="wild wild wild wild wild", Cees=0, deck_differs=True)
    play(game, "Anna", Bram=260, Cees=3)
    assert table(client, game)[0]["Remark"] == "stored although this deck cannot give it"
    GameSession.objects.filter(pk=game.pk).update(target=200)
    late = table(client, game)[1]
    assert late["Remark"] == "after the end, counts nothing"
    assert (late["Bram: left in hand"], late["Anna: total"]) == ("260", "")


def test_the_excel_of_either_language_finds_its_columns(client, game):
    play(game, "Anna", Bram=20, Cees=7)
    for language in ("en", "nl"):
        answer = asked(client, game, "session.csv", language=language)
        assert answer.content.startswith(b"\xef\xbb\xbf")
        assert answer["Content-Type"] == "text/csv; charset=utf-8"
        (line,) = table(client, game, language)
        assert len(line) == 13
        assert list(line.values())[0:3] == ["1", "2026-03-14 20:45", "Anna"]


@pytest.mark.parametrize(
    "name",
    ["=1+1", "+31", "-Bram", "@SUM(A1)", "＝1", "=HYPERLINK(1;2)"],
)
def test_no_cell_is_run_by_a_spreadsheet(client, owner, name):
    game = start(owner, f"Anna {name}", teams={"Anna": "@A1+B2", name: "=Team"})
    play(game, name, Anna=20)
    for language in ("en", "nl"):
        text = asked(client, game, "session.csv", language=language).content.decode("utf-8-sig")
        parted = ";" if language == "nl" else ","
        cells = [cell for line in csv.reader(io.StringIO(text), delimiter=parted) for cell in line]
        assert f"'{name}" in cells
        assert not [cell for cell in cells if cell.startswith(tuple("=+-@\t\r＝"))]


@pytest.mark.parametrize("name", ["x;=1+1;y", "x|+1", "x,@y", "x; =1"])
def test_nor_where_columns_are_parted_otherwise(client, owner, name):
    game = start_session(
        playgroup=owner.playgroup,
        agreed=NewSession(names=["Anna", name]),
        key=a_key(),
        by=owner,
        at=EVENING,
    )
    for language in ("en", "nl"):
        text = asked(client, game, "session.csv", language=language).content.decode("utf-8-sig")
        for parted in ",;|\t":
            for line in csv.reader(io.StringIO(text), delimiter=parted):
                assert not [cell for cell in line if cell.lstrip().startswith(tuple("=+-@"))]


def test_a_name_may_hold_what_parts_the_columns(client, owner):
    game = start(owner, 'Anna Bra"m,;b')
    play(game, "Anna", **{'Bra"m,;b': 7})
    for language in ("en", "nl"):
        assert "7" in table(client, game, language)[0].values()


# --- all of them ----------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_has_a_good_name_and_is_shown_where_it_was_asked_for(client, owner, kind):
    game = start(owner, name="Küche & Co / 2026")
    play(game, "Anna", Bram=20, Cees=7)
    disposition = asked(client, game, kind)["Content-Disposition"]
    assert disposition.startswith("inline; filename")
    ending = kind.rpartition(".")[2]
    assert disposition.endswith(f"tafelstand-2026-03-14-k%C3%BCche-co-2026.{ending}")


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_is_given_behind_a_link_that_was_taken_back(client, game, kind):
    link = link_to(game)
    address = f"{link.get_absolute_url()}{kind}"
    assert client.get(address).status_code == 200
    revoke_link(link=link, at=later(1))
    gone, never = client.get(address), client.get(f"/s/{'A' * 32}/{kind}")
    assert (gone.status_code, never.status_code) == (404, 404)
    assert len(gone.content) == len(never.content)


@pytest.mark.parametrize("kind", KINDS)
def test_search_engines_and_caches_between_leave_it_alone(client, game, kind):
    answer = asked(client, game, kind)
    assert answer["X-Robots-Tag"] == "noindex"
    assert answer["Cache-Control"].startswith("private")
    assert not client.cookies


def test_a_session_without_a_round_has_files_too(client, game):
    assert table(client, game) == []
    assert read(client, game).sessions[0].rounds == ()
    assert fresh(game).version == 1
