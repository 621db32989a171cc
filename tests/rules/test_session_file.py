"""Session files: what is read and written, and where a file is not of the format."""

import json
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import Card, Hand, Seat, Setup, find_edition
from rules.file_shape import parsed
from rules.session_file import (
    FilePlayer,
    NotThisFormat,
    SessionFile,
    instant,
    judged,
    read_session_file,
    write_session_file,
)
from tests.rules.files import (
    FULL,
    FULL_SETUP,
    MISSING,
    NO_TIMES,
    NOT_JSON,
    NOT_TOGETHER,
    ROOT,
    UNKNOWN_KEYS,
    WRONG_TYPES,
    canonical,
    changed,
    edition_row,
    file_row,
    json_junk,
    players_of,
    round_row,
    session_row,
    setup_row,
    small_file,
    spoilt_files,
    text_of,
)
from tests.rules.generators import codes, examples


def read(row) -> SessionFile:
    return read_session_file(text_of(row))


def read_session(row):
    return read(row).sessions[0]


def refusal(text) -> NotThisFormat:
    with pytest.raises(NotThisFormat) as caught:
        read_session_file(text)
    lines = [caught.value.message("en"), caught.value.message("nl"), str(caught.value)]
    assert all(line and "\n" not in line for line in lines)
    assert lines[0] == lines[2]
    assert lines[0] != lines[1]
    return caught.value


# --- read and written -----------------------------------------------------------------------------


def test_demo_nights_are_canonical():
    text = (ROOT / "fixtures" / "demo-nights.json").read_text("utf-8")
    assert write_session_file(read_session_file(text)) == text
    assert not any(judged(session).is_wrong for session in read_session_file(text).sessions)


def test_everything_that_a_file_can_say_comes_back_as_it_was():
    text = canonical(FULL)
    assert write_session_file(read_session_file(text)) == text
    assert write_session_file(read_session_file(text.encode())) == text
    assert read_session_file(write_session_file(read_session_file(text))) == read_session_file(text)


def test_what_is_absent_has_its_default():
    session = read_session(file_row({"key": "k", "setup": setup_row("ba"), "rounds": [{}]}))
    assert (session.name, session.started_at, session.closed_at) == ("k", None, None)
    assert (session.counts, session.note, session.result) == (True, "", None)
    seats = (Seat("b"), Seat("a"))
    assert session.setup == Setup(find_edition("classic-108"), seats, target=500, first_dealer="b")
    (round,) = session.rounds
    assert (round.played.winner, round.played.hands, round.ended_at) == (None, {}, None)


def test_the_defaults_are_written():
    row = json.loads(write_session_file(read(file_row(session_row(round_row("a"))))))
    assert row["editions"] == []
    (session,) = row["sessions"]
    assert list(session) == list(FULL["sessions"][1])
    assert list(session["setup"]) == list(FULL_SETUP)
    assert session["setup"]["target"] == 500
    assert session["setup"]["first_dealer"] == "a"
    assert list(session["setup"]["seats"][0]) == list(FULL_SETUP["seats"][0])
    assert session["rounds"] == [{"winner": "a"}]


def test_extras_that_say_nothing_are_left_out():
    extras = {"note": "", "knocked_out": [], "gained": {}, "deck_differs": False, "hands": {}}
    row = json.loads(write_session_file(read(file_row(session_row({"winner": "a", **extras})))))
    assert row["sessions"][0]["rounds"] == [{"winner": "a"}]


@pytest.mark.parametrize(
    ("scoring", "edition", "target"),
    [
        ("round-wins", "classic-108", 3),
        ("winner-collects", "no-mercy-168", 1000),
        ("knockout", "dos-108", 200),
        ("unheard-of", "classic-108", 500),
        ("winner-collects", "ours@1", 50),
    ],
)
def test_the_target_is_that_of_the_edition_or_the_scoring_system(scoring, edition, target):
    setup = setup_row(scoring=scoring, edition=edition)
    row = file_row(session_row(setup=setup), editions=[edition_row()])
    assert read_session(row).setup.target == target


