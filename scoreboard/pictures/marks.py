"""People's marks as pixels: small cards, in the colours and shapes of the pages (light)."""

from functools import lru_cache
from math import atan2, cos, hypot, pi, sin

from PIL import Image, ImageDraw

INK, CARD, ON = "#2b2018", "#fffaf0", "#fff7f0"
FINER = 4  # drawn so many times larger and brought back: that rounds the steps off

Point = tuple[float, float]


def bent(start: Point, *controls: Point, steps: int = 16) -> list[Point]:
    """A cubic curve from the start, without its first point."""
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = start, *controls
    found = []
    for step in range(1, steps + 1):
        t, s = step / steps, 1 - step / steps
        a, b, c, d = s**3, 3 * s * s * t, 3 * s * t * t, t**3
        found.append((a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3))
    return found


def round_to(start: Point, end: Point, radius: float, steps: int = 24) -> list[Point]:
    """The shorter part of a circle, clockwise, without its first point."""
    (x0, y0), (x1, y1) = start, end
    chord = hypot(x1 - x0, y1 - y0)
    height = max(radius**2 - (chord / 2) ** 2, 0) ** 0.5
    x = (x0 + x1) / 2 - height * (y1 - y0) / chord
    y = (y0 + y1) / 2 + height * (x1 - x0) / chord
    first = atan2(y0 - y, x0 - x)
    turn = (atan2(y1 - y, x1 - x) - first) % (2 * pi)
    angles = [first + turn * step / steps for step in range(1, steps + 1)]
    return [(x + radius * cos(angle), y + radius * sin(angle)) for angle in angles]


# The symbols of the pages, on the same grid of 24 by 24.
SHAPES: dict[str, list[Point]] = {
    "heart": [
        *bent((12, 21), (5, 15.4), (2.5, 12), (2.5, 8.4)),
        *round_to((2.5, 8.4), (12, 6.6), 4.9),
        *round_to((12, 6.6), (21.5, 8.4), 4.9),
        *bent((21.5, 8.4), (21.5, 12), (19, 15.4), (12, 21)),
    ],
    "star": [
        *((12, 2.5), (15, 8.8), (21.7, 9.7), (16.8, 14.4), (18, 21.2)),
        *((12, 17.9), (6, 21.2), (7.2, 14.4), (2.3, 9.7), (9, 8.8)),
    ],
    "leaf": [
        *bent((21, 3), (9.5, 2.8), (3.4, 8), (4, 18)),
        *((2.4, 21), (4.1, 21.7), (5.6, 19.8)),
        *bent((5.6, 19.8), (15.8, 20.7), (21.2, 14.5), (21, 3)),
    ],
    "drop": [
        *bent((12, 1.8), (15.8, 7), (19, 10.7), (19, 14.8)),
        *round_to((19, 14.8), (12, 21.8), 7),
        *round_to((12, 21.8), (5, 14.8), 7),
        *bent((5, 14.8), (5, 10.7), (8.2, 7), (12, 1.8)),
    ],
}
# Full, tint, deep, and what is drawn on full.
COLOURS = (
    ("heart", "#cb3d30", "#f8d3c9", "#a92c22", ON),
    ("star", "#f3b61f", "#fbe3a1", "#835a00", INK),
    ("leaf", "#2a7d51", "#cbe6d1", "#1e6640", ON),
    ("drop", "#2f69b3", "#cfe0f5", "#245592", ON),
)


def tint(mark: int) -> str:
    return COLOURS[mark % 4][2]


def full(mark: int) -> str:
    return COLOURS[mark % 4][1]


@lru_cache
def shape_drawn(shape: str, size: int, colour: str) -> Image.Image:
    scale = size * FINER / 24
    points = [(x * scale, y * scale) for x, y in SHAPES[shape]]
    tile = clear(size * FINER, size * FINER, colour)
    draw = ImageDraw.Draw(tile)
    draw.polygon(points, fill=colour)
    if shape == "star":  # its points are rounded by a line around it
        width = round(1.5 * scale)
        draw.line([*points, points[0], points[1]], fill=colour, width=width, joint="curve")
    return tile.reduce(FINER)


@lru_cache
def mark_drawn(mark: int, height: int) -> Image.Image:
    """A person's small card, 20 by 28, in full colour, white or black."""
    shape, colour, light, deep, on = COLOURS[mark % 4]
    fill, edge, inside = ((colour, colour, on), (CARD, deep, deep), (INK, INK, light))[mark // 4]
    unit = height * FINER / 28
    tile = clear(round(20 * unit), height * FINER, edge)
    box = (0, 0, tile.width - 1, tile.height - 1)
    draw = ImageDraw.Draw(tile)
    draw.rounded_rectangle(box, 5 * unit, fill=fill, outline=edge, width=round(2 * unit))
    tile = tile.reduce(FINER)
    size = round(13 * height / 28)
    drawn = shape_drawn(shape, size, inside)
    tile.alpha_composite(drawn, (round(3.5 * height / 28), round(7.5 * height / 28)))
    return tile


def clear(width: int, height: int, colour: str) -> Image.Image:
    """Nothing yet, but of that colour, so that edges brought back do not darken."""
    tile = Image.new("RGBA", (width, height), colour)
    tile.putalpha(0)
    return tile


@lru_cache
def leaning(mark: int, height: int, degrees: int) -> Image.Image:
    """As it is held in a hand, with a light edge that parts it from the one behind."""
    card, edge = mark_drawn(mark, height * 2), 10
    tile = clear(card.width + 2 * edge, card.height + 2 * edge, CARD)
    box = (0, 0, tile.width - 1, tile.height - 1)
    ImageDraw.Draw(tile).rounded_rectangle(box, 5 * height * 2 / 28 + edge, fill=CARD)
    tile.alpha_composite(card, (edge, edge))
    return tile.rotate(degrees, Image.Resampling.BICUBIC, expand=True).reduce(2)


@lru_cache
def panel(width: int, height: int, radius: int) -> Image.Image:
    """The shape of a panel with round corners, as a mask."""
    mask = Image.new("L", (width * FINER, height * FINER), 0)
    box = (0, 0, width * FINER - 1, height * FINER - 1)
    ImageDraw.Draw(mask).rounded_rectangle(box, radius * FINER, fill=255)
    return mask.reduce(FINER)
