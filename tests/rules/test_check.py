"""`python -m rules check`: every round and the standings, for programs and for people."""

import json

import pytest

from rules import LANGUAGES
from tests.rules.files import (
    ROOT,
    edition_row,
    file_row,
    hand_row,
    players_of,
    round_row,
    session_row,
    setup_row,
    small_file,
)

WORKED = json.loads((ROOT / "fixtures" / "worked.json").read_text("utf-8"))
DEMO = str(ROOT / "fixtures" / "demo-nights.json")


# --- check, for programs --------------------------------------------------------------------------


def test_a_file_is_checked(call, write):
    status, out, _ = call("check", write(small_file()), "--json")
    assert status == 0
    assert json.loads(out) == {
        "sessions": [
            {
                "key": "night",
                "problems": [],
                "rounds": [
                    {
                        "number": 1,
                        "points": {"b": 62, "c": 37},
                        "gained": {"a": 99, "b": 0, "c": 0},
                        "problems": [],
                    }
                ],
                "standings": {
                    "totals": {"a": 99, "b": 0, "c": 0},
                    "ranks": {"a": 1, "b": 2, "c": 2},
                    "finished": False,
                    "winners": [],
                    "ended_by_round": None,
                    "knocked_out": [],
                    "next_dealer": "b",
                },
            }
        ]
    }
    keys = [key for key, _ in json.loads(out, object_pairs_hook=list)[0][1][0]]
    assert keys == ["key", "problems", "rounds", "standings"]


def test_a_file_without_sessions_is_fine(check, report):
    assert check(file_row()) == (0, {"sessions": []})
    assert report(file_row()) == (0, ["Nothing is broken or impossible."])


def test_problems_of_the_file_stand_beside_the_sessions(check, report):
    row = small_file()
    row["players"][1]["name"] = " ANNA"
    status, found = check(row)
    assert status == 1
    assert list(found) == ["sessions", "problems"]
    (problem,) = found["problems"]
    assert list(problem) == ["code", "severity", "where", "message"]
    assert (problem["code"], problem["where"]) == ("duplicate-name", "players[1].name")
    assert report(row)[1][-2].startswith("! Two players are called")


def test_a_broken_setup_has_no_rounds_and_no_standings(check, report):
    row = file_row(session_row(round_row("a", b=1, c=1), setup=setup_row(scoring="x", decks=0)))
    status, found = check(row)
    (session,) = found["sessions"]
    assert status == 1
    assert {problem["code"] for problem in session["problems"]} == {"unknown-scoring", "bad-number"}
    assert (session["rounds"], session["standings"]) == ([], None)
    status, lines = report(row)
    assert status == 1
    assert "0 decks · x · to 500 points" in lines[1]
    assert lines[-1] == "Something is broken or impossible."


def test_broken_rounds_and_those_after_the_end_bring_nothing(check, report):
    rounds = [
        round_row("a", b=["7"]),
        {},
        round_row("a", b=300, c=300),
        round_row("b", a=["7"], c=["8"]),
    ]
    status, found = check(file_row(session_row(*rounds)))
    (session,) = found["sessions"]
    assert status == 1
    assert [
        [(problem["code"], problem["where"]) for problem in round["problems"]]
        for round in session["rounds"]
    ] == [
        [("hand-missing", "hands.c")],
        [("no-winner", "winner")],
        [],
        [("after-the-end", "")],
    ]
    assert [round["number"] for round in session["rounds"]] == [1, 2, 3, 4]
    assert [bool(round["gained"]) for round in session["rounds"]] == [False, False, True, False]
    assert session["standings"]["ended_by_round"] == 3
    assert session["standings"]["next_dealer"] is None
    _, lines = report(file_row(session_row(*rounds)))
    assert "  Round 1: Anna went out; does not count" in lines
    assert "  Round 2: no winner; does not count" in lines
    assert "  Round 3: Anna went out; left in hand: Bram 300, Cees 300; gained: Anna 600" in lines
    assert "  Won in round 3: Anna" in lines


def test_after_the_end_alone_is_fine(check):
    rounds = [round_row("a", b=300, c=300), round_row("b", a=["7"], c=["8"])]
    assert check(file_row(session_row(*rounds)))[0] == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_was_stored_although_impossible_is_listed_and_fine(check, report, language):
    fours = round_row("a", b=["wild-draw-four"] * 5, c=["7"])
    status, found = check(file_row(session_row(fours)), "--lang", language)
    assert status == 1
    (problem,) = found["sessions"][0]["rounds"][0]["problems"]
    assert (problem["code"], problem["severity"]) == ("too-many-copies", "impossible")
    assert problem["where"] == "hands.b"
    assert "Bram" in problem["message"]
    assert found["sessions"][0]["standings"]["totals"]["a"] == 257
    marked = file_row(session_row({**fours, "deck_differs": True}))
    assert check(marked, "--lang", language) == (0, found)
    status, lines = report(marked, "--lang", language)
    mark = {"en": "(impossible, stored all the same)", "nl": "(onmogelijk, toch bewaard)"}[language]
    assert status == 0
    assert f"    ! {problem['message']} {mark}" in lines


def test_a_result_is_checked(check, report):
    row = file_row(session_row(result={"a": 512, "b": 340, "c": 512}))
    status, found = check(row)
    (session,) = found["sessions"]
    assert (status, session["rounds"]) == (0, [])
    assert session["standings"] == {
        "totals": {"a": 512, "b": 340, "c": 512},
        "ranks": {"a": 1, "b": 3, "c": 1},
        "finished": True,
        "winners": ["a", "c"],
        "ended_by_round": None,
        "knocked_out": [],
        "next_dealer": None,
    }
    assert report(row)[1][2:7] == [
        "  Only the end is known",
        "  1.  Anna  512",
        "  1.  Cees  512",
        "  3.  Bram  340",
        "  Won: Anna, Cees",
    ]
    status, found = check(file_row(session_row(result={"a": 1})))
    assert (status, found["sessions"][0]["standings"]) == (1, None)