def test_a_first_dealer_that_nobody_named_is_written_as_the_first_seat():
    file = read(small_file())
    (session,) = file.sessions
    unsaid = replace(session, setup=replace(session.setup, first_dealer=None))
    assert write_session_file(replace(file, sessions=(unsaid,))) == write_session_file(file)


def test_a_session_without_seats_has_no_first_dealer():
    file = read(file_row(session_row(setup=setup_row(""))))
    assert "too-few-seats" in codes(judged(file.sessions[0]).problems)
    assert read_session_file(write_session_file(file)) == file


def test_rows_are_written_in_order_and_read_as_they_stand():
    starts = {
        "c": "2026-11-27T12:00:00+02:00",
        "b": "2026-11-27T10:00:00Z",
        "a": "2026-11-27T10:00:01+00:00",
        "e": None,
        "d": "2026-11-27",
        "f": None,
    }
    sessions = [session_row(key=key, started_at=start) for key, start in starts.items()]
    row = file_row(*sessions, editions=[edition_row("z"), edition_row("y")])
    file = read({**row, "players": players_of("cab")})
    assert "".join(session.key for session in file.sessions) == "cbaedf"
    written = json.loads(write_session_file(file))
    assert "".join(session["key"] for session in written["sessions"]) == "efdbca"
    assert [player["key"] for player in written["players"]] == ["a", "b", "c"]
    assert [edition["key"] for edition in written["editions"]] == ["y", "z"]


def test_hands_are_written_in_seat_order_and_cards_as_entered():
    row = file_row(session_row(round_row("b", c=["7", "blue 1", "7"], x=1, a=3)))
    hands = json.loads(write_session_file(read(row)))["sessions"][0]["rounds"][0]["hands"]
    assert list(hands) == ["a", "c", "x"]
    assert hands["c"] == {"cards": ["7", "blue 1", "7"]}


def test_a_result_may_stand_without_rounds_or_beside_none():
    for more in ({}, {"rounds": []}):
        session = {"key": "k", "setup": setup_row(), "result": {"c": 1, "a": 3, "b": 2}, **more}
        found = judged(read_session(file_row(session)))
        assert found.standings.winners == ("a",)
        assert not found.is_wrong
        (written,) = json.loads(write_session_file(read(file_row(session))))["sessions"]
        assert list(written)[-2:] == ["rounds", "result"]
        assert list(written["result"]) == ["a", "b", "c"]


def test_a_result_that_makes_no_sense_has_no_standings():
    session = session_row(result={"a": 5.5, "b": 1, "x": 2})
    found = judged(read_session(file_row(session)))
    assert {problem.where for problem in found.problems} == {"result.a", "result.c", "result.x"}
    assert found.standings is None
    assert found.is_wrong


# --- numbers, times, cards, editions --------------------------------------------------------------


def test_numbers_are_whole_with_a_zero_fraction_and_judged_otherwise():
    text = text_of(small_file()).replace("37", "37.0")
    (round,) = read_session_file(text).sessions[0].rounds
    assert round.played.hands["c"] == Hand(points=37)
    assert type(round.played.hands["c"].points) is int
    gained = file_row(session_row({"winner": "a", "gained": {"a": 99.0}}))
    assert '"gained": {\n            "a": 99\n' in write_session_file(read(gained))


@pytest.mark.parametrize(
    "number", ["-1", "5.5", "1e7", "1e999", "-1e999", "9" * 400, "-" + "9" * 5000, "1e308"]
)
def test_a_number_that_cannot_be_is_a_problem_and_never_a_refusal(number):
    file = read_session_file(text_of(small_file()).replace("37", number))
    found = judged(file.sessions[0])
    assert [(p.code, p.where) for p in found.by_round[0]] == [("bad-number", "hands.c.points")]
    assert found.is_wrong
    assert read_session_file(write_session_file(file)) == file


def test_a_time_is_kept_as_it_is_and_can_be_reckoned_with():
    hour = timezone(timedelta(hours=1))
    assert instant("2026-11-27T19:30:00+01:00") == datetime(2026, 11, 27, 18, 30, tzinfo=UTC)
    assert instant("2026-11-27T19:30:00Z") == datetime(2026, 11, 27, 19, 30, tzinfo=UTC)
    assert instant("2026-11-27") == datetime(2026, 11, 27, tzinfo=UTC)
    assert instant("2026-11-27", hour) == datetime(2026, 11, 27, tzinfo=hour)


