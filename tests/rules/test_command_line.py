"""`python -m rules`, in this process and as people call it."""

import io
import json
import os
import runpy
import subprocess
import sys

import pytest
from hypothesis import given

from rules import editions
from rules.__main__ import main
from rules.file_shape import parsed
from tests.rules.files import (
    ROOT,
    file_row,
    one_line_of,
    round_row,
    session_row,
    small_file,
    spoilt_files,
)
from tests.rules.generators import examples

WORKED = json.loads((ROOT / "fixtures" / "worked.json").read_text("utf-8"))
DEMO = str(ROOT / "fixtures" / "demo-nights.json")


# --- editions -------------------------------------------------------------------------------------


def test_editions_are_told_to_programs(call):
    status, out, _ = call("editions", "--json")
    rows = {row["key"]: row for row in json.loads(out)["editions"]}
    assert status == 0
    assert list(rows) == [edition.key for edition in editions()]
    assert list(rows["classic-108"].items())[2:] == [
        ("cards", 108),
        ("points", 1240),
        ("sides", None),
    ]
    assert rows["dutch-109-swap"]["points"] == 1120
    assert rows["points-only"]["cards"] is rows["all-wild-112"]["points"] is None
    assert rows["flip-112"] == {
        "key": "flip-112",
        "names": {"en": "UNO Flip! (112 cards)", "nl": "UNO Flip! (112 kaarten)"},
        "cards": None,
        "points": None,
        "sides": {
            "light": {"cards": 112, "points": 1280},
            "dark": {"cards": 112, "points": 1480},
        },
    }


def test_editions_are_told_to_people(call):
    status, out, _ = call("editions")
    lines = {line.split()[0]: line.split() for line in out.splitlines()}
    assert status == 0
    assert lines["key"] == ["key", "cards", "points", "name"]
    assert lines["classic-108"][1:4] == ["108", "1240", "UNO"]
    assert lines["flip-112"][1:8] == ["112", "/", "112", "1280", "/", "1480", "UNO"]
    assert lines["points-only"][1:3] == ["–", "–"]


# --- score ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", WORKED["hands"])
def test_worked_hands(call, case):
    worth = [f"--worth={face}={points}" for face, points in case.get("card_points", {}).items()]
    side = ["--side", case["side"]] if "side" in case else []
    cards = ", ".join(case["cards"])
    status, out, _ = call("score", *worth, case["edition"], *side, cards, "--json")
    assert status == 0
    assert json.loads(out) == {"points": case["points"], "cards": case["cards"]}


def test_a_hand_is_counted_aloud(call):
    status, out, _ = call("score", "classic-108", "7, red 5, +4")
    assert status == 0
    assert out == "7                7\nred 5            5\nWild Draw Four  50\n7 + 5 + 50 = 62\n"


def test_an_empty_hand_is_nothing(call):
    assert call("score", "classic-108", "") == (0, "0\n", "")
    assert call("score", "classic-108", "", "--json")[1] == '{"points": 0, "cards": []}\n'


def test_the_last_worth_of_a_card_counts(call):
    argv = ("--worth", "wild=20", "--worth", "wild=9", "--worth", "skip=000")
    assert json.loads(call("score", *argv, "classic-108", "w s", "--json")[1])["points"] == 9


def test_cards_that_cannot_be_read_are_problems(call):
    status, out, err = call("score", "classic-108", "7, 12, purple 3", "--json")
    problems = json.loads(out)["problems"]
    assert (status, err) == (1, "")
    assert [list(problem) for problem in problems] == [["code", "severity", "where", "message"]] * 2
    assert {problem["code"] for problem in problems} == {"unknown-card"}
    status, out, _ = call("score", "classic-108", "12")
    assert status == 1
    assert "“12”" in one_line_of(out)


def test_a_card_without_a_value_needs_one(call):
    hand = ("score", "dutch-109-swap", "7, ruilkaart")
    status, out, _ = call(*hand, "--json")
    (problem,) = json.loads(out)["problems"]
    assert (status, problem["code"], problem["where"]) == (1, "card-value-missing", "cards[1]")
    assert call(*hand)[0] == 1
    assert json.loads(call(*hand, "--json", "--worth", "wild-swap-hands=40")[1])["points"] == 47


