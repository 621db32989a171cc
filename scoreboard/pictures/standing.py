"""The standing of a session as a picture, for a chat that shows a shared link.

Colours and marks are those of the pages by day; whoever has won stands large, with the others
under it. What is drawn follows from the board and the language alone.
"""

import io
from dataclasses import dataclass, replace

from django.utils.translation import gettext, ngettext
from PIL import Image, ImageDraw, ImageFont

from scoreboard.pictures.lettering import AND, cut, fitted, fitted_names, font, readable
from scoreboard.pictures.marks import (
    CARD,
    COLOURS,
    INK,
    full,
    leaning,
    mark_drawn,
    panel,
    shape_drawn,
    tint,
)
from scoreboard.queries.board import Board
from scoreboard.queries.standing import StandingRow
from scoreboard.queries.told import told_in_a_sentence
from scoreboard.queries.words import agreed_in_short

SIZE = WIDTH, HEIGHT = 1200, 630
PAPER, SOFT, LINE = "#f6eddc", "#65574a", "#dccdb4"
EDGE = 56
TOP, BOTTOM = 172, 556  # of what stands between the head and the foot
GAP = 14
MOST_ROWS = 6
ONE_COLUMN = 4
LOW, TALL = 100, 150  # rows
OTHER = 96  # one that has not won
SHADES, LARGEST = 192, 16
FAN = 360  # the most that it takes
MOST_WINNERS = 12
MOST_MARKS = 3  # of a team
LEAST_OF_NAME = 120  # what of a name is still worth reading
CAP = 0.364  # half of a capital letter: what the eye takes for the middle of a line


def picture_of(board: Board, title: str) -> bytes:
    picture = Image.new("RGB", SIZE, PAPER)
    draw = ImageDraw.Draw(picture)
    head(draw, board, title)
    if board.winners:
        shown = winner_and_others(picture, draw, board)
    else:
        shown = rows_of(picture, draw, board)
    foot(picture, draw, board, len(board.ranked) - shown)
    return packed(picture)


