"""Where the lines of a chart of totals go: numbers only, the template draws them."""

from dataclasses import dataclass

LEFT, RIGHT, TOP, WIDTH = 30, 254, 14, 328
LABEL_STEP = 17
BASELINE = 4.5  # from the middle of a letter to the line it stands on


@dataclass(frozen=True)
class Point:
    x: float
    y: float


@dataclass(frozen=True)
class Line:
    name: str
    mark: int
    path: str
    end: Point
    label_y: float
    won: tuple[Point, ...]

    @property
    def label_top(self) -> float:
        return round(self.label_y - LABEL_STEP / 2, 1)


@dataclass(frozen=True)
class Level:
    points: int
    y: float
    is_target: bool

    @property
    def text_y(self) -> float:
        return round(self.y + BASELINE, 1)


@dataclass(frozen=True)
class Chart:
    width: int
    height: int
    first_x: float
    levels: tuple[Level, ...]
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class Course:
    """One line: the totals of a player or a team, and the rounds that were won.

    The totals go from `begins`, the number of rounds played before (0 for who was there from
    the start), to the last round that they played.
    """

    name: str
    mark: int
    totals: tuple[int, ...]
    won: tuple[int, ...]
    begins: int = 0

    @property
    def ends(self) -> int:
        return self.begins + len(self.totals) - 1

    def after(self, number: int) -> int | None:
        """The total after that many rounds; None where the line is not."""
        return self.totals[number - self.begins] if self.begins <= number <= self.ends else None


def chart(courses: list[Course], target: int | None) -> Chart:
    rounds = max(course.ends for course in courses)
    top = max(target or 0, *(max(course.totals) for course in courses), 1)
    bottom = TOP + max(154, LABEL_STEP * (len(courses) - 1))

    def place(number: int, total: int) -> Point:
        x = LEFT + (RIGHT - LEFT) * number / max(rounds, 1)
        return Point(round(x, 1), round(bottom - (bottom - TOP) * total / top, 1))

    ends = [place(course.ends, course.totals[-1]) for course in courses]
    labels = pushed_apart([end.y for end in ends], TOP, bottom)
    lines = tuple(
        Line(
            name=course.name,
            mark=course.mark,
            path=path([place(*step) for step in enumerate(course.totals, start=course.begins)]),
            end=end,
            label_y=label_y,
            won=tuple(place(number, course.after(number) or 0) for number in course.won),
        )
        for course, end, label_y in zip(courses, ends, labels, strict=True)
    )
    levels = tuple(
        Level(points, place(0, points).y, points == target) for points in levels_up_to(top, target)
    )
    return Chart(WIDTH, int(bottom) + 22, place(1, 0).x, levels, lines)


def path(points: list[Point]) -> str:
    return "M" + "L".join(f"{point.x} {point.y}" for point in points)


def levels_up_to(top: int, target: int | None) -> list[int]:
    goal = target or top
    return sorted({0, goal // 2, goal})


def pushed_apart(wanted: list[float], low: float, high: float) -> list[float]:
    """Each label as near its wanted height as its neighbours' room allows, none past the edges."""
    order = sorted(range(len(wanted)), key=lambda index: wanted[index])
    placed = [0.0] * len(wanted)
    floor = low
    for index in order:
        placed[index] = max(wanted[index], floor)
        floor = placed[index] + LABEL_STEP
    ceiling = high
    for index in reversed(order):
        placed[index] = round(min(placed[index], ceiling), 1)
        ceiling = placed[index] - LABEL_STEP
    return placed