@pytest.mark.parametrize("time", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-23:59"])
def test_the_first_and_last_of_times_have_an_order(time):
    sessions = [session_row(key="k", started_at="2026-01-01"), session_row(started_at=time)]
    row = json.loads(write_session_file(read(file_row(*sessions))))
    assert row["sessions"][time > "2"]["started_at"] == time


def test_cards_are_taken_as_they_are():
    long = "red " + "x" * 100
    cards = ["7", "red 7", "red  7", " 7", "7 ", "", long]
    row = file_row(session_row(round_row("a", b=cards, c=1)))
    (round,) = read_session(row).rounds
    assert round.played.hands["b"].cards[:2] == (Card("7"), Card("7", "red"))
    assert [str(card) for card in round.played.hands["b"].cards] == cards
    found = judged(read_session(row)).by_round[0]
    assert [p.where for p in found] == [f"hands.b.cards[{place}]" for place in range(2, 7)]


def test_a_custom_edition_is_played_with():
    setup = setup_row(edition="ours@1", card_points={"boom": 9})
    played = round_row("a", b=["red 1", "boom"], c=["1"])
    session = read_session(file_row(session_row(played, setup=setup), editions=[edition_row()]))
    found = judged(session)
    assert found.problems == ()
    assert found.standings.totals == {"a": 11, "b": 0, "c": 0}
    assert session.setup.edition.face("boom").draws == 3


def test_an_edition_may_leave_out_what_most_do_not_have():
    optional = ("dealt", "options", "knock_out_bonus", "hand_limit", "note", "sources")
    row = edition_row()
    row = {key: row[key] for key in row if key not in (*optional, "last_card_draws")}
    (edition,) = read(file_row(editions=[row])).editions
    assert (edition.dealt, edition.options, edition.knock_out_bonus) == (None, (), None)
    assert edition.last_card_draws
    assert read_session_file(write_session_file(SessionFile(editions=(edition,)))).editions == (
        edition,
    )


def test_numbers_of_a_custom_edition_are_judged():
    row = edition_row(target=-1)
    session = session_row(setup=setup_row(edition="ours@1", card_points={"boom": 9}))
    found = judged(read_session(file_row(session, editions=[row])))
    assert ("bad-number", "edition.target") in {(p.code, p.where) for p in found.problems}


def test_every_edition_of_the_project_can_be_written_and_read_as_a_custom_one():
    table = json.loads((ROOT / "fixtures" / "editions.json").read_text("utf-8"))
    rows = [{**row, "key": f"{row['key']}@1"} for row in table["editions"]]
    rows.sort(key=lambda row: row["key"])
    file = read(file_row(editions=rows))
    assert json.loads(write_session_file(file))["editions"] == rows
    assert canonical(rows[0]["cards"])[:-2].replace("\n", "\n" + " " * 6) in write_session_file(
        file
    )


# --- problems -------------------------------------------------------------------------------------


def test_two_people_with_one_name():
    names = ["Zoë", "Bram", " ZOE\u0308 ", "zoë", "bram "]
    players = tuple(FilePlayer(str(place), name) for place, name in enumerate(names))
    found = SessionFile(players).problems
    assert [problem.where for problem in found] == [f"players[{place}].name" for place in (2, 3, 4)]
    assert {(p.code, p.severity) for p in found} == {("duplicate-name", "broken")}
    assert found[2].facts["text"] == "bram "


def agreed(**more):
    return file_row(session_row(round_row("a", b=1, c=1), setup=setup_row(**more)))


@pytest.mark.parametrize(
    ("row", "code", "where"),
    [
        (agreed(edition="unheard-of"), "unknown-edition", "edition"),
        (agreed(edition=""), "unknown-edition", "edition"),
        (agreed(scoring=""), "unknown-scoring", "scoring"),
        (agreed(ties="coin"), "bad-ties", "ties"),
        (agreed(house_rules=["jump-in", "x"]), "unknown-house-rule", "house_rules[1]"),
        (agreed(target=-5), "bad-target", "target"),
        (agreed(max_rounds=0.5), "bad-target", "max_rounds"),
        (agreed(decks=0), "bad-number", "decks"),
        (agreed(missing_cards=["7", "8 7"]), "unknown-card", "missing_cards[1]"),
        (agreed(card_points={"skip": -1}), "bad-number", "card_points.skip"),
        (agreed(first_dealer="x"), "unknown-seat", "first_dealer"),
        (agreed(seats=[]), "too-few-seats", "seats"),
        (agreed(seats=[{"player": "a"}] * 2), "duplicate-seat", "seats[1]"),
        (
            agreed(seats=[{"player": "a", "from_round": 0}, {"player": "b"}]),
            "bad-number",
            "seats[0].from_round",
        ),
    ],
)
def test_a_setup_that_makes_no_sense_is_a_problem(row, code, where):
    found = judged(read_session(row))
    assert (code, where) in {(problem.code, problem.where) for problem in found.problems}
    assert (found.by_round, found.standings, found.is_wrong) == ((), None, True)


@pytest.mark.parametrize(
    ("round", "code", "where"),
    [
        ({}, "no-winner", "winner"),
        ({"winner": None}, "no-winner", "winner"),
        (round_row("x", a=1, b=1, c=1), "unknown-seat", "winner"),
        (round_row("a", b=1, c=1, x=1), "unknown-seat", "hands.x"),
        (round_row("a", b=1, c={}), "hand-missing", "hands.c"),
        (round_row("a", b=1, c=["7", "no 7"]), "unknown-card", "hands.c.cards[1]"),
        ({**round_row("a", b=1, c=1), "dealer": "x"}, "unknown-seat", "dealer"),
        ({**round_row("a", b=1, c=1), "side": "light"}, "unknown-side", "side"),
        ({**round_row("a", b=1, c=1), "knocked_out": ["b"]}, "bad-knock-out", "knocked_out"),
        ({"winner": "a", "gained": {"a": -1}}, "bad-number", "gained.a"),
        ({**round_row("a", b=1, c=1), "last_card": ""}, "unknown-card", "last_card"),
    ],
)
def test_a_round_that_makes_no_sense_is_a_problem(round, code, where):
    found = judged(read_session(file_row(session_row(round))))
    assert (code, where) in {(problem.code, problem.where) for problem in found.by_round[0]}
    assert found.is_wrong


def test_what_is_marked_as_stored_all_the_same_is_listed_and_not_wrong():
    fours = round_row("a", b=["wild-draw-four"] * 5, c=1)
    for marked, wrong in ((False, True), (True, False)):
        found = judged(read_session(file_row(session_row({**fours, "deck_differs": marked}))))
        assert codes(found.by_round[0]) == ["too-many-copies"]
        assert found.is_wrong is wrong
    broken = {**round_row("a", b=["wild-draw-four"] * 5), "deck_differs": True}
    assert judged(read_session(file_row(session_row(broken)))).is_wrong


# --- not this format ------------------------------------------------------------------------------


def numbered(cases):
    return [
        pytest.param(*case, id=f"{number}-{case[1]}".replace("\n", " "))
        for number, case in enumerate(cases)
    ]


@pytest.mark.parametrize(
    ("row", "where", "value"), numbered(WRONG_TYPES + MISSING + UNKNOWN_KEYS + NO_TIMES)
)
def test_the_place_of_a_mistake_is_told(row, where, value):
    assert read(row)
    broken = refusal(text_of(changed(row, where, value)))
    assert broken.where == where
    assert broken.message().startswith(f"{where}: ")


@pytest.mark.parametrize(("row", "where", "value", "told"), numbered(NOT_TOGETHER))
def test_the_place_of_what_does_not_go_together_is_told(row, where, value, told):
    assert refusal(text_of(changed(row, where, value))).where == told


def test_a_version_to_come_is_told_before_its_strange_keys():
    assert refusal(text_of({"new": 1, **file_row(), "version": 2})).where == "version"
    assert read(file_row() | {"version": 1.0}) == read(file_row())


@pytest.mark.parametrize("row", [[], "tafelstand", 5, True, None])
def test_a_file_is_an_object(row):
    assert refusal(text_of(row)).where == ""


@pytest.mark.parametrize(
    ("text", "place"),
    NOT_JSON,
)
def test_what_is_no_json(text, place):
    broken = refusal(text)
    assert broken.where == ""
    assert place in broken.message("en")


def test_nesting_that_python_can_still_read_is_refused_as_an_unknown_key():
    text = '{"format": "tafelstand", "version": 1, "x": ' + "[" * 500 + "]" * 500 + "}"
    assert refusal(text).where == "x"


@pytest.mark.parametrize("name", ["NaN", "Infinity", "-Infinity"])
def test_what_is_no_number_is_told_with_its_place(name):
    broken = refusal(text_of(small_file()).replace("37", name))
    assert broken.where == "sessions[0].rounds[0].hands.c.points"
    assert name in broken.message("nl")


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        ('"version": 1', '"version": 1, "version": 1', "version"),
        ('"name": "Anna"', '"name": "Anna", "name": "Bob"', "players[0].name"),
        ('"winner": "a"', '"winner": "a", "winner": "b"', "sessions[0].rounds[0].winner"),
        ('"b": {', '"b": {}, "b": {', "sessions[0].rounds[0].hands.b"),
        ('"points": 37', '"points": 37, "points": 37', "sessions[0].rounds[0].hands.c.points"),
        ('"points": 37', '"points": {"a": 1, "a": 2}', "sessions[0].rounds[0].hands.c.points"),
    ],
)
def test_a_key_that_is_given_twice_is_told_with_its_place(old, new, where):
    text = text_of(small_file())
    assert old in text
    assert refusal(text.replace(old, new)).where == where


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        ('"Anna"', r'"\ud800"', "players[0].name"),
        ('"Anna"', r'"\uDC00\uD800"', "players[0].name"),
        ('"red 5"', r'"\udfff 5"', "sessions[0].rounds[0].hands.b.cards[1]"),
        ('"b": {', r'"\ud8ff": {', "sessions[0].rounds[0].hands.\ud8ff"),
        ('{"format"', r'{"\udfff": 1, "format"', "\udfff"),
    ],
)
def test_half_a_sign_is_no_text(old, new, where):
    broken = refusal(text_of(small_file()).replace(old, new))
    assert broken.where == where
    assert broken.message().encode("utf-8")