@pytest.mark.parametrize(
    "argv",
    [
        ["unheard-of", "7"],
        ["classic-108@1", "7"],
        ["classic-108", "7", "--side", "light"],
        ["flip-112", "7", "--side", "middle"],
        ["flip-112", "7"],
        ["classic-108", "7", "--worth", "wild"],
        ["classic-108", "7", "--worth", "wild="],
        ["classic-108", "7", "--worth", "joker=20"],
        ["classic-108", "7", "--worth", "wild=-1"],
        ["classic-108", "7", "--worth", "wild=2.5"],
        ["classic-108", "7", "--worth", "wild=²"],
        ["classic-108", "7", "--worth", "wild=1000001"],
        ["classic-108", "7", "--worth", "wild=" + "9" * 9999],
    ],
)
def test_what_cannot_be_scored(call, argv):
    status, out, err = call("score", *argv)
    assert (status, out) == (2, "")
    assert one_line_of(err)


# --- what is refused ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "argv",
    [
        [],
        ["play"],
        ["editions", "more"],
        ["editions", "--lang", "nl"],
        ["score"],
        ["score", "classic-108"],
        ["score", "classic-108", "7", "--worth"],
        ["score", "classic-108", "7", "--wor", "wild=20"],
        ["score", "classic-108", "7", "8\n9"],
        ["check"],
        ["check", DEMO, "--lang", "de"],
        ["check", DEMO, "--lang"],
        ["check", DEMO, DEMO],
        ["check", "nowhere.json"],
        ["check", str(ROOT)],
        ["check", ""],
        ["check", "a\0b"],
        ["--json"],
    ],
)
def test_wrong_calls_are_told_in_one_line(call, argv):
    status, out, err = call(*argv)
    assert (status, out) == (2, "")
    assert one_line_of(err)


@pytest.mark.parametrize(
    ("language", "reason"),
    [("en", "a number belongs here, not a text"), ("nl", "hier hoort een getal, niet een tekst")],
)
def test_the_place_of_a_mistake_is_told(call, write, language, reason):
    row = small_file()
    row["sessions"][0]["rounds"][0]["hands"]["c"] = {"points": "37"}
    path = write(row)
    status, out, err = call("check", path, "--lang", language)
    assert (status, out) == (2, "")
    assert one_line_of(err) == f"{path}: sessions[0].rounds[0].hands.c.points: {reason}"


@pytest.mark.parametrize(
    "data",
    [b"", b"\xff\xfe", b"[" * 10**6, b'{"a":' * 10**6, b"[" * 900 + b"]" * 900, b"1" * 10**5],
)
def test_what_is_no_file_of_ours(call, write, data):
    status, out, err = call("check", write(data), "--json")
    assert (status, out) == (2, "")
    assert one_line_of(err)


def test_a_file_too_large_for_the_memory(call, monkeypatch):
    def full(data):
        raise MemoryError

    monkeypatch.setattr("rules.__main__.read_session_file", full)
    status, _, err = call("check", DEMO)
    assert status == 2
    assert "MemoryError" in one_line_of(err)


def test_stopped_by_hand(call, monkeypatch):
    def stopped(data):
        raise KeyboardInterrupt

    monkeypatch.setattr("rules.__main__.read_session_file", stopped)
    assert call("check", DEMO) == (130, "", "")


def test_help_is_no_mistake(capsysbinary):
    with pytest.raises(SystemExit) as stopped:
        main(["check", "--help"])
    assert stopped.value.code == 0
    assert b"FILE" in capsysbinary.readouterr().out


class Full(io.RawIOBase):
    """Where nothing can be written any more."""

    def __init__(self, wrong: type[OSError]) -> None:
        self.wrong = wrong

    def writable(self) -> bool:
        return True

    def write(self, data) -> int:
        raise self.wrong("no room")


def full(wrong: type[OSError]) -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BufferedWriter(Full(wrong)), encoding="ascii")


def test_whoever_stops_reading_is_not_told(call, monkeypatch):
    monkeypatch.setattr(sys, "stdout", full(BrokenPipeError))
    assert main(["editions"]) == 0
    assert sys.stdout.closed


def test_what_cannot_be_written_is_told(monkeypatch, capsysbinary):
    monkeypatch.setattr(sys, "stdout", full(OSError))
    assert main(["editions"]) == 2
    assert b"no room" in capsysbinary.readouterr().err
    monkeypatch.setattr(sys, "stderr", full(OSError))
    monkeypatch.setattr(sys, "stdout", None)
    assert main(["editions"]) == 0
    assert main(["play"]) == 2