# --- the worked cases -----------------------------------------------------------------------------


def worked_session(case) -> dict:
    agreed = {key: case[key] for key in ("target", "max_rounds", "ties") if key in case}
    seats = [seat if isinstance(seat, dict) else {"player": seat} for seat in case["seats"]]
    setup = {"edition": "classic-108", "scoring": case["scoring"], "seats": seats, **agreed}
    rounds = [round_row(round["winner"], **round["points"]) for round in case["rounds"]]
    return file_row(session_row(*rounds, setup=setup), players="abcd")


@pytest.mark.parametrize("case", WORKED["sessions"], ids=lambda case: case["why"])
def test_worked_sessions(check, case):
    status, found = check(worked_session(case))
    (session,) = found["sessions"]
    assert status == 0
    assert not any(round["problems"] for round in session["rounds"])
    told = ("totals", "winners", "ended_by_round", "knocked_out", "ranks")
    wanted = {key: case[key] for key in told if key in case}
    assert {key: session["standings"][key] for key in wanted} == wanted


@pytest.mark.parametrize("case", WORKED["deck"])
def test_worked_decks(check, case):
    agreed = {key: case[key] for key in ("decks", "house_rules") if key in case}
    setup = setup_row("wabc"[: len(case["hands"]) + 1], edition=case["edition"], **agreed)
    hands = {seat: hand_row(hand) for seat, hand in zip("abc", case["hands"], strict=False)}
    extras = {key: case[key] for key in ("last_card", "side") if key in case}
    row = file_row(session_row({"winner": "w", "hands": hands, **extras}, setup=setup))
    status, found = check({**row, "players": players_of("wabc")})
    problems = found["sessions"][0]["rounds"][0]["problems"]
    assert status == (0 if case["possible"] else 1)
    assert {(problem["code"], problem["severity"]) for problem in problems} == (
        {(case["code"], "impossible")} if "code" in case else set()
    )


def test_worked_cases_of_an_edition_of_ones_own(check):
    setup = setup_row("ab", edition="ours@1", card_points={"boom": 5})
    rounds = [round_row("a", b=["boom", "boom"]), round_row("b", a=["red 1"] * 4)]
    status, found = check(file_row(session_row(*rounds, setup=setup), editions=[edition_row()]))
    assert status == 1
    one, two = found["sessions"][0]["rounds"]
    assert (one["points"], one["problems"]) == ({"b": 10}, [])
    assert [problem["code"] for problem in two["problems"]] == ["too-many-copies"]


# --- check, for people ----------------------------------------------------------------------------


def test_a_file_is_told_to_people(report):
    setup = setup_row(target=None, max_rounds=9, decks=2, house_rules=["jump-in"])
    row = file_row(session_row(round_row("a", b=["7"], c=3), setup=setup, name="Kitchen\ttable"))
    assert report(row) == (
        0,
        [
            r"Kitchen\ttable (night)",
            "  UNO classic, 108 cards · 2 decks · The winner collects · at most 9 rounds"
            " · Jump in with an identical card · Anna, Bram, Cees",
            "  Round 1: Anna went out; left in hand: Bram 7, Cees 3; gained: Anna 10",
            "  1.  Anna  10",
            "  2.  Bram   0",
            "  2.  Cees   0",
            "  Not finished; Bram deals next",
            "",
            "Nothing is broken or impossible.",
        ],
    )


def test_a_file_is_told_to_people_in_dutch(report):
    setup = setup_row(scoring="round-wins")
    row = file_row(session_row({"winner": "c"}, {"winner": "b", "hands": {"x": {}}}, setup=setup))
    status, lines = report(row, "--lang", "nl")
    assert status == 1
    assert lines[1].endswith("Gewonnen rondes tellen · tot 3 gewonnen rondes · Anna, Bram, Cees")
    assert lines[2:6] == [
        "  Ronde 1: Cees ging uit; gekregen: Cees 1",
        "  Ronde 2: Bram ging uit; telt niet mee",
        "    ! x speelt niet mee in deze sessie. (klopt niet)",
        "  1.  Cees  1",
    ]
    assert lines[-1] == "Er is iets dat niet klopt of niet kan."


def test_how_a_session_stands_is_told(report):
    def last_line(*rounds, **more):
        return report(file_row(session_row(*rounds, **more)))[1][-3]

    closed = "2026-11-27T23:00:00+01:00"
    leaving = setup_row("a", target=None)
    leaving["seats"].append({"player": "b", "to_round": 1})
    played = round_row("a", b=["7"])
    assert last_line(closed_at=closed) == "  Over, without a winner"
    assert last_line() == "  Not finished; Anna deals next"
    assert last_line(played, setup=leaving) == "  Not finished"
    assert "until closed" in report(file_row(session_row(setup=leaving)))[1][1]


def test_where_nothing_can_be_checked_against_the_deck_that_is_said(report):
    of = {"setup": setup_row(edition="all-wild-112")}
    status, lines = report(file_row(session_row(round_row("a", b=123_456, c=7), **of)))
    assert status == 0
    assert "  How many there are of each card is not known: nothing is checked." in lines


def test_an_edition_that_no_session_uses_is_judged_too(check):
    status, answer = check(file_row(editions=[edition_row(dealt=2.5)]))
    assert status == 1
    assert [(p["code"], p["where"]) for p in answer["problems"]] == [
        ("bad-number", "editions[0].dealt")
    ]
