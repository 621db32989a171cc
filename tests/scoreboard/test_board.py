"""The numbers that the board and its chart draw."""

from itertools import pairwise

import pytest

from scoreboard.models import MARKS, Player
from scoreboard.queries.board import Board, marks_of
from scoreboard.queries.chart import (
    LABEL_STEP,
    LEFT,
    RIGHT,
    TOP,
    Chart,
    Course,
    chart,
    pushed_apart,
)
from scoreboard.queries.fan import fan
from scoreboard.queries.score_sheet import ScoreSheet
from tests.scoreboard.people import close, correct, later, play, start
from tests.scoreboard.readback import fresh


def board(game) -> Board:
    return Board(ScoreSheet(fresh(game)))


def rows(game) -> dict:
    return {row.name: row for row in board(game).rows}


def test_before_the_first_round_all_are_first_in_the_order_of_the_seats(game):
    told = [(row.rank, row.name, row.total, row.to_go, row.gained) for row in board(game).rows]
    assert told == [(1, name, 0, 500, 0) for name in ("Anna", "Bram", "Cees")]
    assert [row.deals for row in board(game).rows] == [True, False, False]


def test_ranks_with_ties_are_1_1_3(game):
    play(game, "Cees", Anna=20, Bram=7)
    play(game, "Anna", Cees=20, Bram=7)
    told = [(row.rank, row.name, row.total) for row in board(game).rows]
    assert told == [(1, "Anna", 27), (1, "Cees", 27), (3, "Bram", 0)]


def test_what_is_still_to_go_and_what_the_last_round_brought(game):
    play(game, "Anna", Bram=20, Cees=7)
    play(game, "Bram", Anna=30, Cees=7)
    assert (rows(game)["Anna"].to_go, rows(game)["Anna"].gained) == (473, 0)
    assert (rows(game)["Bram"].to_go, rows(game)["Bram"].gained) == (463, 37)
    assert rows(game)["Cees"].deals


def test_nobody_has_less_than_nothing_to_go(game):
    play(game, "Anna", Bram=600, Cees=7)
    assert rows(game)["Anna"].to_go == 0
    assert [row.name for row in board(game).winners] == ["Anna"]
    assert [row.name for row in board(game).beaten] == ["Bram", "Cees"]
    assert board(game).dealer is None


def test_without_a_target_there_is_nothing_to_go(owner):
    game = start(owner, target=None)
    play(game, "Anna", Bram=600, Cees=7)
    assert rows(game)["Bram"].to_go is None
    assert not board(game).standings.finished


def test_rounds_come_newest_first_with_what_each_held(game):
    play(game, "Anna", Bram=20, Cees="7 wild")
    play(game, "Bram", Anna=(27, 2), Cees=7)
    newest, oldest = board(game).rounds
    assert (newest.number, oldest.number) == (2, 1)
    assert [(cell.points, cell.won) for cell in oldest.cells] == [
        (77, True),
        (20, False),
        (57, False),
    ]
    assert board(game).course == [(1, [77, 0, 0]), (2, [77, 34, 0])]


def test_a_round_after_the_end_brings_nothing_and_still_shows_what_was_left(game):
    first = play(game, "Anna", Bram=20, Cees=7)
    play(game, "Bram", Anna=30, Cees=7)
    correct(first, "Anna", Bram=400, Cees=100)
    late = board(game).rounds[0]
    assert (late.counts, [cell.points for cell in late.cells]) == (False, [30, None, 7])
    assert rows(game)["Anna"].gained == 500
    assert [number for number, _totals in board(game).course] == [1]


def test_what_decided_it_is_told(game):
    row = play(game, "Bram", Anna=430, Cees=107)
    assert board(game).decided == [
        "Round 1 decided it.",
        "Bram went out; Anna was left with 430 points.",
    ]
    correct(row, "Bram", Anna=30, Cees=7)
    close(game, at=later(60))
    assert board(game).decided == ["Closed after round 1; the best total wins."]


# --- marks ----------------------------------------------------------------------------------------


def test_everybody_at_a_table_has_another_mark(owner):
    names = [f"P{number}" for number in range(12)]
    start(owner, " ".join(names))
    Player.objects.update(mark=3)
    game = start(owner, " ".join(names))
    assert sorted(mark for _name, mark in board(game).columns) == list(range(MARKS))


def test_people_keep_their_own_mark_where_they_can(owner):
    start(owner, " ".join(f"P{number}" for number in range(13)))
    game = start(owner, "P5 P12 P0")
    assert board(game).marks == (5, 0, 1)
    game = start(owner, "P0 P12")
    assert board(game).marks == (0, 1)