def packed(picture: Image.Image) -> bytes:
    """With few colours: a third of the size. Choosing them shifts each a little, so those that
    are there most get their own back.
    """
    few = picture.quantize(SHADES, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    palette, own, pixels = few.getpalette() or [], set(), picture.tobytes()
    counts = sorted(picture.getcolors(WIDTH * HEIGHT) or [], reverse=True)
    for _count, colour in counts[:LARGEST]:
        shade = few.getpixel(where(pixels, colour))
        if shade not in own:
            palette[3 * shade : 3 * shade + 3] = colour
            own.add(shade)
    few.putpalette(palette)
    file = io.BytesIO()
    few.save(file, "PNG", optimize=True)
    return file.getvalue()


def where(pixels: bytes, colour: tuple[int, ...]) -> tuple[int, int]:
    """A place at which there is that colour; three bytes are a pixel."""
    place = pixels.index(bytes(colour))
    while place % 3:
        place = pixels.index(bytes(colour), place + 1)
    return (place // 3 % WIDTH, place // 3 // WIDTH)


def say(
    draw: ImageDraw.ImageDraw,
    at: tuple[float, float],
    text: str,
    face: ImageFont.FreeTypeFont,
    colour: str = INK,
    side: str = "l",
) -> None:
    """Capitals and digits stand with their middle at that height."""
    x, y = at
    draw.text((x, y + CAP * face.size), text, colour, face, anchor=f"{side}s")


def head(draw: ImageDraw.ImageDraw, board: Board, title: str) -> None:
    width = WIDTH - 2 * EDGE
    name = readable(title) or "Tafelstand"
    text, face = fitted(name, width, (60, 52, 46), 800)
    say(draw, (EDGE, 74), text, face)
    agreed = readable(agreed_in_short(board.game))
    say(draw, (EDGE, 130), cut(agreed, width, font(28, 500)), font(28, 500), SOFT)


def foot(picture: Image.Image, draw: ImageDraw.ImageDraw, board: Board, others: int) -> None:
    middle, x = 594, EDGE
    for shape, colour, *_ in COLOURS:
        drawn = shape_drawn(shape, 26, colour)
        picture.paste(drawn, (x, middle - 13), drawn)
        x += 32
    say(draw, (x + 6, middle), "Tafelstand", font(28, 700))
    nobody = board.standings.finished and not board.winners
    told = [told_in_a_sentence(board) if nobody else rounds_told(len(board.counted))]
    if others:
        text = ngettext("and %(number)s other", "and %(number)s others", others)
        told.insert(0, text % {"number": others})
    say(draw, (WIDTH - EDGE, middle), " · ".join(told), font(26, 500), SOFT, "r")


def rounds_told(number: int) -> str:
    if not number:
        return gettext("Nothing played yet")
    return ngettext("%(number)s round", "%(number)s rounds", number) % {"number": number}


# --- while it runs --------------------------------------------------------------------------------


def rows_of(picture: Image.Image, draw: ImageDraw.ImageDraw, board: Board) -> int:
    """Up to four below each other, up to six in two columns; how many there are."""
    rows = board.ranked[:MOST_ROWS]
    columns = 1 if len(rows) <= ONE_COLUMN else 2
    lines = -(-len(rows) // columns)
    width = (WIDTH - 2 * EDGE - GAP * (columns - 1)) // columns
    height = min((BOTTOM - TOP - GAP * (lines - 1)) // max(lines, 1), 190)
    for place, row in enumerate(rows):
        column, line = divmod(place, lines)
        box = (EDGE + column * (width + GAP), TOP + line * (height + GAP), width, height)
        one_row(picture, draw, board, row, box)
    return len(rows)


def one_row(
    picture: Image.Image,
    draw: ImageDraw.ImageDraw,
    board: Board,
    row: StandingRow,
    box: tuple[int, int, int, int],
) -> None:
    x, y, width, height = box
    background(picture, board, row, box)
    middle, at = y + height // 2 - 4, x + 24
    if board.counted:
        say(draw, (at + 10, middle), str(row.rank), font(30, 700), SOFT, "m")
        at += 42
    most = 3 if width > WIDTH // 2 else 1
    at = marks(picture, row, (at, middle), min(height - 30, 100), most)
    total, points = str(row.total), font(min(height - 26, 84 if most > 1 else 68), 800)
    end = x + width - 26
    say(draw, (end, middle), total, points, side="r")
    words(draw, board, row, (at, middle, end - points.getlength(total) - 24), height)


def words(
    draw: ImageDraw.ImageDraw,
    board: Board,
    row: StandingRow,
    where: tuple[float, float, float],
    height: int,
) -> None:
    """The name, and what is said of it below, or behind it where the row is low."""
    aside = readable(row.aside or (row.way if board.counted else ""))
    start, middle, end = where
    small, room = font(25, 500), end - start
    if height < LOW and aside:
        room -= small.getlength(aside) + 20
        say(draw, (end, middle), aside, small, SOFT, "r")
    text, face = called(board, row, room, (58, 46, 40, 34) if height > TALL else (46, 40, 34))
    if height < LOW or not aside:
        say(draw, (start, middle), text, face)
        return
    say(draw, (start, middle - face.size * 0.36), text, face)
    say(draw, (start, middle + 26), cut(aside, room, small), small, SOFT)


def background(
    picture: Image.Image, board: Board, row: StandingRow, box: tuple[int, int, int, int]
) -> None:
    """A panel that fills in their colour as they come nearer to the end."""
    x, y, width, height = box
    filled = Image.new("RGB", (width, height), CARD)
    draw = ImageDraw.Draw(filled)
    target = board.sheet.setup.target
    if row.fills and target:
        draw.rectangle((0, height - 10, width, height), LINE)
        reached = round(width * min((row.total or 0) / target, 1))
        if reached:
            draw.rectangle((0, 0, reached - 1, height), tint(row.mark))
            draw.rectangle((0, height - 10, reached - 1, height), full(row.mark))
    picture.paste(filled, (x, y), panel(width, height, 20))


def marks(
    picture: Image.Image, row: StandingRow, at: tuple[int, int], height: int, most: int
) -> int:
    """The marks of one or a few people; gives where the words go on."""
    x, middle = at
    for person in row.people[:most]:
        drawn = mark_drawn(person.mark, height)
        picture.paste(drawn, (x, middle - height // 2), drawn)
        x += drawn.width + 8
    return x + 14


def names_of(board: Board, row: StandingRow) -> list[str]:
    """By what of the names can be drawn; whoever has nothing of it by their seat."""
    if row.names == [row.team] and (team := readable(row.team)):
        return [team]
    places = {seat.player.key: seat.position + 1 for seat in board.sheet.seats}
    told = gettext("Player %(number)s")
    return [readable(person.name) or told % {"number": places[person.key]} for person in row.people]


def called(
    board: Board, row: StandingRow, width: float, sizes: tuple[int, ...], weight: int = 700
) -> tuple[str, ImageFont.FreeTypeFont]:
    """A team by its people, or by its own name where too little would be left of theirs."""
    names, team = names_of(board, row), readable(row.team)
    text, face = fitted_names(names, width, sizes, weight)
    if team and text != AND.join(names) and width < LEAST_OF_NAME * len(names):
        return fitted(team, width, sizes, weight)
    return text, face


# --- once it is won -------------------------------------------------------------------------------


def winner_and_others(picture: Image.Image, draw: ImageDraw.ImageDraw, board: Board) -> int:
    beaten = sum(not row.wins for row in board.ranked)
    height = BOTTOM - TOP - (GAP + OTHER if beaten else 0) - (GAP + 36 if beaten > 3 else 0)
    winner(picture, draw, board, (EDGE, TOP, WIDTH - 2 * EDGE, height))
    return len(board.winners[:MOST_WINNERS]) + others(picture, draw, board, TOP + height + GAP)


def winner(
    picture: Image.Image,
    draw: ImageDraw.ImageDraw,
    board: Board,
    box: tuple[int, int, int, int],
) -> None:
    x, y, width, height = box
    mask = panel(width, height, 28)
    picture.paste(Image.new("RGB", (width, height), CARD), (x, y), mask)
    start, middle, end = x + 36, y + height // 2, x + width - 40
    total, points = str(board.winners[0].total), font(124, 800)
    say(draw, (end, middle), total, points, side="r")
    end -= round(points.getlength(total)) + 32
    names = [name for row in board.winners for name in names_of(board, row)]
    if len(names) == 1 or font(42, 800).getlength(AND.join(names)) <= end - start - FAN:
        in_a_line(picture, draw, board, (start, middle, end), names)
    else:
        in_lines(picture, draw, board, (start, middle, end), height)


def in_a_line(
    picture: Image.Image,
    draw: ImageDraw.ImageDraw,
    board: Board,
    where: tuple[int, int, int],
    names: list[str],
) -> None:
    start, middle, end = where
    at = fan(picture, board, (start, middle))
    text, face = fitted(AND.join(names), end - at, (84, 72, 60, 50, 42), 800)
    say(draw, (at, middle - 28), text, face)
    how, small = fitted(board.victory, end - at, (32, 28, 24), 500)
    say(draw, (at, middle + 46), how, small, SOFT)


@dataclass(frozen=True)
class Grid:
    """Places for names: so many lines below each other, in columns of that width."""

    lines: int
    width: int
    pitch: int

    @property
    def card(self) -> int:
        return min(self.pitch - 8, 56)

    @property
    def sizes(self) -> tuple[int, ...]:
        return tuple(size for size in (46, 40, 34, 30, 26) if size < 0.8 * self.pitch)

    def room(self, row: StandingRow) -> int:
        """For the names, behind the cards."""
        return self.width - len(row.people[:MOST_MARKS]) * (round(self.card * 20 / 28) + 8) - 14

    def fits(self, named: list[tuple[StandingRow, list[str]]]) -> tuple[bool, int, int]:
        """Whether nothing is cut, the size of type for all, the width: the more, the better."""
        fitted_in = [fitted_names(names, self.room(row), self.sizes, 800) for row, names in named]
        texts = [AND.join(names) for _row, names in named]
        is_whole = all(text == whole for (text, _), whole in zip(fitted_in, texts, strict=True))
        return is_whole, min(face.size for _text, face in fitted_in), self.width


def grids(number: int, width: int, height: int) -> list[Grid]:
    """Of one to three columns those in which that many have room; three always are enough."""
    found = []
    for columns in (1, 2, 3):
        lines = -(-number // columns)
        pitch = min(height // lines, 72)
        found.append(Grid(lines, (width - 24 * (columns - 1)) // columns, pitch))
    return [grid for grid in found if grid.sizes]


def in_lines(
    picture: Image.Image,
    draw: ImageDraw.ImageDraw,
    board: Board,
    where: tuple[int, int, int],
    height: int,
) -> None:
    """Each of several winners behind their own card; a team that won alone person by person."""
    start, middle, end = where
    rows = board.winners[:MOST_WINNERS]
    if len(rows) == 1:
        rows = [replace(rows[0], people=(person,)) for person in rows[0].people]
    named = [(row, names_of(board, row)) for row in rows]
    grid = max(grids(len(rows), end - start, height - 76), key=lambda grid: grid.fits(named))
    _is_whole, size, _width = grid.fits(named)
    top = middle - (grid.lines * grid.pitch + 48) // 2
    for place, row in enumerate(rows):
        column, line = divmod(place, grid.lines)
        x, y = start + column * (grid.width + 24), top + line * grid.pitch + grid.pitch // 2
        at = marks(picture, row, (x, y), grid.card, MOST_MARKS)
        text, face = called(board, row, grid.room(row), (size,), 800)
        say(draw, (at, y), text, face)
    how = cut(board.victory, end - start, font(28, 500))
    say(draw, (start, top + grid.lines * grid.pitch + 30), how, font(28, 500), SOFT)


def fan(picture: Image.Image, board: Board, at: tuple[int, int]) -> int:
    """The cards of those who won, held in a hand; behind one alone those of the next ones."""
    people = [person.mark for row in board.winners for person in row.people][:3]
    behind = [row.mark for row in board.ranked if not row.wins][: 3 - len(people)]
    held = [*behind, *people] if len(people) == 1 else people
    x, middle = at
    step = 46 if len(people) == 1 else 84  # each of several winners is to be seen
    turns = {1: (8,), 2: (12, -6), 3: (20, 6, -8)}[len(held)]
    for mark, turn in zip(held, turns, strict=True):
        drawn = leaning(mark, 168, turn)
        picture.paste(drawn, (x, middle - drawn.height // 2), drawn)
        x += step
    return x - step + 182


def others(picture: Image.Image, draw: ImageDraw.ImageDraw, board: Board, top: int) -> int:
    """Up to three beside each other, in one line or two; how many there are."""
    shown = [row for row in board.ranked if not row.wins][:MOST_ROWS]
    if not shown:
        return 0
    columns = min(len(shown), 3)
    lines = -(-len(shown) // columns)
    width = (WIDTH - 2 * EDGE - GAP * (columns - 1)) // columns
    height = min((BOTTOM - top - GAP * (lines - 1)) // lines, OTHER)
    for place, row in enumerate(shown):
        line, column = divmod(place, columns)
        box = (EDGE + column * (width + GAP), top + line * (height + GAP), width, height)
        one_other(picture, draw, board, row, box)
    return len(shown)


def one_other(
    picture: Image.Image,
    draw: ImageDraw.ImageDraw,
    board: Board,
    row: StandingRow,
    box: tuple[int, int, int, int],
) -> None:
    x, y, width, height = box
    picture.paste(Image.new("RGB", (width, height), CARD), (x, y), panel(width, height, 18))
    middle = y + height // 2
    say(draw, (x + 28, middle), str(row.rank), font(24, 700), SOFT, "m")
    at = marks(picture, row, (x + 52, middle), min(height - 18, 64), 1)
    total, points = str(row.total), font(min(height - 26, 48), 800)
    say(draw, (x + width - 20, middle), total, points, side="r")
    room = x + width - 20 - points.getlength(total) - 16 - at
    text, face = called(board, row, room, (34, 30, 26))
    say(draw, (at, middle), text, face)