def test_a_sign_in_two_escapes_is_one():
    text = text_of(small_file()).replace('"Anna"', r'"\ud83c\udccf\u0000"')
    assert read_session_file(text).players[0].name == "🃏\0"


def test_a_byte_order_mark_is_passed_over():
    text = text_of(small_file())
    assert read_session_file(text.encode("utf-8-sig")) == read_session_file(text)


def test_a_key_that_is_empty_can_be_seen_in_the_place():
    assert refusal(text_of({"": 1, **small_file()})).where == '""'


def test_a_place_is_told_in_one_short_line():
    row = changed(small_file(), "sessions[0].rounds[0].hands", {"x\n" + "y" * 9000: None})
    broken = refusal(text_of(row))
    assert r"hands.x\nyyy" in broken.message()
    assert len(broken.message()) < 200


# --- anything -------------------------------------------------------------------------------------


@examples
@given(spoilt_files())
def test_a_spoilt_file_is_refused_or_judged(text):
    try:
        file = read_session_file(text)
    except NotThisFormat:
        refusal(text)
        return
    for session in file.sessions:
        found = judged(session)
        assert found.standings or found.is_wrong
    written = write_session_file(file)
    assert write_session_file(read_session_file(written)) == written
    assert read_session_file(written).names == file.names


@examples
@given(st.text() | st.binary() | json_junk.map(json.dumps))
def test_any_text_is_refused_or_read(text):
    with suppress(NotThisFormat):
        read_session_file(text)


@examples
@given(st.text(alphabet="0123456789.eE+-", max_size=8))
def test_numbers_are_those_of_json(text):
    try:
        expected = json.loads(text)
    except ValueError:
        with pytest.raises(NotThisFormat):
            parsed(text)
        return
    number = parsed(text)
    assert number == expected or abs(expected) == float("inf")
    assert isinstance(number, int) or number % 1
