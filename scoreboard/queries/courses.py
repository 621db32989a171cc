"""The lines of the chart of totals: from when to when each player or team was in the session."""

from bisect import bisect_right

from scoreboard.models import Seat
from scoreboard.queries.chart import Course
from scoreboard.queries.ending import counted
from scoreboard.queries.score_sheet import ScoreSheet
from scoreboard.queries.standing import has_joined, out_in, parties
from scoreboard.queries.words import team_told


def courses_of(sheet: ScoreSheet, marks: tuple[int, ...]) -> list[Course]:
    courses = []
    for seats in parties(sheet, marks).values():
        joined = [seat for seat, _mark in seats if has_joined(sheet, seat)]
        if joined:
            courses.append(course_of(sheet, joined, seats[0][1]))
    return courses


def course_of(sheet: ScoreSheet, seats: list[Seat], mark: int) -> Course:
    """`seats` are those of the team that have joined, or the one that plays for itself."""
    rounds = counted(sheet)
    numbers = [scored.number for scored in rounds]
    begins = min(bisect_right(numbers, seat.from_round - 1) for seat in seats)
    ends = max(bisect_right(numbers, last_round_of(sheet, seat)) for seat in seats)
    keys = {seat.player.key for seat in seats}
    # Start points count from the round in which their seat joins.
    at_first = [seat for seat in seats if seat.from_round <= max(numbers[:begins], default=0) + 1]
    totals = [sum(seat.start_points for seat in at_first)]
    for scored in rounds[begins:ends]:
        totals.append(sum(total for key, total in scored.totals.items() if key in keys))
    won = [place for place, scored in enumerate(rounds, start=1) if scored.winner in keys]
    name = team_told(seats[0].team) or seats[0].player.name
    return Course(name, mark, tuple(totals), tuple(won), begins)


def last_round_of(sheet: ScoreSheet, seat: Seat) -> int:
    """Where its line ends: who dropped out or left has no more totals to draw."""
    key, standings = seat.player.key, sheet.standings
    if key in standings.knocked_out:
        return out_in(sheet, key) or 0
    if key in standings.left and seat.to_round is not None:
        return seat.to_round
    return len(standings.rounds)