def test_with_more_people_than_marks_somebody_has_one_twice(owner):
    game = start(owner, " ".join(f"P{number}" for number in range(14)))
    marks = marks_of(ScoreSheet(game).seats)
    assert len(set(marks)) == MARKS
    assert max(marks) < MARKS


# --- the chart ------------------------------------------------------------------------------------


def drawn(people: int, rounds: int, totals=lambda person, number: 20 * number) -> Chart:
    courses = [
        Course(
            name=f"P{person}",
            mark=person % MARKS,
            totals=tuple(totals(person, number) for number in range(rounds + 1)),
            won=tuple(range(1 + person, rounds + 1, people)),
        )
        for person in range(people)
    ]
    return chart(courses, 500)


def points(path: str) -> list[tuple[float, float]]:
    return [tuple(map(float, part.split())) for part in path.removeprefix("M").split("L")]


TOTALS = {
    "all the same": lambda person, number: 20 * number,
    "all nothing": lambda person, number: 0,
    "all close": lambda person, number: 10 * number + person,
    "far apart": lambda person, number: 60 * number * (person % 2),
    "past the target": lambda person, number: 1000 * number * (person == 0),
}


@pytest.mark.parametrize("people", [2, 3, 12, 15])
@pytest.mark.parametrize("rounds", [1, 2, 30])
@pytest.mark.parametrize("totals", TOTALS.values(), ids=TOTALS)
def test_every_line_and_label_is_inside_and_the_labels_are_apart(people, rounds, totals):
    picture = drawn(people, rounds, totals)
    for line in picture.lines:
        there = points(line.path)
        assert len(there) == rounds + 1
        assert (there[0][0], there[-1]) == (LEFT, (line.end.x, line.end.y))
        assert line.end.x == RIGHT
        assert all(TOP <= y <= picture.height - 22 for _x, y in there)
        assert there == sorted(there, key=lambda point: point[0])
        assert {(point.x, point.y) for point in line.won} <= set(there)
    heights = sorted(line.label_y for line in picture.lines)
    assert heights[0] >= TOP
    assert heights[-1] <= picture.height - 22 < picture.height
    gaps = [after - before for before, after in pairwise(heights)]
    assert min(gaps) >= LABEL_STEP - 0.11


def test_labels_stand_in_the_order_of_the_totals():
    picture = drawn(5, 4, lambda person, number: 30 * number * person)
    assert [line.name for line in sorted(picture.lines, key=lambda line: line.label_y)] == [
        "P4",
        "P3",
        "P2",
        "P1",
        "P0",
    ]


def test_labels_with_room_stand_where_their_lines_end():
    assert pushed_apart([20.0, 100.0], 14, 168) == [20.0, 100.0]


def test_labels_never_leave_the_box_also_when_it_is_full():
    assert pushed_apart([14.0, 14.0, 14.0], 14, 14 + 2 * LABEL_STEP) == [14, 31, 48]
    assert pushed_apart([48.0, 48.0, 48.0], 14, 14 + 2 * LABEL_STEP) == [14, 31, 48]


def test_the_target_is_a_line_and_zero_and_half_of_it(game):
    play(game, "Anna", Bram=20, Cees=7)
    levels = board(game).chart.levels
    assert [level.points for level in levels] == [0, 250, 500]
    assert [level.is_target for level in levels] == [False, False, True]


@pytest.mark.parametrize("target", [1, 2, 3])
def test_a_small_target_draws_no_level_twice(target):
    levels = chart([Course("Anna", 0, (0, 1), (1,))], target).levels
    heights = [level.points for level in levels]
    assert heights == sorted(set(heights))


# --- the fan of the winner ------------------------------------------------------------------------


@pytest.mark.parametrize("winners", [1, 2, 3, 4, 5, 12])
@pytest.mark.parametrize("others", [0, 1, 3, 11])
def test_the_winners_lie_in_front_with_their_totals(winners, others):
    cards = fan([([mark % MARKS], 500) for mark in range(winners)], list(range(others)))
    totals = [card.total for card in cards]
    assert totals.count(500) == sum(card.in_front for card in cards) == min(winners, 4)
    assert totals[-1] == 500
    assert len({card.lies for card in cards}) == len(cards)


@pytest.mark.parametrize("total", [0, 27, 999, 5000, 1_000_000, 10**9])
def test_a_total_of_any_length_stays_on_its_card(total):
    (card,) = fan([([0], total)], [])
    assert 0 < card.text_width <= 132 - 2 * 12


def test_the_fan_of_a_board(game):
    play(game, "Anna", Bram=400, Cees=107)
    assert [card.total for card in board(game).fan] == [None, None, 507]