@examples
@given(spoilt_files())
def test_any_file_is_answered(tmp_path_factory, text):
    path = tmp_path_factory.getbasetemp() / "spoilt.json"
    path.write_text(text, encoding="utf-8")
    for argv in (["--json"], ["--lang", "nl"], ["--json", "--lang", "nl"]):
        with pytest.MonkeyPatch.context() as patch:
            out, err = (io.TextIOWrapper(io.BytesIO(), encoding="ascii") for _ in range(2))
            patch.setattr(sys, "stdout", out)
            patch.setattr(sys, "stderr", err)
            status = main(["check", str(path), *argv])
        told = out.buffer.getvalue().decode("utf-8")
        if status == 2:
            assert one_line_of(err.buffer.getvalue().decode("utf-8"))
            assert told == ""
        elif "--json" in argv:
            found = parsed(told)  # which refuses what JSON does not have
            assert {"sessions"} <= found.keys() <= {"sessions", "problems"}
            assert status == int(bool(severities_that_count(found, json.loads(text))))


def severities_that_count(found, file) -> list[str]:
    problems = found.get("problems", [])
    for session, row in zip(found["sessions"], file["sessions"], strict=True):
        problems = problems + session["problems"]
        for round, played in zip(session["rounds"], row.get("rounds", []), strict=False):
            marked = played.get("deck_differs") is True
            problems += [
                problem
                for problem in round["problems"]
                if not (marked and problem["severity"] == "impossible")
            ]
    return [p["severity"] for p in problems if p["severity"] != "unlikely"]


# --- as people call it ----------------------------------------------------------------------------

# Nothing but Python: no folder of installed packages, no setting of anybody's.
ALONE = f"""
import runpy, sys
sys.path.insert(0, {str(ROOT)!r})
sys.argv[0] = "rules"
try:
    runpy.run_module("rules", run_name="__main__", alter_sys=True)
finally:
    names = {{name.partition(".")[0] for name in sys.modules}}
    strange = names - set(sys.stdlib_module_names) - {{"rules", "__main__", "__mp_main__"}}
    assert not strange, strange
"""


def run(*argv, **how) -> subprocess.CompletedProcess:
    words = [sys.executable, "-I", "-S", "-c", ALONE, *map(str, argv)]
    return subprocess.run(words, capture_output=True, **how)


def test_it_needs_nothing_but_python(tmp_path):
    done = run("check", DEMO, "--json", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, b"")
    assert len(json.loads(done.stdout)["sessions"]) == 10


@pytest.mark.parametrize(
    ("row", "status"),
    [(small_file(), 0), (file_row(session_row({})), 1), (file_row(version=2), 2), ([], 2)],
)
def test_the_exit_status(write, row, status):
    done = run("check", write(row), "--lang", "nl")
    assert done.returncode == status
    assert bool(done.stdout) == (status < 2)
    assert len(done.stderr.splitlines()) == (status == 2)


def test_the_module_is_called_by_name():
    done = subprocess.run(
        [sys.executable, "-m", "rules", "score", "classic-108", "+4"],
        cwd=ROOT,
        capture_output=True,
        env={**os.environ, "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"},
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout == b"Wild Draw Four  50\n50 = 50\n"


def test_it_prints_utf_8_whatever_the_locale(write):
    row = small_file()
    row["players"][0]["name"] = "Zoë 🃏"
    ascii_only = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(
        [sys.executable, "-X", "utf8=0", "-m", "rules", "check", write(row)],
        cwd=ROOT,
        capture_output=True,
        env={**os.environ, **ascii_only},
    )
    assert "Zoë 🃏" in done.stdout.decode("utf-8")
    done = subprocess.run(
        [sys.executable, "-X", "utf8=0", "-m", "rules", "check", "Zoë.json"],
        cwd=ROOT,
        capture_output=True,
        env={**os.environ, **ascii_only},
    )
    assert done.returncode == 2
    assert one_line_of(done.stderr.decode("utf-8"))


def test_a_reader_that_goes_away_is_no_mistake(write):
    sessions = [session_row(round_row("a", b=1, c=1), key=str(number)) for number in range(500)]
    process = subprocess.Popen(
        [sys.executable, "-m", "rules", "check", write(file_row(*sessions))],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait() == 0


def test_a_hundred_megabytes_of_nesting(tmp_path):
    path = tmp_path / "deep.json"
    path.write_bytes(b"[" * 100_000_000)
    done = run("check", path)
    assert (done.returncode, done.stdout) == (2, b"")
    assert "nested too deeply" in one_line_of(done.stderr.decode())


def test_it_is_a_program(monkeypatch, capsysbinary):
    monkeypatch.setattr(sys, "argv", ["rules", "check", DEMO])
    with pytest.raises(SystemExit) as stopped:
        runpy.run_path(str(ROOT / "rules" / "__main__.py"), run_name="__main__")
    assert stopped.value.code == 0
    assert "Anna" in capsysbinary.readouterr().out.decode()
